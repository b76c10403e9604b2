import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { packageFolder } from '../package-files.js';
import { hashFile } from './describe-file.js';
import { HashingThread } from './hashing-thread.js';

function startThread(): HashingThread {
  const thread = new HashingThread();
  onTestFinished(() => thread.close());
  return thread;
}

/** Modules of together more than `bytes` bytes. Some are larger than a block, or have more bytes than characters. */
function listModules(bytes: number): readonly (readonly string[])[] {
  const sizes = [10, 100, 5000, 40_000, 1_500_000];
  const modules: string[][] = [];
  for (let length = 0; length < bytes; ) {
    const index = modules.length;
    const size = sizes[index % sizes.length] ?? 0;
    const letter = index % 7 === 3 ? '≥' : 'a';
    modules.push([`export const v${index} = '`, letter.repeat(size), "';\n"]);
    length += size;
  }
  return modules;
}

test('hashes each module as the main thread does', async () => {
  const thread = startThread();
  const modules = listModules(12_000_000);
  const encoded = modules.map((parts) => thread.encode(parts));
  expect(encoded.map(String)).toEqual(modules.map((parts) => parts.join('')));
  const hashes = await thread.finish();
  const hashed = encoded.filter((bytes) => hashes.has(bytes));
  // A module with more bytes than expected is not in the shared memory.
  expect(hashed.length).toBeGreaterThan(0.8 * modules.length);
  for (const bytes of hashed) expect(hashes.get(bytes)).toEqual(hashFile('v.ts', bytes));
});

test('starts no thread for a small output', async () => {
  const thread = startThread();
  thread.encode(['export const v = 1;\n']);
  expect(await thread.finish()).toEqual(new Map());
});

test('has no hashes if Node forbids threads', () => {
  const module = new URL('dist/compiled/output/hashing-thread.js', packageFolder);
  const program = `
    import { HashingThread } from '${module}';
    const thread = new HashingThread();
    for (let count = 0; count < 12; count++) thread.encode(['a'.repeat(1_000_000)]);
    console.log(await thread.finish());
  `;
  const permission = Number(process.versions.node.split('.')[0]) < 23 ? '--experimental-permission' : '--permission';
  const flags = [permission, '--allow-fs-read=*', '--input-type=module', '--eval', program];
  expect(spawnSync(process.execPath, flags, { encoding: 'utf8' }).stdout).toBe('Map(0) {}\n');
});

test('has no hashes of later modules if the thread ends early', async () => {
  const thread = startThread();
  for (const parts of listModules(12_000_000)) thread.encode(parts);
  thread.close();
  for (const parts of listModules(4_000_000)) thread.encode(parts);
  const last = thread.encode(['export const last = 1;\n']);
  expect((await thread.finish()).has(last)).toBe(false);
  expect(String(last)).toBe('export const last = 1;\n');
});
