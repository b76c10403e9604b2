import { parentPort, workerData } from 'node:worker_threads';
import { loadLocateOption } from '../configuration/option-source.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { sharedCommands } from './run-several.js';
import { Claims, runCaptured } from './shared-runs.js';
import type { ThreadMessage, ThreadTask } from './start-threads.js';

// The program of a thread that `startThreads` starts. Runs what it can claim, and sends the outcomes.
const { command, terminal, thread, memory, runs }: ThreadTask = workerData;

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

async function withCallbacks({ source, options, ...run }: PlannedRun): Promise<PlannedRun> {
  const onStage = (stage: string): void => send({ stage });
  const locateOption = source && (await loadLocateOption(source));
  return { ...run, options: { ...options, onStage, ...(locateOption && { locateOption }) } };
}

async function runClaimed(): Promise<void> {
  const claims = new Claims(memory);
  const quiet = { ...terminal, isInteractive: false };
  for (const { index, run } of runs) {
    if (!claims.take(index, thread)) continue;
    const whole = await withCallbacks(run);
    send({ index, outcome: await runCaptured((captured) => sharedCommands[command](whole, captured), quiet) });
  }
}

// An `await` of the module itself would make Rolldown divide the modules of the package into more files.
void runClaimed();
