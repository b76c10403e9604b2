import { expect, test } from 'vitest';
import { printExpression } from '../../../test/validators/evaluate.js';
import { code, importValue, type Reference } from '../../typescript/code.js';
import { nameLocal } from './local-names.js';
import { type Node, printNodes } from './print-lines.js';

const local = nameLocal('pet');
const imported = importValue('validators/pet', 'pet');
const write = (...parts: readonly (string | Reference)[]): Node => ({ kind: 'line', code: { kind: 'code', parts } });
const uses = (...all: readonly Reference[]): ReadonlyMap<Reference, number> => new Map(all.map((name) => [name, 2]));

test('a local name that would hide an import, or a name that replaces one, is changed wherever it is used', () => {
  const nodes: Node[] = [
    { kind: 'declaration', name: local, code: code`const ${local} = 1;`, inline: undefined },
    { kind: 'blocks', cases: [{ head: code`if (${local}) {`, body: [write(imported, '(', local, ');')] }] },
  ];
  const print = (names: ReadonlyMap<Reference, number>): string[] => printNodes(nodes, names).map(printExpression);
  expect(print(uses(local, imported))).toEqual(['const petValue = 1;', 'if (petValue) {', '  pet(petValue);', '}']);
  const taken = nameLocal('petValue');
  expect(print(uses(local, imported, taken))[0]).toBe('const petValueValue = 1;');
  expect(print(uses(local))[0]).toBe('const pet = 1;');
});

test('an expression replaces a name that is used once, also inside another such expression', () => {
  const [inner, outer] = [nameLocal('inner'), nameLocal('outer')];
  const nodes: Node[] = [
    { kind: 'declaration', name: inner, code: code`const ${inner} = a.b;`, inline: code`a.b` },
    { kind: 'declaration', name: outer, code: code`const ${outer} = f(${inner});`, inline: code`f(${inner})` },
    write('return ', outer, ';'),
  ];
  const once = new Map([inner, outer].map((name) => [name, 1]));
  expect(printNodes(nodes, once).map(printExpression)).toEqual(['return f(a.b);']);
  expect(printNodes(nodes, uses(inner, outer)).map(printExpression)).toEqual([
    'const inner = a.b;',
    'const outer = f(inner);',
    'return outer;',
  ]);
});
