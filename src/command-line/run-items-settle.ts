import { realpathSync } from 'node:fs';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { applyAnswers } from '../index.js';
import type { CommandLine } from './parse-arguments.js';
import { printChanges, printTask } from './print-scaffold.js';
import type { Report } from './report.js';
import { exit, formatPath, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Runs `items settle`. Removes uses of answered items from the user's files, and prints the tasks that remain. */
export async function runItemsSettle(
  { words, dryRun, failsOnTasks }: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const run = await applyAnswers({ ...options, dryRun, ...(words.length > 0 && { ids: words }) });
  const reported = await reportFindings(run.diagnostics, run, terminal);
  const { settled } = run;
  if (settled === undefined) return reported;
  const folder = realpathSync(terminal.folder);
  const show = (path: string): string => formatPath(path, { folder });
  const { changes, removed, tasks } = settled;
  if (dryRun) terminal.print(printChanges(changes, show));
  const paths = changes.map(({ path }) => show(path));
  const count = `${removed.length} ${removed.length === 1 ? 'place' : 'places'}`;
  const rows = [...paths.map((path) => `${path}   changed`), `${count} ${dryRun ? 'would be changed' : 'changed'}`];
  const left = tasks.length === 0 ? '' : `\n  to do by hand:\n${tasks.map((task) => printTask(task, show)).join('')}`;
  terminal.print(`${rows.map((row) => `  ${row}\n`).join('')}${left}`);
  return {
    ...reported,
    written: { added: [], changed: paths, removed: [] },
    tasks: tasks.map(({ places, ...task }) => ({
      ...task,
      places: places.map((place) => ({ ...place, path: show(place.path) })),
    })),
    exitCode: reported.exitCode === exit.clean && failsOnTasks && tasks.length > 0 ? exit.drift : reported.exitCode,
  };
}
