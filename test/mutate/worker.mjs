import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

const parts = 'src test spec templates docs generated dist README.md package.json tsconfig.json vitest.config.ts'.split(
  ' ',
);

/** Runs tests in a copy of the project, so that a mistake is never in the files of a person. */
export class Worker {
  folder = mkdtempSync(join(tmpdir(), 'lacuna-mutate-'));
  #environment;
  #child;

  constructor(environment = {}) {
    this.#environment = environment;
    for (const part of parts) cpSync(part, join(this.folder, part), { recursive: true });
    symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'));
  }

  /** Runs test files. Returns whether each failed, its processor time, and the processor seconds of all. */
  async measure(files) {
    const { answer, seconds } = await this.#ask({ files });
    return { files: answer, seconds };
  }

  /**
   * Runs stages of tests with another text of a file. Returns the test file that fails first, and the processor
   * seconds.
   */
  async run(file, text, stages) {
    const path = join(this.folder, file);
    const right = readFileSync(path, 'utf8');
    const { answer, seconds } = await this.#ask({ file, text, stages });
    writeFileSync(path, right);
    return { noticedBy: answer.noticedBy, seconds };
  }

  close() {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #ask(message) {
    const child = await this.#start();
    const end = new AbortController();
    const { signal } = end;
    const answer = once(child, 'message', { signal }).then(([reply]) => reply);
    const crash = once(child, 'exit', { signal }).then(() => ({ answer: { noticedBy: 'a crash' }, seconds: 20 }));
    child.send(message);
    const reply = await Promise.race([answer, crash]);
    await Promise.allSettled([answer, crash, end.abort()]);
    if (reply.answer.noticedBy === 'a crash') this.#child = undefined;
    return reply;
  }

  async #start() {
    if (this.#child) return this.#child;
    const options = {
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, LACUNA_MUTATE: '1', LACUNA_SHARED: 'none', ...this.#environment },
    };
    this.#child = fork(join(import.meta.dirname, 'try-mistakes.mjs'), options);
    await once(this.#child, 'message');
    return this.#child;
  }
}
