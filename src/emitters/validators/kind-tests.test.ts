import { expect, test } from 'vitest';
import { evaluate } from '../../../test/validators/evaluate.js';
import type { JsonType } from '../../model/schema.js';
import { allKinds, type Kinds, reduceKinds } from './analysis/kinds.js';
import { KindTests, writeKindTest } from './kind-tests.js';
import { nameLocal } from './local-names.js';
import { no, yes } from './operators.js';

const samples: readonly (readonly [value: unknown, type: JsonType])[] = [
  [null, 'null'],
  [true, 'boolean'],
  [1.5, 'number'],
  [-2, 'integer'],
  ['text', 'string'],
  [[1], 'array'],
  [{ a: 1 }, 'object'],
];
const neither: readonly unknown[] = [undefined, Number.NaN, Number.POSITIVE_INFINITY];
const isIn = (type: JsonType, kinds: Kinds): boolean => kinds.has(type) || (type === 'integer' && kinds.has('number'));

// Lists every set of types, with numbers, with integers only, or with neither.
const sets: readonly Kinds[] = [...allKinds].reduce<readonly Kinds[]>(
  (all, kind) =>
    all.flatMap((set) => [
      set,
      new Set([...set, kind]),
      ...(kind === 'number' ? [new Set<JsonType>([...set, 'integer'])] : []),
    ]),
  [new Set()],
);

test.each([false, true])('a guard accepts the values of the types, and no others (exact integers: %s)', (isExact) => {
  for (const to of sets) {
    const { ok, bad } = writeKindTest('v', allKinds, to, isExact);
    for (const [v, type] of samples) {
      const read = { to: [...to], v, ok: evaluate(ok, { v }), bad: evaluate(bad, { v }) };
      expect(read).toEqual({ to: [...to], v, ok: isIn(type, to), bad: !isIn(type, to) });
    }
    if (to.size === allKinds.size && to.has('number')) continue;
    for (const v of neither) expect([to, v, evaluate(ok, { v }), evaluate(bad, { v })]).toEqual([to, v, false, true]);
    expect(evaluate(ok, { v: 5n })).toBe(isExact && (to.has('number') || to.has('integer')));
  }
});

test.each([false, true])('a type that is already known is not tested again (exact integers: %s)', (isExact) => {
  const wrong: unknown[] = [];
  for (const from of sets.filter((_, index) => index % 5 === 0))
    for (const types of sets) {
      const to = reduceKinds(from, types);
      const { ok, bad } = writeKindTest('v', from, to, isExact);
      for (const [v, type] of samples.filter(([, type]) => isIn(type, from)))
        if (evaluate(ok, { v }) !== isIn(type, to) || evaluate(bad, { v }) === isIn(type, to))
          wrong.push({ from: [...from], to: [...to], v });
    }
  expect(wrong).toEqual([]);
  expect(writeKindTest('v', allKinds, allKinds, isExact)).toEqual({ ok: yes, bad: no });
  expect(writeKindTest('v', allKinds, new Set(), isExact)).toEqual({ ok: no, bad: yes });
});

test('the tests are those that a person would write', () => {
  const print = (from: Kinds, ...to: JsonType[]): unknown => writeKindTest('v', from, new Set(to), false).ok.parts;
  expect(print(allKinds, 'string')).toEqual(["typeof v === 'string'"]);
  expect(print(allKinds, 'array')).toEqual(['Array.isArray(v)']);
  expect(print(new Set(['number']), 'integer')).toEqual(['Number.isInteger(v)']);
  expect(print(allKinds, 'object', 'array', 'null')).toEqual(["typeof v === 'object'"]);
});

test('the test of one type is written once for each name', () => {
  const tests = new KindTests(false);
  const [a, b] = ['a', 'b'].map((name) => ({ name: nameLocal(name), kinds: allKinds }));
  if (!a || !b) throw new Error('two values are needed');
  const text = new Set<JsonType>(['string']);
  expect(tests.of(a, new Set(text))).toBe(tests.of(a, text));
  expect(tests.of(b, text)).toEqual(writeKindTest(b.name, allKinds, text, false));
  for (const kinds of [new Set<JsonType>(['string', 'null']), new Set<JsonType>()])
    expect(tests.of({ ...a, kinds }, text)).toEqual(writeKindTest(a.name, kinds, text, false));
  expect(tests.of(a, new Set<JsonType>(['string', 'null']))).toEqual(
    writeKindTest(a.name, allKinds, new Set<JsonType>(['string', 'null']), false),
  );
});
