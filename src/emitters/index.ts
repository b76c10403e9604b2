import type { Artifact, ArtifactKind } from '../model/artifact.js';
import type { Reserved } from '../naming/reserved-names.js';
import { compareText } from '../typescript/ts-file.js';
import { emitClient } from './client/index.js';
import { emitDescription } from './description/index.js';
import type { EmitInput, Emitter } from './emitter.js';
import { moduleHeader } from './header.js';
import { emitJsonSchema } from './json-schema/index.js';
import { emitNotShown } from './not-shown/index.js';
import { emitReference } from './reference/index.js';
import { checkRuntimeNames, emitRuntime } from './runtime-modules.js';
import { emitServer } from './server/index.js';
import { emitTypes } from './types/index.js';
import { emitValidators } from './validators/index.js';

/** All kinds of artifacts. */
export const emitters: readonly Emitter[] = [
  emitTypes,
  emitClient,
  emitServer,
  emitValidators,
  emitReference,
  emitNotShown,
  emitDescription,
  emitJsonSchema,
];

/** The kinds of artifacts, in the order of help texts and summaries. */
export const artifactKinds: readonly ArtifactKind[] = emitters.map(({ kind }) => kind);

/** Lists the kinds that are emitted unless others are chosen. */
export function defaultKinds(registry: readonly Emitter[] = emitters): ArtifactKind[] {
  return registry.flatMap(({ kind, isDefault }) => (isDefault ? [kind] : []));
}

/** Returns the names and files that no schema or operation gets, whichever kinds are emitted. */
export function reservedBy(registry: readonly Emitter[] = emitters): Reserved {
  return {
    names: new Set(registry.flatMap(({ reservedNames = [] }) => reservedNames)),
    operations: new Set(registry.flatMap(({ reservedOperationNames = [] }) => reservedOperationNames)),
    files: new Set(registry.flatMap(({ reservedFiles = [] }) => reservedFiles)),
  };
}

/** An artifact and its kind. */
export interface EmittedArtifact extends Artifact {
  readonly kind: ArtifactKind;
}

/** Emits artifacts of some kinds and the runtime modules that they import, sorted by path. */
export async function emitArtifacts(
  kinds: ReadonlySet<ArtifactKind>,
  input: EmitInput,
  registry: readonly Emitter[] = emitters,
): Promise<EmittedArtifact[]> {
  const artifacts: EmittedArtifact[] = [];
  const modules = new Set<string>();
  for (const emitter of registry) {
    if (!kinds.has(emitter.kind)) continue;
    input.onStage?.(`emitting ${emitter.kind}`);
    const emission = await emitter.emit(input, kinds);
    for (const file of emission.modules) {
      checkRuntimeNames(file, input.runtime);
      artifacts.push({ ...file.print(moduleHeader, input.importExtension), kind: emitter.kind });
      for (const module of file.modules) modules.add(module);
    }
    artifacts.push(...emission.files.map((file) => ({ ...file, kind: emitter.kind })));
  }
  for (const file of emitRuntime(modules, input.runtime, input.importExtension))
    artifacts.push({ ...file, kind: 'runtime' });
  return artifacts.sort((a, b) => compareText(a.path, b.path));
}

/** Adds the kinds that the requested kinds import. */
export function withNeededKinds(
  kinds: Iterable<ArtifactKind>,
  registry: readonly Emitter[] = emitters,
): Set<ArtifactKind> {
  const all = new Set(kinds);
  for (const kind of all) {
    for (const needed of registry.find((emitter) => emitter.kind === kind)?.needs ?? []) all.add(needed);
  }
  return all;
}

/** Returns whether any of the kinds needs names of schemas. */
export function useSchemaNames(kinds: ReadonlySet<ArtifactKind>, registry: readonly Emitter[] = emitters): boolean {
  return registry.some(({ kind, ignoresSchemaNames }) => kinds.has(kind) && !ignoresSchemaNames);
}
