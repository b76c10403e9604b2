import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { GenerateOptions } from '../options/options.js';

/** What a process tells of its run. */
export type FollowerAnswer = FollowerDone | { readonly bug: string };

interface FollowerDone {
  readonly findings: readonly Diagnostic[];
  /** The files that it wrote or removed. */
  readonly paths: readonly string[];
}

// A process needs JavaScript: the built module, even if this module runs from its source.
const program = new URL('../../dist/watching/run-follower.js', import.meta.url);

/** Generates in a process of its own, which stays for the next run. */
export class Follower {
  #child: ChildProcess | undefined;
  #isBusy = false;

  /** Returns whether another process can receive the options, which emitters that are passed as values prevent. */
  canRun(options: GenerateOptions): boolean {
    try {
      structuredClone(omitCallbacks(options));
      return true;
    } catch {
      return false;
    }
  }

  /** Generates; `undefined` if `stop` was called before it was done. Throws an error if the process fails. */
  async run(options: GenerateOptions): Promise<FollowerDone | undefined> {
    this.#child ??= fork(program, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const child = this.#child;
    this.#isBusy = true;
    const answer = new Promise<FollowerAnswer | undefined>((done) => {
      child.once('message', (message: FollowerAnswer) => done(message));
      child.once('exit', () => done(undefined));
    });
    child.send(omitCallbacks(options));
    const answered = await answer;
    child.removeAllListeners();
    // It was stopped, and another run may have begun since.
    if (this.#child !== child) return undefined;
    this.#isBusy = false;
    if (!answered || 'bug' in answered) throw new Error(answered?.bug ?? 'the process that followed the watch ended');
    return answered;
  }

  /** Ends the run that is under way. The next run completes what it was writing. */
  async stop(): Promise<void> {
    if (this.#isBusy) await this.close();
  }

  /** Ends, also while it generates. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.#isBusy = false;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

// They only show progress and places in the configuration, which the run before has shown.
function omitCallbacks({ onStage, locateOption, ...options }: GenerateOptions): GenerateOptions {
  return options;
}
