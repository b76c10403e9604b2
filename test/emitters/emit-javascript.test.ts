import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check, generate, readFiles, scaffold } from '../../src/index.js';
import { chooseSample } from '../effort.js';
import { makeFolder, writeFiles } from '../make-folder.js';
import { runCompiler } from '../run-compiler.js';
import { strictFlags } from '../strict-flags.js';

const spec = readFileSync('test/golden/client-of-get/spec.yaml', 'utf8');

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

const endings = (folder: string): string[] => [
  ...new Set(listFiles(folder).map((file) => /(?:\.d)?\.[a-z]+$/.exec(file)?.[0] ?? file)),
];

test.each(chooseSample(readdirSync('test/golden'), 10, 4))('declarations need no inference: %s', async (name) => {
  const folder = join('test/golden', name);
  const only = ['types', 'client', 'server', 'validators'];
  const run = await readFiles({ folder, spec: 'spec.yaml', only, dates: 'Date', int64: 'bigint', emit: 'js' });
  expect(run.diagnostics.list.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(run.outputs?.filter((path) => path.endsWith('.js'))).not.toEqual([]);
});

test('a run leaves no file of the other language, and the next run changes nothing', async () => {
  const folder = makeFolder({ 'spec.yaml': spec });
  const options = { folder, spec: 'spec.yaml', out: 'out' };
  await generate(options);
  expect(endings(join(folder, 'out'))).toEqual(['.json', '.ts']);
  const { written } = await generate({ ...options, emit: 'js', verify: true });
  expect(written?.removed.length).toBe(written && written.added.length / 2);
  expect(endings(join(folder, 'out'))).toEqual(expect.arrayContaining(['.json', '.d.ts', '.js']));
  expect(endings(join(folder, 'out'))).toHaveLength(3);
  // The manifest records the choice.
  expect((await generate(options)).written).toMatchObject({ added: [], changed: [], removed: [] });
  expect((await check(options)).drifts).toEqual([]);
  const { outputs = [] } = await readFiles(options);
  expect([...outputs].sort()).toEqual(
    listFiles(join(folder, 'out'))
      .map((file) => join(folder, 'out', file))
      .sort(),
  );
  writeFileSync(join(folder, 'out/client/get-pet.js'), '');
  expect((await check(options)).drifts).toMatchObject([{ path: 'client/get-pet.js', state: 'edited' }]);
  await generate({ ...options, emit: 'ts' });
  // A file that a person edited stays.
  expect(listFiles(join(folder, 'out')).filter((file) => !/(?<!\.d)\.ts$/.test(file))).toEqual([
    'lacuna.json',
    'client/get-pet.js',
  ]);
});

test('a formatter changes only the layout of JavaScript', async () => {
  const folder = makeFolder({ 'spec.yaml': spec });
  const options = { folder, spec: 'spec.yaml', out: 'out', emit: 'js' } as const;
  await generate(options);
  const path = join(folder, 'out/client/get-pet.js');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\t', '  ').replaceAll(';\n', '\n').replaceAll('"', "'"));
  expect((await check(options)).drifts).toMatchObject([{ path: 'client/get-pet.js', state: 'layout' }]);
});

test('import specifiers of JavaScript modules end with .js', async () => {
  const folder = makeFolder({ 'spec.yaml': spec });
  const stated = await generate({ folder, spec: 'spec.yaml', emit: 'js', importExtension: 'ts' });
  expect(stated.diagnostics.list.map(({ code }) => code)).toEqual(['emit-js-imports-ts']);
  await generate({ folder, spec: 'spec.yaml', importExtension: 'ts' });
  const recorded = await generate({ folder, spec: 'spec.yaml', emit: 'js' });
  expect(recorded.diagnostics.list.map(({ message }) => message)).toEqual([
    expect.stringContaining('the last run had'),
  ]);
  expect((await generate({ folder, spec: 'spec.yaml', emit: 'js', importExtension: 'js' })).written).toBeDefined();
});

test('handlers in a project of TypeScript stay TypeScript and import the JavaScript of the server', async () => {
  // The declarations are output too.
  const compilerOptions = { ...strictFlags, skipLibCheck: false, types: ['node'] };
  const folder = makeFolder({
    'spec.yaml': spec,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src', 'generated'] }),
  });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await generate({ folder, spec: 'spec.yaml', emit: 'js' });
  await scaffold({ folder, spec: 'spec.yaml' });
  const handlers = listFiles(join(folder, 'src/handlers'));
  expect(handlers).toContain('get-pet.ts');
  expect(readFileSync(join(folder, 'src/handlers/get-pet.ts'), 'utf8')).toContain('generated/server/index.js');
  expect(runCompiler(folder)).toBe('');
  expect((await scaffold({ folder, spec: 'spec.yaml' })).scaffolded?.changes).toEqual([]);
});

describe('a project of JavaScript', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lacuna-js-'));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'spec.yaml'), spec);
    writeFileSync(join(folder, 'program.js'), program);
    await generate({ folder, spec: 'spec.yaml', out: 'api', emit: 'js' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('runs client, server and validators', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: "Rex\nThere is none.\nfalse [ 'required' ]\n", stderr: '' });
  });

  test('is checked by its declarations', () => {
    const compilerOptions = {
      ...strictFlags,
      skipLibCheck: false,
      isolatedDeclarations: false,
      allowJs: true,
      checkJs: true,
      types: ['node'],
    };
    const settings = JSON.stringify({ compilerOptions, include: ['program.js', 'api'] });
    writeFileSync(join(folder, 'tsconfig.json'), settings);
    expect(runCompiler(folder)).toBe('');
    writeFileSync(
      join(folder, 'program.js'),
      program.replace("petId: 'rex'", 'petId: 1').replace('pet.name', 'pet.nam'),
    );
    expect(runCompiler(folder).match(/TS\d+/g)).toEqual(['TS2322', 'TS2551']);
  });
});

