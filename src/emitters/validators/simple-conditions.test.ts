import { expect, test } from 'vitest';
import { writeSchema } from '../../../test/model/write-schema.js';
import { evaluate } from '../../../test/validators/evaluate.js';
import { code } from '../../typescript/code.js';
import { allKinds } from './analysis/kinds.js';
import { buildCondition, type Condition, never } from './condition.js';
import { nameLocal } from './local-names.js';
import { SimpleConditions } from './simple-conditions.js';
import type { Value } from './value.js';

const write = ({ name }: Value): Condition =>
  buildCondition(code`typeof ${name} === 'string'`, code`typeof ${name} !== 'string'`);
const a: Value = { name: nameLocal('a'), kinds: allKinds };
const b: Value = { name: nameLocal('b'), kinds: allKinds };

test('a condition of type and format is written once, with the name of each value', () => {
  const conditions = new SimpleConditions();
  let count = 0;
  const counted = (value: Value): Condition => {
    count++;
    return write(value);
  };
  const one = conditions.of(a, writeSchema('one', { types: ['string'] }), counted);
  const other = conditions.of(b, writeSchema('other', { types: ['string'] }), counted);
  if (!one || !other) throw new Error('nothing was written');
  const names = { a: 'text', b: 1 };
  expect([one.ok, one.bad, other.ok, other.bad].map((each) => evaluate(each, names))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(count).toBe(1);
  conditions.of(a, writeSchema('formatted', { types: ['string'], format: 'uuid' }), counted);
  conditions.of({ ...a, kinds: new Set(['string']) }, writeSchema('known', { types: ['string'] }), counted);
  expect(count).toBe(3);
});

test('a schema with other keywords has no such condition, and a condition that is always false does not change', () => {
  const conditions = new SimpleConditions();
  expect(conditions.of(a, writeSchema('long', { types: ['string'], minLength: 2 }), write)).toBeUndefined();
  expect(conditions.of(a, writeSchema('none', { types: [] }), () => never)).toEqual(never);
});
