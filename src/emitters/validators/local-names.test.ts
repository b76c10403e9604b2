import { expect, test } from 'vitest';
import { printExpression } from '../../../test/validators/evaluate.js';
import { importValue } from '../../typescript/code.js';
import { FieldNames, getDepthArguments, isLocal, LocalNames, nameLocal } from './local-names.js';

test('a name is new in its function', () => {
  const names = new LocalNames(new FieldNames());
  expect(['value', 'item', 'item', 'item', 'item2'].map((word) => names.name(word).name)).toEqual([
    'value2',
    'item',
    'item2',
    'item3',
    'item22',
  ]);
});

test('the functions of a program share the reference of a name', () => {
  const shared = new FieldNames();
  const [one, other] = [new LocalNames(shared), new LocalNames(shared)];
  expect(one.name('item')).toBe(other.name('item'));
  expect(one.nameField('created_at')).toBe(other.nameField('created_at'));
});

test('the functions of a program share the expression that reads a field', () => {
  const shared = new FieldNames();
  const [one, other] = [new LocalNames(shared), new LocalNames(shared)];
  const fields = one.name('fields');
  const read = one.readField(fields, 'created_at');
  expect(printExpression(read)).toBe(`fields['created_at']`);
  expect(other.readField(fields, 'created_at')).toBe(read);
  expect(printExpression(one.readField(one.name('fields'), 'created_at'))).toBe(`fields2['created_at']`);
});

test.each([
  ['street', 'street'],
  ['created_at', 'createdAt'],
  ['X-Rate-Limit', 'xRateLimit'],
  ['a'.repeat(24), 'a'.repeat(24)],
  ['a'.repeat(25), 'field'],
  ['class', 'field'],
  ['1st', 'field'],
  ['ä', 'field'],
  ['', 'field'],
])('the field %j has the local name %s', (property, name) => {
  expect(new LocalNames(new FieldNames()).nameField(property).name).toBe(name);
});

test('only names inside a function are local', () => {
  expect([isLocal(nameLocal('a')), isLocal(importValue('types/a', 'a'))]).toEqual([true, false]);
});

test('a guard passes its parameter as the nesting depth, a collector the depth of its findings', () => {
  const print = (...given: Parameters<typeof getDepthArguments>): string[] => {
    const { own, next } = getDepthArguments(...given);
    return [own, next].map(printExpression);
  };
  expect(print('guard', true)).toEqual([', depth', ', depth + 1']);
  expect(print('collect', true)).toEqual([', found.depth', ', found.depth + 1']);
  expect(print('guard', false)).toEqual(['', '']);
});
