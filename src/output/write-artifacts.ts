import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { isInterrupted, openForWriting } from '../files/file-writer.js';
import type { Folder } from '../files/folder.js';
import type { Manifest, ManifestFile } from './manifest.js';
import { type OutputArtifact, planOutput, type Written } from './plan-output.js';

/**
 * Writes the artifacts and the manifest, all or nothing. Nothing is written when anything is in the way: a file that was not
 * generated, a link, a folder. A generated file that a person edited is kept beside as `.orig`. Files of the manifest that
 * are no longer produced are removed when their kind is one of `kinds` and their text is still ours.
 */
export async function writeArtifacts(
  folder: Folder,
  artifacts: readonly OutputArtifact[],
  record: Omit<Manifest, 'files'>,
  kinds: ReadonlySet<ManifestFile['kind']>,
  diagnostics: Diagnostics,
): Promise<Written | undefined> {
  const place = { folder, home: '' };
  const first = planOutput(folder, artifacts, record, kinds);
  if (!isInterrupted(place) && (first.findings.hasErrors || first.changes.length === 0)) {
    diagnostics.include(first.findings);
    return first.findings.hasErrors ? undefined : first.written;
  }
  const writer = await openForWriting(place, diagnostics);
  if (!writer) return undefined;
  try {
    // Anew, since another run may have written meanwhile, and what an interrupted one left is complete only now.
    const { findings, changes, written } = planOutput(folder, artifacts, record, kinds);
    diagnostics.include(findings);
    return !findings.hasErrors && writer.write(changes) ? written : undefined;
  } finally {
    writer.close();
  }
}
