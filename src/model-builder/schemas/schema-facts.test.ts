import { expect, test } from 'vitest';
import { writeSchema } from '../../../test/model/write-schema.js';
import type { KeywordSchema, Property, Schema } from '../../model/schema.js';
import { followPlain, listProperties, listValues } from './schema-facts.js';

const write = (keywords: Partial<KeywordSchema>): Schema => writeSchema('Value', keywords);
const property = (name: string): Property[] => [{ name, schema: write({}) }];

test.each<[string, Partial<KeywordSchema>, string[]]>([
  ['const', { const: 'a' }, ['a']],
  ['enum', { enum: ['a', 1, null, 'b'] }, ['a', 'b']],
  ['neither', { types: ['string'] }, []],
  ['those of the members of a union', { anyOf: [write({ const: 'a' }), write({ enum: ['b'] })] }, ['a', 'b']],
  ['those of what it refers to', { ref: write({ const: 'a' }) }, ['a']],
])('the texts that a schema lists: %s', (_, keywords, expected) => {
  expect([...listValues(write(keywords))]).toEqual(expected);
});

test('the properties of schemas and of what they apply are listed once', () => {
  const schemas = [
    write({ properties: property('a'), allOf: [write({ properties: property('b') })] }),
    write({ properties: property('a') }),
  ];
  expect([...listProperties(schemas)].sort()).toEqual(['a', 'b']);
});

test('references are followed to a schema with properties', () => {
  const end = write({});
  const plain = write({ ref: end, properties: property('a') });
  expect(followPlain(write({ ref: plain }))).toBe(plain);
  expect(followPlain(write({ ref: end }))).toBe(end);
});
