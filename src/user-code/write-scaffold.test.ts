import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../test/make-folder.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Draft } from './code.js';
import { readUserFile } from './read-project.js';
import { writeScaffold } from './write-scaffold.js';

function draftOf(path: string, text: string): Draft {
  const file = readUserFile(path);
  return { path, ...(file && { file }), text };
}

async function write(folder: string, drafts: readonly Draft[]): Promise<string[]> {
  const diagnostics = new Diagnostics();
  const show = (path: string): string => relative(folder, path) || '.';
  const isDone = await writeScaffold(drafts, { folder, handlers: folder, show }, diagnostics);
  expect(isDone).toBe(!diagnostics.hasErrors);
  return diagnostics.list.map(({ message }) => message);
}

test('an edit between reading and writing is kept, and nothing else is written', async () => {
  const folder = makeFolder({ 'a.ts': 'a', 'b.ts': 'b' });
  const drafts = ['a', 'b', 'new'].map((name) => draftOf(join(folder, `${name}.ts`), `${name} changed`));
  writeFileSync(join(folder, 'b.ts'), 'b by hand');
  expect(await write(folder, drafts)).toEqual([
    "'b.ts' cannot be written: it changed while lacuna was running; run the command again",
  ]);
  expect(readdirSync(folder).sort()).toEqual(['a.ts', 'b.ts']);
  expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('a');
  expect(readFileSync(join(folder, 'b.ts'), 'utf8')).toBe('b by hand');
});

test('a file that somebody creates between reading and writing is kept', async () => {
  const folder = makeFolder({});
  const drafts = [draftOf(join(folder, 'new.ts'), 'ours')];
  writeFileSync(join(folder, 'new.ts'), 'theirs');
  expect(await write(folder, drafts)).toHaveLength(1);
  expect(readFileSync(join(folder, 'new.ts'), 'utf8')).toBe('theirs');
});

test('nothing is written through a link, either beside a file or in its place', async () => {
  const folder = makeFolder({ 'a.ts': 'a', 'outside/b.ts': 'b', 'outside/c.ts': 'c' });
  symlinkSync(join(folder, 'outside/b.ts'), join(folder, 'a.ts.lacuna-new'));
  symlinkSync(join(folder, 'outside/c.ts'), join(folder, 'c.ts'));
  expect(await write(folder, [draftOf(join(folder, 'a.ts'), 'a changed')])).toEqual([]);
  expect(await write(folder, [draftOf(join(folder, 'c.ts'), 'c changed')])).toHaveLength(1);
  expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('a changed');
  expect(readFileSync(join(folder, 'outside/b.ts'), 'utf8')).toBe('b');
  expect(readFileSync(join(folder, 'outside/c.ts'), 'utf8')).toBe('c');
  expect(existsSync(join(folder, 'a.ts.lacuna-new'))).toBe(false);
});
