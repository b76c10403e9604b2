import type { PlannedRun } from '../configuration/plan-runs.js';
import { formatCount, wrapText } from '../diagnostics/show-text.js';
import type { Changes, Drift } from '../output/compare-artifacts.js';
import { check } from '../pipeline/generate.js';
import type { CommandLine } from './parse-arguments.js';
import { exit, formatPath, listPlaces, type Report, type ReportedDrift, reportFindings } from './report.js';
import { generateCommand } from './run-generate.js';
import type { Terminal } from './terminal.js';

/** Runs `check` and prints its findings and the differences. */
export async function runCheck(_: CommandLine, { name, options }: PlannedRun, terminal: Terminal): Promise<Report> {
  const run = await check(options);
  const reported = await reportFindings(run.diagnostics, run, terminal);
  if (run.drifts === undefined || reported.exitCode !== exit.clean) return reported;
  const places = listPlaces(run.settings, terminal);
  if (run.drifts.length === 0) {
    if (!terminal.isQuiet) terminal.print(`  ${places.out} is up to date with ${places.spec}\n`);
    return { ...reported, ...places, drifts: [] };
  }
  const none = { inputs: [], options: [] };
  const reason = formatChanges(run.changes ?? none, (path) => formatPath(path, terminal));
  const drifts = run.drifts.map(({ path, state, diff, why }) => ({
    path: `${places.out}/${path}`,
    state,
    diff,
    cause: formatCause(state, state === 'stale' ? reason : why),
  }));
  const updateCommand = generateCommand(name, options);
  terminal.print(printDrifts(drifts, updateCommand, terminal.isVerbose));
  return { ...reported, ...places, drifts, updateCommand, exitCode: exit.drift };
}

const causes = {
  stale: 'is stale',
  edited: 'was edited by hand, or merged from another branch, after it was generated',
  layout: 'differs only in layout, as a formatter would change it',
  missing: 'is missing',
  unreadable: 'cannot be read',
  orphaned: 'is orphaned: the manifest lists it, but it is no longer generated',
} as const;

// Formats why a file differs, as a sentence without subject.
function formatCause(state: Drift['state'], why: string | undefined): string {
  return `${causes[state]}${why === undefined ? '' : `: ${why}`}`;
}

/** Formats what changed since the output was generated. */
function formatChanges({ inputs, options, lacuna }: Changes, show: (path: string) => string): string {
  const [first, ...others] = inputs.map(show);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const reasons = [
    ...(first === undefined ? [] : [`${first}${more} changed`]),
    ...(options.length === 0 ? [] : [`${options.map((option) => `'${option}'`).join(', ')} changed`]),
    ...(lacuna === undefined ? [] : [`lacuna ${lacuna} generated it`]),
  ];
  if (reasons.length === 0) return 'the description, the options or lacuna changed since it was generated';
  return `${reasons.join(', and ')}${lacuna === undefined ? ' since it was generated' : ''}`;
}

// The most lines of diffs that are printed without `--verbose`.
const mostDiffLines = 60;

/**
 * Formats the differences that `check` found: the cause of each file, with its diff as long as all of them are of
 * readable length, then the command that resolves all of them.
 */
function printDrifts(drifts: readonly ReportedDrift[], updateCommand: string, isVerbose = false): string {
  const [first, ...others] = drifts.filter(({ state }) => state === 'layout');
  const shown = drifts.filter((drift) => drift.state !== 'layout' || drift === first);
  let room = isVerbose ? Number.POSITIVE_INFINITY : mostDiffLines;
  let omitted = 0;
  const files = shown.map(({ path, state, diff, cause }) => {
    const more = state === 'layout' && others.length > 0 ? ` and ${others.length} more: each` : '';
    const head = `${path}${more} ${wrapText(cause, 2, path.length + more.length + 1)}\n`;
    if (diff === '') return head;
    const lines = diff.split('\n');
    if (lines.length > room) {
      omitted++;
      return head;
    }
    room -= lines.length;
    return `${head}${lines.map((line) => `  ${line}\n`).join('')}\n`;
  });
  const total = `${formatCount(drifts.length, 'file')} ${drifts.length === 1 ? 'differs' : 'differ'}`;
  const hint =
    omitted === 0
      ? ''
      : `to see the diff of ${omitted === 1 ? 'the other file' : `${omitted} more files`}, add --verbose\n`;
  return `${files.join('').trimEnd()}\n\n${total}; to update: ${updateCommand}\n${hint}`;
}
