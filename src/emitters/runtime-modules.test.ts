import { expect, test } from 'vitest';
import { readRuntime } from '../files/package-files.js';
import { code, importType } from '../typescript/code.js';
import { TsFile } from '../typescript/ts-file.js';
import { checkRuntimeNames, emitRuntime } from './runtime-modules.js';

const runtime = readRuntime();

test('a name that the runtime does not export is a bug', () => {
  const file = new TsFile('client/get-pet');
  file.addTypeAlias({ name: 'A', type: code`${importType('runtime/client', 'Client')}` });
  expect(() => checkRuntimeNames(file, runtime)).not.toThrow();
  file.addTypeAlias({ name: 'B', type: code`${importType('runtime/client', 'Absent')}` });
  expect(() => checkRuntimeNames(file, runtime)).toThrow(
    `client/get-pet imports 'Absent', which runtime/client does not export`,
  );
});

test('modules are emitted with those that they import, and specifiers have the chosen extension', () => {
  const files = emitRuntime(['runtime/fetch', 'types/pet'], runtime, 'ts');
  expect(files.map(({ path }) => path)).toContain('runtime/server.ts');
  const specifiers = files.flatMap(({ text }) => text.match(/ from '\.[^']*'/g) ?? []);
  expect(specifiers.length).toBeGreaterThan(3);
  for (const specifier of specifiers) expect(specifier).toMatch(/\.ts'$/);
});
