import { expect, test } from 'vitest';
import { writeSchema } from '../../../test/model/write-schema.js';
import { evaluate } from '../../../test/validators/evaluate.js';
import type { KeywordSchema } from '../../model/schema.js';
import { code } from '../../typescript/code.js';
import { allKinds } from './analysis/kinds.js';
import { always, buildCondition, type Condition, never } from './condition.js';
import { nameLocal } from './local-names.js';
import { SimpleConditions } from './simple-conditions.js';
import type { Value } from './value.js';

const writeText = ({ name }: Value): Condition =>
  buildCondition(code`typeof ${name} === 'string'`, code`typeof ${name} !== 'string'`);
const a: Value = { name: nameLocal('a'), kinds: allKinds };
const b: Value = { name: nameLocal('b'), kinds: allKinds };

test('a condition of type and format is written once for each name of a value', () => {
  const conditions = new SimpleConditions();
  let count = 0;
  const write = (value: Value, name: string, keywords: Partial<KeywordSchema>): Condition | undefined =>
    conditions.of(value, writeSchema(name, keywords), () => {
      count++;
      return writeText(value);
    });
  const one = write(a, 'one', { types: ['string'] });
  const same = write(a, 'same', { types: ['string'] });
  const other = write(b, 'other', { types: ['string'] });
  expect(same).toBe(one);
  expect(count).toBe(2);
  if (!one || !other) throw new Error('nothing was written');
  const names = { a: 'text', b: 1 };
  expect([one, other].map(({ ok }) => evaluate(ok, names))).toEqual([true, false]);
  write(a, 'formatted', { types: ['string'], format: 'uuid' });
  write({ ...a, kinds: new Set(['string']) }, 'known', { types: ['string'] });
  expect(count).toBe(4);
});

test('a schema with other keywords has no such condition', () => {
  const conditions = new SimpleConditions();
  const long = writeSchema('long', { types: ['string'], minLength: 2 });
  expect(conditions.of(a, long, () => writeText(a))).toBeUndefined();
  expect(conditions.of(a, writeSchema('none', { types: [] }), () => never)).toBe(never);
});

test('a statement about such a condition is written once, but not if all names share the condition', () => {
  const conditions = new SimpleConditions();
  const list = (condition: Condition, { name }: Value) => {
    const write = () => code`if (${name} !== undefined) ${condition.bad};`;
    return [
      conditions.keepStatement(condition, 'optional', write),
      conditions.keepStatement(condition, 'optional', write),
    ] as const;
  };
  const text = writeSchema('text', { types: ['string'] });
  const [first, second] = list(conditions.of(a, text, () => writeText(a)) ?? never, a);
  expect(second).toBe(first);
  expect(conditions.keepStatement(writeText(a), 'optional', () => code`other;`)).toEqual(code`other;`);
  for (const shared of [always, never]) {
    conditions.of(a, writeSchema('shared', { types: [], format: String(shared.ok.parts[0]) }), () => shared);
    const [[ofA], [ofB]] = [list(shared, a), list(shared, b)];
    expect(ofA).not.toEqual(ofB);
  }
});
