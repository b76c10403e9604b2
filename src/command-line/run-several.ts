import { setImmediate } from 'node:timers/promises';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { runCheck, runGenerate } from './commands.js';
import type { Progress } from './progress.js';
import type { Report } from './report.js';
import { mainThread, runCaptured, type SharedCommand, SharedRuns } from './shared-runs.js';
import type { Terminal } from './terminal.js';

type RunOne = (run: PlannedRun, terminal: Terminal) => Promise<Report>;

/** The function of each command for one description. */
export const sharedCommands: { readonly [command in SharedCommand]: RunOne } = {
  generate: runGenerate,
  check: runCheck,
};

/**
 * Runs a command for several descriptions. When the first one that has changed begins, other threads begin with those
 * after it, if they are large. Prints the same, in the same order, as one run after the other.
 */
export async function runSeveral(
  command: SharedCommand,
  runs: readonly PlannedRun[],
  progress: Progress,
  terminal: Terminal,
): Promise<readonly Report[]> {
  const shared = new SharedRuns(runs);
  let starting: Promise<void> | undefined;
  const start = async (): Promise<void> =>
    (await import('./start-threads.js')).startThreads(shared, { command, terminal, onStage: progress.report });
  // A run that changes nothing has no stages.
  const onStage = (stage: string): void => {
    starting ??= start();
    progress.report(stage);
  };
  const work = async (): Promise<void> => {
    for (const [index, run] of runs.entries()) {
      if (!shared.claims.take(index, mainThread)) continue;
      const watched = { ...run, options: { ...run.options, onStage } };
      shared.end(index, await runCaptured((captured) => sharedCommands[command](watched, captured), terminal));
      // Messages of threads arrive between two runs.
      await setImmediate();
    }
    await starting;
  };
  const [reports] = await Promise.all([shared.collect(progress.watch()), work()]);
  return reports;
}
