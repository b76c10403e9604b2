import { expect, test } from 'vitest';
import { writeSchema } from '../../../../test/model/write-schema.js';
import type { Schema } from '../../../model/schema.js';
import { SchemaNumbers } from './schema-numbers.js';

const order = writeSchema('Order');
const line = writeSchema('Line');
const collect = (...schemas: readonly Schema[]): ReadonlyMap<Schema, true> =>
  new Map(schemas.map((schema) => [schema, true]));
const fail = (): never => {
  throw new Error('is described again');
};
const unmarked = (): string => '';

test('a schema that both runs have keeps its number, and equal descriptions have the same number in both runs', () => {
  const last = SchemaNumbers.follow({}, collect(order, line), unmarked);
  const [id, text, target] = [last.ofSchema(order, () => 'items 1'), last.of('items 2'), last.of(line)];
  const next = SchemaNumbers.follow({ last }, collect(order), unmarked);
  expect(next.ofSchema(order, fail)).toBe(id);
  expect(next.of('items 2')).toBe(text);
  expect(next.ofSchema(writeSchema('Offer'), () => 'items 1')).toBe(id);
  // The target is gone, so nothing else may have its number.
  expect([id, text, target]).not.toContain(next.of(writeSchema('Line')));
});

test('numbers begin anew if the mark of a schema has changed, but not for a new schema with a mark', () => {
  const isMarked = (schema: Schema): string => (schema === line ? 'unfilled' : '');
  const last = SchemaNumbers.follow({}, collect(order), unmarked);
  const id = last.ofSchema(order, () => 'items');
  const next = SchemaNumbers.follow({ last }, collect(order, line), isMarked);
  expect(next.ofSchema(order, fail)).toBe(id);
  const after = SchemaNumbers.follow({ last: next }, collect(order, line), unmarked);
  expect(() => after.ofSchema(order, fail)).toThrow('is described again');
});

test('numbers begin anew if descriptions without a schema accumulate', () => {
  let last = SchemaNumbers.follow({}, collect(order), unmarked);
  last.ofSchema(order, () => 'items');
  for (let run = 0; run < 3; run++) {
    last = SchemaNumbers.follow({ last }, collect(order), unmarked);
    last.of(`items of run ${run}`);
  }
  const after = SchemaNumbers.follow({ last }, collect(order), unmarked);
  expect(() => after.ofSchema(order, fail)).toThrow('is described again');
});
