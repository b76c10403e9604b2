import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { GenerateOptions } from '../configuration/options.js';
import { type Diagnostic, Diagnostics } from '../diagnostics/diagnostic.js';
import { packageFolder } from '../files/package-files.js';
import type { ArtifactKind } from '../model/artifact.js';
import { generate } from '../pipeline/generate.js';
import { listInputs } from '../pipeline/inputs.js';
import type { Run } from '../pipeline/run.js';
import { createMemory, type RunMemory } from '../pipeline/settings.js';
import { InputWatcher, readStamp } from './input-watcher.js';

/** A description to watch. */
interface WatchedDescription {
  /** Its name, if the configuration has several descriptions. */
  readonly name?: string;
  readonly options: GenerateOptions;
}

/** What is watched: descriptions, and the files that determine them, such as the configuration. */
export interface WatchPlan {
  readonly descriptions: readonly WatchedDescription[];
  /** The absolute paths of these files. */
  readonly files: readonly string[];
}

/** A run of one description. */
export interface WatchedRun extends Awaited<ReturnType<typeof generate>> {
  readonly name?: string;
  /** The absolute paths of the files whose change caused the run. Empty for the first run. */
  readonly changed: readonly string[];
  /** The duration of the run. */
  readonly milliseconds: number;
}

/**
 * A run in another process after the run of a description. It emits the reference, which takes too long to wait for.
 */
export interface FollowUp {
  readonly run: WatchedRun;
  /** The findings of the whole run. */
  readonly diagnostics: Diagnostics;
  /** The paths of the files that it wrote or removed, below the output folder. */
  readonly paths: readonly string[];
  readonly milliseconds: number;
}

/** The options of `watch`. */
export interface WatchOptions {
  /** Called after each run of a description. The next run begins when it has returned. */
  readonly onRun?: (run: WatchedRun) => void | Promise<void>;
  /**
   * Called after the reference was emitted. If a file changes before, the reference is emitted only after the next run.
   */
  readonly onFollowUp?: (runPostponed: FollowUp) => void | Promise<void>;
  /** The milliseconds without changes before a run begins; 20 by default. */
  readonly debounce?: number;
}

/** A watch that has begun. */
export interface Watching {
  /** Resolves after the first run of every description. */
  readonly ready: Promise<void>;
  /** Resolves when the watch has ended. Rejects if it ended because of an error. */
  readonly done: Promise<void>;
  /** Ends the watch when the present run is complete. */
  close(): Promise<void>;
}

/**
 * Generates one or several descriptions. Generates each again after each change of a file that it has read. If a run
 * has errors, the earlier output stays.
 */
export function watch(options: GenerateOptions | readonly GenerateOptions[] = {}, how: WatchOptions = {}): Watching {
  const list = 'length' in options ? options : [options];
  const descriptions = list.map((each) => ({ options: each }));
  return watchPlan(async () => ({ descriptions, files: [] }), how);
}

/** Watches what `plan` returns. Calls `plan` again whenever one of its `files` changes. */
export function watchPlan(plan: () => Promise<WatchPlan>, how: WatchOptions = {}): Watching {
  return new Watch(plan, how);
}

/** A description, and the state after its last run. */
interface Watched {
  readonly description: WatchedDescription;
  readonly memory: RunMemory;
  readonly worker: WorkerProcess;
  inputs: ReadonlySet<string>;
}

// The most milliseconds to wait for a file that is missing for a moment, as during a switch of branches.
const patience = 300;

class Watch implements Watching {
  readonly ready: Promise<void>;
  readonly done: Promise<void>;
  readonly #plan: () => Promise<WatchPlan>;
  readonly #how: WatchOptions;
  readonly #watcher: InputWatcher;
  readonly #changed = new Set<string>();
  #planned: readonly Watched[] = [];
  #planFiles: readonly string[] = [];
  #wake: () => void = () => undefined;
  #isClosed = false;
  #failure: Error | undefined;

