import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../../test/make-folder.js';
import { runCompiler } from '../../../test/run-compiler.js';
import { testAnswers } from '../../../test/validators/answers.js';
import { loadSchemas } from '../../../test/validators/load-validators.js';
import { generate } from '../../index.js';

/** Defaults are filled in at every place of a value that is a described object. */
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const one = object({ y: { default: 1 } });

const rows: readonly [what: string, schema: object, value: unknown, filled: unknown][] = [
  ['a property that is absent', one, {}, { y: 1 }],
  ['no property that is there, null included', one, { y: null }, { y: null }],
  ['nothing of what is no object', one, [7], [7]],
  ['a property of a property', object({ a: one }), { a: {} }, { a: { y: 1 } }],
  ['no object that is absent', object({ a: one }), {}, {}],
  ['every item', { type: 'array', items: one }, [{}, { y: 2 }, 3], [{ y: 1 }, { y: 2 }, 3]],
  ['the first items', { prefixItems: [one] }, [{}, {}], [{ y: 1 }, {}]],
  ['every part of allOf', { allOf: [one, object({ z: { default: 2 } })] }, {}, { y: 1, z: 2 }],
  [
    'properties by pattern, and the others',
    object(
      { first: { default: 'a' } },
      { patternProperties: { '^x-': one }, additionalProperties: object({ z: { default: 2 } }) },
    ),
    { 'x-a': {}, b: {} },
    { first: 'a', 'x-a': { y: 1 }, b: { z: 2 } },
  ],
  [
    'the alternative that accepts the value',
    { oneOf: [{ type: 'string' }, object({ name: { type: 'string' }, y: { default: 1 } }, { required: ['name'] })] },
    { name: 'a' },
    { name: 'a', y: 1 },
  ],
  [
    'no alternative that refuses the value',
    {
      anyOf: [
        object({ kind: { const: 'a' }, y: { default: 1 } }, { required: ['kind'] }),
        object({ kind: { const: 'b' }, z: { default: 2 } }, { required: ['kind'] }),
      ],
    },
    { kind: 'b' },
    { kind: 'b', z: 2 },
  ],
  ['an alternative that accepts everything', { anyOf: [true, one] }, {}, { y: 1 }],
];

describe('defaults', () => {
  test.each(rows)('fill in %s', async (_, schema, value, filled) => {
    const { validators } = await loadSchemas({ Row: schema });
    const before = structuredClone(value);
    expect(validators['withRowDefaults']?.(value) ?? value).toEqual(filled);
    expect(value, 'the value itself is not changed').toEqual(before);
  });

  test('of a child are filled in by the discriminator of its parent', async () => {
    const child = (properties: object): object => ({
      allOf: [{ $ref: '#/components/schemas/Pet' }, object(properties)],
    });
    const { validators } = await loadSchemas({
      Pet: object(
        { kind: { type: 'string' }, age: { default: 0 } },
        {
          required: ['kind'],
          discriminator: {
            propertyName: 'kind',
            mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
          },
        },
      ),
      Cat: child({ lives: { type: 'integer', default: 9 } }),
      Dog: child({ bark: { type: 'string', default: 'loud' } }),
    });
    const fill = (kind: string): unknown => validators['withPetDefaults']?.({ kind });
    expect(fill('cat')).toEqual({ kind: 'cat', age: 0, lives: 9 });
    expect(fill('dog')).toEqual({ kind: 'dog', age: 0, bark: 'loud' });
    expect(fill('cow')).toEqual({ kind: 'cow', age: 0 });
  });
});

// Two more than are listed in one function.
const children = Array.from({ length: 52 }, (_, index) => `Child${index}`);

