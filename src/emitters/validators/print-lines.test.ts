import { expect, test } from 'vitest';
import { printExpression } from '../../../test/validators/evaluate.js';
import { type Code, code, importValue, type Reference } from '../../typescript/code.js';
import { nameLocal } from './local-names.js';
import { type Node, otherwise, printNodes, Survey } from './print-lines.js';

const local = nameLocal('pet');
const imported = importValue('validators/pet', 'pet');
const other = importValue('validators/owner', 'owner');
const write = (...parts: readonly (string | Reference)[]): Node => ({ kind: 'line', code: { kind: 'code', parts } });
const print = (...nodes: readonly Node[]): string[] =>
  printExpression(printNodes(nodes, new Survey(nodes)).body).split('\n');

test('a local name that would hide an import, or a name that replaces one, is changed wherever it is used', () => {
  const declaration: Node = { kind: 'declaration', name: local, code: code`const ${local} = 1;` };
  const use = (outer: Reference): Node => ({
    kind: 'blocks',
    cases: [{ head: code`if (${local}) {`, body: [write(outer, '(', local, ');')] }],
  });
  expect(print(declaration, use(imported))).toEqual([
    'const petValue = 1;',
    'if (petValue) {',
    '  pet(petValue);',
    '}',
  ]);
  const taken = write(nameLocal('petValue'), '();');
  expect(print(declaration, use(imported), taken)[0]).toBe('const petValueValue = 1;');
  expect(print(declaration, use(other))[0]).toBe('const pet = 1;');
});

test('an expression replaces a name that is used once, also inside another such expression', () => {
  const [inner, outer] = [nameLocal('inner'), nameLocal('outer')];
  const nodes: Node[] = [
    { kind: 'reading', name: inner, type: '', code: code`a.b` },
    { kind: 'reading', name: outer, type: '', code: code`f(${inner})` },
    write('return ', outer, ';'),
  ];
  expect(print(...nodes)).toEqual(['return f(a.b);']);
  expect(print(...nodes, write(inner, outer, ';'))).toEqual([
    'const inner = a.b;',
    'const outer = f(inner);',
    'return outer;',
    'innerouter;',
  ]);
});

test('a survey finds out whether something is left out', () => {
  const declaration: Node = { kind: 'declaration', name: local, code: code`const ${local} = 1;` };
  const block = (head: Code, ...body: Node[]): Node => ({ kind: 'blocks', cases: [{ head, body }] });
  const use = write(local, '();');
  const isComplete = (...nodes: readonly Node[]): boolean => new Survey(nodes).isComplete;
  expect(isComplete(declaration, block(code`if (a) {`, use))).toBe(true);
  expect(isComplete(declaration)).toBe(false);
  expect(isComplete(block(code`if (a) {`))).toBe(false);
  expect(isComplete(block(otherwise, block(code`if (a) {`, use)))).toBe(false);
});
