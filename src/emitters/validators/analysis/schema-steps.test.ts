import { expect, test } from 'vitest';
import { type WrittenSchema, writeSchema } from '../../../../test/model/write-schema.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { listSubschemas } from '../../../model/walk-schemas.js';
import { Acceptance } from './acceptance.js';
import { canFork, hasOpenSteps, listBranches, listEvaluatedAgain, listSteps } from './schema-steps.js';

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

test('a schema with one part has one step or branch, unless it is the parent of others', () => {
  const parent = named('parent', { discriminator: { origin, propertyName: 'type', mapping: [] } });
  const parts = listSubschemas(named('s', { items: a, not: b }));
  expect(canFork(named('s'), parts)).toBe(true);
  expect(canFork(named('s'), parts.slice(1))).toBe(false);
  expect(canFork(parent, [])).toBe(true);
});

test.each<[string, Partial<KeywordSchema>, boolean]>([
  ['fields with names', { properties: [{ name: 'x', schema: named('y', { items: a }) }] }, false],
  ['items at a position', { prefixItems: [named('y', { items: a })] }, false],
  ['other fields without parts', { additionalProperties: a, unevaluatedProperties: all }, false],
  ['other fields', { additionalProperties: named('y', { items: a }) }, true],
  ['fields whose names match', { patternProperties: [{ pattern: 'x', schema: named('y', { items: a }) }] }, true],
  ['all items', { items: named('y', { items: a }) }, true],
])('steps without a key to schemas with parts: %s', (_, keywords, expected) => {
  expect(hasOpenSteps(named('s', keywords))).toBe(expected);
});

// Prints each branch as `schema`, with its group if it has one.
const printBranches = (schema: Schema): string[] =>
  listBranches(schema, new Acceptance()).map(({ schema: part, group }) =>
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
