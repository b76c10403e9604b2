import { expect, test } from 'vitest';
import { evaluate, printExpression } from '../../../test/validators/evaluate.js';
import { anyType, buildTypes, listTypes, type TypeSet, typeSets } from '../../model/json-type.js';
import type { JsonType } from '../../model/schema.js';
import { nameLocal } from './body.js';
import {
  always,
  asWhole,
  type Condition,
  choose,
  compare,
  invert,
  isOfKind,
  joinAll,
  joinAny,
  joinDifferent,
  never,
  test as testCall,
} from './conditions.js';

const one = (name: string): Condition => testCall(name);
const [a, b] = [one('a'), one('b')];
const parts: readonly (readonly [name: string, made: Condition])[] = [
  ['a', a],
  ['b', b],
  ['always', always],
  ['never', never],
  ['not a', invert(a)],
  ['a or b', joinAny([a, b])],
];
const values = [true, false].flatMap((x) => [true, false].map((y) => ({ a: x, b: y })));
const truthOf = ({ ok }: Condition, names: object): boolean => evaluate(ok, names) === true;

test.each<[name: string, count: number, join: (...of: Condition[]) => Condition, truth: (...of: boolean[]) => boolean]>(
  [
    ['all', 3, (...of) => joinAll(of), (...of) => of.every(Boolean)],
    ['any', 3, (...of) => joinAny(of), (...of) => of.some(Boolean)],
    ['one of two', 2, (x = always, y = always) => joinDifferent(x, y), (x, y) => x !== y],
    ['a choice', 3, (x = always, y = always, z = always) => choose(x, y, z), (x, y, z) => (x ? y : z) === true],
    ['the opposite', 1, (x = always) => invert(x), (x) => x === false],
    ['the whole', 1, (x = always) => asWhole(x), (x) => x === true],
  ],
)('%s: a guard accepts what it should, and refuses the rest', (_, count, join, truth) => {
  const wrong: unknown[] = [];
  for (const chosen of listChoices(count)) {
    const made = join(...chosen.map(([, part]) => part));
    for (const names of values) {
      const expected = truth(...chosen.map(([, part]) => truthOf(part, names)));
      if (truthOf(made, names) !== expected || evaluate(made.bad, names) === expected)
        wrong.push({ parts: chosen.map(([name]) => name), names });
    }
  }
  expect(wrong).toEqual([]);
});

/** Lists every choice of `count` parts. */
function listChoices(count: number): (typeof parts)[number][][] {
  if (count === 0) return [[]];
  return listChoices(count - 1).flatMap((chosen) => parts.map((part) => [...chosen, part]));
}

const or = joinAny([a, b]);
const and = joinAll([a, b]);
const choice = choose(a, b, one('c'));
const comparison = compare('a', '===', 'b');
const call = one('f(a || b, c && d)');

test.each<[string, Condition, string]>([
  ['|| in ||', joinAny([or, call]), 'a || b || f(a || b, c && d)'],
  ['&& in ||', joinAny([and, comparison]), '(a && b) || a === b'],
  ['?: in ||', joinAny([call, choice]), 'f(a || b, c && d) || (a ? b : c)'],
  ['&& in &&', joinAll([and, call]), 'a && b && f(a || b, c && d)'],
  ['|| in &&', joinAll([or, comparison]), '(a || b) && a === b'],
  ['?: in &&', joinAll([choice, call]), '(a ? b : c) && f(a || b, c && d)'],
  ['one alone', joinAll([or]), 'a || b'],
  ['! of a call', invert(call), '!f(a || b, c && d)'],
  ['! of a comparison', invert(comparison), 'a !== b'],
  ['! of &&', invert(and), '!a || !b'],
  ['! of a whole', invert(asWhole(and)), '!(a && b)'],
  ['calls compared', invert(joinDifferent(call, one('g(a)'))), 'f(a || b, c && d) === g(a)'],
  ['comparisons compared', joinDifferent(comparison, and), '(a === b) !== (a && b)'],
  ['?: in ?:', choose(choice, choice, choice), '(a ? b : c) ? (a ? b : c) : a ? b : c'],
  ['|| in ?:', choose(or, and, or), 'a || b ? a && b : a || b'],
  ['a certain condition in &&', joinAll([always, call]), 'f(a || b, c && d)'],
  ['a certain condition in ||', joinAny([call, always]), 'true'],
  ['an impossible condition in ||', joinAny([never, call]), 'f(a || b, c && d)'],
  ['an impossible condition in &&', joinAll([call, never]), 'false'],
])('only the parentheses that a formatter keeps are printed: %s', (_, { ok }, text) => {
  expect(printExpression(ok)).toBe(text);
});