  constructor(plan: () => Promise<WatchPlan>, how: WatchOptions) {
    this.#plan = plan;
    this.#how = how;
    const times = { quiet: how.debounce ?? 20, poll: 1000 };
    this.#watcher = new InputWatcher((paths) => {
      for (const path of paths) this.#changed.add(path);
      this.#wake();
    }, times);
    this.ready = this.#runAll(undefined);
    this.done = this.ready.then(() => this.#follow()).finally(() => this.#end());
    // Prevents an unhandled rejection if the caller awaits neither promise.
    this.done.catch(() => undefined);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    return this.done.catch(() => undefined);
  }

  async #end(): Promise<void> {
    this.#watcher.close();
    await Promise.all(this.#planned.map(({ worker }) => worker.close()));
  }

  async #follow(): Promise<void> {
    while (!this.#isClosed) {
      if (this.#failure) throw this.#failure;
      if (this.#changed.size === 0) {
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
        continue;
      }
      const changed = new Set(this.#changed);
      this.#changed.clear();
      await this.#waitForFiles(changed);
      await this.#runAll(changed);
    }
  }

  async #waitForFiles(changed: ReadonlySet<string>): Promise<void> {
    const until = performance.now() + patience;
    while (performance.now() < until && ![...changed].every((path) => existsSync(path))) {
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** Runs the descriptions that have read one of the changed files. Runs all of them if the plan changed. */
  async #runAll(changed: ReadonlySet<string> | undefined): Promise<void> {
    const isReplanned = changed === undefined || this.#planFiles.some((path) => changed.has(path));
    if (isReplanned) await this.#readPlan();
    for (const watched of this.#planned) {
      if (this.#isClosed) return;
      const causes = [...(changed ?? [])].filter((path) => watched.inputs.has(path) || this.#planFiles.includes(path));
      if (isReplanned || causes.length > 0) await this.#run(watched, causes);
    }
    if (this.#planned.length === 0) this.#watcher.set(this.#planFiles, new Map());
  }

  async #readPlan(): Promise<void> {
    const { descriptions, files } = await this.#plan();
    this.#planFiles = files;
    const old = this.#planned;
    // The state after a run is only valid for the same options.
    this.#planned = descriptions.map((description) => {
      const same = old.find((one) => JSON.stringify(one.description) === JSON.stringify(description));
      // Takes the new description, because an emitter in it can differ without a difference in JSON.
      return { memory: createMemory(), worker: new WorkerProcess(), inputs: new Set(), ...same, description };
    });
    const workers = new Set(this.#planned.map(({ worker }) => worker));
    await Promise.all(old.filter(({ worker }) => !workers.has(worker)).map(({ worker }) => worker.close()));
  }

  async #run(watched: Watched, changed: readonly string[]): Promise<void> {
    const { name, options } = watched.description;
    await watched.worker.stop();
    // If a file changes during the run, its stamp is older, so it is read again.
    const stamps = new Map([...watched.inputs].map((path) => [path, readStamp(path)]));
    const [started, startedAt] = [performance.now(), Date.now()];
    const run = await generate(options, undefined, watched.memory);
    const isPartial = run.diagnostics.hasErrors || run.isUnchanged;
    const inputs = listInputs(run).flatMap(({ path }) => (isAbsolute(path) ? path : []));
    watched.inputs = new Set([...inputs, ...(isPartial ? watched.inputs : [])]);
    for (const path of watched.inputs) if (!stamps.has(path)) stamps.set(path, readStampSince(path, startedAt));
    this.#watcher.set([...this.#planned.flatMap(({ inputs }) => [...inputs]), ...this.#planFiles], stamps);
    const milliseconds = performance.now() - started;
    const reported = { ...run, ...(name !== undefined && { name }), changed, milliseconds };
    await this.#how.onRun?.(reported);
    if (!isPartial && watched.memory.postponed.size > 0) void this.#runPostponed(watched, reported);
    watched.memory.postponed = watched.worker.canRun(options) ? listSlowKinds(run) : new Set();
  }

  async #runPostponed({ worker, description }: Watched, run: WatchedRun): Promise<void> {
    const started = performance.now();
    try {
      const answer = await worker.run(description.options);
      if (!answer) return;
      const diagnostics = new Diagnostics();
      diagnostics.include({ list: answer.findings });
      const milliseconds = performance.now() - started;
      await this.#how.onFollowUp?.({ run, diagnostics, paths: answer.paths, milliseconds });
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      this.#wake();
    }
  }
}

// If all kinds are slow, there is nothing to emit before them, so none is postponed.
function listSlowKinds({ settings: { kinds, emitters } }: Run): ReadonlySet<ArtifactKind> {
  const slow = emitters.flatMap(({ kind, isSlow }) => (isSlow && kinds.has(kind) ? [kind] : []));
  return new Set(slow.length < kinds.size ? slow : []);
}

// A file that was not watched before may have changed after the run began. In this case it is read again.
function readStampSince(path: string, startedAt: number): string {
  const stamp = readStamp(path);
  const [, , mtime = '0'] = stamp.split(' ');
  return Number(mtime) / 1e6 > startedAt ? 'unknown' : stamp;
}

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
class WorkerProcess {
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
