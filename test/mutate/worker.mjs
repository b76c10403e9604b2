import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

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

  /**
   * Runs stages of tests with a text in place of a file, or unchanged; returns the test file that fails first. A run that
   * takes longer than `mostSeconds` is in an endless loop.
   */
  async run(file, text, stages, mostSeconds) {
    const child = await this.#start();
    const path = join(this.#folder, file);
    const right = readFileSync(path, 'utf8');
    const end = new AbortController();
    const { signal } = end;
    const answer = once(child, 'message', { signal }).then(([{ noticedBy }]) => noticedBy);
    const crash = once(child, 'exit', { signal }).then(() => 'a crash');
    const late = setTimeout(mostSeconds * 1000, 'a time-out', { signal });
    child.send({ file, text, stages });
    const noticedBy = await Promise.race([answer, crash, late]);
    await Promise.allSettled([answer, crash, late, end.abort()]);
    if (noticedBy === 'a crash' || noticedBy === 'a time-out') this.#stop();
    writeFileSync(path, right);
    return noticedBy;
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
