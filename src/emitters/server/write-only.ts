import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import type { ItemPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeValue } from '../runtime-references.js';
import { createNamePrinter } from './declared-names.js';
import type { NamePrinter, ServerInput } from './server-input.js';

/** Creates the printer of the places of writeOnly members. */
export function createWriteOnlyPrinter(input: EmitInput): NamePrinter {
  return createNamePrinter(input, 'server/write-only', ({ properties = [] }) =>
    properties.flatMap(({ name, schema }) => (input.types.views.isHidden(schema, 'response') ? [name] : [])),
  );
}

/**
 * Prints a writer that omits writeOnly members of the values of a schema, which "SHOULD NOT be sent as part of the
 * response" (OpenAPI 3.0, 4.7.24.2).
 */
export function omitWriteOnly(schema: Schema | undefined, write: Code, { writeOnly }: ServerInput): Code {
  const places = schema && writeOnly.print(schema);
  return places ? code`${importRuntimeValue('values/write-only', 'withoutNames')}(${places}, ${write})` : write;
}

/** Prints a writer that omits writeOnly members of each item, or of the data of each event. */
export function omitFromItems({ schema, data }: ItemPlan, write: Code, { writeOnly }: ServerInput): Code {
  const written = data ?? schema;
  const places = written && writeOnly.print(written);
  const list = importRuntimeValue('values/write-only', data ? 'eventsWithoutNames' : 'itemsWithoutNames');
  return places ? code`${list}(${places}, ${write})` : write;
}
