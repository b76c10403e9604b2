import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { Folder } from '../files/folder.js';
import { compareArtifacts } from './compare-artifacts.js';
import type { KnownFiles, OutputArtifact, Written } from './write-artifacts.js';
import { writeArtifacts } from './write-artifacts.js';

let place: string;
let diagnostics: Diagnostics;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-output-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
});

const options = {
  spec: '../api.yaml',
  only: ['types', 'client'],
  emit: 'ts',
  importExtension: 'js',
  dates: 'string',
  int64: 'number',
  start: 'redoc',
} as const;
const encode = (text: string): Pick<OutputArtifact, 'bytes'> => ({ bytes: Buffer.from(text) });
const pet: OutputArtifact = { path: 'types/pet.ts', ...encode('export type Pet = 1;\n'), kind: 'types' };
const getPet: OutputArtifact = { path: 'client/get-pet.ts', ...encode('export const getPet = 1;\n'), kind: 'client' };

function write(artifacts: readonly OutputArtifact[]): Promise<Written | undefined> {
  diagnostics = new Diagnostics();
  return writeArtifacts(new Folder(join(place, 'out')), artifacts, { options, openGaps: [] }, { diagnostics });
}

/** Writes with what earlier writes left in `known`. */
function writeKnowing(known: KnownFiles, artifacts: readonly OutputArtifact[]): Promise<Written | undefined> {
  diagnostics = new Diagnostics();
  return writeArtifacts(new Folder(join(place, 'out')), artifacts, { options, openGaps: [] }, { diagnostics, known });
}

async function compare(artifacts: readonly OutputArtifact[], kinds = ['types', 'client']): Promise<string[]> {
  const folder = new Folder(join(place, 'out'));
  const drifts = compareArtifacts(folder, artifacts, { kinds: new Set(kinds) }, new Diagnostics());
  return drifts.map(({ path, state }) => `${path} ${state}`);
}

const codes = (): string[] => diagnostics.list.map((diagnostic) => diagnostic.code);
const read = (file: string): string => readFileSync(join(place, file), 'utf8');
const put = (file: string, text: string): void => {
  mkdirSync(join(place, file, '..'), { recursive: true });
  writeFileSync(join(place, file), text);
};

test('a run knows the files that the run before it found, but not those that were edited since', async () => {
  const known: KnownFiles = new Map();
  const next = { ...pet, ...encode('export type Pet = 2;\n') };
  await writeKnowing(known, [pet, getPet]);
  await writeKnowing(known, [next, getPet]);
  expect(await writeKnowing(known, [next, getPet])).toMatchObject({ changed: [], unchanged: [next, getPet] });
  expect([...known.keys()].sort()).toEqual([getPet.path, pet.path]);
  put('out/types/pet.ts', 'export type Pet = 3;\n');
  expect(await writeKnowing(known, [next, getPet])).toMatchObject({ changed: [next], unchanged: [getPet] });
  expect(codes()).toEqual(['edited-file']);
  expect(read('out/types/pet.ts')).toBe(next.bytes.toString());
});

test('a second run writes nothing, and only a changed artifact is written', async () => {
  expect((await write([pet, getPet]))?.added).toHaveLength(2);
  const again = await write([pet, getPet]);
  expect(again).toMatchObject({ added: [], changed: [], removed: [] });
  expect(
    (await write([{ ...pet, ...encode('export type Pet = 2;\n') }, getPet]))?.changed.map((file) => file.path),
  ).toEqual([pet.path]);
  expect(readdirSync(join(place, 'out'), { recursive: true }).sort()).toEqual(
    ['client', 'client/get-pet.ts', 'lacuna.json', 'types', 'types/pet.ts'].sort(),
  );
});

test('a file that is no longer emitted is removed, with its folder if that is empty', async () => {
  await write([pet, getPet]);
  expect((await write([pet]))?.removed).toMatchObject([{ path: getPet.path, kind: 'client' }]);
  expect(existsSync(join(place, 'out/client'))).toBe(false);
});

test('the files of a kind that is left out are removed, and a comparison of some kinds does not report the others', async () => {
  await write([pet, getPet]);
  expect(await compare([pet], ['types'])).toEqual([]);
  expect(await compare([pet])).toEqual(['client/get-pet.ts orphaned']);
  expect((await write([pet]))?.removed).toMatchObject([{ path: getPet.path, kind: 'client' }]);
});

test('a file that was not generated prevents every write', async () => {
  put('out/types/pet.ts', 'mine');
  expect(await write([getPet, pet])).toBeUndefined();
  expect(codes()).toEqual(['foreign-file']);
  expect(read('out/types/pet.ts')).toBe('mine');
  expect(existsSync(join(place, 'out/client'))).toBe(false);
});

test('a file that cannot be written is an error, and nothing is written', async () => {
  await write([getPet]);
  expect(await write([pet, { ...getPet, path: `client/${'x'.repeat(250)}.ts` }])).toBeUndefined();
  expect(codes()).toEqual(['output-not-written']);
  expect(existsSync(join(place, 'out/types'))).toBe(false);
  expect(existsSync(join(place, 'out/client/get-pet.ts'))).toBe(true);
});

