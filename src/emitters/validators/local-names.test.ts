import { expect, test } from 'vitest';
import { importValue } from '../../typescript/code.js';
import { FieldNames, isLocal, LocalNames, nameLocal } from './local-names.js';

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
