import { listComponents } from '../../../model/components.js';
import { type InPlaceChoice, listPartsInPlace } from '../../../model/in-place.js';
import { getNarrowestType } from '../../../model/json-type.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../../model/schema.js';
import { hasParts } from '../../../model/schema-parts.js';
import { isOnlyType } from './checked-keywords.js';
import { allKinds, areKindsDisjoint, hasSameKinds, type Kinds, reduceKinds, uniteKinds } from './kinds.js';

/** Which types of values the schemas of a description accept. Each schema is looked at once. */
export class Acceptance {
  readonly #kinds = new Map<Schema, Kinds>();
  readonly #isNull = new Map<Schema, boolean>();

  /** Returns the types of the values that a schema may accept; never too few. */
  kindsOf(schema: Schema): Kinds {
    return findBottomUp(schema, {
      known: this.#kinds,
      choice: { alternatives: true },
      find: findKinds,
      unknown: allKinds,
    });
  }

  /** Returns whether a schema accepts `null`. The answer is exact, since every keyword that applies to `null` is looked at. */
  acceptsNull(schema: Schema): boolean {
    const choice = { alternatives: true, branches: true, tests: true };
    return findBottomUp(schema, { known: this.#isNull, choice, find: isNullAccepted, unknown: true });
  }

  /** Returns whether no value can be accepted by two of these schemas, because their types differ. */
  areApart(schemas: readonly Schema[]): boolean {
    const kinds = schemas.map((schema) => this.kindsOf(schema));
    return kinds.every((each, index) => kinds.slice(index + 1).every((other) => areKindsDisjoint(each, other)));
  }

  /** Leaves out the members of `anyOf` that accept nothing beyond what another one accepts by its type alone, as in an open list of values. */
  listNeeded(members: readonly Schema[]): readonly Schema[] {
    const types = members.filter(isOnlyType);
    return members.filter((member) => {
      if (types.includes(member) || hasOpenValues(member)) return true;
      const kinds = this.kindsOf(member);
      return !types.some((type) => hasSameKinds(reduceKinds(kinds, this.kindsOf(type)), kinds));
    });
  }
}

interface Search<Answer> {
  readonly known: Map<Schema, Answer>;
  /** The keywords whose schemas the answer for a schema depends on. */
  readonly choice: InPlaceChoice;
  readonly find: (schema: Schema, answerOf: (part: Schema) => Answer) => Answer;
  /** The answer for a schema that leads back to itself. */
  readonly unknown: Answer;
}

// Finds the answers for the parts first, without recursion: a chain of schemas can be very long.
function findBottomUp<Answer>(schema: Schema, { known, choice, find, unknown }: Search<Answer>): Answer {
  const answerOf = (part: Schema): Answer => known.get(part) ?? unknown;
  if (known.has(schema)) return answerOf(schema);
  const unknownParts = (part: Schema): Schema[] =>
    hasParts(part) ? listPartsInPlace(part, choice).filter((each) => !known.has(each)) : [];
  for (const { nodes } of listComponents([schema], unknownParts))
    for (const node of nodes) known.set(node, find(node, answerOf));
  return answerOf(schema);
}

function findKinds(schema: Schema, kindsOf: (part: Schema) => Kinds): Kinds {
  if (schema.kind === 'boolean') return schema.value ? allKinds : new Set();
  if (schema.kind !== 'keywords') return allKinds;
  let kinds = reduceKinds(allKinds, schema.types);
  const values = schema.const !== undefined ? [schema.const] : schema.enum;
  if (values) kinds = reduceKinds(kinds, values.map(getNarrowestType));
  for (const part of [...(schema.ref ? [schema.ref] : []), ...(schema.allOf ?? [])])
    kinds = reduceKinds(kinds, kindsOf(part));
  for (const members of [schema.anyOf, schema.oneOf])
    if (members) kinds = reduceKinds(kinds, members.map(kindsOf).reduce(uniteKinds, new Set()));
  return kinds;
}

function isNullAccepted(schema: Schema, accepts: (part: Schema) => boolean): boolean {
  if (schema.kind === 'boolean') return schema.value;
  return schema.kind !== 'keywords' || (areValuesNull(schema) && areAppliedNull(schema, accepts));
}

function areValuesNull({ types, const: only, enum: values }: KeywordSchema): boolean {
  return (types?.includes('null') ?? true) && (only ?? null) === null && (values?.includes(null) ?? true);
}

function areAppliedNull(schema: KeywordSchema, accepts: (part: Schema) => boolean): boolean {
  if (schema.ref && !accepts(schema.ref)) return false;
  if (schema.allOf && !schema.allOf.every(accepts)) return false;
  if (schema.anyOf && !schema.anyOf.some(accepts)) return false;
  if (schema.oneOf && schema.oneOf.filter(accepts).length !== 1) return false;
  if (schema.not && accepts(schema.not)) return false;
  const branch = schema.if && (accepts(schema.if) ? schema.then : schema.else);
  return !branch || accepts(branch);
}
