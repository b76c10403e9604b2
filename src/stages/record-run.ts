import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { type Document, standardInput } from '../document/document.js';
import { getMovablePath } from '../files/folder.js';
import { hashText } from '../files/hash-text.js';
import type { Settings } from '../options/settle-options.js';
import type { RunRecord } from '../output/manifest.js';
import { readVersion } from '../package-files.js';
import { hashInput } from './find-unchanged.js';
import { hashBounds } from './hash-bounds.js';
import { listOwnInputs, listPageInputs } from './list-inputs.js';
import { listLintInputs } from './list-lint-inputs.js';

/** Records what a run read and the warnings that it reported. */
export function recordRun(document: Document, settings: Settings, diagnostics: Diagnostics): RunRecord {
  const { out, limits } = settings;
  // Uses the hashes of the description that was read, because its files can have changed since.
  const overlays = document.overlays.map((overlay) => [overlay.file, overlay] as const);
  const files = [...document.files, ...overlays].map(
    ([file, { hash }]) =>
      [file === standardInput ? file : getMovablePath(out.path, join(document.folder, file)), hash] as const,
  );
  const read = [...listLintInputs(settings), ...listOwnInputs(settings)].map(
    (path) => [getMovablePath(out.path, path), hashText(readFileSync(path))] as const,
  );
  const shown = listPageInputs(document, settings).map(
    (path) => [getMovablePath(out.path, path), hashInput(path, limits.fileBytes)] as const,
  );
  const warnings = new Map<string, number>();
  for (const { severity, code } of diagnostics.list) {
    if (severity === 'warning') warnings.set(code, (warnings.get(code) ?? 0) + 1);
  }
  const bounds = hashBounds(settings);
  return {
    lacuna: readVersion(),
    ...(bounds !== undefined && { bounds }),
    inputs: new Map([...files, ...read, ...shown]),
    warnings,
  };
}
