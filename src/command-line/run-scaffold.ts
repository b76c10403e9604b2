import { existsSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { formatCount, wrapText } from '../diagnostics/show-text.js';
import { applyAnswers, scaffold } from '../index.js';
import type { Draft } from '../user-code/code.js';
import type { Renaming } from '../user-code/contract.js';
import type { Scaffold } from '../user-code/scaffold-run.js';
import type { Task } from '../user-code/task.js';
import type { CommandLine, Flags } from './parse-arguments.js';
import { exit, formatPath, formatPlace, listPlaces, type Report, reportFindings } from './report.js';
import type { Terminal } from './terminal.js';

/** Runs `scaffold` and prints its findings, its changes and the tasks that remain. */
export async function runScaffold(
  { flags }: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const dryRun = flags.has('dry-run');
  const run = await scaffold({ ...options, dryRun });
  const reported = await reportFindings(run.diagnostics, run, terminal);
  const { scaffolded, settings } = run;
  if (scaffolded === undefined) return reported;
  const show = (path: string): string => formatPath(path, { folder: realpathSync(terminal.folder) });
  if (dryRun) terminal.print(printChanges(scaffolded.changes, show));
  terminal.print(printScaffold(scaffolded, show, dryRun));
  if (!existsSync(join(settings.out.path, `server/index.${settings.recorded.emit}`))) {
    terminal.print(`  there is no server in ${show(settings.out.path)} yet: 'lacuna generate' writes it\n`);
  } else if (run.isStale) {
    terminal.print(
      `  ${show(settings.out.path)} does not have the last changes of the description: run 'lacuna generate'\n`,
    );
  }
  const paths = (isNew: boolean): string[] =>
    scaffolded.changes.filter(({ file }) => (file === undefined) === isNew).map(({ path }) => show(path));
  return {
    ...reported,
    ...listPlaces(settings, terminal),
    written: { added: paths(true), changed: paths(false), removed: [] },
    ...reportTasks(scaffolded.tasks, flags, show),
  };
}

/** Runs `gaps settle`. Removes uses of answered gaps from the user's files, and prints the tasks that remain. */
export async function runGapsSettle(
  { words, flags }: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const dryRun = flags.has('dry-run');
  const run = await applyAnswers({ ...options, dryRun, ...(words.length > 0 && { ids: words }) });
  const reported = await reportFindings(run.diagnostics, run, terminal);
  const { settled } = run;
  if (settled === undefined) return reported;
  const folder = realpathSync(terminal.folder);
  const show = (path: string): string => formatPath(path, { folder });
  const { changes, removed, tasks } = settled;
  if (dryRun) terminal.print(printChanges(changes, show));
  const paths = changes.map(({ path }) => show(path));
  const rows = [
    ...alignStates(paths.map((path) => [path, 'changed'])),
    `${formatCount(removed.length, 'place')} ${dryRun ? 'would be changed' : 'changed'}`,
  ];
  terminal.print(`${rows.map((row) => `  ${row}\n`).join('')}${printTasks(tasks, show)}`);
  return {
    ...reported,
    written: { added: [], changed: paths, removed: [] },
    ...reportTasks(tasks, flags, show),
  };
}

// With `--fail-on-tasks`, remaining tasks decide the exit code of a command without errors.
function reportTasks(
  tasks: readonly Task[],
  flags: Flags,
  show: (path: string) => string,
): Pick<Report, 'tasks' | 'exitCode'> {
  return {
    tasks: tasks.map(({ places, ...task }) => ({
      ...task,
      places: places.map((place) => ({ ...place, path: show(place.path) })),
    })),
    exitCode: flags.has('fail-on-tasks') && tasks.length > 0 ? exit.drift : exit.clean,
  };
}

/** Formats the planned or made changes of `scaffold`, and the tasks that remain. */
function printScaffold(
  { changes, kept, renamed, pending, tasks }: Scaffold,
  show: (path: string) => string,
  isDryRun: boolean,
): string {
  const rows = alignStates([
    ...pending.map((path) => [show(path), 'is completed first, because an earlier run was interrupted'] as const),
    ...changes.map(
      ({ path, file }) => [show(path), `${isDryRun ? 'would be ' : ''}${file ? 'changed' : 'written'}`] as const,
    ),
  ]);
  const names = renamed.flatMap(formatRenaming);
  const number = changes.length === 0 ? 'nothing' : formatCount(changes.length, 'file');
  const total = `${number} ${isDryRun ? 'would be written' : 'written'}, ${formatCount(kept, 'handler')} already ${kept === 1 ? 'exists' : 'exist'}`;
  const index = changes.find(({ path, file }) => !file && basename(path) === 'index.ts');
  const next = index
    ? [`next: write the body of each handler, and pass \`handlers\` of ${show(index.path)} to createServer`]
    : [];
  const head = [...rows, ...names, total, ...next].map((line) => `  ${line}\n`);
  return `${head.join('')}${printTasks(tasks, show)}`;
}

function alignStates(files: readonly (readonly [path: string, state: string])[]): string[] {
  const width = Math.max(...files.map(([path]) => path.length));
  return files.map(([path, state]) => `${path.padEnd(width)}   ${state}`);
}

function formatRenaming({ from, to }: Renaming): string[] {
  if (from.identifier !== to.identifier) return [`${from.identifier} is now called ${to.identifier}`];
  return from.type === to.type ? [] : [`the types of ${to.identifier} are now called ${to.type}…, not ${from.type}…`];
}

/** Prints the changes of the user's files as a patch. */
function printChanges(changes: readonly Draft[], show: (path: string) => string): string {
  return changes
    .map(({ path, file, text }) => {
      const name = show(path);
      const [before, after] = [file ? `a/${name}` : '/dev/null', `b/${name}`];
      const mark = file?.hasMark ? '\ufeff' : '';
      return createTwoFilesPatch(before, after, mark + (file?.text ?? ''), mark + text)
        .split('\n')
        .slice(1)
        .join('\n');
    })
    .join('');
}

function printTasks(tasks: readonly Task[], show: (path: string) => string): string {
  return tasks.length === 0 ? '' : `\n  to do by hand:\n${tasks.map((task) => printTask(task, show)).join('')}`;
}

function printTask({ text, places, lines = [] }: Task, show: (path: string) => string): string {
  const where = places.map((place) => formatPlace({ ...place, path: show(place.path) }));
  const [only] = where.length === 1 ? where : [];
  const rest = only === undefined ? where.map((place) => `      ${place}\n`) : [];
  return `  - ${wrapText(`${only === undefined ? '' : `${only}: `}${text}`, 4)}\n${rest.join('')}${lines.map((line) => `      ${line}\n`).join('')}`;
}
