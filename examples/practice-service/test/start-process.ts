import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';
import { build as buildPage } from 'vite';
import type { Storage } from '../src/database/open-database.js';

/** The program of the service as a process. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** The tokens that it printed at its first start. */
  readonly tokens: readonly string[];
  readonly printed: string;
  /** Sends a signal. Returns the exit code. */
  stop(signal: 'SIGKILL' | 'SIGTERM' | 'SIGHUP'): Promise<number | null>;
}

const running = new Set<ChildProcess>();
const programs = new Set<string>();

/** Bundles the program as `npm run practice` does, with the reference of the documented API. Returns its path. */
export async function buildProgram(): Promise<string> {
  // The folder is below the packages that the program imports.
  const cache = join(import.meta.dirname, '../../../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'practice-'));
  programs.add(folder);
  const program = join(folder, 'main.js');
  await build({
    entryPoints: [join(import.meta.dirname, '../src/main.ts')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  await buildPage({
    root: join(import.meta.dirname, '../web'),
    logLevel: 'error',
    build: { outDir: join(folder, 'web'), emptyOutDir: true },
  });
  for (const variant of ['documented', 'sandbox'])
    for (const name of ['reference', 'openapi.json'])
      cpSync(join(import.meta.dirname, '../../../generated', name), join(folder, 'pages', variant, name), {
        recursive: true,
      });
  return program;
}

/** Stops the processes that a failed test left, and removes the programs. */
export function stopProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of programs) rmSync(folder, { recursive: true, force: true });
}

/** Starts the program on a free port. By default, its data is in a temporary folder. */
export async function startProcess(program: string, storage?: Storage): Promise<ServiceProcess> {
  const place = storage && 'folder' in storage ? ['--data', storage.folder] : [];
  const child = spawn(process.execPath, [program, '--port', '0', '--quiet', ...place], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(storage && 'url' in storage ? { DATABASE_URL: storage.url } : {}) },
  });
  running.add(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() =>
    running.delete(child),
  );
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.endsWith('\n\n')) resolve();
    });
    void ended.then(() => reject(new Error(`the service ended: ${printed}`)));
  });
  return {
    child,
    url: /listens on (\S+)/.exec(printed)?.[1] ?? '',
    tokens: Array.from(printed.matchAll(/now: (\S+)/g), ([, token = '']) => token),
    printed,
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