const program = `import { createServer as createHttpServer } from 'node:http';
import { createClient, getPet } from './api/client/index.js';
import { createServer } from './api/server/index.js';
import { toNodeHandler } from './api/server/node.js';
import { isGetPetResponse, validateGetPetResponse } from './api/validators/index.js';

const api = createServer({
  getPet: ({ petId }) =>
    petId === 'rex'
      ? { status: 200, body: { name: 'Rex' } }
      : { status: 404, body: { message: 'There is none.' } },
});
const server = createHttpServer(toNodeHandler(api));
await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
const address = server.address();
const port = typeof address === 'object' ? address?.port : undefined;
const client = createClient({ baseUrl: 'http://127.0.0.1:' + port });
const pet = await getPet(client, { petId: 'rex' });
console.log(pet.name);
const other = await getPet.outcome(client, { petId: 'max' });
console.log(other.status === 404 ? other.body.message : other.status);
/** @type {unknown} */
const value = {};
console.log(isGetPetResponse(value), validateGetPetResponse(value).map(({ keyword }) => keyword));
server.closeAllConnections();
server.close();
`;

describe('with a broken oxc-transform', () => {
  let place: string;

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'lacuna-package-'));
    for (const part of ['dist', 'templates', 'package.json']) cpSync(part, join(place, part), { recursive: true });
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of Object.keys(dependencies)) {
      mkdirSync(dirname(join(place, 'node_modules', name)), { recursive: true });
      symlinkSync(resolve('node_modules', name), join(place, 'node_modules', name));
    }
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  /** Runs the installed package. Returns what it prints about mistakes. */
  const run = (folder: string): string => {
    const argv = ['generate', '--spec', 'spec.yaml', '--out', 'out', '--only', 'types', '--emit', 'js'];
    const started = spawnSync(process.execPath, [join(place, 'dist/cli.js'), ...argv], {
      cwd: folder,
      encoding: 'utf8',
    });
    return started.stderr;
  };

  // The error `emit-js-not-loaded`. The package for the platform can be missing, because it is an optional dependency.
  test('a run that cannot load it writes nothing and says why and what to do', () => {
    const folder = makeFolder({ 'spec.yaml': spec });
    rmSync(join(place, 'node_modules/oxc-transform'));
    writeFiles(place, {
      'node_modules/oxc-transform/package.json': '{ "main": "index.cjs" }',
      'node_modules/oxc-transform/index.cjs': "throw new Error('Cannot find native binding.\\nmore');",
    });
    expect(run(folder)).toBe(
      `error emit-js-not-loaded: 'emit: js' needs the package 'oxc-transform', which cannot be loaded: Cannot find native binding.
  hint: install the packages again, with those that are optional: remove 'node_modules', and run 'npm install'
`,
    );
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});
