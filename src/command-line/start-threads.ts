import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { packageFolder } from '../package-files.js';
import { areIndependent, hasOwnEmitters } from './independent-runs.js';
import type { Outcome, SharedCommand, SharedRuns } from './shared-runs.js';
import type { Terminal } from './terminal.js';

/** What a thread receives. */
export interface ThreadTask {
  readonly command: SharedCommand;
  readonly terminal: Pick<Terminal, 'folder' | 'colours' | 'isVerbose' | 'isQuiet'>;
  /** The number of the thread. */
  readonly thread: number;
  /** The memory of the claims. */
  readonly memory: SharedArrayBuffer;
  /** The runs that it may claim, in the order in which it tries. */
  readonly runs: readonly { readonly index: number; readonly run: PlannedRun }[];
}

/** What a thread sends: the stage that it begins, or the outcome of a run. */
export type ThreadMessage = { readonly stage: string } | { readonly index: number; readonly outcome: Outcome };

/** What all threads receive, and what receives their stages. */
type Sharing = Pick<ThreadTask, 'command' | 'terminal'> & { readonly onStage: (stage: string) => void };

// The most threads beside the main thread. Each needs the memory of a run.
const mostThreads = 3;

// The bytes of descriptions for which a thread pays. It compiles all code again, which takes about half a second.
const leastBytes = 500_000;

// The thread runs JavaScript, so it needs the built module even if this module runs from its source.
const program = new URL('dist/command-line/run-thread.js', packageFolder);

/**
 * Starts threads for the runs that have not begun. Starts none if there is only one processor, if the descriptions are
 * small, or if a run could depend on the output of another one.
 */
export function startThreads(shared: SharedRuns, { command, terminal, onStage }: Sharing): void {
  const left = [...shared.runs.entries()]
    .filter(([index]) => shared.claims.getHolder(index) === 0)
    .map(([index, run]) => ({ index, run: omitCallbacks(run), bytes: countBytes(run) }))
    .sort((a, b) => b.bytes - a.bytes);
  const bytes = left.reduce((sum, one) => sum + one.bytes, 0);
  const count = Math.min(left.length, availableParallelism() - 1, mostThreads, Math.floor(bytes / leastBytes));
  if (count < 1 || hasOwnEmitters(shared.runs)) return;
  if (command === 'generate' && !areIndependent(shared.runs)) return;
  const { folder, colours, isVerbose = false, isQuiet = false } = terminal;
  const runs = left.map(({ index, run }) => ({ index, run }));
  const task = { command, terminal: { folder, colours, isVerbose, isQuiet }, memory: shared.claims.memory, runs };
  for (let thread = 2; thread < count + 2; thread++) startThread(shared, { ...task, thread }, onStage);
}

// The thread does not need the options of the process, such as modules that Node loads first.
function startThread(shared: SharedRuns, task: ThreadTask, onStage: Sharing['onStage']): void {
  let worker: Worker;
  try {
    worker = new Worker(program, { execArgv: [], workerData: task });
  } catch {
    return; // Node's permissions can forbid threads.
  }
  let failure: unknown = new Error('a thread ended before its run was complete');
  worker.on('message', (message: ThreadMessage) => {
    if ('stage' in message) onStage(message.stage);
    else shared.end(message.index, message.outcome);
  });
  worker.on('error', (error) => {
    failure = error;
  });
  worker.on('exit', () => shared.lose(task.thread, failure));
}

function omitCallbacks({ options: { locateOption, onStage, ...options }, ...run }: PlannedRun): PlannedRun {
  return { ...run, options };
}

function countBytes({ options: { folder = '', spec = '' } }: PlannedRun): number {
  return statSync(resolve(folder, spec), { throwIfNoEntry: false })?.size ?? 0;
}
