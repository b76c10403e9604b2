import type { Artifact } from '../../model/artifact.js';
import type { JsonObject } from '../../model/element.js';
import { printExactJson } from '../../model/print-json.js';
import type { Schema } from '../../model/schema.js';
import { compareText } from '../../typescript/ts-file.js';
import type { EmitInput, LoadedEmitter } from '../emitter.js';
import { Definitions } from './definitions.js';

/**
 * Emits each component schema as a self-contained JSON Schema (2020-12). `$defs` contains all schemas to which it
 * refers.
 */
export const emitJsonSchema: LoadedEmitter = {
  emit: (input) => ({ modules: [], files: printComponents(input) }),
};

function printComponents({ names, types, diagnostics, mostJsonSchemas: most = Infinity }: EmitInput): Artifact[] {
  const definitions = new Definitions(types);
  const artifacts: Artifact[] = [];
  let length = 0;
  for (const [component, { module, schema }] of names.schemas) {
    if (component.component === undefined) continue;
    const reached = listReached(definitions, schema, most - length);
    for (const one of reached) length += definitions.of(one).length;
    if (length > most) {
      diagnostics.report('json-schema-limit', schema.origin, { limit: most });
      return [];
    }
    const text = `${printExactJson(printAlone(definitions, schema, reached), '  ')}\n`;
    artifacts.push({ path: `${module.replace(/^types/, 'json-schema')}.json`, text });
  }
  return artifacts;
}

// Stops after `most` characters, because the size of all files may grow with the square of the description.
function listReached(definitions: Definitions, schema: Schema, most: number): ReadonlySet<Schema> {
  const reached = new Set<Schema>(definitions.of(schema).targets);
  let length = 0;
  for (const target of reached) {
    const { targets, length: own } = definitions.of(target);
    length += own;
    if (length > most) break;
    for (const next of targets) reached.add(next);
  }
  return reached;
}

function printAlone(definitions: Definitions, schema: Schema, reached: ReadonlySet<Schema>): JsonObject {
  const rows = [...reached].map((target) => [definitions.nameOf(target), definitions.of(target).json] as const);
  rows.sort(([a], [b]) => compareText(a, b));
  // A schema that refers to itself is also one of the definitions.
  const own = reached.has(schema) ? { $ref: definitions.referenceTo(schema) } : definitions.of(schema).json;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...(typeof own === 'boolean' ? { not: own ? false : {} } : own),
    ...(rows.length > 0 && { $defs: Object.fromEntries(rows) }),
  };
}
