import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildEmitInput, readApi } from '../../../test/emit-input.js';
import { makeFolder } from '../../../test/make-folder.js';
import { describeTypes } from '../types/contract.js';
import { describeChecks } from './validators.js';

test('the places of functions are found once and on demand', () => {
  const { api, diagnostics } = readApi('spec/openapi.yaml');
  const { validators } = buildEmitInput(api, diagnostics);
  const { places } = validators;
  expect(places.of.size).toBeGreaterThan(api.schemas.filter((schema) => 'component' in schema).length);
  expect(validators.places).toBe(places);
});

const part = { type: 'integer', default: 1 };
const whole = { type: 'object', required: ['part'], properties: { part: { $ref: '#/components/schemas/Part' } } };

/** Describes the schema `Part` of an API that sends it as `body`, if there is one. */
function describePart(body?: object): string {
  const post = {
    operationId: 'post',
    ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: { 204: { description: 'Done.' } },
  };
  const spec = {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: { '/parts': { post } },
    components: { schemas: { Part: part } },
  };
  const { api, diagnostics } = readApi(join(makeFolder({ 'spec.json': JSON.stringify(spec) }), 'spec.json'));
  const schema = api.schemas.find(({ component }) => component === 'Part');
  const { types, validators } = buildEmitInput(api, diagnostics);
  return schema ? `${describeTypes(types)(schema)} ${describeChecks(validators)(schema)}` : '';
}

test('the description of a schema differs if the rest of the API uses it differently', () => {
  const alone = describePart();
  expect(describePart()).toBe(alone);
  expect(describePart({ type: 'string' })).toBe(alone);
  expect(describePart({ $ref: '#/components/schemas/Part' })).not.toBe(alone);
  expect(describePart(whole)).not.toBe(alone);
});
