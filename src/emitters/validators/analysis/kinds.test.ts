import { describe, expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../../../test/model/write-schema.js';
import { findAllowedTypes } from '../../../model/allowed-types.js';
import type { NotShown } from '../../../model/element.js';
import { anyType, buildTypes, listTypes, typeSets } from '../../../model/json-type.js';
import type { JsonType, KeywordSchema, Schema } from '../../../model/schema.js';
import {
  findChoice,
  findOnlyReference,
  findOpenTypes,
  isAcceptingAll,
  isOnly,
  isOnlyType,
  listNeeded,
  mergeLists,
} from './kinds.js';

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
  const open = (keywords: Partial<KeywordSchema>) =>
    listTypes(findOpenTypes(schema({ notShown: [item], ...keywords })));
  expect(open({ enum: ['a', 'b', 1] })).toEqual(['string', 'integer']);
  expect(open({ const: null })).toEqual(['null']);
  expect(open({ enum: ['a'], types: ['string', 'null'] })).toEqual(['null', 'string']);
  expect(open({})).toEqual(listTypes(anyType));
  expect(findOpenTypes(schema({ enum: ['a'] }))).toBe(anyType);
  expect(findOpenTypes(schema({ types: ['string'] }))).toBe(typeSets.string);
});

describe('accepted types', () => {
  const schema = (keywords: Partial<KeywordSchema> = {}): WrittenSchema => writeSchema('S', keywords);
  const typed = (...types: JsonType[]): WrittenSchema => schema({ types });
  const origin = { file: 'openapi.yaml', pointer: '' };
  const all: Schema = { kind: 'boolean', value: true, origin, notShown: [], source: [] };
  const none: Schema = { ...all, value: false };

  test.each<[string, Schema, readonly JsonType[]]>([
    ['no keyword', schema(), listTypes(anyType)],
    ['true', all, listTypes(anyType)],
    ['false', none, []],
    ['types', typed('string', 'null'), ['null', 'string']],
    ['const', schema({ const: 1 }), ['integer']],
    ['enum', schema({ enum: ['a', null] }), ['null', 'string']],
    ['types beside enum', schema({ types: ['string'], enum: ['a', null] }), ['string']],
    ['const of null', schema({ const: null }), ['null']],
    ['$ref', schema({ ref: typed('array') }), ['array']],
    ['$ref beside types', schema({ ref: typed('array', 'null'), types: ['null', 'object'] }), ['null']],
    ['allOf', schema({ allOf: [typed('string', 'null'), typed('null', 'array')] }), ['null']],
    ['anyOf', schema({ anyOf: [typed('string'), typed('null')] }), ['null', 'string']],
    ['oneOf', schema({ oneOf: [typed('integer'), typed('array')] }), ['integer', 'array']],
    ['oneOf beside types', schema({ types: ['array'], oneOf: [typed('integer'), typed('array')] }), ['array']],
  ])('the types of the values that a schema accepts: %s', (_, of, expected) => {
    expect(findAllowedTypes(of)).toBe(buildTypes(expected));
  });

  const nullable = typed('null', 'string');
  const text = typed('string');
  // An object with a `then` of its own looks like a promise.
  const thenOf = (part: Schema): object => Object.fromEntries([['then', part]]);

  test.each<[string, Schema, boolean]>([
    ['no keyword', schema(), true],
    ['true', all, true],
    ['false', none, false],
    ['a type', text, false],
    ['null among types', nullable, true],
    ['const of null', schema({ const: null }), true],
    ['another const', schema({ const: 0 }), false],
    ['enum with null', schema({ enum: ['a', null] }), true],
    ['enum without null', schema({ enum: ['a'] }), false],
    ['$ref to null', schema({ ref: nullable }), true],
    ['$ref to text', schema({ ref: text }), false],
    ['allOf that agree', schema({ allOf: [nullable, schema()] }), true],
    ['allOf of which one refuses', schema({ allOf: [nullable, text] }), false],
    ['anyOf of which one accepts', schema({ anyOf: [text, nullable] }), true],
    ['anyOf of which none accepts', schema({ anyOf: [text, text] }), false],
    ['oneOf of which one accepts', schema({ oneOf: [text, nullable] }), true],
    ['oneOf of which two accept', schema({ oneOf: [nullable, schema()] }), false],
    ['oneOf of which none accepts', schema({ oneOf: [text] }), false],
    ['not of null', schema({ not: nullable }), false],
    ['not of text', schema({ not: text }), true],
    ['if null then text', schema({ if: nullable, ...thenOf(text) }), false],
    ['if null else text', schema({ if: nullable, else: text }), true],
    ['if text then text', schema({ if: text, ...thenOf(text) }), true],
    ['if text else text', schema({ if: text, else: text }), false],
    ['minLength', schema({ minLength: 1 }), true],
  ])('whether a schema accepts null: %s', (_, of, expected) => {
    expect((findAllowedTypes(of) & typeSets.null) !== 0).toBe(expected);
  });

  test('a schema that leads back to itself accepts what its other keywords accept', () => {
    const circle = typed('object', 'null');
    circle.allOf = [schema({ ref: circle })];
    expect(findAllowedTypes(circle)).toBe(typeSets.null | typeSets.object);
  });

  test('members of a union are distinct if no value has a type of two members', () => {
    const areApart = (...members: Schema[]): boolean => findChoice(members)?.byKind === members;
    expect(areApart(typed('string'), typed('array'), typed('null'))).toBe(true);
    expect(areApart(typed('string'), typed('array'), typed('null', 'string'))).toBe(false);
    expect(areApart(typed('number'), typed('integer'))).toBe(false);
  });

  test('a member is not needed if another one accepts its values by their type alone', () => {
    const listed = schema({ types: ['string'], enum: ['a'] });
    const bounded = schema({ types: ['string', 'null'], minLength: 1 });
    const list = (...members: Schema[]): readonly Schema[] => listNeeded(members);
    expect(list(listed, text)).toEqual([text]);
    expect(list(listed, typed('array'))).toHaveLength(2);
    expect(list(bounded, text)).toEqual([bounded, text]);
    expect(list(text, typed('string'))).toHaveLength(2);
  });
});

