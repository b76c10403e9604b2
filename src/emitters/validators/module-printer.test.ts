import { expect, test } from 'vitest';
import { code, importValue } from '../../typescript/code.js';
import { ModulePrinter } from './module-printer.js';

test('a constant is declared once per value, only where it is used, and without holes in the numbers', () => {
  const printer = new ModulePrinter('validators/pet');
  const unused = printer.constant('pattern', 'b', '/b/u');
  const used = printer.constant('pattern', 'a', '/a/u');
  const list = printer.constant('listed', 'a', 'new Set()');
  const last = printer.constant('pattern', 'c', '/c/u');
  expect(printer.constant('pattern', 'a', '/a/u')).toBe(used);
  const names = [used, list, last, used].map((constant) => printer.use(constant));
  expect(names.map(({ name }) => name)).toEqual(['pattern', 'listed', 'pattern2', 'pattern']);
  const other = importValue('m', 'pattern');
  expect(printer.use(other)).toBe(other);
  const body = [code`return ${names[0] ?? unused}.test(value) && ${names[1] ?? unused}.has(value);`];
  printer.addFunction({ name: 'isPet', parameters: [code`value: string`], returns: code`boolean`, body });
  const { text } = printer.finish().print('', 'js');
  expect(text).toContain('const pattern = /a/u;');
  expect(text).toContain('const listed = new Set();');
  expect(text).not.toContain('/b/u');
  expect(text).not.toContain('export const');
});

test('a value without an inferred type is unknown', () => {
  const printer = new ModulePrinter('validators/pet');
  const empty = printer.use(printer.constant('constant', '[]', '[]'));
  printer.addFunction({ name: 'isPet', parameters: [], returns: code`boolean`, body: [code`f(${empty});`] });
  expect(printer.finish().print('', 'js').text).toContain('const constant: unknown = [];');
});
