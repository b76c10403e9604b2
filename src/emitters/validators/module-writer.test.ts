import { expect, test } from 'vitest';
import { code } from '../../typescript/code.js';
import { ModuleWriter } from './module-writer.js';

test('a constant is declared once per value, only where it is used, and has a name that nothing else has', () => {
  const writer = new ModuleWriter('validators/pet', (name) => name === 'pattern2');
  const used = writer.constant('pattern', 'a', '/a/u');
  const unused = writer.constant('pattern', 'b', '/b/u');
  const list = writer.constant('values', 'a', 'new Set()');
  expect(writer.constant('pattern', 'a', '/a/u')).toBe(used);
  expect([used, unused, list].map(({ name }) => name)).toEqual(['pattern1', 'pattern3', 'values1']);
  const body = [code`return ${used}.test(value) && ${list}.has(value);`];
  writer.addFunction({ name: 'isPet', parameters: [code`value: string`], returns: code`boolean`, body });
  const { text } = writer.finish().print('', 'js');
  expect(text).toContain('const pattern1 = /a/u;');
  expect(text).toContain('const values1 = new Set();');
  expect(text).not.toContain('pattern3');
  expect(text).not.toContain('export const');
});

test('a value without an inferred type is unknown', () => {
  const writer = new ModuleWriter('validators/pet', () => false);
  const empty = writer.constant('value', '[]', '[]');
  writer.addFunction({ name: 'isPet', parameters: [], returns: code`boolean`, body: [code`f(${empty});`] });
  expect(writer.finish().print('', 'js').text).toContain('const value1: unknown = [];');
});
