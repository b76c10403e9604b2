import { Diagnostics } from '../diagnostics/diagnostic.js';
import { openForWriting } from '../files/file-writer.js';
import type { Folder } from '../files/folder.js';
import { isInterrupted } from '../files/is-interrupted.js';
import type { ArtifactKind } from '../model/artifact.js';
import { type Manifest, readOldJournal } from './manifest.js';
import { type KnownFiles, type OutputArtifact, planOutput, type Written } from './plan-output.js';

/** The settings of a write: where it reports, and the facts about the last run. */
interface Writing {
  readonly diagnostics: Diagnostics;
  readonly known?: KnownFiles | undefined;
  /** The kinds whose files stay as they are. */
  readonly kept?: ReadonlySet<ArtifactKind> | undefined;
}

/**
 * Writes the artifacts and the manifest, all or nothing. Nothing is written when anything is in the way: a file that
 * was not generated, a link, a folder. A generated file that a person edited is kept beside as `.orig`. Files of the
 * manifest that are no longer produced are removed if nobody edited them. A difference in layout alone is no edit.
 */
export async function writeArtifacts(
  folder: Folder,
  artifacts: readonly OutputArtifact[],
  record: Omit<Manifest, 'files'>,
  { diagnostics, known, kept }: Writing,
): Promise<Written | undefined> {
  const place = { folder, home: '' };
  const next = { artifacts, record, known, kept, pending: readOldJournal(folder), described: new Map() };
  const first = planOutput(folder, next);
  if (!isInterrupted(place) && !first.findings.hasErrors && first.changes.length === 0) {
    diagnostics.include(first.findings);
    return first.written;
  }
  const findingsOfWriter = new Diagnostics();
  const writer = await openForWriting(place, findingsOfWriter);
  if (!writer) {
    diagnostics.include(first.findings.hasErrors ? first.findings : findingsOfWriter);
    return undefined;
  }
  try {
    // Another run may have written meanwhile, even while the first plan was made, and what an interrupted run left is
    // complete only now.
    const { findings, changes, written } = planOutput(folder, next);
    diagnostics.include(findings);
    return !findings.hasErrors && writer.write(changes) ? written : undefined;
  } finally {
    writer.close();
    diagnostics.include(findingsOfWriter);
  }
}
