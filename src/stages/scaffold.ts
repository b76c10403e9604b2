import { relative, resolve } from 'node:path';
import { listReserved } from '../emitters/emit-artifacts.js';
import { resolveFolder } from '../files/folder.js';
import type { ConfigurableOptions, GenerateOptions } from '../options/options.js';
import type { Scaffold } from '../scaffold/scaffold.js';
import { listInputs } from './list-inputs.js';
import { nameDescription } from './name-description.js';
import { isRefused, type Run, readApi } from './read-api.js';

/** The options of `scaffold`. Paths are relative to `folder`. */
export interface ScaffoldOptions extends GenerateOptions, Pick<ConfigurableOptions, 'handlers' | 'per'> {
  /** Whether to write nothing. */
  readonly dryRun?: boolean;
}

/**
 * Updates the user's handlers after a change of the description. Follows changed names, adds handlers for operations
 * without one, and changes nothing else. If `diagnostics` has errors, `scaffolded` is absent, and the reported files,
 * or all files, were not written.
 */
export async function scaffold(options: ScaffoldOptions = {}): Promise<Run & { readonly scaffolded?: Scaffold }> {
  const run = await readApi(options);
  const { settings, diagnostics, api } = run;
  const names = api && nameDescription(api, diagnostics, { reserved: await listReserved(settings.emitters) }).names;
  if (api === undefined || names === undefined || isRefused(run)) return run;
  if (settings.manifest && !settings.recorded.only.includes('server')) {
    const isConfigured = options.ignoreRecord === true;
    diagnostics.report('server-not-generated', undefined, { path: settings.out.shown, isConfigured });
    return run;
  }
  settings.onStage('reading handlers');
  // The module loads a compiler, which is slow.
  const { findHandlersFolder, planScaffold, readPendingScaffold, completeScaffold, writeScaffold } = await import(
    '../scaffold/index.js'
  );
  const { out, recorded } = settings;
  const folder = resolveFolder(settings.folder);
  const show = (path: string): string => relative(folder, path) || '.';
  const handlers = resolveFolder(
    options.handlers === undefined ? findHandlersFolder(folder, out.path) : resolve(folder, options.handlers),
  );
  const { emit, importExtension } = recorded;
  const filtered = new Set(run.document?.filtered.map(({ method, path }) => `${method} ${path}`));
  const inputs = new Set(run.document && listInputs(run.document, settings).values());
  const input = { api, names, folder, handlers, out: out.path, emit, importExtension, filtered, inputs, show };
  if (!options.dryRun && !(await completeScaffold(input, diagnostics))) return run;
  const pending = options.dryRun ? readPendingScaffold(input) : new Map();
  const scaffolded = planScaffold({ ...input, pending, ...(options.per && { per: options.per }) }, diagnostics);
  if (!scaffolded || (!options.dryRun && !(await writeScaffold(scaffolded.changes, input, diagnostics)))) return run;
  return { ...run, scaffolded };
}
