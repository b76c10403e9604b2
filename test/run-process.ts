import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What a process of `lacuna` printed, and how it ended: its exit code, or `null` if it was killed. */
export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** Runs `lacuna` in a process of its own; kills it before its n-th change of the disk if `killAt` is set. */
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

/** Reads all files below a folder, by path, links not followed. */
export function readTree(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}
