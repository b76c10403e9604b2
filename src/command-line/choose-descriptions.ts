import { dirname, resolve } from 'node:path';
import { findPlace, reportUnknownPlace } from '../answers/add-gap.js';
import { readEditable } from '../answers/edit-description.js';
import type { GenerateOptions } from '../configuration/options.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import type { ReadConfiguration } from '../configuration/read-configuration.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { resolveFolder } from '../files/folder.js';
import { type Run, readApi } from '../index.js';
import { findOmittedGaps } from '../pipeline/generate.js';
import { type CommandName, editCommands } from './command-table.js';
import type { CommandLine } from './parse-arguments.js';
import { type Report, reportFindings } from './report.js';
import { askPlace, readEditOptions } from './run-gaps-edit.js';
import type { Terminal } from './terminal.js';

type GapsCommandLine = CommandLine & { readonly command: CommandName };

interface ChosenRun {
  readonly planned: PlannedRun;
  readonly commandLine: CommandLine;
}

/** A description that was read. */
interface Searched {
  readonly planned: PlannedRun;
  readonly run: Run;
  /** The gaps that are open only where the filter omits them. */
  readonly omitted: ReadonlySet<string>;
}

type Wanted = 'open' | 'answered' | 'place';

const wantedBy: { readonly [C in CommandName]?: Wanted } = {
  'gaps show': 'open',
  'gaps amend': 'open',
  'gaps answer': 'open',
  'gaps settle': 'answered',
  'gaps add': 'place',
};

/** Lists the names of all outputs of a description: those of the same file with the same overlays. */
export function listOutputs(name: string, { path, descriptions }: ReadConfiguration): readonly string[] {
  const describe = (options: GenerateOptions): string => describeSource({ ...options, folder: dirname(path) });
  const chosen = descriptions.find((one) => one.name === name);
  if (!chosen) return [name];
  const outputs = descriptions.filter(({ options }) => describe(options) === describe(chosen.options));
  return outputs.flatMap((output) => output.name ?? []);
}

// Two outputs with the same text have the same description.
function describeSource({ folder = '', spec = '', overlay = [] }: GenerateOptions): string {
  return JSON.stringify([spec, ...[overlay].flat()].map((path) => resolveFolder(resolve(folder, path))));
}

/** Omits further outputs of the same description. */
function omitRepeated<T extends { readonly planned: PlannedRun }>(list: readonly T[]): readonly T[] {
  const sources = list.map(({ planned }) => describeSource(planned.options));
  return list.filter((_, index) => sources.indexOf(sources[index] ?? '') === index);
}

/**
 * Chooses the runs of a command that names gaps or a place, if the configuration has several descriptions: those of
 * the one description that has them. If no or more than one description has them, or if one cannot be read, returns
 * reports of the errors.
 */
