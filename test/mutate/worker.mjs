import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

// A mistake may make a loop endless.
const mostSeconds = 240;

/** Tries mistakes in a copy of the project, so that none is ever in the files of a person. */
export class Worker {
  #folder = mkdtempSync(join(tmpdir(), 'lacuna-mutate-'));
  #child;

  constructor() {
    const parts = [
      'src',
      'test',
      'spec',
      'templates',
      'generated',
      'dist',
      'package.json',
      'tsconfig.json',
      'vitest.config.ts',
    ];
    for (const part of parts) cpSync(part, join(this.#folder, part), { recursive: true });
    symlinkSync(resolve('node_modules'), join(this.#folder, 'node_modules'));
  }

  /** Runs stages of tests with a text in place of a file, or as it is; returns the test file that fails first. */
  async run(file, text, stages) {
    const child = await this.#start();
    const path = join(this.#folder, file);
    const right = readFileSync(path, 'utf8');
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), mostSeconds * 1000);
    try {
      child.send({ file, text, stages });
      const [{ noticedBy }] = await Promise.race([
        once(child, 'message', { signal: end.signal }),
        once(child, 'exit', { signal: end.signal }).then(() => [{ noticedBy: 'a crash' }]),
      ]);
      return noticedBy;
    } catch {
      return 'a time-out';
    } finally {
      clearTimeout(timer);
      if (end.signal.aborted || child.exitCode !== null) this.#stop();
      writeFileSync(path, right);
    }
  }

  close() {
    this.#stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start() {
    if (this.#child) return this.#child;
    const options = {
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, LACUNA_SHARED: 'none' },
    };
    this.#child = fork(join(import.meta.dirname, 'try-mistakes.mjs'), options);
    await once(this.#child, 'message');
    return this.#child;
  }

  #stop() {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}
