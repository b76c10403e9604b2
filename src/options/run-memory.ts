import type { ParsedFiles } from '../document/source-files.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { KnownFiles } from '../output/plan-output.js';

/**
 * The state that a run keeps for the next run of the same description with the same options. The next run uses only
 * what it finds unchanged, so its output is the same as without this state.
 */
export interface RunMemory {
  readonly parsed: ParsedFiles;
  readonly known: KnownFiles;
  /** The kinds whose files the next run leaves as they are, because a run in another process emits them after it. */
  postponed: ReadonlySet<ArtifactKind>;
}

/** Creates an empty memory. */
export function createMemory(): RunMemory {
  return { parsed: new Map(), known: new Map(), postponed: new Set() };
}
