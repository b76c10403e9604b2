import fs, { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../test/make-folder.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { type FileChange, openForWriting } from './file-writer.js';
import { Folder } from './folder.js';
import { hashBytes, isInterrupted, lockNames } from './journal.js';

interface Outcome {
  readonly isWritten: boolean;
  readonly messages: readonly string[];
}

async function write(path: string, changes: readonly FileChange[], patience = 0): Promise<Outcome> {
  const diagnostics = new Diagnostics();
  const writer = await openForWriting({ folder: new Folder(path, '.'), journalFolder: '', patience }, diagnostics);
  const isWritten = writer?.write(changes) ?? false;
  writer?.close();
  return { isWritten, messages: diagnostics.list.map(({ message }) => message) };
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

const change = (path: string, before?: string, after?: string): FileChange => ({
  path,
  ...(before !== undefined && { before: bytes(before) }),
  ...(after !== undefined && { after: bytes(after) }),
});

/** Reads the files below a folder, by path. */
function readAll(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}

const before = { 'a.ts': 'a', 'gone/b.ts': 'b', 'z.json': 'z' };
const changes = [
  change('a.ts', 'a', 'a new'),
  change('gone/b.ts', 'b'),
  change('new/c.ts', undefined, 'c'),
  change('new/deep/d.ts', undefined, 'd'),
  change('z.json', 'z', 'z new'),
];
const after = { 'a.ts': 'a new', 'new/c.ts': 'c', 'new/deep/d.ts': 'd', 'z.json': 'z new' };

class Killed extends Error {}

const steps = [
  'writeFileSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmSync',
  'rmdirSync',
  'mkdirSync',
  'utimesSync',
] as const;

/**
 * Allows a number of changes of the disk, and none after them. Returns whether more changes were tried. The locks
 * remain, as after a killed process.
 */
async function killAfter(count: number, folder: string, run: () => Promise<unknown>): Promise<boolean> {
  const own = Object.fromEntries(steps.map((step) => [step, fs[step]]));
  let left = count;
  for (const step of steps) {
    Object.assign(fs, {
      [step]: (...values: unknown[]): unknown => {
        if (left-- <= 0) throw new Killed();
        return Reflect.apply(own[step] ?? (() => undefined), fs, values);
      },
    });
  }
  syncBuiltinESMExports();
  const restore = (): void => {
    Object.assign(fs, own);
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  try {
    await run();
    return false;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return true;
  } finally {
    restore();
    for (const lock of lockNames.map((name) => join(folder, name)).filter(existsSync))
      writeFileSync(lock, readFileSync(lock, 'utf8').replace(/"process":\d+/, '"process":999999999'));
  }
}

test('several files are changed at once, and files that already have their new text are not touched', async () => {
  const folder = makeFolder({ ...before, 'same.ts': 'same' });
  chmodSync(join(folder, 'a.ts'), 0o755);
  const { mtimeMs } = statSync(join(folder, 'same.ts'));
  expect(await write(folder, [change('same.ts', 'same', 'same'), ...changes])).toEqual({
    isWritten: true,
    messages: [],
  });
  expect(readAll(folder)).toEqual({ ...after, 'same.ts': 'same' });
  expect(statSync(join(folder, 'same.ts')).mtimeMs).toBe(mtimeMs);
  expect(statSync(join(folder, 'a.ts')).mode & 0o777).toBe(0o755);
  expect(existsSync(join(folder, 'gone'))).toBe(false);
});

test('if one file cannot be changed, no file is changed', async () => {
  const folder = makeFolder({ ...before, 'z.json': 'edited meanwhile' });
  const { isWritten, messages } = await write(folder, changes);
  expect(isWritten).toBe(false);
  expect(messages).toEqual(["'z.json' cannot be written: it changed while lacuna was running; run the command again"]);
  expect(readAll(folder)).toEqual({ ...before, 'z.json': 'edited meanwhile' });
});

/** Makes the system refuse each rename to a file, until the returned function is called. */
function refuseRename(name: string): () => void {
  const { renameSync } = fs;
  const refuse = (from: string, to: string): void => {
    if (!to.endsWith(name)) {
      renameSync(from, to);
      return;
    }
    throw Object.assign(new Error('busy'), { code: 'EBUSY', syscall: 'rename' });
  };
  Object.assign(fs, { renameSync: refuse });
  syncBuiltinESMExports();
  const restore = (): void => {
    Object.assign(fs, { renameSync });
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  return restore;
}

test('if the system refuses one file, the files changed before are restored', async () => {
  const folder = makeFolder(before);
  refuseRename('z.json');
  const { messages } = await write(folder, changes);
  expect(messages).toEqual(["'z.json' cannot be written: another program is using it (EBUSY)"]);
  expect(readAll(folder)).toEqual(before);
});

test('a run that is killed while it undoes a failed write is undone or completed by the next', async () => {
  const ends = new Set<string>();
  for (let count = 0, isKilled = true; isKilled; count++) {
    const folder = makeFolder(before);
    const restore = refuseRename('z.json');
    isKilled = await killAfter(count, folder, () => write(folder, changes));
    restore();
    expect(await write(folder, [])).toEqual({ isWritten: true, messages: [] });
    expect(isWhole(folder), `killed after ${count} steps: ${JSON.stringify(readAll(folder))}`).toBe(true);
    ends.add(JSON.stringify(readAll(folder)));
  }
  expect(ends.size).toBe(2);
});

test('nothing is written through a link: not to a file, not to a folder, not to the prepared file', async () => {
  const folder = makeFolder({ 'outside/x': 'theirs', 'in/a.ts': 'a' });
  const inside = join(folder, 'in');
  symlinkSync(join(folder, 'outside'), join(inside, 'linked'));
  symlinkSync(join(folder, 'outside/x'), join(inside, 'x'));
  symlinkSync(join(folder, 'outside/x'), join(inside, 'a.ts.lacuna-new'));
  expect((await write(inside, [change('linked/x', 'theirs', 'ours')])).isWritten).toBe(false);
  expect((await write(inside, [change('x', 'theirs', 'ours')])).isWritten).toBe(false);
  expect((await write(inside, [change('linked/new', undefined, 'ours')])).isWritten).toBe(false);
  expect(await write(inside, [change('a.ts', 'a', 'a new')])).toEqual({ isWritten: true, messages: [] });
  expect(readAll(join(folder, 'outside'))).toEqual({ x: 'theirs' });
  expect(readFileSync(join(inside, 'a.ts'), 'utf8')).toBe('a new');
});

test('if a run is killed at any step, the next run completes or undoes it, even if that one is killed too', async () => {
  for (let first = 0; ; first++) {
    let folder = makeFolder(before);
    if (!(await killAfter(first, folder, () => write(folder, changes)))) break;
    for (let second = first % 3; ; second += 3) {
      const isKilled = await killAfter(second, folder, () => write(folder, []));
      if (isKilled) {
        expect(isInterrupted({ folder: new Folder(folder), journalFolder: '' }) || isWhole(folder)).toBe(true);
        await write(folder, []);
      }
      expect(isWhole(folder), `killed after ${first} and ${second} steps: ${JSON.stringify(readAll(folder))}`).toBe(
        true,
      );
      if (!isKilled) break;
      folder = makeFolder(before);
      await killAfter(first, folder, () => write(folder, changes));
    }
  }
});

function isWhole(folder: string): boolean {
  if (readdirSync(folder, { recursive: true }).some((name) => String(name).includes('lacuna-new'))) return false;
  const all = JSON.stringify(readAll(folder));
  return all === JSON.stringify(before) || all === JSON.stringify(after);
}

test('a file that somebody edits after a run was killed stays as it is and is reported', async () => {
  let folder = makeFolder(before);
  for (let count = 0; !existsSync(join(folder, 'new/c.ts')); count++) {
    folder = makeFolder(before);
    await killAfter(count, folder, () => write(folder, changes));
  }
  writeFileSync(join(folder, 'z.json'), 'by hand');
  const diagnostics = new Diagnostics();
  (await openForWriting({ folder: new Folder(folder, 'out'), journalFolder: '' }, diagnostics))?.close();
  expect(diagnostics.list).toMatchObject([
    {
      code: 'interrupted-write',
      severity: 'warning',
      message: expect.stringContaining("before it wrote 'out/z.json'"),
    },
  ]);
  expect(readAll(folder)).toEqual({ ...after, 'z.json': 'by hand' });
});

test.each([
  { path: '../precious.txt', before: hashBytes('mine'), after: hashBytes('theirs') },
  { path: '.git/hooks/pre-commit', after: hashBytes('theirs') },
])('a journal that leads to $path is not followed', async (row) => {
  const files = {
    'out/.git/hooks/pre-commit.lacuna-new': 'theirs',
    'out/a.ts': 'a',
    'precious.txt': 'mine',
    'precious.txt.lacuna-new': 'theirs',
  };
  const folder = makeFolder(files);
  const journal = { state: 'placing', changes: [row] };
  writeFileSync(join(folder, 'out/lacuna.pending.json'), JSON.stringify(journal));
  await write(join(folder, 'out'), []);
  expect(readAll(folder)).toEqual(files);
});

test.each(['staging', 'placing'])(
  'a journal (%s) that leads through a link removes and moves nothing',
  async (state) => {
    const folder = makeFolder({ 'theirs/c.ts.lacuna-new': 'theirs', 'in/a.ts': 'a' });
    symlinkSync(join(folder, 'theirs'), join(folder, 'in/new'));
    const row = { path: 'new/c.ts', after: hashBytes('theirs') };
    writeFileSync(join(folder, 'in/lacuna.pending.json'), JSON.stringify({ state, changes: [row] }));
    await write(join(folder, 'in'), []);
    expect(readAll(join(folder, 'theirs'))).toEqual({ 'c.ts.lacuna-new': 'theirs' });
  },
);

test('nothing is written into a folder that another run is writing into', async () => {
  const lock = JSON.stringify({ process: process.pid, host: hostname(), run: 'x' });
  const folder = makeFolder({ ...before, 'lacuna.lock': lock });
  const diagnostics = new Diagnostics();
  expect(
    await openForWriting({ folder: new Folder(folder, 'out'), journalFolder: '', patience: 0 }, diagnostics),
  ).toBeUndefined();
  expect(diagnostics.list).toMatchObject([
    { code: 'output-locked', hint: "wait until it ends; if no such process exists, delete 'out/lacuna.lock'" },
  ]);
});
