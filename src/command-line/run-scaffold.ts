import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { scaffold } from '../index.js';
import { listPlaces } from './commands.js';
import type { CommandLine } from './parse-arguments.js';
import { printChanges, printScaffold } from './print-scaffold.js';
import type { Report } from './report.js';
import { exit, formatPath, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Runs `scaffold` and prints its findings, its changes and the tasks that remain. */
export async function runScaffold(
  { dryRun, failsOnTasks }: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const run = await scaffold({ ...options, dryRun });
  const reported = await reportFindings(run.diagnostics, run, terminal);
  const { scaffolded, settings } = run;
  if (scaffolded === undefined) return reported;
  const show = (path: string): string => formatPath(path, { folder: realpathSync(terminal.folder) });
  if (dryRun) terminal.print(printChanges(scaffolded.changes, show));
  terminal.print(printScaffold(scaffolded, show, dryRun));
  if (!existsSync(join(settings.out.path, `server/index.${settings.recorded.emit}`))) {
    terminal.print(`  there is no server in ${show(settings.out.path)} yet: 'lacuna generate' writes it\n`);
  }
  const tasks = scaffolded.tasks.map(({ places, ...task }) => ({
    ...task,
    places: places.map((place) => ({ ...place, path: show(place.path) })),
  }));
  const paths = (isNew: boolean): string[] =>
    scaffolded.changes.filter(({ file }) => (file === undefined) === isNew).map(({ path }) => show(path));
  return {
    ...reported,
    ...listPlaces(settings, terminal),
    written: { added: paths(true), changed: paths(false), removed: [] },
    tasks,
    exitCode: reported.exitCode === exit.clean && failsOnTasks && tasks.length > 0 ? exit.drift : reported.exitCode,
  };
}
