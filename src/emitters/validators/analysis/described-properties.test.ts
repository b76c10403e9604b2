import { expect, test } from 'vitest';
import { writeSchema } from '../../../../test/model/write-schema.js';
import type { KeywordSchema } from '../../../model/schema.js';
import { DescribedProperties } from './described-properties.js';

const text = writeSchema('text', { types: ['string'] });
const count = writeSchema('count', { types: ['integer'] });
const holding = (name: string, schema: KeywordSchema): KeywordSchema =>
  writeSchema(name, { properties: [{ name: 'a', schema }] });

test('the schemas of a property come from the schema, its reference and allOf, not from alternatives', () => {
  const base = holding('base', text);
  const whole = writeSchema('whole', {
    ref: base,
    properties: [
      { name: 'a', schema: count },
      { name: 'b', schema: text },
    ],
    allOf: [holding('part', count)],
    anyOf: [writeSchema('other', { properties: [{ name: 'c', schema: text }] })],
  });
  const properties = new DescribedProperties();
  const found = properties.of(whole);
  expect([...found.keys()].sort()).toEqual(['a', 'b']);
  expect(found.get('a')).toHaveLength(3);
  expect(new Set(found.get('a'))).toEqual(new Set([text, count]));
  expect(properties.of(whole)).toBe(found);
  expect(properties.of(base).get('a')).toEqual([text]);
});
