import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import type { ItemPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeValue } from '../runtime-references.js';
import { listHolders, printPlaces } from './declared-names.js';
import type { ServerInput } from './server-input.js';

/**
 * Prints a writer that omits writeOnly members of the values of a schema, which "SHOULD NOT be sent as part of the
 * response" (OpenAPI 3.0, 4.7.24.2).
 */
export function omitWriteOnly(schema: Schema | undefined, write: Code, input: ServerInput): Code {
  const places = schema && printWriteOnly(schema, input);
  return places ? code`${importRuntimeValue('write-only', 'withoutNames')}(${places}, ${write})` : write;
}

/** Prints a writer that omits writeOnly members of each item, or of the data of each event. */
export function omitFromItems({ schema, data }: ItemPlan, write: Code, input: ServerInput): Code {
  const written = data ?? schema;
  const places = written && printWriteOnly(written, input);
  const list = importRuntimeValue('write-only', data ? 'eventsWithoutNames' : 'itemsWithoutNames');
  return places ? code`${list}(${places}, ${write})` : write;
}

function printWriteOnly(schema: Schema, input: ServerInput): Code | undefined {
  return input.writeOnly.has(schema) ? printPlaces(schema, createLister(input)) : undefined;
}

/** Lists the schemas whose values may contain writeOnly members. */
export function listWriteOnlyHolders(input: EmitInput): ReadonlySet<Schema> {
  return listHolders(input, createLister(input));
}

function createLister({ types: { views } }: EmitInput): (schemas: Iterable<Schema>) => string[] {
  return (schemas) => {
    const found = new Set<string>();
    for (const each of schemas) {
      if (each.kind !== 'keywords') continue;
      for (const { name, schema } of each.properties ?? []) if (views.isHidden(schema, 'response')) found.add(name);
    }
    return [...found];
  };
}
