import { realpathSync } from 'node:fs';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { findUses, type ItemUse } from '../index.js';
import type { CommandLine } from './parse-arguments.js';
import { exit, formatPath, type Report, type ReportedUse, reportFindings } from './report.js';
import type { Terminal } from './terminal.js';

/** Runs `items uses`. Prints the places in the user's code that use items, and writes nothing. */
export async function runItemUses(
  { words, flags }: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const isUnused = flags.has('unused');
  const run = await findUses(options, words);
  const reported = await reportFindings(run.diagnostics, run, terminal);
  const { uses, open } = run;
  if (uses === undefined || open === undefined) return reported;
  const folder = realpathSync(terminal.folder);
  const all = uses.map((use) => describeUse(use, open, formatPath(use.path, { folder })));
  const listed = isUnused ? all.filter(({ state }) => state === 'closed') : all;
  terminal.print(printUses(listed, isUnused));
  const exitCode = isUnused && listed.length > 0 ? exit.drift : reported.exitCode;
  return { ...reported, uses: listed, exitCode };
}

function describeUse(
  { id, kind, isGone, line, column }: ItemUse,
  open: ReadonlySet<string>,
  path: string,
): ReportedUse {
  const state = isGone ? 'closed' : id === undefined ? 'unknown' : open.has(id) ? 'open' : 'closed';
  return { ...(id !== undefined && { id }), kind, path, line, column, state };
}

function printUses(uses: readonly ReportedUse[], isUnused: boolean): string {
  if (uses.length === 0) {
    return isUnused ? '  no code uses an item that is no longer open\n' : '  no code uses an item\n';
  }
  const groups = new Map<string, ReportedUse[]>();
  for (const use of uses) {
    const title = use.id ?? (use.state === 'closed' ? 'no longer generated' : 'an item that the code does not name');
    groups.set(title, [...(groups.get(title) ?? []), use]);
  }
  return [...groups].map(([title, list]) => printGroup(title, list)).join('\n');
}

function printGroup(title: string, uses: readonly ReportedUse[]): string {
  const isClosed = uses.some(({ id, state }) => id !== undefined && state === 'closed');
  const places = uses.map(({ path, line, column, kind }) => [`${path}:${line}:${column}`, kind] as const);
  const width = Math.max(...places.map(([place]) => place.length));
  const rows = places.map(([place, kind]) => `    ${place.padEnd(width)}  ${kind}\n`);
  return `  ${title}${isClosed ? ' (no longer open)' : ''}\n${rows.join('')}`;
}
