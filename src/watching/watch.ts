import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { generate } from '../generate.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { GenerateOptions } from '../options/options.js';
import { createMemory, type RunMemory } from '../options/run-memory.js';
import { listOwnInputs, listPageInputs } from '../stages/list-inputs.js';
import { listLintInputs } from '../stages/list-lint-inputs.js';
import type { Run } from '../stages/read-api.js';
import { Follower } from './follower.js';
import { InputWatcher, readStamp } from './input-watcher.js';

/** A description to watch. */
interface WatchedDescription {
  /** Its name in the configuration, if that has several. */
  readonly name?: string;
  readonly options: GenerateOptions;
}

/** The watched files: descriptions, and files that choose them, such as the configuration. */
export interface WatchPlan {
  readonly descriptions: readonly WatchedDescription[];
  /** Absolute paths. */
  readonly files: readonly string[];
}

/** A run of one description. */
export interface WatchedRun extends Awaited<ReturnType<typeof generate>> {
  readonly name?: string;
  /** The files whose change led to it, absolute; none for the first run. */
  readonly changed: readonly string[];
  /** How long it took. */
  readonly milliseconds: number;
}

/** What followed a run in a process of its own: the reference, which takes too long to wait for. */
export interface FollowUp {
  readonly run: WatchedRun;
  /** Those of a whole run. */
  readonly diagnostics: Diagnostics;
  /** The files that it wrote or removed, below the output folder. */
  readonly paths: readonly string[];
  readonly milliseconds: number;
}

/** How to watch. */
export interface WatchOptions {
  /** Called after each run of a description. The next run begins once it returns. */
  readonly onRun?: (run: WatchedRun) => void | Promise<void>;
  /**
   * Called when the reference has followed a run. A change before that ends it, so that it follows the next run only.
   */
  readonly onFollowUp?: (followUp: FollowUp) => void | Promise<void>;
  /** How long nothing may change before a run begins, in milliseconds; 20 by default. */
  readonly debounce?: number;
}

/** A watch that is under way. */
export interface Watching {
  /** Resolves after the first run of every description. */
  readonly ready: Promise<void>;
  /** Resolves when the watch has ended; rejected if it ended with an error. */
  readonly done: Promise<void>;
  /** Ends the watch, after the run that is under way. */
  close(): Promise<void>;
}

/**
 * Generates one or several descriptions, and generates each again whenever a file that it reads changes. A run with
 * errors leaves the output of the last one in place.
 */
export function watch(options: GenerateOptions | readonly GenerateOptions[] = {}, how: WatchOptions = {}): Watching {
  const list = 'length' in options ? options : [options];
  const descriptions = list.map((each) => ({ options: each }));
  return watchPlan(async () => ({ descriptions, files: [] }), how);
}

/** Watches what `plan` returns. It is asked again when one of its `files` changes. */
export function watchPlan(plan: () => Promise<WatchPlan>, how: WatchOptions = {}): Watching {
  return new Watch(plan, how);
}

/** A description, and what its last run left. */
interface Watched {
  readonly description: WatchedDescription;
  readonly memory: RunMemory;
  readonly follower: Follower;
  inputs: ReadonlySet<string>;
}

// How long a file that is missing for a moment, as during a switch of branches, is waited for.
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
    // Prevents an unhandled rejection if the caller awaits neither.
    this.done.catch(() => undefined);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    return this.done.catch(() => undefined);
  }

  async #end(): Promise<void> {
    this.#watcher.close();
    await Promise.all(this.#planned.map(({ follower }) => follower.close()));
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

  /** Runs the descriptions that read one of the changed files; all of them if the plan changed. */
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
    // What a run leaves is of use only to the same options.
    this.#planned = descriptions.map((description) => {
      const same = old.find((one) => JSON.stringify(one.description) === JSON.stringify(description));
      // An emitter that the configuration passes may be another one.
      return { memory: createMemory(), follower: new Follower(), inputs: new Set(), ...same, description };
    });
    const followers = new Set(this.#planned.map(({ follower }) => follower));
    await Promise.all(old.filter(({ follower }) => !followers.has(follower)).map(({ follower }) => follower.close()));
  }

  async #run(watched: Watched, changed: readonly string[]): Promise<void> {
    const { name, options } = watched.description;
    await watched.follower.stop();
    // A file that changes during the run has to be read again.
    const stamps = new Map([...watched.inputs].map((path) => [path, readStamp(path)]));
    const [started, startedAt] = [performance.now(), Date.now()];
    // The first run fills the memory, even if nothing changed since an earlier watch.
    const force = watched.inputs.size === 0 || options.force === true;
    const run = await generate({ ...options, force }, undefined, watched.memory);
    const isPartial = run.diagnostics.hasErrors || run.isUnchanged;
    watched.inputs = new Set([...listWatched(run), ...(isPartial ? watched.inputs : [])]);
    for (const path of watched.inputs) if (!stamps.has(path)) stamps.set(path, readStampSince(path, startedAt));
    this.#watcher.set([...this.#planned.flatMap(({ inputs }) => [...inputs]), ...this.#planFiles], stamps);
    const milliseconds = performance.now() - started;
    const told = { ...run, ...(name !== undefined && { name }), changed, milliseconds };
    await this.#how.onRun?.(told);
    if (!isPartial && watched.memory.postponed.size > 0) void this.#followUp(watched, told);
    watched.memory.postponed = watched.follower.canRun(options) ? listSlowKinds(run) : new Set();
  }

  async #followUp({ follower, description }: Watched, run: WatchedRun): Promise<void> {
    const started = performance.now();
    try {
      const answer = await follower.run(description.options);
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

// Without other kinds, there is nothing that could be written before.
function listSlowKinds({ settings: { kinds, emitters } }: Run): ReadonlySet<ArtifactKind> {
  const slow = emitters.flatMap(({ kind, isSlow }) => (isSlow && kinds.has(kind) ? [kind] : []));
  return new Set(slow.length < kinds.size ? slow : []);
}

// A file that is new to the watch, and that was written after the run began, is read again.
function readStampSince(path: string, startedAt: number): string {
  const stamp = readStamp(path);
  const [, , mtime = '0'] = stamp.split(' ');
  return Number(mtime) / 1e6 > startedAt ? 'unknown' : stamp;
}

/** Lists the files that a run read or looked for; of one that found nothing changed, what the last one read. */
export function listWatched({ settings, document, isUnchanged }: Run): readonly string[] {
  const { folder, spec, input, previous, previousOverlays = [] } = settings;
  return [
    ...(input ? [] : [spec]),
    ...(document?.looked ?? []),
    ...listPageInputs(document, settings),
    ...[previous, ...previousOverlays].filter((path) => path !== undefined),
    join(folder, 'redocly.yaml'),
    ...listLintInputs(folder),
    ...listOwnInputs(settings),
    ...(isUnchanged
      ? [...(settings.manifest?.run?.inputs.keys() ?? [])].map((path) => join(settings.out.path, path))
      : []),
  ].filter((path) => isAbsolute(path));
}
