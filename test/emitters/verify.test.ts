import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import type { Emitter } from '../../src/emitters/emitter.js';
import { emitters } from '../../src/emitters/index.js';
import { generate } from '../../src/index.js';
import { emitDescription, readDescription } from '../../src/pipeline/generate.js';
import { chooseSettings } from '../../src/pipeline/settings.js';
import { chooseSample } from '../effort.js';
import { makeFolder } from '../make-folder.js';

const kinds = ['types', 'client', 'server', 'validators'];

function isDescription(path: string): boolean {
  return path.endsWith('.yaml') && /^openapi:/m.test(readFileSync(path, 'utf8'));
}

function listFixtures(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => (isDescription(join(folder, file)) ? [join(folder, file)] : []));
}

test.each(['spec/openapi.yaml', ...chooseSample(listFixtures('test/server'), 5, 3)])(
  'every module emitted from %s can be parsed',
  async (spec) => {
    const diagnostics = new Diagnostics();
    const options = { folder: makeFolder({}), spec: resolve(spec), only: kinds, verify: true };
    const settings = chooseSettings(options, diagnostics);
    const { document, api } = await readDescription({ settings, diagnostics });
    const artifacts = await emitDescription(document, api, settings, diagnostics);
    expect(artifacts.length).toBeGreaterThan(10);
  },
);

test('a module that cannot be parsed stops the run before anything is written', async () => {
  const emitBroken: Emitter = {
    kind: 'broken',
    description: '',
    needs: [],
    load: async () => ({
      emit: () => ({ modules: [], files: [{ path: 'broken/a.ts', text: 'export const a = 1;\nexport const = 2;\n' }] }),
    }),
  };
  const folder = makeFolder({ 'openapi.json': '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}}' });
  const options = { folder, spec: 'openapi.json', out: 'out', only: ['broken'] };
  await expect(generate({ ...options, verify: true }, [...emitters, emitBroken])).rejects.toThrow(
    'the generated module broken/a.ts does not parse: line 2: ',
  );
  expect(existsSync(join(folder, 'out'))).toBe(false);
  expect((await generate(options, [...emitters, emitBroken])).written?.added).toHaveLength(1);
});

test('on the command line, a module that cannot be parsed leads to exit code 3, and nothing is written', () => {
  const folder = makeFolder({ 'openapi.json': '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}}' });
  const filter = (path: string): boolean => !path.startsWith(join('dist', 'practice-api'));
  for (const part of ['dist', 'templates', 'package.json'])
    cpSync(part, join(folder, 'package', part), { recursive: true, filter });
  symlinkSync(resolve('node_modules'), join(folder, 'package/node_modules'));
  const runtime = join(folder, 'package/dist/runtime-modules.json');
  writeFileSync(runtime, readFileSync(runtime, 'utf8').replaceAll('export class ', 'export class class '));
  const run = (...options: string[]): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [join(folder, 'package/dist/cli.js'), 'generate', ...options], {
      cwd: folder,
      encoding: 'utf8',
    });
  const { status, stderr } = run('--spec', 'openapi.json', '--out', 'out', '--only', 'client', '--verify');
  expect(String(stderr)).toMatch(/the generated module runtime\/[\w-]+\.ts does not parse: line \d+: /);
  expect(status).toBe(3);
  expect(existsSync(join(folder, 'out'))).toBe(false);
});
