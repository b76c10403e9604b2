import { expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../../../test/model/write-schema.js';
import type { JsonType, KeywordSchema, Schema } from '../../../model/schema.js';
import { Acceptance } from './acceptance.js';
import { allKinds } from './kinds.js';

const schema = (keywords: Partial<KeywordSchema> = {}): WrittenSchema => writeSchema('S', keywords);
const typed = (...types: JsonType[]): WrittenSchema => schema({ types });
const origin = { file: 'openapi.yaml', pointer: '' };
const all: Schema = { kind: 'boolean', value: true, origin, notShown: [], source: [] };
const none: Schema = { ...all, value: false };

test.each<[string, Schema, readonly JsonType[]]>([
  ['no keyword', schema(), [...allKinds]],
  ['true', all, [...allKinds]],
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
  expect([...new Acceptance().kindsOf(of)]).toEqual(expected);
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
  expect(new Acceptance().acceptsNull(of)).toBe(expected);
});

test('a schema that leads back to itself accepts what its other keywords accept', () => {
  const circle = typed('object', 'null');
  circle.allOf = [schema({ ref: circle })];
  expect([...new Acceptance().kindsOf(circle)]).toEqual(['null', 'object']);
  expect(new Acceptance().acceptsNull(circle)).toBe(true);
});

test('members of a union are distinct if no value has a type of two members', () => {
  const areApart = (...members: Schema[]): boolean => new Acceptance().areApart(members);
  expect(areApart(typed('string'), typed('array'), typed('null'))).toBe(true);
  expect(areApart(typed('string'), typed('array'), typed('null', 'string'))).toBe(false);
  expect(areApart(typed('number'), typed('integer'))).toBe(false);
});

test('a member is not needed if another one accepts its values by their type alone', () => {
  const listed = schema({ types: ['string'], enum: ['a'] });
  const bounded = schema({ types: ['string', 'null'], minLength: 1 });
  const list = (...members: Schema[]): readonly Schema[] => new Acceptance().listNeeded(members);
  expect(list(listed, text)).toEqual([text]);
  expect(list(listed, typed('array'))).toHaveLength(2);
  expect(list(bounded, text)).toEqual([bounded, text]);
  expect(list(text, typed('string'))).toHaveLength(2);
});
