import { expect, test } from 'vitest';
import {
  Described,
  everythingInPlace,
  type InPlaceChoice,
  listAppliedInPlace,
  listPartsInPlace,
} from '../../src/model/in-place.js';
import type { Schema } from '../../src/model/schema.js';
import { findSchemaKeyword, schemaKeywordNames } from '../../src/model/schema-keywords.js';
import { writeSchema } from './write-schema.js';

const part = (title: string): Schema => writeSchema(title);
const whole = writeSchema('whole', {
  ref: part('$ref'),
  allOf: [part('allOf')],
  anyOf: [part('anyOf')],
  oneOf: [part('oneOf')],
  ...Object.fromEntries(['not', 'if', 'then', 'else'].map((keyword) => [keyword, part(keyword)])),
  dependentSchemas: [{ name: 'name', schema: part('dependentSchemas') }],
  properties: [{ name: 'name', schema: part('properties') }],
  items: part('items'),
});
const titles = (schemas: Iterable<Schema>): unknown[] =>
  [...schemas].map((schema) => 'title' in schema && schema.title);
const direct = (choice?: InPlaceChoice): unknown[] => titles(listPartsInPlace(whole, choice));

test('references and `allOf` apply in place, the other keywords can be chosen', () => {
  expect(direct()).toEqual(['$ref', 'allOf']);
  expect(direct({ alternatives: true })).toEqual(['$ref', 'allOf', 'anyOf', 'oneOf']);
  expect(direct({ alternatives: () => false })).toEqual(['$ref', 'allOf']);
  expect(direct({ branches: true })).toEqual(['$ref', 'allOf', 'then', 'else', 'dependentSchemas']);
  expect(direct({ tests: true })).toEqual(['$ref', 'allOf', 'not', 'if']);
});

test('the keywords that apply in place are those of the table', () => {
  const inPlace = schemaKeywordNames.filter((keyword) => {
    const { applies } = findSchemaKeyword(keyword);
    return applies !== undefined && applies !== 'inside';
  });
  expect(direct(everythingInPlace)).toEqual(inPlace);
});

test('schemas that apply to one value are listed once, depth first, even in circles', () => {
  const base = writeSchema('base');
  const left = writeSchema('left', { allOf: [writeSchema('below'), base] });
  const right = writeSchema('right', { ref: base });
  base.allOf = [right];
  const root = writeSchema('root', { allOf: [left, right] });
  expect(titles(listAppliedInPlace([root]))).toEqual(['root', 'left', 'below', 'base', 'right']);
  expect(titles(listAppliedInPlace([right, root]))).toEqual(['right', 'base', 'root', 'left', 'below']);
});

test('a function selects the schemas whose alternatives apply', () => {
  const inner = writeSchema('inner', { oneOf: [part('one')] });
  const outer = writeSchema('outer', { allOf: [inner], anyOf: [part('any')] });
  expect(titles(listAppliedInPlace([outer], { alternatives: (schema) => schema !== outer }))).toEqual([
    'outer',
    'inner',
    'one',
  ]);
});

test('a schema without keywords applies nothing', () => {
  const never = { ...writeSchema('never'), kind: 'boolean', value: false } as const;
  expect(listPartsInPlace(never, everythingInPlace)).toEqual([]);
  expect([...listAppliedInPlace([never])]).toEqual([never]);
});

test('what schemas say about the fields of an object is read from all that apply to it', () => {
  const a = { name: 'a', schema: writeSchema('First') };
  const again = { name: 'a', schema: writeSchema('Second') };
  const b = { name: 'b', schema: writeSchema('Third') };
  const parent = writeSchema('Parent', { properties: [again], required: ['b'] });
  const child = writeSchema('Child', {
    properties: [a],
    allOf: [parent],
    anyOf: [writeSchema('Option', { properties: [b] })],
  });
  const always = new Described([child]);
  expect([...always.properties]).toEqual([['a', [a.schema, again.schema]]]);
  expect(always.schemasOf('a')).toEqual([a.schema, again.schema]);
  expect([...always.required]).toEqual(['b']);
  expect([...new Described([child], { alternatives: true }).properties.keys()].sort()).toEqual(['a', 'b']);
});
