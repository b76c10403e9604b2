import { resolve } from 'node:path';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { formatArgument } from '../diagnostics/show-text.js';
import { standardInput } from '../document/document.js';
import { check, findOmittedItems, generate } from '../generate.js';
import { getFlag } from '../options/option-table.js';
import type { GenerateOptions } from '../options/options.js';
import type { Run } from '../run.js';
import type { Report } from './report.js';
import { exit, formatPath, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Runs `generate` and prints its findings and its summary. */
export async function runGenerate({ name, options }: PlannedRun, terminal: Terminal): Promise<Report> {
  const started = Date.now();
  const run = await generate(options);
  const reported = await reportFindings(run.diagnostics, run, terminal);
  const { written, api, settings } = run;
  if (run.isUnchanged) {
    const places = listPlaces(settings, terminal);
    if (!terminal.isQuiet) terminal.print(`  ${places.out} is up to date with ${places.spec}\n`);
    return { ...reported, ...places };
  }
  if (written === undefined || api === undefined) return reported;
  const seconds = (Date.now() - started) / 1000;
  const places = listPlaces(settings, terminal);
  const ids = api.items.map(({ id }) => id);
  const { compareItems, printSummary } = await import('./print-summary.js');
  const changes = compareItems(api, settings.manifest?.openItems, await findOmitted(run));
  const isFirst = settings.manifest === undefined && options.only === undefined && !options.ignoreRecord;
  const clientOnly = isFirst ? `${generateCommand(name, options)} --only client` : undefined;
  if (!terminal.isQuiet) terminal.print(printSummary({ ...places, api, written, changes, seconds, clientOnly }));
  const listPaths = (files: readonly { readonly path: string }[]): string[] =>
    files.map(({ path }) => `${places.out}/${path}`);
  return {
    ...reported,
    ...places,
    written: {
      added: listPaths(written.added),
      changed: listPaths(written.changed),
      removed: listPaths(written.removed),
    },
    items: { open: ids, ...changes },
  };
}

// Reads the whole description only if an open item of the last run is gone.
async function findOmitted(run: Run): Promise<ReadonlySet<string>> {
  const { api, settings } = run;
  const known = new Set([...(api?.items ?? []), ...(api?.resolved ?? [])].map(({ id }) => id));
  if (settings.manifest?.openItems.every((id) => known.has(id)) !== false) return new Set();
  return findOmittedItems(run);
}

/** Runs `check` and prints its findings and the differences. */
export async function runCheck({ name, options }: PlannedRun, terminal: Terminal): Promise<Report> {
  const run = await check(options);
  const reported = await reportFindings(run.diagnostics, run, terminal);
  if (run.drifts === undefined || reported.exitCode !== exit.clean) return reported;
  const places = listPlaces(run.settings, terminal);
  if (run.drifts.length === 0) {
    if (!terminal.isQuiet) terminal.print(`  ${places.out} is up to date with ${places.spec}\n`);
    return { ...reported, ...places, drifts: [] };
  }
  const { formatCause, formatChanges, printDrifts } = await import('./print-drifts.js');
  const none = { inputs: [], options: [] };
  const reason = formatChanges(run.changes ?? none, (path) => formatPath(path, terminal));
  const drifts = run.drifts.map(({ path, state, diff, why }) => ({
    path: `${places.out}/${path}`,
    state,
    diff,
    cause: formatCause({ state, ...(why !== undefined && { why }) }, reason),
  }));
  const updateCommand = generateCommand(name, options);
  terminal.print(printDrifts(drifts, updateCommand));
  return { ...reported, ...places, drifts, updateCommand, exitCode: exit.drift };
}

/** Formats the description and the output folder of a run. */
export function listPlaces(
  { folder, spec, out }: Awaited<ReturnType<typeof generate>>['settings'],
  terminal: Terminal,
): { readonly spec: string; readonly out: string } {
  const shown = formatPath(spec, terminal);
  return { spec: shown, out: formatPath(resolve(folder, out.shown), terminal) };
}

// Formats the command that generates the output. It has the flags of this command, because the manifest does not record
// all of them. A configuration contains all of them.
function generateCommand(name: string | undefined, options: GenerateOptions): string {
  const { spec, overlay, out, root, previous, previousOverlay } = options;
  const stated = { spec, overlay, out, root, previous, previousOverlay };
  const flags = Object.entries(options.ignoreRecord ? {} : stated).flatMap(([option, values]) =>
    [values ?? []].flat().map((value) => `--${getFlag(option)} ${formatArgument(value)}`),
  );
  const input = spec === standardInput ? ['< openapi.yaml'] : [];
  return ['lacuna generate', ...(name === undefined ? [] : [name]), ...flags, ...input].join(' ');
}
