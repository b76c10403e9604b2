import type { DocumentMemory } from '../document/document.js';
import type { EmitMemory } from '../emitters/kept-parts.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { ModelMemory } from '../model-builder/context.js';
import type { KnownFiles } from '../output/plan-output.js';

/**
 * The state that a run keeps for the next run of the same description with the same options. The next run uses only
 * what it finds unchanged, so its output is the same as without this state.
 */
export interface RunMemory extends EmitMemory {
  readonly document: DocumentMemory;
  readonly model: ModelMemory;
  readonly known: KnownFiles;
  /** The kinds whose files the next run leaves as they are, because a run in another process emits them after it. */
  postponed: ReadonlySet<ArtifactKind>;
}

/** Creates an empty memory. */
export function createMemory(): RunMemory {
  return {
    document: { files: new Map(), walks: new Map() },
    model: { schemas: {} },
    functions: { functions: new Map() },
    fingerprints: {},
    places: { facts: {}, numbers: {} },
    known: new Map(),
    postponed: new Set(),
  };
}
