import { join, relative, resolve } from 'node:path';
import { Diagnostics } from './diagnostics/diagnostic.js';
import type { Document } from './document/document.js';
import type { Emitter } from './emitters/emitter.js';
import { reservedBy } from './emitters/index.js';
import { realFolder } from './files/folder.js';
import { emitDescription, listUses, type Reading, readDescription } from './generate.js';
import { Coverage } from './model/coverage.js';
import type { CoverageRow } from './model/list-coverage.js';
import { nameApi } from './naming/name-api.js';
import { type GenerateOptions, type Settings, settleOptions } from './options.js';
import { checkInputs } from './output/check-inputs.js';
import type { Drift } from './output/compare-artifacts.js';

import type { Written } from './output/plan-output.js';
import { writeArtifacts } from './output/write-artifacts.js';
import type { Grouping } from './scaffold/record.js';
import type { Scaffold } from './scaffold/scaffold.js';

export type { Diagnostic } from './diagnostics/diagnostic.js';
export type { Origin } from './diagnostics/origin.js';
export type { ArtifactKind } from './model/artifact.js';
export type { CoverageRow, Use } from './model/list-coverage.js';
export type { GenerateOptions } from './options.js';
export type { Drift } from './output/compare-artifacts.js';
export type { Written } from './output/plan-output.js';
export type { Grouping } from './scaffold/record.js';
export type { Scaffold } from './scaffold/scaffold.js';

/** What every run gives: its options, its findings, and the description as far as it could be read. */
export interface Run extends Reading {
  readonly settings: Settings;
  readonly diagnostics: Diagnostics;
}

/**
 * Generates and writes the artifacts. When `diagnostics` has errors nothing was written and `written` is absent. `registry`:
 * every kind of artifact there is, those of this package by default.
 */
export async function generate(
  options: GenerateOptions = {},
  registry?: readonly Emitter[],
): Promise<Run & { readonly written?: Written }> {
  const run = await readApi(options, undefined, registry);
  const { settings, diagnostics, document, api } = run;
  const artifacts = document && api && (await emitDescription(document, api, settings, diagnostics));
  if (artifacts === undefined || document === undefined || api === undefined || isRefused(run)) return run;
  checkInputs(settings.out, artifacts, listInputs(document, settings), diagnostics);
  if (diagnostics.hasErrors) return run;
  settings.onStage('writing');
  const record = { options: settings.recorded, openItems: api.items.map(({ id }) => id) };
  const written = await writeArtifacts(settings.out, artifacts, record, diagnostics);
  return { ...run, ...(written && { written }) };
}

/** Compares what would be generated with the output folder, writing nothing. When `diagnostics` has errors `drifts` is absent. */
export async function check(
  options: GenerateOptions = {},
  registry?: readonly Emitter[],
): Promise<Run & { readonly drifts?: readonly Drift[] }> {
  const run = await readApi(options, undefined, registry);
  const { settings, diagnostics, document, api } = run;
  if (settings.manifest === undefined && !diagnostics.hasErrors) {
    diagnostics.report('nothing-generated', undefined, { path: settings.out.shown });
    return run;
  }
  const artifacts = document && api && (await emitDescription(document, api, settings, diagnostics));
  if (artifacts === undefined || api === undefined || isRefused(run)) return run;
  const { compareArtifacts } = await import('./output/compare-artifacts.js'); // only here are files compared line by line
  const record = { options: settings.recorded, openItems: api.items.map(({ id }) => id) };
  // What the kinds that are left out need, such as modules of the runtime, a comparison of the others cannot know.
  const comparison = settings.dropsKinds
    ? { kinds: settings.kinds }
    : { kinds: new Set([...settings.kinds, 'runtime']), record };
  return { ...run, drifts: await compareArtifacts(settings.out, artifacts, comparison, diagnostics) };
}

/** The options of `scaffold` beside those of `generate`; paths are relative to `folder`. */
export interface ScaffoldOptions extends GenerateOptions {
  /** The folder of the handlers; `src/handlers` by default. */
  readonly handlers?: string;
  /** How new handlers are put into files; as recorded unless told, one per operation where nothing is. */
  readonly per?: Grouping;
  /** Plans everything and writes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Brings the user's handlers along with the description: names that changed are followed, operations without a handler get
 * one, nothing else changes. When `diagnostics` has errors nothing was written, or what is reported was not, and
 * `scaffolded` is absent.
 */
export async function scaffold(options: ScaffoldOptions = {}): Promise<Run & { readonly scaffolded?: Scaffold }> {
  const run = await readApi(options);
  const { settings, diagnostics, api } = run;
  const names = api && nameApi(api, diagnostics, { reserved: reservedBy(settings.emitters) });
  if (api === undefined || names === undefined || isRefused(run)) return run;
  if (settings.manifest && !settings.recorded.only.includes('server')) {
    diagnostics.report('server-not-generated', undefined, { path: settings.out.shown });
    return run;
  }
  settings.onStage('reading handlers');
  const { findHandlersFolder, planScaffold, recoverScaffold, writeScaffold } = await import('./scaffold/index.js'); // it loads a compiler, which takes its time
  const { out, recorded } = settings;
  const folder = realFolder(settings.folder);
  const show = (path: string): string => relative(folder, path) || '.';
  const handlers = realFolder(
    options.handlers === undefined ? findHandlersFolder(folder, out.path) : resolve(folder, options.handlers),
  );
  const { importExtension } = recorded;
  const input = { api, names, folder, handlers, out: out.path, importExtension, show };
  if (!options.dryRun && !(await recoverScaffold(input, diagnostics))) return run;
  const scaffolded = planScaffold({ ...input, ...(options.per && { per: options.per }) }, diagnostics);
  if (!scaffolded || (!options.dryRun && !(await writeScaffold(scaffolded.changes, input, diagnostics)))) return run;
  return { ...run, scaffolded };
}

/** Does all of `generate` except writing, and returns what became of each keyword of the description. */
export async function account(options: GenerateOptions = {}): Promise<Run & { readonly rows: readonly CoverageRow[] }> {
  const coverage = new Coverage();
  const run = await readApi(options, coverage);
  const rows = await listUses(run, run.settings, run.diagnostics, coverage);
  isRefused(run);
  return { ...run, rows };
}

/** Reads a description and builds its model, writing nothing; `coverage` is told of all that is read. */
export async function readApi(
  options: GenerateOptions = {},
  coverage?: Coverage,
  registry?: readonly Emitter[],
): Promise<Run> {
  const diagnostics = new Diagnostics();
  const settings = settleOptions(options, diagnostics, registry);
  const reading = diagnostics.hasErrors ? {} : await readDescription(settings, diagnostics, coverage);
  return { settings, diagnostics, ...reading };
}

/** Lists the files that a run reads: how messages name each, and its absolute path. */
function listInputs(document: Document, { folder, previous }: Settings): Map<string, string> {
  const files = [...document.files.keys()].map((file) => join(document.folder, file));
  const all = [...files, join(folder, 'redocly.yaml'), ...(previous === undefined ? [] : [previous])];
  return new Map(all.map((path) => [relative(realFolder(folder), path), path]));
}

// All stages can warn, so `--strict` refuses warnings only after the last one.
function isRefused({ settings, diagnostics }: Run): boolean {
  if (settings.strict && !diagnostics.hasErrors) diagnostics.refuseWarnings();
  return diagnostics.hasErrors;
}
