import type { ParsedFiles } from '../document/document.js';
import type { PrintedModules } from '../emitters/emitter.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { KnownFiles } from '../output/plan-output.js';

/**
 * The state that a run keeps for the next one of the same description with the same options. The next run compares
 * before it uses any of it, so that its output is that of a run without.
 */
export interface RunMemory {
  readonly parsed: ParsedFiles;
  readonly printed: PrintedModules;
  readonly known: KnownFiles;
  /**
   * The kinds whose files the next run leaves as they are, since a run of another process follows it that emits them.
   */
  postponed: ReadonlySet<ArtifactKind>;
}

/** Creates an empty memory. */
export function createMemory(): RunMemory {
  return { parsed: new Map(), printed: new Map(), known: new Map(), postponed: new Set() };
}
