import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generate, scaffold } from '../index.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-scaffold-')));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const answer = { 200: { description: 'Fine.', content: { 'application/json': { schema: { type: 'string' } } } } };
const item = { id: 'add-pet-request', kind: 'shape', question: 'What does a pet look like?', source: '1' };
const addPet = {
  operationId: 'addPet',
  requestBody: { content: { 'application/json': { schema: { 'x-not-shown': [item] } } } },
  responses: answer,
};
const getPet = { operationId: 'getPet', summary: 'Gets a pet', responses: answer };

function describeApi(paths: object, security: object = {}): void {
  const api = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths, ...security };
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(api));
}

const options = { spec: 'openapi.json', out: 'src/api' };
const read = (file: string): string => readFileSync(join(folder, 'src/handlers', file), 'utf8');
const list = (): string[] => readdirSync(join(folder, 'src/handlers')).sort();

function compile(): string {
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--noUnusedLocals',
    '--noUnusedParameters',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
  ];
  const argv = [resolve('node_modules/typescript/bin/tsc'), ...flags, join(folder, 'src/handlers/index.ts')];
  try {
    return execFileSync(process.execPath, argv, { encoding: 'utf8' });
  } catch (error) {
    return String(Reflect.get(Object(error), 'stdout'));
  }
}

describe('scaffold', () => {
  test('writes a handler per operation and an index, which compile and answer 501 with the items', async () => {
    describeApi({ '/pets': { post: addPet }, '/pets/mine': { get: getPet } });
    await generate({ ...options, folder, only: ['server'] });
    const { scaffolded } = await scaffold({ ...options, folder });
    expect(scaffolded?.files.map(({ path }) => path).sort()).toEqual(['add-pet.ts', 'get-pet.ts', 'index.ts']);
    expect(list()).toEqual(['add-pet.ts', 'get-pet.ts', 'index.ts']);
    expect(read('get-pet.ts')).toContain('Gets a pet');
    expect(read('get-pet.ts')).toContain('Promise<GetPetReply>');
    expect(compile()).toBe('');
    const { handlers } = await import(join(folder, 'src/handlers/index.ts'));
    await expect(handlers.addPet({}, {})).rejects.toThrow('addPet is not implemented; not shown: add-pet-request');
  });

  test('touches nothing that exists, adds what is new, and says what an index lacks', async () => {
    describeApi({ '/pets/mine': { get: getPet } });
    await scaffold({ ...options, folder });
    const mine = '\ufeff// mine,\r\nexport const getPet = 1 ;';
    writeFileSync(join(folder, 'src/handlers/get-pet.ts'), mine);
    const index = read('index.ts');
    describeApi({ '/pets': { post: addPet }, '/pets/mine': { get: getPet } });
    const { scaffolded } = await scaffold({ ...options, folder });
    expect(scaffolded).toMatchObject({ files: [{ path: 'add-pet.ts' }], kept: 1 });
    expect(scaffolded?.missing).toEqual(["import { addPet } from './add-pet.js';", '  addPet,']);
    expect(read('get-pet.ts')).toBe(mine);
    expect(read('index.ts')).toBe(index);
    const again = await scaffold({ ...options, folder });
    expect(again.scaffolded).toMatchObject({ files: [], kept: 2 });
  });

  test('knows a file by its name in any case', async () => {
    describeApi({ '/pets/mine': { get: getPet } });
    mkdirSync(join(folder, 'src/handlers'), { recursive: true });
    writeFileSync(join(folder, 'src/handlers/Get-Pet.ts'), '');
    const { scaffolded } = await scaffold({ ...options, folder });
    expect(scaffolded?.files.map(({ path }) => path)).toEqual(['index.ts']);
  });

  test('writes where it is told, and finds the output from there', async () => {
    const security = {
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    };
    describeApi({ '/pets/mine': { get: getPet } }, security);
    await scaffold({ ...options, folder, handlers: 'server/parts', importExtension: 'ts' });
    const text = readFileSync(join(folder, 'server/parts/get-pet.ts'), 'utf8');
    expect(text).toContain(" from '../../src/api/server/index.ts';");
    expect(text).toContain("Handlers<unknown>['getPet']");
  });

  test('writes nothing for a description with errors', async () => {
    writeFileSync(join(folder, 'openapi.json'), '{');
    const run = await scaffold({ ...options, folder });
    expect(run.scaffolded).toBe(undefined);
    expect(run.diagnostics.hasErrors).toBe(true);
    expect(readdirSync(folder)).not.toContain('src');
  });
});
