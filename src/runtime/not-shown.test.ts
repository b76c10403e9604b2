import { expect, test } from 'vitest';
import { assumeValue, NotShownError, restOf, revealValue } from './not-shown.js';

const isText = (value: unknown): value is string => typeof value === 'string';

test('an assumed value is the value, and a guard reveals it', () => {
  const value = { deep: true };
  expect(assumeValue('id', value)).toBe(value);
  expect(revealValue('id', 'text', isText)).toBe('text');
});

test('a value that the guard rejects is an error that names the gap and not the value', () => {
  const reveal = (): unknown => revealValue('state', 'secret', (value): value is number => typeof value === 'number');
  expect(reveal).toThrow(expect.objectContaining({ name: 'NotShownError', id: 'state' }));
  expect(reveal).toThrow(/'state'/);
  expect(reveal).not.toThrow(/secret/);
});

test('the rest of an object is its members that are not known', () => {
  expect(restOf('id', { a: 1, b: undefined, c: [2] }, ['a'])).toEqual({ b: undefined, c: [2] });
  expect(Object.keys(restOf('id', { a: 1 }, ['a']))).toEqual([]);
});

test.each([null, undefined, 'text', 7])('%s has no rest', (value) => {
  expect(() => restOf('id', value, [])).toThrow(NotShownError);
});
