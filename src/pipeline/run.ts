import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { GenerateOptions } from '../configuration/options.js';
import { type Diagnostics, Stop } from '../diagnostics/diagnostic.js';
import type { Document } from '../document/document.js';
import type { Api } from '../model/api.js';
import { EndlessPattern, matchSeconds } from '../model/compile-pattern.js';
import type { Settings, StartedRun } from './settings.js';

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

/** A run that has read its description completely. */
export type WholeRun = Run & Required<Reading>;

/** A run that has begun. Its stages add what they have read. */
export type OpenRun = { -readonly [M in keyof Run]: Run[M] };

/**
 * Runs stages and returns the run with their result. If a stage ends the run because of errors, the result is absent.
 * This is the only place that catches such errors.
 */
export async function completeRun<T extends object>(
  started: StartedRun,
  stages: (run: OpenRun) => Promise<T>,
): Promise<Run & Partial<T>> {
  const run: OpenRun = { ...started };
  let result: Partial<T> = {};
  try {
    run.diagnostics.stopOnErrors();
    result = await stages(run);
  } catch (error) {
    if (error instanceof EndlessPattern) {
      const { pattern, origin } = error;
      run.diagnostics.report('endless-pattern', origin, { pattern, seconds: matchSeconds }, { at: 'key' });
    } else if (!(error instanceof Stop)) throw error;
  }
  return { ...run, ...result };
}

/**
 * Ends a run with errors. Every stage can report warnings, so `--strict` turns warnings into errors only here, after
 * the last stage.
 */
export function stopOnRefusal({ settings, diagnostics }: Run): void {
  if (settings.strict && !diagnostics.hasErrors) diagnostics.refuseWarnings();
  diagnostics.stopOnErrors();
}

/**
 * Ends a run if the output folder has no manifest, unless the description that the options state is missing: the stage
 * that reads it reports that.
 */
export function stopIfNothingGenerated({ settings, diagnostics }: Run, options: GenerateOptions): void {
  if (settings.manifest) return;
  if (options.spec !== undefined && options.input === undefined && !existsSync(settings.spec)) return;
  const spec = options.spec ?? (existsSync(settings.spec) ? relative(settings.folder, settings.spec) : 'FILE');
  const isConfigured = options.ignoreRecord === true;
  diagnostics.stop('nothing-generated', undefined, { path: settings.out.shown, spec, isConfigured });
}
