import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Project } from 'ts-morph';
import { expect, test } from 'vitest';
import { code, defineEmitter, encodeString, importType, type OwnFile, TsFile } from '../../src/emitter.js';
import { check, formatDiagnostics, type GenerateOptions, generate } from '../../src/index.js';
import { makeFolder } from '../make-folder.js';

const spec = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: listPets
      responses: { 200: { description: "It's", content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /toys:
    get: { operationId: listToys, responses: { 200: { description: OK } } }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string } } }
`;

function emit(files: (names: readonly string[]) => Iterable<OwnFile>) {
  return defineEmitter({
    model: 1,
    kind: 'own',
    needs: ['types'],
    emit: ({ api, names }) => files(api.operations.flatMap((one) => names.operations.get(one)?.identifier ?? [])),
  });
}

/** Returns a file in each form. */
const forms = emit((names) => {
  const file = new TsFile('own/pets');
  const pet = importType('types/pet', 'Pet');
  file.addConstant({
    name: 'names',
    type: code`readonly string[]`,
    value: code`[${names.map(encodeString).join(', ')}]`,
  });
  file.addTypeAlias({ name: 'Pets', type: code`readonly ${pet}[]` });
  const project = new Project({ useInMemoryFileSystem: true });
  return [
    file,
    { path: 'own/names.txt', text: `${names.join()}\n` },
    project.createSourceFile('/own/morph.ts', "export type { Pets } from './pets.js';\n"),
  ];
});

function start(options: GenerateOptions): GenerateOptions & { readonly folder: string } {
  return {
    folder: makeFolder({ 'openapi.yaml': spec }),
    spec: 'openapi.yaml',
    out: 'out',
    only: ['types'],
    ...options,
  };
}

const codesOf = ({ diagnostics }: Awaited<ReturnType<typeof generate>>): string[] =>
  diagnostics.list.map((finding) => finding.code);

test('files, modules and source files are written, recorded, compared and removed', async () => {
  const options = start({ emitters: [forms] });
  const { diagnostics, written } = await generate(options);
  expect(diagnostics.list).toEqual([]);
  expect(written?.added.filter(({ kind }) => kind === 'own').map(({ path }) => path)).toEqual([
    'own/morph.ts',
    'own/names.txt',
    'own/pets.ts',
  ]);
  const module = readFileSync(join(options.folder, 'out/own/pets.ts'), 'utf8');
  expect(module).toContain("import type { Pet } from '../types/pet.js';");
  expect(module).toContain("export const names: readonly string[] = ['listPets', 'listToys'];");
  const { options: recorded, files } = JSON.parse(readFileSync(join(options.folder, 'out/lacuna.json'), 'utf8'));
  expect([recorded.only, recorded.emitters, files['own/names.txt'].kind]).toEqual([
    ['types'],
    [{ kind: 'own' }],
    'own',
  ]);
  expect((await check(options)).drifts).toEqual([]);
  writeFileSync(join(options.folder, 'out/own/names.txt'), 'edited\n');
  expect((await check(options)).drifts).toMatchObject([{ path: 'own/names.txt', state: 'edited' }]);
  // If no emitter is stated, the recorded ones are used. An emitter as a value cannot be recorded.
  const { emitters: _, ...unstated } = options;
  expect(codesOf(await generate(unstated))).toEqual(['emitter-not-loaded']);
  writeFileSync(join(options.folder, 'out/own/names.txt'), 'listPets,listToys\n');
  const without = await check({ ...options, emitters: [] });
  expect(without.drifts?.filter(({ state }) => state === 'orphaned')).toHaveLength(3);
  await generate({ ...options, emitters: [] });
  expect(existsSync(join(options.folder, 'out/own'))).toBe(false);
});

test('it receives the operations that a filter selects, and its output becomes JavaScript', async () => {
  const options = start({ emitters: [forms], include: { ids: ['listPets'] }, emit: 'js', verify: true });
  const { diagnostics } = await generate(options);
  expect(diagnostics.list).toEqual([]);
  expect(readdirSync(join(options.folder, 'out/own')).sort()).toEqual([
    'morph.d.ts',
    'morph.js',
    'names.txt',
    'pets.d.ts',
    'pets.js',
  ]);
  const { names } = await import(join(options.folder, 'out/own/pets.js'));
  expect(names).toEqual(['listPets']);
});

const mistakes: readonly (readonly [string, Iterable<unknown>, Partial<GenerateOptions>])[] = [
  ["file 1 of the emitter 'own' is neither", ['a.txt'], {}],
  ["cannot write '/etc/passwd'", [{ path: '/etc/passwd', text: '' }], {}],
  ["cannot write 'lacuna.json'", [{ path: 'lacuna.json', text: '' }], {}],
  ["cannot write 'Types/Pet.ts', which the kind 'types' already uses", [{ path: 'Types/Pet.ts', text: '' }], {}],
  ["cannot write 'own/NUL.txt': Windows", [{ path: 'own/NUL.txt', text: '' }], {}],
  ["cannot write 'com\u00b9 .d/a.txt': Windows", [{ path: 'com\u00b9 .d/a.txt', text: '' }], {}],
  ["cannot write 'a.': Windows", [{ path: 'a.', text: '' }], {}],
  ["cannot write 'a?.txt': Windows", [{ path: 'a?.txt', text: '' }], {}],
  [
    "cannot write '\u00e9.txt', which the kind 'own' already uses",
    ['\u00e9.txt', 'E\u0301.txt'].map((path) => ({ path, text: '' })),
    {},
  ],
  ["cannot write 'types', which the kind 'types' already uses", [{ path: 'types', text: '' }], {}],
  ["imports './gone.js', which is not generated", [{ path: 'a.ts', text: "import './gone.js';" }], {}],
  ["imports 'nothing' from 'runtime/not-shown'", [importing('runtime/not-shown')], {}],
  ["imports 'nothing' from 'runtime/gone'", [importing('runtime/gone')], {}],
  ['does not parse', [{ path: 'a.ts', text: 'const = 1;' }], { verify: true }],
  ['cannot be translated', [{ path: 'a.ts', text: 'const = 1;' }], { emit: 'js' }],
  ['cannot be translated', [{ path: 'a.ts', text: 'export const a = Math.max(1);' }], { emit: 'js' }],
];

function importing(module: string): TsFile {
  const file = new TsFile('own/a');
  file.addTypeAlias({ name: 'A', type: code`${importType(module, 'nothing')}` });
  return file;
}

test.each(mistakes)('%s', async (message, files, more) => {
  const run = await generate(start({ emitters: [emit(() => files as Iterable<OwnFile>)], ...more }));
  expect(codesOf(run)).toEqual(['emitter-output']);
  expect(await formatDiagnostics(run)).toContain(message);
  expect(run.written).toBeUndefined();
});

const watchProgram = (library: string): string => `import { readFileSync, writeFileSync } from 'node:fs';
import { watch } from '${library}';
let next = () => undefined;
const watching = watch(
  { spec: 'openapi.yaml', out: 'out', only: ['types'], emitters: ['./emit-own.mjs'] },
  { onRun: (run) => next(run) },
);
await watching.ready;
for (const text of ['two', 'three']) {
  const ran = new Promise((done) => { next = done; });
  writeFileSync('text.mjs', \`export const text = '\${text}';\\n\`);
  console.log((await ran).written?.changed[0]?.path, readFileSync('out/own.txt', 'utf8'));
}
await watching.close();
`;

// Runs in another process, because the test runner loads modules in its own way.
test('watch follows the modules that an emitter imports', () => {
  const emitter =
    "import { text } from './text.mjs';\nexport default { model: 1, kind: 'own', emit: () => [{ path: 'own.txt', text }] };\n";
  const folder = makeFolder({
    'openapi.yaml': spec,
    'text.mjs': "export const text = 'one';\n",
    'emit-own.mjs': emitter,
    'watch.mjs': watchProgram(resolve('dist/index.js')),
  });
  const { stdout, stderr } = spawnSync(process.execPath, ['watch.mjs'], { cwd: folder, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['own.txt two\nown.txt three\n', '']);
});
