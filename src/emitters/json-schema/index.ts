import type { Artifact } from '../../model/artifact.js';
import type { JsonObject } from '../../model/element.js';
import { printExactJson } from '../../model/print-json.js';
import type { Schema } from '../../model/schema.js';
import { UniqueNames } from '../../model/unique-names.js';
import { nameOrigin } from '../../naming/name-origin.js';
import { joinPascal, splitWords } from '../../naming/words.js';
import { compareText } from '../../typescript/ts-file.js';
import type { EmitInput, LoadedEmitter } from '../emitter.js';
import { printKeywords } from './print-keywords.js';

/** A schema as JSON Schema, and the schemas to which it refers. */
interface Definition {
  readonly json: JsonObject | boolean;
  readonly targets: ReadonlySet<Schema>;
  /** The number of its characters, without indentation. */
  readonly length: number;
}

/**
 * Emits each component schema as a self-contained JSON Schema (2020-12). `$defs` contains all schemas to which it
 * refers.
 */
export const emitJsonSchema: LoadedEmitter = {
  emit: (input) => ({ modules: [], files: printComponents(input) }),
};

function printComponents({ names, diagnostics, mostJsonSchemas: most = Infinity }: EmitInput): Artifact[] {
  const known = new Map<Schema, Definition>();
  const unnamed = new Map<Schema, string>();
  const unique = new UniqueNames([...names.schemas.values()].map(({ types }) => types.response));
  const artifacts: Artifact[] = [];
  let length = 0;
  for (const [component, { ownModule, schema }] of names.schemas) {
    if (component.component === undefined) continue;
    const reached = listReached(schema, most - length);
    for (const one of reached) length += define(one).length;
    if (length > most) {
      diagnostics.report('json-schema-limit', schema.origin, { limit: most });
      return [];
    }
    const text = `${printExactJson(printAlone(schema, reached), '  ')}\n`;
    artifacts.push({ path: `${ownModule.replace(/^types/, 'json-schema')}.json`, text });
  }
  return artifacts;

  // Stops after `most` characters, because the size of all files may grow with the square of the description.
  function listReached(schema: Schema, left: number): ReadonlySet<Schema> {
    const reached = new Set<Schema>(define(schema).targets);
    let sum = 0;
    for (const target of reached) {
      const definition = define(target);
      sum += definition.length;
      if (sum > left) break;
      for (const next of definition.targets) reached.add(next);
    }
    return reached;
  }

  function printAlone(schema: Schema, reached: ReadonlySet<Schema>): JsonObject {
    const rows = [...reached].map((target) => [nameDefinition(target), define(target).json] as const);
    rows.sort(([a], [b]) => compareText(a, b));
    // A schema that refers to itself is also one of the definitions.
    const own = reached.has(schema) ? { $ref: printReference(schema) } : define(schema).json;
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...(typeof own === 'boolean' ? { not: own ? false : {} } : own),
      ...(rows.length > 0 && { $defs: Object.fromEntries(rows) }),
    };
  }

  function define(schema: Schema): Definition {
    const definition = known.get(schema) ?? printDefinition(schema);
    known.set(schema, definition);
    return definition;
  }

  function printDefinition(schema: Schema): Definition {
    const targets = new Set<Schema>();
    const refer = (target: Schema): string => {
      // A component that only refers to a schema has the name of that schema.
      const declared = names.schemas.get(target)?.schema ?? target;
      targets.add(declared);
      return printReference(declared);
    };
    const print = (part: Schema): JsonObject | boolean =>
      part.kind === 'boolean' ? part.value : printKeywords(part, { print, refer });
    const json = print(schema);
    return { json, targets, length: printExactJson(json).length };
  }

  // The name of a definition is that of its type, or else the last name in its pointer.
  function nameDefinition(schema: Schema): string {
    const own = names.schemas.get(schema)?.types.response ?? unnamed.get(schema);
    if (own !== undefined) return own;
    const name = unique.take(joinPascal(splitWords(nameOrigin(schema.origin))) || 'Schema');
    unnamed.set(schema, name);
    return name;
  }

  function printReference(schema: Schema): string {
    return `#/$defs/${nameDefinition(schema)}`;
  }
}
