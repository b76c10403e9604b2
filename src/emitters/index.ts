import type { ArtifactKind } from '../model/artifact.js';
import type { Emitter } from './emitter.js';

/** All kinds of artifacts. Their emitters are loaded on demand. */
export const emitters: readonly Emitter[] = [
  {
    kind: 'types',
    description: 'one module per schema (`types/scalars` for plain values), a barrel, the ids of open gaps',
    isDefault: true,
    needs: [],
    load: async () => (await import('./types/index.js')).emitTypes,
  },
  {
    kind: 'client',
    description: 'one module per operation, based on `fetch`; a barrel',
    isDefault: true,
    needs: ['types'],
    load: async () => (await import('./client/index.js')).emitClient,
  },
  {
    kind: 'server',
    description: 'types of handlers, a router, adapters',
    isDefault: true,
    needs: ['types', 'validators'],
    load: async () => (await import('./server/index.js')).emitServer,
  },
  {
    kind: 'validators',
    description: '`is…` and `validate…` for every schema, without dependencies',
    isDefault: true,
    needs: ['types'],
    load: async () => (await import('./validators/index.js')).emitValidators,
  },
  {
    kind: 'reference',
    description: 'a page by Redoc; an article that needs no script; the article as `reference.md`',
    needs: [],
    ignoresSchemaNames: true,
    isSlow: true,
    // Loads the readers of templates and Markdown only if needed.
    load: async () => ({ emit: async (input) => (await import('./reference/emit-page.js')).emitPage(input) }),
  },
  {
    kind: 'not-shown',
    description: 'the list of gaps, as `not-shown.json` and `not-shown.md`, if there are gaps',
    isDefault: true,
    needs: [],
    ignoresSchemaNames: true,
    load: async () => ({
      emit: async (input) => {
        const isEmpty = input.api.gaps.length + input.api.resolved.length === 0;
        return isEmpty ? { modules: [], files: [] } : (await import('./not-shown/emit-ledger.js')).emitLedger(input);
      },
    }),
  },
  {
    kind: 'description',
    description: '`openapi.json`, the description in one file; `openapi.portable.json`, without placeholders',
    needs: [],
    ignoresSchemaNames: true,
    load: async () => (await import('./description/index.js')).emitDescription,
  },
  {
    kind: 'json-schema',
    description: 'each component schema as a self-contained JSON Schema (2020-12)',
    needs: [],
    load: async () => (await import('./json-schema/index.js')).emitJsonSchema,
  },
];

/** The kinds of artifacts, in the order of help texts and summaries. */
export const artifactKinds: readonly ArtifactKind[] = emitters.map(({ kind }) => kind);

/** Lists the kinds that are emitted by default. */
export function listDefaultKinds(registry: readonly Emitter[] = emitters): ArtifactKind[] {
  return registry.flatMap(({ kind, isDefault }) => (isDefault ? [kind] : []));
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
export function needsSchemaNames(kinds: ReadonlySet<ArtifactKind>, registry: readonly Emitter[] = emitters): boolean {
  return registry.some(({ kind, ignoresSchemaNames }) => kinds.has(kind) && !ignoresSchemaNames);
}
