import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { Artifact } from '../../model/artifact.js';
import type { JsonObject } from '../../model/element.js';
import type { Schema } from '../../model/schema.js';
import type { Names } from '../../naming/names.js';
import { compareText } from '../../typescript/ts-file.js';
import type { Emitter } from '../emitter.js';
import { Definitions } from './definitions.js';

/** Emits each component schema as a JSON Schema (2020-12) that stands alone: all that it refers to is under its `$defs`. */
export const emitJsonSchema: Emitter = {
  kind: 'json-schema',
  needs: [],
  emit: ({ names, diagnostics }) => ({ modules: [], files: printComponents(names, diagnostics) }),
};

function printComponents(names: Names, diagnostics: Diagnostics): Artifact[] {
  const definitions = new Definitions(names, diagnostics);
  return [...names.schemas]
    .filter(([schema]) => schema.component !== undefined)
    .map(([schema, { module }]) => ({
      path: `${module.replace(/^types/, 'json-schema')}.json`,
      text: `${JSON.stringify(printAlone(definitions, schema), null, 2)}\n`,
    }));
}

function printAlone(definitions: Definitions, schema: Schema): JsonObject {
  const reached = new Set<Schema>(definitions.of(schema).targets);
  for (const target of reached) for (const next of definitions.of(target).targets) reached.add(next);
  const rows = [...reached].map((target) => [definitions.nameOf(target), definitions.of(target).json] as const);
  rows.sort(([a], [b]) => compareText(a, b));
  // What leads back to itself is a definition like all others.
  const own = reached.has(schema) ? { $ref: definitions.referenceTo(schema) } : definitions.of(schema).json;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...(typeof own === 'boolean' ? { not: own ? false : {} } : own),
    ...(rows.length > 0 && { $defs: Object.fromEntries(rows) }),
  };
}
