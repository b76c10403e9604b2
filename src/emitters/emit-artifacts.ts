import { type ArtifactKind, type EncodedArtifact, encodeArtifact } from '../model/artifact.js';
import type { Reserved } from '../naming/reserved-names.js';
import { compareText, type TsFile } from '../typescript/ts-file.js';
import type { EmitInput, Emitter } from './emitter.js';
import { emitters } from './index.js';
import { checkRuntimeNames, emitRuntime, moduleHeader } from './runtime-modules.js';

/** Returns the names and files that no schema or operation can have, for all kinds of artifacts. */
export async function listReserved(registry: readonly Emitter[] = emitters): Promise<Reserved> {
  const loaded = await Promise.all(registry.map((emitter) => emitter.load()));
  return {
    names: new Set(loaded.flatMap(({ reservedNames = [] }) => reservedNames)),
    operations: new Set(loaded.flatMap(({ reservedOperationNames = [] }) => reservedOperationNames)),
    files: new Set(loaded.flatMap(({ reservedFiles = [] }) => reservedFiles)),
  };
}

/** An artifact and its kind. */
export interface EmittedArtifact extends EncodedArtifact {
  readonly kind: ArtifactKind;
}

/**
 * Emits artifacts of some kinds and the runtime modules that they import, sorted by path. The output folder also has
 * the kinds `others`, which determine some modules of a kind.
 */
export async function emitArtifacts(
  kinds: ReadonlySet<ArtifactKind>,
  given: EmitInput,
  registry: readonly Emitter[] = emitters,
  others: Iterable<ArtifactKind> = [],
): Promise<EmittedArtifact[]> {
  const present = new Set([...kinds, ...others]);
  const print = (file: TsFile): EncodedArtifact => file.printOnce(moduleHeader, given.importExtension);
  const input = { ...given, onModule: print };
  const artifacts: EmittedArtifact[] = [];
  const modules = new Set<string>();
  for (const emitter of registry) {
    if (!kinds.has(emitter.kind)) continue;
    input.onStage?.(`emitting ${emitter.kind}`);
    const { emit } = await emitter.load();
    const emission = await emit(input, present);
    for (const file of emission.modules) {
      checkRuntimeNames(file, input.runtime);
      artifacts.push({ kind: emitter.kind, ...print(file) });
      for (const module of file.modules) modules.add(module);
    }
    for (const file of emission.files)
      artifacts.push({ kind: emitter.kind, ...('bytes' in file ? file : encodeArtifact(file)) });
  }
  for (const artifact of emitRuntime(modules, input.runtime, input.importExtension))
    artifacts.push({ kind: 'runtime', ...encodeArtifact(artifact) });
  return artifacts.sort((a, b) => compareText(a.path, b.path));
}
