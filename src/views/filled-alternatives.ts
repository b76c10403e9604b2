import {
  type Dispatch,
  findAllowedTypes,
  findDispatch,
  findListedValues,
  findRows,
  isObjectWith,
} from '../model/allowed-types.js';
import type { JsonValue } from '../model/element.js';
import { Described, followReference, listAppliedInPlace } from '../model/in-place.js';
import { typeSets } from '../model/json-type.js';
import { type Discriminator, hasOpenValues, type JsonType, type KeywordSchema, type Schema } from '../model/schema.js';

/** An alternative whose values receive defaults in a client. */
export interface FilledAlternative {
  readonly schema: Schema;
  /**
   * The property, and its values, by which a value is recognized as one of this alternative. If it is absent, the JSON
   * type decides.
   */
  readonly tag?: { readonly property: string; readonly values: readonly JsonValue[] };
}

/**
 * Lists the alternatives of a schema whose values receive defaults. Returns `undefined` if only validation could find
 * the alternative of a value. Otherwise the JSON type is enough, or a required property: the one of the discriminator,
 * or one for which each alternative allows different texts.
 */
export function listFilledAlternatives(
  { anyOf = [], oneOf = [], discriminator }: KeywordSchema,
  isFilled: (schema: Schema) => boolean,
): readonly FilledAlternative[] | undefined {
  const all: FilledAlternative[] = [];
  const children = discriminator?.inheritance?.children ?? [];
  for (const members of [anyOf, oneOf, children.map(({ schema }) => schema)]) {
    const found = listFilled(members, discriminator, isFilled);
    if (!found) return undefined;
    all.push(...found);
  }
  return all;
}

function listFilled(
  members: readonly Schema[],
  discriminator: Discriminator | undefined,
  isFilled: (schema: Schema) => boolean,
): readonly FilledAlternative[] | undefined {
  const filled = members.filter(isFilled);
  const listRivals = (type: JsonType): readonly Schema[] => {
    const found = members.filter((member) => (findAllowedTypes(member) & typeSets[type]) !== 0);
    return found.length > 1 && found.some(isFilled) ? found : [];
  };
  if (listRivals('array').length > 0) return undefined;
  const objects = listRivals('object');
  if (objects.length === 0) return filled.map((schema) => ({ schema }));
  const dispatch = (discriminator && findTags(objects, discriminator)) ?? findDispatch(objects);
  return (
    dispatch &&
    filled.map((schema) => {
      const values = dispatch.rows.find((row) => row.schema === schema)?.values;
      return { schema, ...(values && { tag: { property: dispatch.property, values } }) };
    })
  );
}

// Finds the values of the discriminating property in each alternative: those that its schema lists, or those with which
// the discriminator selects it.
function findTags(members: readonly Schema[], discriminator: Discriminator): Dispatch | undefined {
  return findRows(members, discriminator.propertyName, (schema) => {
    const values = findTagValues(schema, discriminator);
    return values?.length === 0 ? undefined : values;
  });
}

function findTagValues(schema: Schema, discriminator: Discriminator): readonly JsonValue[] | undefined {
  const { propertyName, mapping, defaultMapping, inheritance } = discriminator;
  const { schema: target } = followReference(schema, ({ ref, allOf, properties }) =>
    allOf || properties ? undefined : ref,
  );
  const child = inheritance?.children.find((each) => each.schema === schema);
  const base = child && !child.isExtending && inheritance ? [inheritance.base] : [];
  const parts = [schema, ...base];
  if (!parts.some((part) => isObjectWith(part, propertyName))) return undefined;
  const listed = parts.map((part) => findListedValues(part, propertyName)).find((values) => values !== undefined);
  const isMapped = defaultMapping !== schema && defaultMapping !== target;
  const rows = mapping.filter((row) => row.schema === schema || row.schema === target);
  const mapped = inheritance ? child?.values : isMapped ? rows.map(({ value }) => value) : undefined;
  if (!mapped || mapped.length === 0) return listed;
  if (!listed) return parts.some((part) => isText(part, propertyName)) ? mapped : undefined;
  return mapped.length < listed.length && mapped.every((value) => listed.includes(value)) ? mapped : listed;
}

// Returns whether a property can have any text as its value.
function isText(schema: Schema, property: string): boolean {
  return new Described([schema]).schemasOf(property).some((each) => {
    const applied = [...listAppliedInPlace([each])];
    return (
      !applied.some(hasOpenValues) && applied.some((part) => part.kind === 'keywords' && part.types?.includes('string'))
    );
  });
}
