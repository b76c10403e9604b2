import { expect, test } from 'vitest';
import { type GapPlaces, reportGaps } from './report-gaps.js';

function look(places: GapPlaces, value: unknown): string[] {
  const found: string[] = [];
  reportGaps(() => [], places)(value, (gap, where) => found.push(`${gap} at '${where}'`));
  return found;
}

const shape: GapPlaces = { shapes: ['s'] };
const tree: GapPlaces = { fields: [['more', ['next']]], properties: { next: () => tree } };
const byKind = {
  others: { shapes: ['other'] },
  by: 'kind',
  cases: { a: { shapes: ['of-a'] }, 1: { shapes: ['of-1'] } },
};

test.each<[string, GapPlaces, unknown, string[]]>([
  ['a value', shape, null, ["s at ''"]],
  ['no value', shape, undefined, []],
  ['a field that is not known', { fields: [['more', ['a']]] }, { a: 1, b: 2, c: 3 }, ["more at ''"]],
  ['known fields', { fields: [['more', ['a', 'b']]] }, { a: 1 }, []],
  ['a field without a value', { fields: [['more', ['a']]] }, { b: undefined }, []],
  ['fields of what is no object', { fields: [['more', []]] }, 'text', []],
  ['fields of an array', { fields: [['more', []]] }, [1], []],
  ['a property', { properties: { 'a/b~': shape } }, { 'a/b~': 1 }, ["s at '/a~1b~0'"]],
  ['an inherited property', { properties: {} }, { toString: 1 }, []],
  ['names of a pattern', { patterns: [[/^x/, shape]] }, { x1: 1, y: 2 }, ["s at '/x1'"]],
  [
    'other members',
    { properties: { a: undefined }, others: shape, patterns: [[/^x/, { shapes: ['p'] }]] },
    { a: 1, b: 2, x: 3 },
    ["s at '/b'", "p at '/x'"],
  ],
  ['elements', { first: [undefined, shape], items: { shapes: ['rest'] } }, [1, 2, 3], ["s at '/1'", "rest at '/2'"]],
  ['more gaps of a value', { shapes: ['s', 't'] }, 1, ["s at ''", "t at ''"]],
  ['a value that contains its like', tree, { next: { next: { a: 1 } } }, ["more at '/next/next'"]],
  ['places by a text', byKind, { kind: 'a' }, ["of-a at ''"]],
  ['places by a number', byKind, { kind: 1 }, ["of-1 at ''"]],
  ['places by another value', byKind, { kind: 'b' }, ["other at ''"]],
  ['places by an inherited name', byKind, { kind: 'toString' }, ["other at ''"]],
  ['places by no text', byKind, { kind: ['a'] }, ["other at ''"]],
  ['places by an inherited property', { ...byKind, by: 'constructor' }, {}, ["other at ''"]],
  ['places of null', byKind, null, ["other at ''"]],
  ['places of a text', byKind, 'a', ["other at ''"]],
])('%s', (_, places, value, expected) => {
  expect(look(places, value)).toEqual(expected);
});

test('a member that several patterns and trees describe is visited once', () => {
  const deep: GapPlaces = {
    patterns: [
      [/^a/, () => deep],
      [/a$/, () => deep],
    ],
    items: shape,
  };
  const value = JSON.parse(`${'{"a":'.repeat(60)}[1]${'}'.repeat(60)}`);
  expect(look(deep, value)).toEqual([`s at '${'/a'.repeat(60)}/0'`]);
});

test('an invalid value touches no gap, and without a hook no gaps are searched', () => {
  const failures = [{ instancePath: '', schemaPointer: '', keyword: 'type', expected: '', message: '' }];
  const found: string[] = [];
  expect(reportGaps(() => failures, shape)(1, (gap) => found.push(gap))).toBe(failures);
  expect(found).toEqual([]);
  expect(reportGaps(() => [], shape)(1)).toEqual([]);
});