testAnswers({
  schemas: {
    Many: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind' },
    },
    ...Object.fromEntries(
      children.map((name, index) => [
        name,
        { allOf: [{ $ref: '#/components/schemas/Many' }, { properties: { index: { default: index } } }] },
      ]),
    ),
    Leaf: { type: 'object', properties: { y: { type: 'integer', default: 1 } } },
    Names: {
      type: 'object',
      properties: {
        ['__proto__']: { default: 'p' },
        constructor: { default: 'c' },
        'a b': { type: ['string', 'null'], default: null },
        toString: { $ref: '#/components/schemas/Leaf' },
      },
    },
    Others: {
      type: 'object',
      properties: { first: { type: 'string' } },
      patternProperties: { '^x-': { $ref: '#/components/schemas/Leaf' } },
      additionalProperties: { type: 'object', properties: { z: { default: 2 } } },
    },
    Rest: {
      type: 'object',
      properties: { first: { type: 'string' } },
      unevaluatedProperties: { $ref: '#/components/schemas/Leaf' },
    },
    Dependent: { type: 'object', dependentSchemas: { card: { properties: { y: { default: 1 } } } } },
    Items: {
      type: 'array',
      prefixItems: [{ type: 'string' }, { $ref: '#/components/schemas/Leaf' }],
      items: { type: 'object', properties: { z: { default: 2 } } },
    },
    Prefix: { type: 'array', prefixItems: [true, { $ref: '#/components/schemas/Leaf' }] },
    RestItems: { type: 'array', unevaluatedItems: { $ref: '#/components/schemas/Leaf' } },
    Choice: {
      if: { required: ['a'], properties: { i: { default: 0 } } },
      then: { properties: { t: { default: 1 } } },
      else: { properties: { e: { default: 2 } } },
    },
    Any: {
      anyOf: [
        { type: 'object', required: ['a'], properties: { b: { default: 1 } } },
        { type: 'object', required: ['c'], properties: { d: { default: 2 } } },
        true,
      ],
    },
    All: {
      $ref: '#/components/schemas/Leaf',
      allOf: [{ properties: { z: { default: [1, { a: 2 }] } } }],
      properties: { own: { default: {} } },
    },
    Tree: {
      type: 'object',
      properties: {
        y: { default: 1 },
        left: { $ref: '#/components/schemas/Tree' },
        more: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        either: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'string' }] },
      },
    },
    // Its fields are listed in two functions.
    Broad: {
      type: 'object',
      properties: {
        y: { default: 1 },
        ...Object.fromEntries(children.map((name) => [name, { $ref: '#/components/schemas/Tree' }])),
      },
    },
    Both: { type: 'object', properties: { a: { $ref: '#/components/schemas/Leaf', default: { x: 1 } } } },
    Pet: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
      },
    },
    Cat: {
      allOf: [
        { $ref: '#/components/schemas/Pet' },
        { type: 'object', properties: { lives: { type: 'integer', default: 9 } } },
      ],
    },
    Dog: {
      allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', properties: { bark: { type: 'string' } } }],
    },
    Owner: { type: 'object', properties: { pet: { $ref: '#/components/schemas/Pet' } } },
    Alias: { $ref: '#/components/schemas/Leaf' },
    Apart: { type: 'object', properties: { a: { type: 'integer', default: 1 } } },
    Wide: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind', mapping: { apart: '#/components/schemas/Apart' } },
    },
    None: { type: 'object', properties: { a: { type: 'string' } } },
  },
  answers: [
    ...[0, 49, 50, 51].map(
      (index) =>
        ['withManyDefaults', { kind: `Child${index}` }, { kind: `Child${index}`, index }] satisfies [
          string,
          object,
          object,
        ],
    ),
    ['withWideDefaults', { kind: 'apart' }, { kind: 'apart', a: 1 }],
    ['withWideDefaults', { kind: 'other' }, { kind: 'other' }],
    ['withLeafDefaults', {}, { y: 1 }],
    ['withLeafDefaults', { y: null }, { y: null }],
    ['withLeafDefaults', [1], [1]],
    ['withLeafDefaults', null, null],
    ['withNamesDefaults', { toString: {} }, { toString: { y: 1 }, ['__proto__']: 'p', constructor: 'c', 'a b': null }],
    ['withNamesDefaults', { 'a b': 1, constructor: 2 }, { 'a b': 1, constructor: 2, ['__proto__']: 'p' }],
    ['withOthersDefaults', { first: 'a', 'x-a': {}, b: {}, c: 5 }, { first: 'a', 'x-a': { y: 1 }, b: { z: 2 }, c: 5 }],
    ['withRestDefaults', { first: 'a', b: {} }, { first: 'a', b: { y: 1 } }],
    ['withDependentDefaults', { card: 1 }, { card: 1, y: 1 }],
    ['withDependentDefaults', {}, {}],
    ['withDependentDefaults', [1], [1]],
    ['withItemsDefaults', ['a', {}, {}, 5], ['a', { y: 1 }, { z: 2 }, 5]],
    ['withItemsDefaults', {}, {}],
    ['withPrefixDefaults', [{}, {}, {}], [{}, { y: 1 }, {}]],
    ['withRestItemsDefaults', [{}], [{ y: 1 }]],
    ['withChoiceDefaults', { a: 1 }, { a: 1, i: 0, t: 1 }],
    ['withChoiceDefaults', {}, { e: 2 }],
    ['withAnyDefaults', { a: 1 }, { a: 1, b: 1 }],
    ['withAnyDefaults', { a: 1, c: 1 }, { a: 1, c: 1, b: 1, d: 2 }],
    ['withAnyDefaults', {}, {}],
    ['withAllDefaults', {}, { y: 1, z: [1, { a: 2 }], own: {} }],
    ['withBroadDefaults', { Child51: { left: {} } }, { Child51: { left: { y: 1 }, y: 1 }, y: 1 }],
    [
      'withTreeDefaults',
      { left: { left: {} }, more: [{}, 5], either: { left: {} } },
      { left: { left: { y: 1 }, y: 1 }, more: [{ y: 1 }, 5], either: { left: { y: 1 }, y: 1 }, y: 1 },
    ],
    ['withTreeDefaults', { either: 'a' }, { either: 'a', y: 1 }],
    ['withBothDefaults', {}, { a: { x: 1, y: 1 } }],
    ['withBothDefaults', { a: {} }, { a: { y: 1 } }],
    ['withPetDefaults', { kind: 'cat' }, { kind: 'cat', lives: 9 }],
    ['withPetDefaults', { kind: 'dog' }, { kind: 'dog' }],
    ['withPetDefaults', ['cat'], ['cat']],
    ['withCatDefaults', { kind: 'cat' }, { kind: 'cat', lives: 9 }],
    ['withOwnerDefaults', { pet: { kind: 'cat' } }, { pet: { kind: 'cat', lives: 9 } }],
    ['withAliasDefaults', {}, { y: 1 }],
  ],
  absent: ['withNoneDefaults', 'withDogDefaults'],
});

