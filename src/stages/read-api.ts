import { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Document } from '../document/document.js';
import { readDocument } from '../document/read-document.js';
import type { Emitter } from '../emitters/emitter.js';
import { completeInterrupted } from '../files/file-writer.js';
import type { Api } from '../model/api.js';
import { buildApi } from '../model-builder/api.js';
import type { Coverage } from '../model-builder/context.js';
import type { GenerateOptions } from '../options/options.js';
import type { RunMemory } from '../options/run-memory.js';
import { type Settings, type Settled, settle } from '../options/settle-options.js';
import { readOldJournal } from '../output/manifest.js';
import { lintDocument } from '../redocly/lint-document.js';
import { loadOverlays } from './load-overlays.js';

/** The description as far as it was read. The model is absent if there are errors. */
export interface Reading {
  readonly document?: Document;
  readonly api?: Api;
}

/** The result of every run: its options, its findings, and the description as far as it could be read. */
export interface Run extends Reading {
  readonly settings: Settings;
  readonly diagnostics: Diagnostics;
  /** Whether nothing changed since the last run. If so, the description was not read and nothing was written. */
  readonly isUnchanged?: true;
}

/** Returns settings with which the whole description is read, including what the filter omits. */
export function omitFilter(settings: Settings): Settings {
  return { ...settings, filter: undefined };
}

/**
 * Completes or undoes what an interrupted run left in the output folder. Settles the options again if there was such a
 * run, because it can have recorded others. Reports errors into the result.
 */
export async function completeOutput(settled: Settled, settleAgain: () => Settled): Promise<Settled> {
  // A run of version 0.1 left no journal but its next manifest, which the plan of the output reads.
  if (readOldJournal(settled.settings.out).size > 0) return settled;
  const diagnostics = new Diagnostics();
  const isChanged = await completeInterrupted({ folder: settled.settings.out, journalFolder: '' }, diagnostics);
  const current = isChanged ? settleAgain() : settled;
  current.diagnostics.include(diagnostics);
  return current;
}

/**
 * Reads a description, builds its model and writes nothing. `coverage` records everything that is read. `isWhole` reads
 * the description without the filter. `settled` are the options if they are settled already.
 */
export async function readApi(
  options: GenerateOptions = {},
  coverage?: Coverage,
  {
    registry,
    memory,
    isWhole = false,
    settled = settle(options, registry),
  }: {
    readonly registry?: readonly Emitter[] | undefined;
    readonly memory?: RunMemory | undefined;
    readonly isWhole?: boolean;
    readonly settled?: Settled;
  } = {},
): Promise<Run> {
  const { diagnostics } = settled;
  const remembering = { ...settled.settings, ...(memory && { memory }) };
  const settings = isWhole ? omitFilter(remembering) : remembering;
  const reading = diagnostics.hasErrors ? {} : await readDescription(settings, diagnostics, coverage);
  return { settings, diagnostics, ...reading };
}

/**
 * Runs stages 1 to 3: path → document → model. `diagnostics` receives all errors of a stage. A stage with errors is the
 * last one.
 */
export async function readDescription(
  settings: Settings,
  diagnostics: Diagnostics,
  coverage?: Coverage,
  contents?: ReadonlyMap<string, Uint8Array>,
): Promise<Reading> {
  settings.onStage('reading');
  const document = await readSources(settings, diagnostics, contents);
  if (document === undefined || diagnostics.hasErrors) return { ...(document && { document }) };
  settings.onStage('linting');
  await lintDocument(document, settings.folder, settings.limits, diagnostics);
  if (diagnostics.hasErrors) return { document };
  settings.onStage('building the model');
  const api = buildApi(document, diagnostics, coverage);
  return diagnostics.hasErrors ? { document } : { document, api };
}

/** Runs stage 1: path → document, without the filter. */
export async function readWhole(settings: Settings, diagnostics: Diagnostics): Promise<Document | undefined> {
  return readSources(omitFilter(settings), diagnostics);
}

async function readSources(
  settings: Settings,
  diagnostics: Diagnostics,
  contents?: ReadonlyMap<string, Uint8Array>,
): Promise<Document | undefined> {
  return readDocument(settings.spec, diagnostics, settings.limits, {
    root: settings.root,
    filter: settings.filter,
    contents,
    parsed: settings.memory?.parsed,
    edit: await loadOverlays(settings.overlays),
    input: settings.input && { bytes: settings.input, folder: settings.folder },
  });
}

/**
 * Returns whether a run has errors. Every stage can report warnings, so `--strict` turns warnings into errors only
 * here, after the last stage.
 */
export function isRefused({ settings, diagnostics }: Run): boolean {
  if (settings.strict && !diagnostics.hasErrors) diagnostics.refuseWarnings();
  return diagnostics.hasErrors;
}
