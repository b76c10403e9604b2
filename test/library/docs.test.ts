import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runCompiler } from '../run-compiler.js';

const api = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths: {}
components: { schemas: { Note: { type: string } } }
`;

function listBlocks(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^```ts(?: compile)?\n(.*?)^```$/gms)].map(([, code = '']) => code);
}

test('the examples of docs/library.md and docs/watch.md compile and run', () => {
  const blocks = ['docs/library.md', 'docs/watch.md'].flatMap(listBlocks);
  expect(blocks.length).toBeGreaterThan(4);
  const names = blocks.map((_, index) => `example-${index}`);
  const settings = {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  const folder = makeFolder({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: settings, include: ['*.ts'] }),
    ...Object.fromEntries(['openapi', 'orders', 'users'].map((name) => [`${name}.yaml`, api])),
    ...Object.fromEntries(blocks.map((code, index) => [`${names[index]}.ts`, code])),
    // The examples have no types of their own, so they are valid JavaScript too. A watch must end.
    ...Object.fromEntries(
      blocks.map((code, index) => [
        `${names[index]}.js`,
        code.replace('await watching.done;', 'await watching.ready;\nawait watching.close();\nawait watching.done;'),
      ]),
    ),
  });
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(resolve('.'), join(folder, 'node_modules/lacuna'));
  symlinkSync(resolve('node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  expect(runCompiler(folder)).toBe('');
  const all = names.map((name) => `await import('./${name}.js');`).join('\n');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', all], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}, 30_000);
