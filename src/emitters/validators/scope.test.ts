import { expect, test } from 'vitest';
import { writeSchema } from '../../../test/model/write-schema.js';
import { emptyScope, formatScope, reduceScope, resolveDynamicReference, type Scope, Scopes } from './scope.js';

const inResource = (resource: string, title: string) => ({ ...writeSchema(title), resource });
const tree = inResource('tree', 'tree');
const again = inResource('tree', 'again');
const strict = inResource('strict', 'strict');
const leaf = inResource('strict', 'leaf');
const other = inResource('other', 'other');
const scopes = new Scopes(
  new Map([
    ['node', [tree, again, strict]],
    ['leaf', [leaf]],
  ]),
);
const list = (scope: Scope): unknown[] =>
  [...scope].map(([name, schema]) => [name, schema.kind === 'keywords' && schema.title]);

test.each([
  ['the first anchor of a resource counts', [tree], [['node', 'tree']]],
  ['any schema of a resource enters it', [again], [['node', 'tree']]],
  [
    'what was entered first wins',
    [tree, strict],
    [
      ['node', 'tree'],
      ['leaf', 'leaf'],
    ],
  ],
  [
    'and the other way round',
    [strict, tree],
    [
      ['node', 'strict'],
      ['leaf', 'leaf'],
    ],
  ],
  ['a resource without anchors changes nothing', [other], []],
])('a dynamic reference of JSON Schema: %s', (_, entered, expected) => {
  expect(list(scopes.enter(emptyScope, ...entered))).toEqual(expected);
});

test('a scope does not change if nothing new is entered', () => {
  const inside = scopes.enter(emptyScope, strict);
  expect(scopes.enter(inside, tree, other)).toBe(inside);
  expect(new Scopes(new Map()).enter(inside, tree)).toBe(inside);
});

test('only names that are looked up lead to another function', () => {
  const inside = scopes.enter(emptyScope, strict);
  expect(list(reduceScope(inside, new Set(['leaf', 'more'])))).toEqual([['leaf', 'leaf']]);
  expect(reduceScope(inside, new Set())).toBe(emptyScope);
  expect(reduceScope(emptyScope, new Set(['leaf']))).toBe(emptyScope);
});

test('the key of a scope does not depend on the order, but on the schemas', () => {
  const a = new Map([
    ['leaf', leaf],
    ['node', tree],
  ]);
  const b = new Map([
    ['node', tree],
    ['leaf', leaf],
  ]);
  expect(formatScope(a)).toBe(formatScope(b));
  expect(formatScope(a)).not.toBe(
    formatScope(
      new Map([
        ['leaf', leaf],
        ['node', strict],
      ]),
    ),
  );
});

test('a reference without an entered dynamic anchor leads to its initial target', () => {
  const inside = scopes.enter(emptyScope, strict);
  expect(resolveDynamicReference({ initial: tree, anchor: 'node' }, inside)).toBe(strict);
  expect(resolveDynamicReference({ initial: tree }, inside)).toBe(tree);
  expect(resolveDynamicReference({ initial: tree, anchor: 'more' }, inside)).toBe(tree);
});
