import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import type { ItemPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { runtimeValue } from '../runtime-references.js';
import { printPlaces } from './declared-names.js';

/**
 * Prints a writer that omits writeOnly members of the values of a schema, which "SHOULD NOT be sent as part of the
 * response" (OpenAPI 3.0, 4.7.24.1).
 */
export function leaveOutWriteOnly(schema: Schema | undefined, write: Code, input: EmitInput): Code {
  const places = schema && printWriteOnly(schema, input);
  return places ? code`${runtimeValue('write-only', 'withoutNames')}(${places}, ${write})` : write;
}

/** Prints a writer that omits writeOnly members of each item, or of the data of each event. */
export function leaveOutOfItems({ schema, data }: ItemPlan, write: Code, input: EmitInput): Code {
  const written = data ?? schema;
  const places = written && printWriteOnly(written, input);
  const list = runtimeValue('write-only', data ? 'eventsWithoutNames' : 'itemsWithoutNames');
  return places ? code`${list}(${places}, ${write})` : write;
}

function printWriteOnly(schema: Schema, input: EmitInput): Code | undefined {
  const { views } = input.types;
  const listHidden = (schemas: Iterable<Schema>): string[] => {
    const properties = [...schemas].flatMap((each) => (each.kind === 'keywords' ? (each.properties ?? []) : []));
    return [...new Set(properties.flatMap(({ name, schema: part }) => (views.isHidden(part, 'response') ? name : [])))];
  };
  return printPlaces(schema, listHidden, input);
}
