import { expect, test } from 'vitest';
import { loadSchemas } from '../../../test/validators/load-validators.js';
import type { View } from '../../views/views.js';

const views: readonly View[] = ['request', 'received', 'response'];

test.each<[string, object, readonly View[]]>([
  ['nothing to fill in', { type: 'object', properties: { a: { type: 'string' } } }, []],
  ['a default', { type: 'object', properties: { a: { type: 'string', default: 'b' } } }, views],
  ['a default deeper down', { type: 'array', items: { properties: { a: { default: 1 } } } }, views],
  ['a property that only the server sets', { type: 'object', properties: { a: { readOnly: true } } }, ['received']],
])('values of a schema with %s change after validation in the views %j', async (_, schema, expected) => {
  const { input } = await loadSchemas({ Value: schema });
  if (!input) throw new Error('the description has errors');
  const { places } = input.validators;
  const value = [...places.of.keys()].find(({ origin }) => origin.pointer === '/components/schemas/Value');
  if (!value) throw new Error('the schema has no place');
  expect(views.filter((view) => places.isFilled(value, view))).toEqual(expected);
});
