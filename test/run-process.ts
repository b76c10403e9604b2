import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The output of a process of `lacuna`, and its exit code, which is `null` if the process was killed. */
export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** Runs `lacuna` in another process. With `killAt`, kills it before its n-th change of the disk. */
export function runProcess(folder: string, argv: readonly string[], killAt?: number): Promise<Ended> {
  const preload = killAt === undefined ? [] : ['--import', resolve('test/kill-at.mjs')];
  const child = spawn(process.execPath, [...preload, resolve('dist/cli.js'), ...argv], {
    cwd: folder,
    env: { ...process.env, LACUNA_KILL_AT: String(killAt) },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  return new Promise((done) => child.on('close', (code) => done({ code, text })));
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