const write = (keywords: Partial<KeywordSchema>): KeywordSchema => writeSchema('Member', keywords);
const print = (schema: Schema): unknown => (schema.kind === 'keywords' ? (schema.enum ?? schema.const) : schema.kind);
const object = write({ types: ['object'] });

test.each<[string, readonly Schema[], unknown[]]>([
  ['lists and constants', [write({ enum: ['a', 'b'] }), write({ const: 'c' })], [['a', 'b', 'c']]],
  ['around others', [write({ const: 'a' }), object, write({ const: 'b' })], [['a', 'b'], undefined]],
  [
    'not what repeats a value',
    [write({ const: 'a' }), write({ const: 'b' }), write({ enum: ['b', 'c'] })],
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
  ],
  ['not one list alone', [write({ const: 'a' }), object], ['a', undefined]],
  ['not objects', [write({ const: 'a' }), write({ const: 'b' }), write({ const: { c: 1 } })], [['a', 'b'], { c: 1 }]],
  ['only values of their type', [write({ types: ['string'], enum: ['a', 1] }), write({ const: 2 })], [['a', 2]]],
  ['not what has both', [write({ const: 'a', enum: ['a', 'b'] }), write({ const: 'c' })], [['a', 'b'], 'c']],
  ['not what has more keywords', [write({ enum: ['a'], minLength: 2 }), write({ const: 'c' })], [['a'], 'c']],
  ['not what no value fits', [write({ const: 'a', isImpossible: true }), write({ const: 'c' })], ['a', 'c']],
])('lists of values become one: %s', (_, members, expected) => {
  expect(mergeLists(members).map(print)).toEqual(expected);
});
