import { expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../../../test/model/write-schema.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { findRepeated, listBranches, listEvaluatedAgain, listSteps } from './repeated.js';

const origin = { file: 'openapi.yaml', pointer: '' };
const named = (title: string, keywords: Partial<KeywordSchema> = { types: ['string'] }): WrittenSchema =>
  writeSchema(title, keywords);
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((title) => named(title)) as [
  Schema,
  Schema,
  Schema,
  Schema,
  Schema,
];
const all: Schema = { kind: 'boolean', value: true, origin, notShown: [], source: [] };
const titleOf = (schema: Schema): string => (schema.kind === 'keywords' ? (schema.title ?? '') : schema.kind);

// Prints each step as `where: schema`. For a step to several parts, `where` lists the keys to which it leads.
function printSteps(schema: Schema, keys: readonly (string | number)[]): string[] {
  return listSteps(schema).map(({ to, key, leadsTo, schema: part }) => {
    const places = key === undefined ? `[${keys.filter((each) => leadsTo?.(each)).join()}]` : String(key);
    return `${to} ${places}: ${titleOf(part)}`;
  });
}

test('the steps of an object are those to its fields and names', () => {
  const schema = named('object', {
    properties: [
      { name: 'x', schema: a },
      { name: 'any', schema: all },
    ],
    patternProperties: [{ pattern: '^y', schema: b }],
    additionalProperties: c,
    unevaluatedProperties: d,
    propertyNames: e,
  });
  expect(printSteps(schema, ['x', 'any', 'y1', 'z'])).toEqual([
    'fields x: a',
    'fields [y1]: b',
    'fields [z]: c',
    'fields [x,any,y1,z]: d',
    'names [x,any,y1,z]: e',
  ]);
});

test('a pattern that is not valid with the Unicode flag matches names without it', () => {
  const schema = named('object', { patternProperties: [{ pattern: '^x\\-', schema: a }], additionalProperties: b });
  expect(printSteps(schema, ['x', 'x-a'])).toEqual(['fields [x-a]: a', 'fields [x]: b']);
});

test('the steps of an array are those to its items', () => {
  const schema = named('array', { prefixItems: [a, all, b], items: c, contains: d, unevaluatedItems: e });
  expect(printSteps(schema, [0, 2, 3, 4])).toEqual([
    'items 0: a',
    'items 2: b',
    'items [3,4]: c',
    'items [0,2,3,4]: d',
    'items [0,2,3,4]: e',
  ]);
  expect(printSteps(named('list', { items: a }), [0, 1])).toEqual(['items [0,1]: a']);
  expect(printSteps(all, [])).toEqual([]);
});

// Prints each branch as `schema`, with its group if it has one.
const printBranches = (schema: Schema): string[] =>
  listBranches(schema).map(({ schema: part, group }) =>
    group === undefined ? titleOf(part) : `${titleOf(part)} (${group})`,
  );
const pet = (kind: string): WrittenSchema =>
  named(kind, {
    types: ['object'],
    required: ['kind'],
    properties: [{ name: 'kind', schema: named('kind', { const: kind }) }],
  });
const [cat, dog] = [pet('cat'), pet('dog')];

test.each<[string, Partial<KeywordSchema>, string[]]>([
  ['what always applies', { ref: a, allOf: [b, all], not: c }, ['a', 'b', 'c']],
  ['members that may accept the same value', { anyOf: [a, b], oneOf: [c, d] }, ['a', 'b', 'c', 'd']],
  ['members of other types', { anyOf: [a, named('n', { types: ['integer'] })] }, ['a (anyOf)', 'n (anyOf)']],
  ['members that a property decides', { oneOf: [cat, dog] }, ['cat (oneOf)', 'dog (oneOf)']],
  [
    'a condition',
    Object.fromEntries([
      ['if', a],
      ['then', b],
      ['else', c],
    ]),
    ['a', 'b (if)', 'c (if)'],
  ],
  ['a schema of a dependent field', { dependentSchemas: [{ name: 'x', schema: a }] }, ['a']],
])('a guard checks one branch of a group at most: %s', (_, keywords, expected) => {
  expect(printBranches(named('schema', keywords)).sort()).toEqual([...expected].sort());
});

test.each([
  ['required', true, ['cat (children)', 'dog (children)']],
  ['not required', false, ['cat', 'dog']],
])('a value of a parent is checked as the child that it names, if the property is %s', (_, isRequired, expected) => {
  const parent = named('parent', isRequired ? { required: ['kind'] } : { required: ['other'] });
  const inheritance = {
    base: named('base'),
    children: [cat, dog].map((schema) => ({ schema, values: [titleOf(schema)], isExtending: true })),
  };
  parent.discriminator = { origin, propertyName: 'kind', mapping: [], inheritance };
  expect(printBranches(parent)).toEqual(expected);
  const any = { schema: named('any'), isExtending: false };
  parent.discriminator = {
    origin,
    propertyName: 'kind',
    mapping: [],
    inheritance: { ...inheritance, children: [any] },
  };
  expect(printBranches(parent)).toEqual(['any', 'base']);
});

test('for `unevaluated…`, a guard checks again which schemas apply', () => {
  const applied = [
    named('one', { anyOf: [a, b] }),
    named('two', { oneOf: [c] }),
    named(
      'three',
      Object.fromEntries([
        ['if', d],
        ['then', e],
      ]),
    ),
    all,
  ];
  const again = (keywords: Partial<KeywordSchema>): string =>
    listEvaluatedAgain(named('schema', keywords), applied).map(titleOf).join('');
  expect(again({ unevaluatedProperties: a })).toBe('abcdd');
  expect(again({ unevaluatedItems: a })).toBe('abcdd');
  expect(again({ additionalProperties: a })).toBe('');
  expect(listEvaluatedAgain(all, applied)).toEqual([]);
});

const schema = (title: string, keywords: Partial<KeywordSchema> = {}): WrittenSchema => writeSchema(title, keywords);
const text = schema('text', { types: ['string'] });
const object = (title: string, fields: { readonly [name: string]: Schema }): WrittenSchema =>
  schema(title, { properties: Object.entries(fields).map(([name, part]) => ({ name, schema: part })) });

// Builds a schema that leads to itself through a field of what `around` returns.
function buildCircle(title: string, around: (self: Schema) => Partial<KeywordSchema>): WrittenSchema {
  const self = schema(title);
  return Object.assign(self, around(self), { title });
}
const field = (name: string, part: Schema): Partial<KeywordSchema> => object('', { [name]: part });

const tree = buildCircle('tree', (self) => field('left', self));
const union = buildCircle('union', (self) => ({
  anyOf: [object('one', { next: self }), object('two', { next: self })],
}));
const apart = buildCircle('apart', (self) => ({
  anyOf: [object('one', { next: self }), object('two', { other: self })],
}));
const leaf = object('leaf', { a: text });
const branch = schema('branch', { anyOf: [tree, text] });
const parent = object('parent', { child: tree });
const [first, second] = ['first', 'second'].map((title) => object(title, { a: tree })) as [Schema, Schema];
const either = (title: string): Schema =>
  schema(title, { anyOf: [object('one', { b: first }), object('two', { b: second })] });
const inTwoMembers = (part: Schema): Schema =>
  schema('s', { anyOf: [object('one', { a: part }), object('two', { a: part })] });

test.each<[string, Schema[], string[]]>([
  ['a schema that leads to itself once', [tree], []],
  ['two members with a recursive property of the same name', [union], ['union']],
  ['two members with recursive properties of different names', [apart], []],
  [
    'a property beside a pattern that matches its name',
    [schema('s', { ...field('xa', tree), patternProperties: [{ pattern: '^x', schema: tree }] })],
    ['tree'],
  ],
  [
    'a property beside a pattern that does not match its name',
    [schema('s', { ...field('a', tree), patternProperties: [{ pattern: '^x', schema: tree }] })],
    [],
  ],
  ['a property and the other properties', [schema('s', { ...field('a', tree), additionalProperties: tree })], []],
  [
    'the other properties of one part and a property of another',
    [schema('s', { allOf: [object('one', { a: tree }), schema('two', { additionalProperties: tree })] })],
    ['tree'],
  ],
  ['items and contained items', [schema('s', { items: tree, contains: tree })], ['tree']],
  ['first items and the rest', [schema('s', { prefixItems: [tree], items: tree })], []],
  [
    'the other properties of one part and the items of another',
    [
      schema('s', { allOf: [schema('one', { additionalProperties: tree }), schema('two', { items: tree })] }),
      schema('t', { allOf: [schema('one', { items: tree }), object('two', { '0': tree })] }),
    ],
    [],
  ],
  ['an item and a field with the same key', [schema('s', { prefixItems: [tree], ...field('0', tree) })], []],
  ['items of any key beside one of the first', [schema('s', { prefixItems: [tree], contains: tree })], ['tree']],
  ['a schema that is cheap to check twice', [schema('s', { allOf: [text, text] })], []],
  ['a schema that leads nowhere else, twice', [schema('s', { anyOf: [leaf, schema('t', { ref: leaf })] })], []],
  [
    'a recursive schema in two parts',
    [schema('s', { allOf: [schema('one', { ref: tree }), schema('two', { ref: tree })] })],
    ['tree'],
  ],
  [
    'a recursive schema in two branches of a condition',
    [
      schema(
        's',
        Object.fromEntries([
          ['if', text],
          ['then', tree],
          ['else', tree],
        ]),
      ),
    ],
    [],
  ],
  [
    'a recursive schema in a condition and a branch',
    [
      schema(
        's',
        Object.fromEntries([
          ['if', tree],
          ['then', tree],
        ]),
      ),
    ],
    ['tree'],
  ],
  ['a property of two members, whose schema has a recursive branch', [inTwoMembers(branch)], ['tree']],
  ['a property of two members, whose schema has a recursive property', [inTwoMembers(parent)], ['tree']],
  [
    'two schemas with members that check the same two schemas',
    [inTwoMembers(either('even')), inTwoMembers(either('odd'))],
    ['even', 'odd', 'tree'],
  ],
  ['what `unevaluatedProperties` asks again', [schema('s', { anyOf: [tree], unevaluatedProperties: text })], ['tree']],
])('a guard caches its results if it can be called twice for one value: %s', (_, roots, expected) => {
  const all = new Set<Schema>(roots);
  for (const one of all) for (const part of listInside(one)) all.add(part);
  const recursive = new Set<Schema>([tree, union, apart]);
  const found = findRepeated(all, {
    targetOf: (one) => one,
    isRecursive: (one) => recursive.has(one),
  });
  expect([...found].map((one) => (one.kind === 'keywords' ? one.title : one.kind))).toEqual(expected);
});

test('without an end of the search, all guards cache their results that are recursive or have several branches', () => {
  const chain: WrittenSchema[] = [schema('end', { anyOf: [text, leaf] })];
  for (let count = 0; count < 1500; count++) chain.push(schema(`${count}`, { allOf: chain.slice(-1), items: text }));
  const found = findRepeated([...chain, leaf, text, tree], {
    targetOf: (one) => one,
    isRecursive: (one) => one === tree,
  });
  expect([...found].map((one) => one.kind === 'keywords' && one.title)).toEqual(['end', 'tree']);
});

function listInside(one: Schema): Schema[] {
  if (one.kind !== 'keywords') return [];
  const { properties = [], patternProperties = [], anyOf = [], allOf = [], prefixItems = [] } = one;
  const single = [one.ref, one.items, one.contains, one.additionalProperties, one.if, one.then, one.else];
  return [
    ...properties.map((property) => property.schema),
    ...patternProperties.map((property) => property.schema),
    ...anyOf,
    ...allOf,
    ...prefixItems,
    ...single.flatMap((part) => (part ? [part] : [])),
  ];
}
