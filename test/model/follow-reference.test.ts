import { expect, test } from 'vitest';
import { followReference } from '../../src/model/in-place.js';
import { writeSchema } from './write-schema.js';

test('a schema without a reference is the end of its own chain', () => {
  const only = writeSchema('Only');
  expect(followReference(only)).toEqual({ schema: only, passed: [], isCircle: false });
});

test('a chain is followed to its end, and the schemas on the way are listed', () => {
  const end = { ...writeSchema('End'), kind: 'boolean', value: true } as const;
  const second = writeSchema('Second', { ref: end });
  const first = writeSchema('First', { ref: second });
  expect(followReference(first)).toEqual({ schema: end, passed: [first, second], isCircle: false });
});

test('a chain of any length is followed', () => {
  let schema = writeSchema('End');
  for (let count = 0; count < 100_000; count++) schema = writeSchema('Step', { ref: schema });
  expect(followReference(schema).schema).toHaveProperty('title', 'End');
});

test('a circle ends where it begins again', () => {
  const first = writeSchema('First');
  const second = writeSchema('Second', { ref: first });
  first.ref = second;
  const before = writeSchema('Before', { ref: first });
  const { schema, passed, isCircle } = followReference(before);
  expect(isCircle).toBe(true);
  expect(schema).toBe(first);
  expect(passed.map(({ title }) => title)).toEqual(['Before', 'First', 'Second']);
});

test('the caller chooses the path and where it ends', () => {
  const inner = writeSchema('Inner', { ref: writeSchema('Beyond') });
  const outer = writeSchema('Outer', { allOf: [inner] });
  const { schema } = followReference(outer, ({ allOf }) => allOf?.[0]);
  expect(schema).toBe(inner);
});
