import { expect, test } from 'vitest';
import { writeSchema } from '../../../../test/model/write-schema.js';
import type { NotShown } from '../../../model/not-shown.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { findOnlyReference, isAcceptingAll, isOnly, isOnlyType, listOpenTypes } from './checked-keywords.js';

const schema = (keywords: Partial<KeywordSchema>): KeywordSchema => writeSchema('S', keywords);
const origin = { file: 'openapi.yaml', pointer: '' };
const all: Schema = { kind: 'boolean', value: true, origin, notShown: [], source: [] };

test.each<[string, Schema, boolean]>([
  ['nothing', schema({}), true],
  ['true', all, true],
  ['false', { ...all, value: false }, false],
  ['annotations', schema({ description: 'd', default: 1, examples: [1], readOnly: true, deprecated: true }), true],
  ['a keyword without value', { ...schema({}), minLength: undefined } as unknown as Schema, true],
  ['an assertion', schema({ minLength: 0 }), false],
  ['an applicator', schema({ allOf: [] }), false],
  ['a type', schema({ types: ['string'] }), false],
])('a guard of %s accepts everything: %s', (_, of, expected) => {
  expect(isAcceptingAll(of)).toBe(expected);
});

test('a schema with only a type and annotations', () => {
  expect(isOnlyType(schema({ types: ['string'], description: 'd' }))).toBe(true);
  expect(isOnlyType(schema({ types: ['string'], minLength: 1 }))).toBe(false);
  expect(isOnlyType(schema({ description: 'd' }))).toBe(false);
  expect(isOnlyType(all)).toBe(false);
  expect(isOnly(schema({ types: ['string'], format: 'date' }), ['types', 'format'])).toBe(true);
  expect(isOnly(schema({ types: ['string'], format: 'date' }), ['types'])).toBe(false);
});

test('a schema with only a reference is its target', () => {
  const target = schema({ minLength: 1 });
  expect(findOnlyReference(schema({ ref: target, description: 'd' }))).toBe(target);
  expect(findOnlyReference(schema({ ref: target, minLength: 2 }))).toBeUndefined();
  expect(findOnlyReference(schema({}))).toBeUndefined();
});

test('values outside an open list have the types of the list', () => {
  const item: NotShown = {
    ...{
      id: 'colors',
      question: 'Which?',
      source: 'page',
      known: [],
      extensions: {},
      origin,
      entry: origin,
      places: [origin],
      operations: [],
    },
    kind: 'values',
  };
  const open = (keywords: Partial<KeywordSchema>) => listOpenTypes(schema({ notShown: [item], ...keywords }));
  expect(open({ enum: ['a', 'b', 1] })).toEqual(['string', 'integer']);
  expect(open({ const: null })).toEqual(['null']);
  expect(open({ enum: ['a'], types: ['string', 'null'] })).toEqual(['string', 'null']);
  expect(open({})).toBeUndefined();
  expect(listOpenTypes(schema({ enum: ['a'] }))).toBeUndefined();
  expect(listOpenTypes(schema({ types: ['string'] }))).toEqual(['string']);
});