const list = <Member>(each: (index: number) => Member): Member[] => Array.from({ length: 120 }, (_, i) => each(i));
const leaf = (index: number): object => ({ type: 'object', properties: { size: { type: 'integer', default: index } } });

testAnswers({
  schemas: {
    First: { type: 'array', prefixItems: list(leaf) },
    Patterns: {
      type: 'object',
      patternProperties: Object.fromEntries(list((index) => [`^p${index}-`, leaf(index)])),
      additionalProperties: leaf(-1),
    },
    Dependent: { type: 'object', dependentSchemas: Object.fromEntries(list((index) => [`p${index}`, leaf(index)])) },
    Known: {
      type: 'object',
      properties: Object.fromEntries(list((index) => [`p${index}`, { type: 'integer' }])),
      additionalProperties: leaf(-1),
    },
    Any: { anyOf: list((index) => ({ ...leaf(index), required: [`p${index}`] })) },
  },
  answers: [
    ['withFirstDefaults', list(() => ({})), list((size) => ({ size }))],
    ['withPatternsDefaults', { 'p119-': {}, q: {} }, { 'p119-': { size: 119 }, q: { size: -1 } }],
    ['withDependentDefaults', { p119: 1 }, { p119: 1, size: 119 }],
    ['withKnownDefaults', { p119: 1, q: {} }, { p119: 1, q: { size: -1 } }],
    ['withAnyDefaults', { p119: 1 }, { p119: 1, size: 119 }],
  ],
});

const names = Array.from({ length: 120 }, (_, index) => `p${index}`);
const properties = Object.fromEntries(names.map((name, index) => [name, { type: 'integer', default: index }]));
const schemas = {
  Wide: { type: 'object', properties },
  WideList: {
    type: 'array',
    items: { type: 'object', properties: { ...properties, deep: { $ref: '#/components/schemas/WideList' } } },
  },
  Parts: { allOf: names.map((name) => ({ properties: { [name]: properties[name] } })) },
  Node: {
    type: 'object',
    properties: { size: { type: 'integer', default: 1 }, next: { $ref: '#/components/schemas/Node' } },
  },
};
const filled = Object.fromEntries(names.map((name, index) => [name, index]));

testAnswers({
  schemas,
  answers: [
    ['withWideDefaults', { p119: 5, other: 1 }, { ...filled, p119: 5, other: 1 }],
    ['withWideDefaults', null, null],
    ['withWideListDefaults', [{ p0: 1, deep: [{}] }, 7], [{ ...filled, p0: 1, deep: [filled] }, 7]],
    ['withPartsDefaults', { p119: 5, other: 1 }, { ...filled, p119: 5, other: 1 }],
    ['withNodeDefaults', { next: { next: {} } }, { next: { next: { size: 1 }, size: 1 }, size: 1 }],
  ],
});

test('the argument does not change, and a value without missing defaults is returned as the same object', async () => {
  const { validators } = await loadSchemas(schemas);
  const value = Object.freeze({ next: Object.freeze({}) });
  expect(validators['withNodeDefaults']?.(value)).toEqual({ next: { size: 1 }, size: 1 });
  expect(value).toEqual({ next: {} });
});

test('functions that share the work compile', async () => {
  const info = { title: 'T', version: '1' };
  const folder = makeFolder({
    'openapi.json': JSON.stringify({ openapi: '3.1.1', info, components: { schemas } }),
    'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, target: 'es2023' } }),
  });
  await generate({ folder, spec: 'openapi.json', out: 'api', only: ['types', 'validators'] });
  expect(runCompiler(folder)).toBe('');
});
