import { hasOpenFields, type KeywordSchema, type Schema } from '../../model/schema.js';
import { collectSchemas, listMessageSchemas, listSubschemas, withHolders } from '../../model/walk-schemas.js';
import { importValue, type Reference } from '../../typescript/code.js';
import { findPlace } from './place-schemas.js';
import type { Places, PlacesInput } from './places.js';

/** The module with the guards of alternatives that have no other functions. Only the server imports it. */
export const alternativesModule = 'validators/server/alternatives';

/**
 * Lists the unions of a schema: of each `anyOf` and `oneOf`, the members that accept objects or arrays, and the children
 * of a parent schema.
 */
export function listUnions(schema: KeywordSchema, { acceptance }: Pick<Places, 'acceptance'>): (readonly Schema[])[] {
  const { anyOf = [], oneOf = [], discriminator } = schema;
  const hasParts = (member: Schema): boolean => {
    const kinds = acceptance.kindsOf(member);
    return kinds.has('object') || kinds.has('array');
  };
  const children = discriminator?.inheritance?.children.map((child) => child.schema) ?? [];
  return [anyOf.filter(hasParts), oneOf.filter(hasParts), children].filter((union) => union.length > 0);
}

interface Input extends Pick<PlacesInput, 'api' | 'types'> {
  readonly places: Places;
}

/** Names the guards of the alternatives that have no place, in the unions of replies that decide about members. */
export function nameAlternatives({ api, types, places }: Input): ReadonlyMap<Schema, Reference> {
  const replied = api.operations.flatMap((operation) =>
    listMessageSchemas(operation).flatMap(({ direction, schema }) => (direction === 'response' ? schema : [])),
  );
  const all = [...types.parts.keys()];
  const deciding = withHolders(all.filter(isAboutMembers), all, (schema) =>
    listSubschemas(schema).map((part) => part.schema),
  );
  const named = new Map<Schema, Reference>();
  for (const schema of collectSchemas(replied)) {
    const unions = schema.kind === 'keywords' && deciding.has(schema) ? listUnions(schema, places) : [];
    for (const union of unions) {
      if (union.length < 2 || !union.some((member) => deciding.has(member))) continue;
      for (const member of union)
        if (!named.has(member) && !findPlace(places.of, member))
          named.set(member, importValue(alternativesModule, `isAlternative${named.size + 1}`));
    }
  }
  return named;
}

function isAboutMembers(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'not-shown';
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const members = properties ?? patternProperties ?? additionalProperties ?? unevaluatedProperties;
  return members !== undefined || hasOpenFields(schema);
}
