import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from './make-folder.js';

/** The output of a process of `lacuna`, and its exit code, which is `null` if the process was killed. */
export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** Runs `lacuna` in another process. With `killAt`, kills it before its n-th change of the disk. */
export function runProcess(folder: string, argv: readonly string[], killAt?: number): Promise<Ended> {
  const preload = killAt === undefined ? [] : ['--import', resolve('test/kill-at.mjs')];
  // Two pipes have no common order, so both streams write into one file.
  const output = join(makeFolder({}), 'output.txt');
  const descriptor = openSync(output, 'a');
  const child = spawn(process.execPath, [...preload, resolve('dist/cli.js'), ...argv], {
    cwd: folder,
    env: { ...process.env, LACUNA_KILL_AT: String(killAt) },
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  return new Promise((done) => child.on('close', (code) => done({ code, text: readFileSync(output, 'utf8') })));
}

/** Reads all files below a folder by path. Does not follow links. */
export function readTree(folder: string): Record<string, string> {
  const paths = listFiles(folder).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

// The option `recursive` of Node 22 follows links.
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : [];
  });
}