test('a file that another run writes while this one reads the folder does not count as foreign', async () => {
  await write([getPet]);
  // The first read of the manifest returns the text before the other run, the later reads return the text that it
  // wrote.
  const folder = new Folder(join(place, 'out'));
  const found = folder.find('lacuna.json');
  const json: OutputArtifact = { path: 'openapi.json', ...encode('{}'), kind: 'types' };
  await write([getPet, json]);
  let reads = 0;
  const find = folder.find.bind(folder);
  folder.find = (file) => (file === 'lacuna.json' && reads++ === 0 ? found : find(file));
  diagnostics = new Diagnostics();
  const other = { ...json, ...encode('{"other":1}') };
  const written = await writeArtifacts(folder, [getPet, other], { options, openGaps: [] }, { diagnostics });
  expect(codes()).toEqual([]);
  expect(written?.changed).toEqual([other]);
});

test('each edited text of a generated file is kept beside it', async () => {
  await write([pet]);
  put('out/types/pet.ts', 'edited once');
  await write([pet]);
  expect(codes()).toEqual(['edited-file']);
  put('out/types/pet.ts', 'edited twice');
  await write([pet]);
  expect(read('out/types/pet.ts')).toBe(pet.bytes.toString());
  expect(read('out/types/pet.ts.orig')).toBe('edited once');
  expect(read('out/types/pet.ts.orig.2')).toBe('edited twice');
});

test('a hash of the layout that another version computed is written again, so that a formatted file does not count as edited', async () => {
  await write([pet]);
  const manifest = read('out/lacuna.json');
  put('out/lacuna.json', manifest.replace(/"layout":"\w/, '"layout":"_'));
  await write([pet]);
  expect(read('out/lacuna.json')).toBe(manifest);
  put('out/types/pet.ts', 'export type Pet =\n  1\n');
  await write([{ ...pet, ...encode('export type Pet = 2;\n') }]);
  expect(codes()).toEqual([]);
});

test('an edited file that is no longer generated stays on disk', async () => {
  await write([pet, getPet]);
  put('out/client/get-pet.ts', 'edited');
  await write([pet]);
  expect(codes()).toEqual(['edited-orphan']);
  expect(read('out/client/get-pet.ts')).toBe('edited');
  expect(await compare([pet])).toEqual([]);
});

test('nothing is written through a link to a file or to a folder', async () => {
  put('elsewhere/pet.ts', 'theirs');
  mkdirSync(join(place, 'out/types'), { recursive: true });
  symlinkSync(join(place, 'elsewhere/pet.ts'), join(place, 'out/types/pet.ts'));
  symlinkSync(join(place, 'elsewhere'), join(place, 'out/client'));
  expect(await write([pet, getPet])).toBeUndefined();
  expect(codes()).toEqual(['blocked-path', 'blocked-path']);
  expect(readdirSync(join(place, 'elsewhere'))).toEqual(['pet.ts']);
  expect(read('elsewhere/pet.ts')).toBe('theirs');
});

test('a link at the path of the prepared file does not lead the write elsewhere', async () => {
  put('elsewhere/secret', 'theirs');
  mkdirSync(join(place, 'out/types'), { recursive: true });
  symlinkSync(join(place, 'elsewhere/secret'), join(place, 'out/types/pet.ts.lacuna-new'));
  await write([pet]);
  expect(read('elsewhere/secret')).toBe('theirs');
  expect(read('out/types/pet.ts')).toBe(pet.bytes.toString());
});

test('a manifest that cannot be read prevents every write', async () => {
  put('out/lacuna.json', '<<<<<<< ours');
  expect(await write([pet])).toBeUndefined();
  expect(codes()).toEqual(['broken-manifest']);
});

test('a path in the manifest that is outside the folder is refused, and never deleted', async () => {
  put('precious.txt', pet.bytes.toString());
  await write([pet]);
  put('out/lacuna.json', read('out/lacuna.json').replace('types/pet.ts', '../precious.txt'));
  expect(await write([])).toBeUndefined();
  expect(diagnostics.list).toMatchObject([
    { code: 'broken-manifest', message: expect.stringContaining("'../precious.txt' is not a path below the folder") },
  ]);
  expect(read('precious.txt')).toBe(pet.bytes.toString());
});

test('a difference is reported with its cause', async () => {
  await write([pet, getPet]);
  expect(await compare([pet, getPet])).toEqual([]);
  put('out/types/pet.ts', 'edited');
  expect(await compare([pet, { ...getPet, ...encode('new') }, { ...pet, path: 'types/toy.ts' }])).toEqual([
    'client/get-pet.ts stale',
    'types/pet.ts edited',
    'types/toy.ts missing',
  ]);
});

test('a file that cannot be read prevents every write and has a message', async () => {
  await write([pet]);
  truncateSync(join(place, 'out/types/pet.ts'), 2 ** 32); // The file is sparse, so it takes no space on the disk.
  expect(await write([pet, getPet])).toBeUndefined();
  expect(diagnostics.list).toMatchObject([
    {
      code: 'output-unreadable',
      message:
        "'types/pet.ts' in the output folder cannot be read: it is too large (ERR_FS_FILE_TOO_LARGE); nothing was written",
    },
  ]);
});
