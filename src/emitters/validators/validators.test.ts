import { expect, test } from 'vitest';
import { buildEmitInput, readApi } from '../../../test/emit-input.js';

test('the places of functions are found once and on demand', () => {
  const { api, diagnostics } = readApi('spec/openapi.yaml');
  const { validators } = buildEmitInput(api, diagnostics);
  const { places } = validators;
  expect(places.of.size).toBeGreaterThan(api.schemas.filter((schema) => 'component' in schema).length);
  expect(validators.places).toBe(places);
});