test('a condition records whether it refuses undefined, consists of calls, and calls a long function', () => {
  const text = { ...a, refusesUndefined: true };
  const long = { ...one('f()'), isCall: true, isCostly: true };
  const facts = (made: Condition): unknown[] => [made.refusesUndefined, made.isCall, made.isCostly];
  expect(facts(joinAll([text, long]))).toEqual([true, false, true]);
  expect(facts(joinAll([long, long]))).toEqual([false, true, true]);
  expect(facts(joinAll([text, b]))).toEqual([true, false, false]);
  expect(facts(joinAny([text, long]))).toEqual([false, false, true]);
  expect(facts(joinAny([text, text]))).toEqual([true, false, false]);
  const costly = [joinDifferent(text, long), joinDifferent(long, text), invert(long), choose(text, text, long)];
  expect(costly.map(({ isCostly }) => isCostly)).toEqual([true, true, true, true]);
  const cheap = [joinDifferent(text, text), invert(text), choose(text, text, text)];
  expect(cheap.map(({ isCostly }) => isCostly)).toEqual([false, false, false]);
});

const samples: readonly (readonly [value: unknown, type: JsonType])[] = [
  [null, 'null'],
  [true, 'boolean'],
  [1.5, 'number'],
  [-2, 'integer'],
  ['text', 'string'],
  [[1], 'array'],
  [{ a: 1 }, 'object'],
];
const isIn = (type: JsonType, kinds: TypeSet): boolean => (typeSets[type] & ~kinds) === 0;
const name = nameLocal('v');

// Lists every set of types, with numbers, with integers only, or with neither.
const sets: readonly TypeSet[] = listTypes(anyType).reduce<readonly TypeSet[]>(
  (all, type) =>
    all.flatMap((set) => [set, set | typeSets[type], ...(type === 'number' ? [set | typeSets.integer] : [])]),
  [0],
);

test.each([false, true])('a guard accepts the values of the types, and no others (exact integers: %s)', (isExact) => {
  for (const to of sets) {
    const { ok, bad } = isOfKind({ name, kinds: anyType }, to, isExact);
    for (const [v, type] of samples) {
      const read = { to: listTypes(to), v, ok: evaluate(ok, { v }), bad: evaluate(bad, { v }) };
      expect(read).toEqual({ to: listTypes(to), v, ok: isIn(type, to), bad: !isIn(type, to) });
    }
    if (to === anyType) continue;
    for (const v of [undefined, Number.NaN, Number.POSITIVE_INFINITY])
      expect([to, v, evaluate(ok, { v }), evaluate(bad, { v })]).toEqual([to, v, false, true]);
    expect(evaluate(ok, { v: 5n })).toBe(isExact && (to & typeSets.number) !== 0);
  }
});

test.each([false, true])('a type that is already known is not tested again (exact integers: %s)', (isExact) => {
  const wrong: unknown[] = [];
  for (const kinds of sets.filter((_, index) => index % 5 === 0))
    for (const types of sets) {
      const to = kinds & types;
      const { ok, bad } = isOfKind({ name, kinds }, to, isExact);
      for (const [v, type] of samples.filter((sample) => isIn(sample[1], kinds)))
        if (evaluate(ok, { v }) !== isIn(type, to) || evaluate(bad, { v }) === isIn(type, to))
          wrong.push({ kinds: listTypes(kinds), to: listTypes(to), v });
    }
  expect(wrong).toEqual([]);
  expect(isOfKind({ name, kinds: anyType }, anyType, isExact)).toBe(always);
  expect(isOfKind({ name, kinds: anyType }, 0, isExact)).toBe(never);
});

test('the tests are those that a person would write', () => {
  const print = (kinds: TypeSet, ...to: JsonType[]): string =>
    printExpression(isOfKind({ name, kinds }, buildTypes(to), false).ok);
  expect(print(anyType, 'string')).toBe("typeof v === 'string'");
  expect(print(anyType, 'array')).toBe('Array.isArray(v)');
  expect(print(typeSets.number, 'integer')).toBe('Number.isInteger(v)');
  expect(print(anyType, 'object', 'array', 'null')).toBe("typeof v === 'object'");
});
