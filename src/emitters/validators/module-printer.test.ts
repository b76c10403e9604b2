import { expect, test } from 'vitest';
import { code } from '../../typescript/code.js';
import { ModulePrinter } from './module-printer.js';

test('a constant is declared once per value, only where it is used, and has a name that nothing else has', () => {
  const printer = new ModulePrinter('validators/pet', (name) => name === 'pattern2');
  const used = printer.constant('pattern', 'a', '/a/u');
  const unused = printer.constant('pattern', 'b', '/b/u');
  const list = printer.constant('values', 'a', 'new Set()');
  expect(printer.constant('pattern', 'a', '/a/u')).toBe(used);
  expect([used, unused, list].map(({ name }) => name)).toEqual(['pattern1', 'pattern3', 'values1']);
  const body = [code`return ${used}.test(value) && ${list}.has(value);`];
  printer.addFunction({ name: 'isPet', parameters: [code`value: string`], returns: code`boolean`, body });
  const { text } = printer.finish().print('', 'js');
  expect(text).toContain('const pattern1 = /a/u;');
  expect(text).toContain('const values1 = new Set();');
  expect(text).not.toContain('pattern3');
  expect(text).not.toContain('export const');
});

test('a value without an inferred type is unknown', () => {
  const printer = new ModulePrinter('validators/pet', () => false);
  const empty = printer.constant('value', '[]', '[]');
  printer.addFunction({ name: 'isPet', parameters: [], returns: code`boolean`, body: [code`f(${empty});`] });
  expect(printer.finish().print('', 'js').text).toContain('const value1: unknown = [];');
});
