import { expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../../../test/model/write-schema.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { Acceptance } from './acceptance.js';
import { CheckedParts } from './checked-parts.js';
import { findRepeated } from './find-repeated.js';

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
    checked: new CheckedParts(new Map()),
    acceptance: new Acceptance(),
    targetOf: (one) => one,
    isRecursive: (one) => recursive.has(one),
  });
  expect([...found].map((one) => (one.kind === 'keywords' ? one.title : one.kind))).toEqual(expected);
});

test('without an end of the search, all guards cache their results that are recursive or have several branches', () => {
  const chain: WrittenSchema[] = [schema('end', { anyOf: [text, leaf] })];
  for (let count = 0; count < 1500; count++) chain.push(schema(`${count}`, { allOf: chain.slice(-1), items: text }));
  const found = findRepeated([...chain, leaf, text, tree], {
    checked: new CheckedParts(new Map()),
    acceptance: new Acceptance(),
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
