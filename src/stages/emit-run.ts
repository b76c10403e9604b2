import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Document } from '../document/document.js';
import type { EmittedArtifact } from '../emitters/emit-artifacts.js';
import type { ArtifactKind } from '../model/artifact.js';
import { EndlessPattern, matchSeconds } from '../model/compile-pattern.js';
import type { Manifest } from '../output/manifest.js';
import { emitDescription } from './emit-description.js';
import { withOwnEmitters } from './own-emitters.js';
import { isRefused, type Run } from './read-api.js';
import { recordRun } from './record-run.js';

/** The artifacts that a run emits, and what the manifest records of it. */
interface Emitted {
  readonly document: Document;
  readonly artifacts: readonly EmittedArtifact[];
  readonly record: Omit<Manifest, 'files'>;
}

/**
 * Emits the artifacts of a run that has read its description. The output folder also has the kinds `others`. Returns
 * `undefined` if the run has errors.
 */
export async function emitRun(run: Run, others: readonly ArtifactKind[] = []): Promise<Emitted | undefined> {
  const { diagnostics, document, api } = run;
  if (!document || !api) return undefined;
  const settings = await withOwnEmitters(run.settings, document.folder, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const artifacts = await emitDescription(document, api, { ...settings, others }, diagnostics).catch((error) =>
    reportEndless(error, diagnostics),
  );
  if (!artifacts || isRefused(run)) return undefined;
  // If files are postponed, the folder is not up to date, and the manifest must not record that it is.
  const isWhole = !settings.memory?.postponed.size;
  const record = {
    options: settings.recorded,
    ...(isWhole && { run: recordRun(document, settings, diagnostics) }),
    openItems: api.items.map(({ id }) => id),
  };
  return { document, artifacts, record };
}

function reportEndless(error: unknown, diagnostics: Diagnostics): undefined {
  if (!(error instanceof EndlessPattern)) throw error;
  const { pattern, origin } = error;
  diagnostics.report('endless-pattern', origin, { pattern, seconds: matchSeconds }, { at: 'key' });
}