export async function chooseRuns(
  given: GapsCommandLine,
  runs: readonly PlannedRun[],
  terminal: Terminal,
): Promise<readonly ChosenRun[] | { readonly refused: readonly Report[] }> {
  const all = runs.map((planned) => ({ planned, commandLine: given }));
  const wanted = wantedBy[given.command];
  const isOne = (editCommands.has(given.command) ? omitRepeated(all) : all).length < 2;
  if (wanted === undefined || isOne) return all;
  if (given.flags.has('from')) {
    const names = runs.flatMap(({ name }) => name ?? []);
    new Diagnostics().stop('description-not-chosen', undefined, { variant: 'flag', flag: '--from', names });
  }
  let known: readonly Searched[] | undefined;
  const checkPlace = async (place: string): Promise<Diagnostics> => {
    known ??= await search(runs, given, terminal);
    const diagnostics = new Diagnostics();
    if (findFitting(place, wanted, known).length === 0) reportAbsent(place, wanted, known, diagnostics);
    return diagnostics;
  };
  const commandLine = wanted === 'place' ? await askPlace(given, terminal, checkPlace) : given;
  const { command, words, at } = commandLine;
  const names = wanted !== 'place' ? words : at ? [at] : [];
  if (names.length === 0 && command === 'gaps settle') return all;
  // One run reports that no gap is named, or too many.
  const isIncomplete = names.length === 0 || (editCommands.has(command) && words.length > 1);
  if (isIncomplete) return runs.slice(0, 1).map((planned) => ({ planned, commandLine }));
  const searched = known ?? (await search(runs, commandLine, terminal));
  const unread = omitRepeated(searched).filter(({ run }) => (wanted === 'place' ? !run.document : !run.api));
  const refused: Report[] = [];
  for (const { planned, run } of unread) {
    const { name: description = '' } = planned;
    const name = names.join("', '");
    run.diagnostics.report('description-not-chosen', undefined, { variant: 'unread', name, description });
    refused.push({ name: description, ...(await reportFindings(run.diagnostics, run, terminal)) });
  }
  if (refused.length > 0) return { refused };
  const diagnostics = new Diagnostics();
  const found = names.map((name) => ({ name, fitting: findFitting(name, wanted, searched) }));
  for (const { name, fitting } of found) {
    if (fitting.length === 0) reportAbsent(name, wanted, searched, diagnostics);
    if (omitRepeated(fitting).length < 2) continue;
    const several = fitting.flatMap(({ planned }) => planned.name ?? []);
    diagnostics.report('description-not-chosen', undefined, { variant: 'several', name, names: several });
  }
  diagnostics.stopOnErrors();
  return searched.flatMap((one) => {
    const own = found.flatMap(({ name, fitting }) => (fitting.includes(one) ? name : []));
    if (own.length === 0) return [];
    return { planned: one.planned, commandLine: wanted === 'place' ? commandLine : { ...commandLine, words: own } };
  });
}

// Reads the descriptions. If the flag of an edit names an overlay that only some of them have, omits the others.
async function search(
  runs: readonly PlannedRun[],
  commandLine: GapsCommandLine,
  terminal: Terminal,
): Promise<readonly Searched[]> {
  const searched: (Searched & { readonly isTarget: boolean })[] = [];
  for (const planned of runs) {
    const { run, target } = editCommands.has(commandLine.command)
      ? await readEditable(planned.options, readEditOptions(commandLine, terminal))
      : { run: await readApi(planned.options), target: true };
    searched.push({ planned, run, omitted: await findOmittedGaps(run), isTarget: target !== undefined });
  }
  const targets = searched.filter(({ isTarget }) => isTarget);
  return targets.length === 0 ? searched : targets;
}

// If no description has the gap in the wanted state, returns those that have it in another one, so that the command
// can say so.
function findFitting(name: string, wanted: Wanted, searched: readonly Searched[]): readonly Searched[] {
  if (wanted === 'place')
    return searched.filter(({ run: { document } }) => document && findPlace(name, document) !== undefined);
  const has = (list: readonly { readonly id: string }[] = []): boolean => list.some(({ id }) => id === name);
  const fitting = searched.filter(({ run: { api } }) => has(wanted === 'open' ? api?.gaps : api?.resolved));
  if (fitting.length > 0) return fitting;
  return searched.filter(({ run: { api }, omitted }) => has(api?.gaps) || has(api?.resolved) || omitted.has(name));
}

function reportAbsent(name: string, wanted: Wanted, searched: readonly Searched[], diagnostics: Diagnostics): void {
  if (wanted === 'place') {
    reportUnknownPlace(
      name,
      searched.flatMap(({ run: { document } }) => document ?? []),
      diagnostics,
    );
    return;
  }
  const known = searched.flatMap(({ run: { api } }) => [...(api?.gaps ?? []), ...(api?.resolved ?? [])]);
  const likely = findNearestName(
    name,
    known.map(({ id }) => id),
  );
  diagnostics.report('gap-unknown', undefined, { variant: 'absent', id: name, likely });
}
