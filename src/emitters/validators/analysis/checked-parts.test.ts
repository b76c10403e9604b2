import { expect, test } from 'vitest';
import { writeSchema } from '../../../../test/model/write-schema.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { listSubschemas } from '../../../model/walk-schemas.js';
import { CheckedParts } from './checked-parts.js';

const text = writeSchema('text', { types: ['string'] });
const child = writeSchema('child');
const print = (checked: CheckedParts, schema: Schema): string[] =>
  checked.of(schema).map(({ keyword, schema: part }) => `${keyword} ${part.kind === 'keywords' ? part.title : ''}`);
const listed = new CheckedParts(new Map());
const discriminator = { propertyName: 'type', mapping: [{ value: 'a', schema: child }] };

test.each<[string, Partial<KeywordSchema>, string[]]>([
  ['a schema without parts', { types: ['string'] }, []],
  [
    'properties and references',
    { ref: text, properties: [{ name: 'a', schema: child }] },
    ['$ref text', 'properties child'],
  ],
  ['a content schema', { contentSchema: text, items: child }, ['items child']],
  ['the mapping of a union', { oneOf: [text], discriminator } as never, ['oneOf text']],
  ['the mapping of a parent', { discriminator: { ...discriminator, inheritance: {} } } as never, ['mapping child']],
])('only parts that are checked are listed: %s', (_, keywords, expected) => {
  expect(print(listed, writeSchema('s', keywords))).toEqual(expected);
});

test('the parts that were listed before are used', () => {
  const schema = writeSchema('s', { items: text });
  const parts = listSubschemas(schema);
  expect(new CheckedParts(new Map([[schema, parts]])).of(schema)).toBe(parts);
});
