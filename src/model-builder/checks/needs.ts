import { listPartsInPlace } from '../../model/in-place.js';
import type { Operation } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import { nameOperation } from '../items/item-operations.js';

/**
 * Finds the operations that need a valid value of a schema: for a body, a required parameter, or a required part of
 * one.
 */
export class Needs {
  readonly #operations: readonly Operation[];
  #needed: ReadonlyMap<Operation, ReadonlySet<Schema>> | undefined;

  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
  }

  /** Lists the operations, separated by commas. Returns an empty text if there are none. */
  list(schema: Schema): string {
    this.#needed ??= new Map(this.#operations.map((operation) => [operation, listNeeded(operation)]));
    const found = [...this.#needed].filter(([, needed]) => needed.has(schema));
    return [...new Set(found.map(([operation]) => nameOperation(operation)))].join(', ');
  }
}

function listNeeded({ parameters, requestBody, responses }: Operation): ReadonlySet<Schema> {
  const contents = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
  const bodies = contents.flatMap(({ schema }) => schema ?? []);
  const sent = parameters.flatMap(({ required, content }) =>
    required && content.by === 'style' ? [content.schema] : [],
  );
  const needed = new Set([...bodies, ...sent]);
  for (const schema of needed) for (const part of listNeededParts(schema)) needed.add(part);
  return needed;
}

// A value is valid only if these parts are valid.
function listNeededParts(schema: Schema): readonly Schema[] {
  if (schema.kind !== 'keywords') return [];
  const { anyOf = [], oneOf = [], properties = [], required = [] } = schema;
  const only = [anyOf, oneOf].flatMap((members) => (members.length === 1 ? members : []));
  const held = properties.flatMap((property) => (required.includes(property.name) ? [property.schema] : []));
  return [...listPartsInPlace(schema), ...only, ...held, ...(schema.baseOf ? [schema.baseOf] : [])];
}
