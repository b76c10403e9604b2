import { expect, test } from 'vitest';
import { code, importFromPackage, importType, importValue } from './code.js';
import { TsFile } from './ts-file.js';

test('a module is printed with the imports that its code uses', () => {
  const file = new TsFile('client/get-pet');
  file.addInterface({
    name: 'GetPetArgs',
    doc: 'What it takes.',
    members: [
      { key: 'petId', type: code`string`, doc: 'ends */ here' },
      { key: `'x-y'`, type: code`${importType('types/pet', 'Pet')} | undefined`, optional: true },
    ],
  });
  file.addConstant({
    name: 'getPet',
    type: code`${importType('runtime/client', 'Operation')}<GetPetArgs>`,
    value: code`/* @__PURE__ */ ${importValue('runtime/client', 'defineOperation')}({\n  id: 'getPet',\n})`,
  });
  file.addFunction({
    name: 'isPet',
    parameters: [code`value: unknown`],
    returns: code`boolean`,
    body: [code`if (value) {\n  return true;\n}`, code`return false;`],
  });
  file.addReexport('types/pet', ['Pet'], 'type');
  expect(file.print('// Header.\n', 'js')).toEqual({
    path: 'client/get-pet.ts',
    text: `// Header.
import { type Operation, defineOperation } from '../runtime/client.js';
import type { Pet } from '../types/pet.js';

/** What it takes. */
export interface GetPetArgs {
  /** ends *\\/ here */
  petId: string;
  'x-y'?: Pet | undefined;
}

export const getPet: Operation<GetPetArgs> = /* @__PURE__ */ defineOperation({
  id: 'getPet',
});

export function isPet(value: unknown): boolean {
  if (value) {
    return true;
  }
  return false;
}

export type { Pet } from '../types/pet.js';
`,
  });
});

test.each([
  ['statements', (count: number) => `${'if (value) return false;\n'.repeat(count)}return true;`],
  ['one condition', (count: number) => `return ${Array(count).fill('!value').join(' || ')};`],
])('a compiler does not check a function with more branches than it can follow: %s', (_, write) => {
  const print = (count: number): string => {
    const file = new TsFile('validators/pet');
    file.addFunction({ name: 'isPet', parameters: [], returns: code`boolean`, body: [code`${write(count)}`] });
    return file.print('// Header.\n', 'js').text;
  };
  expect(print(500)).not.toContain('@ts-nocheck');
  expect(print(2500)).toMatch(/^\/\/ Header\.\n\/\/ @ts-nocheck\n\n/);
});

test('imports come from packages too, and none of them is a module of the output', () => {
  const file = new TsFile('mocks/handlers');
  const http = importFromPackage(importValue('msw', 'http'));
  const server = importFromPackage(importType('node:http', 'Server'));
  file.addConstant({ name: 'handlers', type: code`${server}[]`, value: code`[${http}.get()]` });
  expect(file.print('', 'ts').text).toBe(`import { http } from 'msw';
import type { Server } from 'node:http';

export const handlers: Server[] = [http.get()];
`);
  expect(file.modules).toEqual([]);
});

test('no specifier ends its quotes', () => {
  const file = new TsFile("it's/a");
  const part = importFromPackage(importType("b'; evil(); '\n", 'B'));
  file.addTypeAlias({ name: 'A', type: code`${part} | ${importType("it's/c", 'C')} | ${importType("d's", 'D')}` });
  file.addReexport("e's", '*');
  expect(file.print('', 'js').text).toBe(`import type { D } from '../d\\'s.js';
import type { C } from './c.js';
import type { B } from 'b\\'; evil(); \\'\\n';

export type A = B | C | D;

export * from '../e\\'s.js';
`);
});
