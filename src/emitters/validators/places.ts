import type { Api } from '../../model/api.js';
import type { NotShown } from '../../model/not-shown.js';
import type { Operation } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import type { View } from '../../views/views.js';
import type { OperationPlan } from '../../wire/plan.js';
import type { SchemaTypes } from '../types/contract.js';
import { Acceptance } from './analysis/acceptance.js';
import { CheckedParts } from './analysis/checked-parts.js';
import { DescribedProperties } from './analysis/described-properties.js';
import { EquivalentSchemas } from './analysis/equivalent-schemas.js';
import { CollectedFacts, type Facts } from './analysis/facts.js';
import { findRepeated } from './analysis/find-repeated.js';
import { choosePlaces, type Place } from './place-schemas.js';
import { namePublicFunctions, type PublicNames } from './public-names.js';
import { isReduced, type Rules, reduceStrictness as reduceByFacts, reduceRules, type Strictness } from './rules.js';

/** The schemas that need validators. */
export interface PlacesInput {
  readonly api: Api;
  readonly types: SchemaTypes;
  /** The plans, one per operation of `api.operations`. */
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
}

/** The places of all schemas that get functions, and the facts about schemas that are known before code is written. */
export interface Places extends PublicNames {
  readonly of: ReadonlyMap<Schema, Place>;
  readonly acceptance: Acceptance;
  readonly properties: DescribedProperties;
  readonly facts: (schema: Schema) => Facts;
  /** Returns the first schema that is checked in the same way. The functions of that schema also check this one. */
  readonly equivalent: (schema: Schema) => Schema;
  /** Returns whether the guard of a schema caches its results, because it can be called twice for the same value. */
  readonly isRepeated: (schema: Schema) => boolean;
  /** The `presence` item of the root. */
  readonly presence: NotShown | undefined;
  /** Returns the rules that make a difference for the schema. */
  reduce(schema: Schema, rules: Rules): Rules;
  /** Returns the first strictness that has the same effect on the schema. */
  reduceStrictness(schema: Schema, strictness: Strictness): Strictness;
  /**
   * Returns whether values of a view change after validation: defaults are filled in, or readOnly properties removed.
   */
  isFilled(schema: Schema, view: View): boolean;
}

/** Finds the places of the validators of a description. */
export function findPlaces({ api, types, plans }: PlacesInput): Places {
  const { names, views } = types;
  const of = choosePlaces({ names, plans });
  const acceptance = new Acceptance();
  const checked = new CheckedParts(types.parts);
  const equivalent = createFindEquivalent(of, types, checked);
  const { facts, isRepeated } = collectAllFacts({ api, types, acceptance, checked }, (schema) =>
    equivalent(of.get(schema)?.schema ?? schema),
  );
  const presence = api.notShown.find((item) => item.kind === 'presence');
  const reduce: Places['reduce'] = (schema, rules) =>
    isReduced(rules) ? rules : reduceRules(rules, facts(schema), (view) => views.differs(schema, view));
  const reduceStrictness: Places['reduceStrictness'] = (schema, strictness) =>
    reduceByFacts(strictness, facts(schema), presence !== undefined);
  return {
    ...namePublicFunctions({ types, places: of.values(), reduce, reduceStrictness }),
    of,
    acceptance,
    properties: new DescribedProperties(),
    facts,
    equivalent,
    isRepeated,
    presence,
    isFilled: (schema, view) => facts(schema).defaults || (view === 'received' && facts(schema).readOnly),
    reduce,
    reduceStrictness,
  };
}

function createFindEquivalent(
  of: ReadonlyMap<Schema, Place>,
  types: SchemaTypes,
  checked: CheckedParts,
): (schema: Schema) => Schema {
  const equivalents = new EquivalentSchemas(checked, markSchemas(types), (schema) => of.get(schema)?.module);
  // In this order, a schema with a name comes before the schemas that are checked in the same way.
  for (const { schema } of of.values()) equivalents.of(schema);
  return (schema) => (of.has(schema) ? equivalents.of(schema) : schema);
}

// Marks schemas with equal keywords that are checked or filled in differently.
function markSchemas({ conversions, views }: SchemaTypes): (schema: Schema) => string {
  return (schema) => {
    let mark = conversions.readFormat(schema) ? 'converted' : '';
    if (views.defaultOf(schema) !== undefined && !views.sentDefaults.isFilled(schema)) mark += ' unfilled';
    // A schema that no client sends has fewer views.
    for (const view of ['request', 'received'] as const) if (views.differs(schema, view)) mark += ` ${view}`;
    return mark;
  };
}

interface FactsInput extends Pick<PlacesInput, 'api' | 'types'> {
  readonly acceptance: Acceptance;
  readonly checked: CheckedParts;
}

// Caching depends on which schemas are recursive. The calls of guards depend on both.
function collectAllFacts(
  { api, types, acceptance, checked }: FactsInput,
  targetOf: (schema: Schema) => Schema,
): Pick<Places, 'facts' | 'isRepeated'> {
  const { views } = types;
  const input = {
    checked,
    hasDefault: (property: Schema): boolean => views.defaultOf(property) !== undefined,
    isReadOnly: (property: Schema): boolean => views.isHidden(property, 'received'),
    isWriteOnly: (property: Schema): boolean => views.isHidden(property, 'response'),
  };
  const facts = new CollectedFacts(api.schemas, input);
  const isRecursive = (schema: Schema): boolean => facts.of(schema).recursive;
  const schemas: Schema[] = [];
  for (const [schema, parts] of types.parts) if (parts.length > 0) schemas.push(targetOf(schema));
  const repeated = findRepeated(schemas, { checked, acceptance, targetOf, isRecursive });
  const isRepeated = (schema: Schema): boolean => repeated.size > 0 && repeated.has(targetOf(schema));
  if (repeated.size > 0) facts.addRepeated(isRepeated);
  return { facts: (schema) => facts.of(schema), isRepeated };
}
