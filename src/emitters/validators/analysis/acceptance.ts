import { canBeNull } from '../../../model/can-be-null.js';
import { findBottomUp } from '../../../model/find-bottom-up.js';
import { type Dispatch, findDispatch } from '../../../model/find-dispatch.js';
import { getNarrowestType } from '../../../model/json-type.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../../model/schema.js';
import { isOnlyType } from './checked-keywords.js';
import { allKinds, areKindsDisjoint, hasGroup, hasSameKinds, type Kinds, reduceKinds, uniteKinds } from './kinds.js';

/** How a value selects a member of a union. */
export interface Choice {
  /** The members that the type of the value selects. */
  readonly byKind: readonly Schema[];
  /** The property that selects one of the other members, which accept only objects. */
  readonly dispatch?: Dispatch;
}

/** Finds which types of values the schemas of a description accept. Analyses each schema once. */
export class Acceptance {
  readonly #kinds = new Map<Schema, Kinds>();
  readonly #search = { known: this.#kinds, choice: { alternatives: true }, find: findKinds, unknown: allKinds };
  readonly #isNull = new Map<Schema, boolean>();

  /**
   * Returns the types of the values that a schema may accept. The result contains every type that the schema accepts.
   * It may also contain types that the schema rejects.
   */
  kindsOf(schema: Schema): Kinds {
    // The types of most schemas follow from one keyword, which is read faster than a result is looked up.
    if (schema.kind === 'keywords' && schema.types?.length === 1 && !hasFurtherKinds(schema))
      return reduceKinds(allKinds, schema.types);
    return findBottomUp(schema, this.#search);
  }

  /** Returns whether a schema accepts `null`. */
  acceptsNull(schema: Schema): boolean {
    return canBeNull(schema, this.#isNull);
  }

  /** Returns whether no value can be accepted by two of these schemas, because their types differ. */
  areApart(schemas: readonly Schema[]): boolean {
    const kinds = schemas.map((schema) => this.kindsOf(schema));
    return kinds.every((each, index) => kinds.slice(index + 1).every((other) => areKindsDisjoint(each, other)));
  }

  /**
   * Returns how a value selects the only member of a union that can accept it: by its type or, if several members accept
   * objects, by a property. Returns `undefined` if several members may accept a value. `likely` is the likely property.
   */
  findChoice(members: readonly Schema[], likely?: string): Choice | undefined {
    if (this.areApart(members)) return { byKind: members };
    const isObject = (member: Schema): boolean => hasGroup(this.kindsOf(member), 'object');
    const byKind = members.filter((member) => !isObject(member));
    const dispatch = this.areApart(byKind) ? findDispatch(members.filter(isObject), likely) : undefined;
    return dispatch && { byKind, dispatch };
  }

  /**
   * Removes the members of `anyOf` whose values another member accepts by its type alone, as in an open list of values.
   */
  listNeeded(members: readonly Schema[]): readonly Schema[] {
    const types = members.filter(isOnlyType);
    return members.filter((member) => {
      if (types.includes(member) || hasOpenValues(member)) return true;
      const kinds = this.kindsOf(member);
      return !types.some((type) => hasSameKinds(reduceKinds(kinds, this.kindsOf(type)), kinds));
    });
  }
}

// Returns whether other keywords than `type` decide which types a schema accepts.
function hasFurtherKinds({ const: only, enum: values, ref, allOf, anyOf, oneOf }: KeywordSchema): boolean {
  return only !== undefined || !!(values ?? ref ?? allOf ?? anyOf ?? oneOf);
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
