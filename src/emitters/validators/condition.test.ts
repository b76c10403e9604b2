import { expect, test } from 'vitest';
import { evaluate } from '../../../test/validators/evaluate.js';
import { code } from '../../typescript/code.js';
import {
  always,
  buildCondition,
  type Condition,
  choose,
  invert,
  isAlways,
  isNever,
  joinAll,
  joinAny,
  joinDifferent,
  never,
} from './condition.js';

const one = (name: string): Condition => buildCondition(code`${name}`, code`!${name}`);
const parts: readonly (readonly [name: string, made: Condition])[] = [
  ['a', one('a')],
  ['b', one('b')],
  ['always', always],
  ['never', never],
  ['not a', invert(one('a'))],
  ['a or b', joinAny([one('a'), one('b')]) ?? always],
];
const values = [true, false].flatMap((a) => [true, false].map((b) => ({ a, b, always: true, never: false })));
const truthOf = ({ ok }: Condition, names: object): boolean => evaluate(ok, names) === true;

const joined: readonly (readonly [
  name: string,
  count: number,
  join: (...parts: Condition[]) => Condition | undefined,
  truth: (...of: boolean[]) => boolean,
])[] = [
  ['all', 3, (...of) => joinAll(of), (...of) => of.every(Boolean)],
  ['any', 3, (...of) => joinAny(of), (...of) => of.some(Boolean)],
  ['one of two', 2, (a = always, b = always) => joinDifferent(a, b), (a, b) => a !== b],
  ['a choice', 3, (a = always, b = always, c = always) => choose(a, b, c), (a, b, c) => (a ? b : c) === true],
  ['the opposite', 1, (a = always) => invert(a), (a) => a === false],
];

test.each(joined)('%s: a guard accepts what it should, and refuses the rest', (_, count, join, truth) => {
  const wrong: unknown[] = [];
  for (const chosen of listChoices(count)) {
    const made = join(...chosen.map(([, part]) => part));
    for (const names of values) {
      const expected = truth(...chosen.map(([, part]) => truthOf(part, names)));
      if (!made || truthOf(made, names) !== expected || evaluate(made.bad, names) === expected)
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

test('conditions that are always true or always false are omitted', () => {
  expect(joinAll([])).toBe(always);
  expect(joinAny([])).toBe(never);
  expect(joinAll([always, one('a')])?.ok.parts).toEqual(['a']);
  expect(joinAny([never, one('a')])?.ok.parts).toEqual(['a']);
  expect(joinAny([one('a'), always])).toBe(always);
  const alone = one('a');
  expect(joinAll([alone])).toBe(alone);
  expect(joinAny([alone])).toBe(alone);
  expect(isAlways(choose(one('a'), always, always))).toBe(true);
  expect(isNever(invert(always))).toBe(true);
  expect([isAlways(never), isNever(always), isAlways(one('a')), isNever(one('a'))]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('a condition that would be too long to read is not written inline', () => {
  const many = (count: number): Condition[] => Array.from({ length: count }, (_, index) => one(`a${index}`));
  expect([joinAny(many(12))?.ok.parts.length, joinAny(many(13))]).toEqual([1, undefined]);
  expect([joinAll(many(100))?.ok.parts.length, joinAll(many(101))]).toEqual([1, undefined]);
});

test('a condition records whether it refuses undefined, consists of calls, and calls a long function', () => {
  const text = { ...one('a'), refusesUndefined: true };
  const call = { ...one('f()'), isCall: true, isCostly: true };
  const facts = (made: Condition | undefined): unknown[] => [made?.refusesUndefined, made?.isCall, made?.isCostly];
  expect(facts(joinAll([text, call]))).toEqual([true, false, true]);
  expect(facts(joinAll([call, call]))).toEqual([false, true, true]);
  expect(facts(joinAll([text, one('b')]))).toEqual([true, false, false]);
  expect(facts(joinAny([text, call]))).toEqual([false, false, true]);
  expect(facts(joinAny([text, text]))).toEqual([true, false, false]);
  expect(facts(joinAny([call, call]))).toEqual([false, false, true]);
  expect([joinDifferent(text, call), joinDifferent(call, text), invert(call)].map((made) => made.isCostly)).toEqual([
    true,
    true,
    true,
  ]);
  expect([joinDifferent(text, text), invert(text)].map((made) => made.isCostly)).toEqual([false, false]);
  expect(
    [choose(call, text, text), choose(text, text, call), choose(text, text, text)].map((made) => made.isCostly),
  ).toEqual([true, true, false]);
  expect([always.refusesUndefined, never.refusesUndefined]).toEqual([false, true]);
});
