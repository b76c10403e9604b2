import { Diagnostics } from '../diagnostics/diagnostic.js';
import { openForWriting } from '../files/file-writer.js';
import type { Folder } from '../files/folder.js';
import { isInterrupted } from '../files/journal.js';
import type { ArtifactKind } from '../model/artifact.js';
import { type Manifest, type ManifestFile, readOldJournal } from './manifest.js';
import { isOutdated, type KnownFiles, type OutputArtifact, planOutput, type Written } from './plan-output.js';

/** The options of a write: where it reports, and what is known from the last run. */
interface Writing {
  readonly diagnostics: Diagnostics;
  readonly known?: KnownFiles | undefined;
  /** The kinds whose files stay as they are. */
  readonly kept?: ReadonlySet<ArtifactKind> | undefined;
}

/**
 * Writes all artifacts and the manifest, or nothing. Nothing is written if a link, a folder, or a file that was not
 * generated has the path of an artifact. A generated file that a person edited is kept beside the new one as `.orig`.
 * Files that are no longer generated are removed unless somebody edited them. A difference in layout alone does not
 * count as an edit.
 */
export async function writeArtifacts(
  folder: Folder,
  artifacts: readonly OutputArtifact[],
  record: Omit<Manifest, 'files'>,
  { diagnostics, known, kept }: Writing,
): Promise<Written | undefined> {
  const place = { folder, journalFolder: '' };
  const described = new Map<OutputArtifact, ManifestFile>();
  const next = { artifacts, record, known: known ?? new Map(), kept, pending: readOldJournal(folder), described };
  if (!isInterrupted(place) && !isOutdated(folder, next)) {
    const { findings, changes, written } = planOutput(folder, next);
    if (!findings.hasErrors && changes.length === 0) {
      diagnostics.include(findings);
      return written;
    }
  }
  const findingsOfWriter = new Diagnostics();
  const writer = await openForWriting(place, findingsOfWriter);
  if (!writer) {
    const { findings } = planOutput(folder, next);
    diagnostics.include(findings.hasErrors ? findings : findingsOfWriter);
    return undefined;
  }
  try {
    // Plans under the lock, even if there is a plan already. Another run may have written since, and only now are the
    // changes of an interrupted run complete.
    const { findings, changes, written } = planOutput(folder, next);
    diagnostics.include(findings);
    const stamps = new Map<string, string>();
    if (findings.hasErrors || !writer.write(changes, known && stamps)) return undefined;
    if (known) addWritten(known, stamps, described);
    return written;
  } finally {
    writer.close();
    diagnostics.include(findingsOfWriter);
  }
}

/** Adds the files that a run wrote, so that the next run need not read them. */
function addWritten(
  known: KnownFiles,
  stamps: ReadonlyMap<string, string>,
  described: ReadonlyMap<OutputArtifact, ManifestFile>,
): void {
  for (const [{ path, bytes }, file] of described) {
    const stamp = stamps.get(path);
    if (stamp !== undefined) known.set(path, { stamp, bytes, file });
  }
}
