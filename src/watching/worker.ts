import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { GenerateOptions } from '../options/options.js';
import { packageFolder } from '../package-files.js';

/** The message that the process sends after its run. */
export type WorkerAnswer = WorkerResult | { readonly bug: string };

interface WorkerResult {
  readonly findings: readonly Diagnostic[];
  /** The files that it wrote or removed. */
  readonly paths: readonly string[];
}

// The process runs JavaScript, so it needs the built module even if this module runs from its source.
const program = new URL('dist/watching/run-worker.js', packageFolder);

/** Generates in another process, which keeps running for the next run. */
export class WorkerProcess {
  #child: ChildProcess | undefined;
  #isBusy = false;

  /** Returns whether another process can receive the options. It cannot if they contain an emitter as a value. */
  canRun(options: GenerateOptions): boolean {
    try {
      structuredClone(omitCallbacks(options));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Generates. Returns `undefined` if `stop` was called before the run was complete. Throws an error if the process
   * fails.
   */
  async run(options: GenerateOptions): Promise<WorkerResult | undefined> {
    this.#child ??= fork(program, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const child = this.#child;
    this.#isBusy = true;
    const answer = new Promise<WorkerAnswer | undefined>((done) => {
      child.once('message', (message: WorkerAnswer) => done(message));
      child.once('exit', () => done(undefined));
    });
    child.send(omitCallbacks(options));
    const answered = await answer;
    child.removeAllListeners();
    // The process was stopped, and another run can have begun since.
    if (this.#child !== child) return undefined;
    this.#isBusy = false;
    if (!answered || 'bug' in answered) throw new Error(answered?.bug ?? 'the worker process of the watch ended');
    return answered;
  }

  /** Ends a run that is not complete. The next run completes what it was writing. */
  async stop(): Promise<void> {
    if (this.#isBusy) await this.close();
  }

  /** Ends the process, even if it is generating. */
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

// The callbacks only report progress and places in the configuration, which the first run has already reported.
function omitCallbacks({ onStage, locateOption, ...options }: GenerateOptions): GenerateOptions {
  return options;
}
