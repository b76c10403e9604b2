import { resolve } from 'node:path';
import { Diagnostics } from './diagnostics/diagnostic.js';
import { emitDescription, type Reading, readDescription } from './generate.js';
import { nameApi } from './naming/name-api.js';
import { type GenerateOptions, type Settings, settleOptions } from './options.js';
import { compareArtifacts, type Drift } from './output/compare-artifacts.js';
import { type Written, writeArtifacts } from './output/write-artifacts.js';
import { type Scaffold, scaffoldHandlers } from './scaffold/scaffold-handlers.js';
import { readHandlers, writeHandlers } from './scaffold/write-handlers.js';

export type { Diagnostic } from './diagnostics/diagnostic.js';
export type { Origin } from './diagnostics/origin.js';
export type { ArtifactKind } from './model/artifact.js';
export type { GenerateOptions } from './options.js';
export type { Drift } from './output/compare-artifacts.js';
export type { Written } from './output/write-artifacts.js';
export type { Scaffold } from './scaffold/scaffold-handlers.js';

/** What every run gives: its options, its findings, and the description as far as it could be read. */
export interface Run extends Reading {
  readonly settings: Settings;
  readonly diagnostics: Diagnostics;
}

/** Generates and writes the artifacts. When `diagnostics` has errors nothing was written and `written` is absent. */
export async function generate(options: GenerateOptions = {}): Promise<Run & { readonly written?: Written }> {
  const run = await readApi(options);
  const { settings, diagnostics, document, api } = run;
  const artifacts = document && api && (await emitDescription(document, api, settings, diagnostics));
  if (artifacts === undefined) return run;
  settings.onStage('writing');
  const written = writeArtifacts(settings.out, artifacts, settings.recorded, settings.orphanKinds, diagnostics);
  return { ...run, ...(written && { written }) };
}

/** Compares what would be generated with the output folder, writing nothing. When `diagnostics` has errors `drifts` is absent. */
export async function check(options: GenerateOptions = {}): Promise<Run & { readonly drifts?: readonly Drift[] }> {
  const run = await readApi(options);
  const { settings, diagnostics, document, api } = run;
  if (settings.manifest === undefined && !diagnostics.hasErrors) {
    diagnostics.report('nothing-generated', undefined, { path: settings.out.shown });
    return run;
  }
  const artifacts = document && api && (await emitDescription(document, api, settings, diagnostics));
  if (artifacts === undefined) return run;
  return { ...run, drifts: compareArtifacts(settings.out, artifacts, settings.orphanKinds, diagnostics) };
}

/**
 * Writes a handler file for each operation that has none into `handlers` (`src/handlers` unless told), and changes nothing
 * that exists. When `diagnostics` has errors nothing was written and `scaffolded` is absent.
 */
export async function scaffold(
  options: GenerateOptions & { readonly handlers?: string } = {},
): Promise<Run & { readonly handlers: string; readonly scaffolded?: Scaffold }> {
  const run = await readApi(options);
  const { settings, diagnostics, api } = run;
  const handlers = resolve(settings.folder, options.handlers ?? 'src/handlers');
  const names = api && nameApi(api, diagnostics);
  if (api === undefined || names === undefined || diagnostics.hasErrors) return { ...run, handlers };
  const { importExtension } = settings.recorded;
  const found = readHandlers(handlers);
  const scaffolded = scaffoldHandlers({ api, names, handlers, out: settings.out.path, importExtension, ...found });
  writeHandlers(handlers, scaffolded);
  return { ...run, handlers, scaffolded };
}

/** Reads a description and builds its model, writing nothing. */
export async function readApi(options: GenerateOptions = {}): Promise<Run> {
  const diagnostics = new Diagnostics();
  const settings = settleOptions(options, diagnostics);
  const reading = diagnostics.hasErrors ? {} : await readDescription(settings, diagnostics);
  return { settings, diagnostics, ...reading };
}
