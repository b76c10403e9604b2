import { formatOrigin } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import type { Operation } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import { hasParts } from '../../model/walk-schemas.js';
import type { OperationPlan } from '../../wire/plan.js';
import { formatFlags, joinTexts, type SchemaTypes } from '../types/contract.js';
import type { Facts } from './analysis/facts.js';
import type { Place } from './place-schemas.js';
import { findPlaces, type Places, type PlacesInput, type PlacesMemory } from './places.js';

/** The validators of a description, one object per run. It finds the places of the functions on demand. */
export class Validators {
  readonly api: Api;
  readonly types: SchemaTypes;
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
  /** What the last run found. Absent if no run follows. */
  readonly memory: PlacesMemory | undefined;
  #places: Places | undefined;

  /** `plans` has one plan per operation of `api.operations`. */
  constructor({ api, types, plans, memory }: PlacesInput) {
    this.api = api;
    this.types = types;
    this.plans = plans;
    this.memory = memory;
  }

  get places(): Places {
    this.#places ??= findPlaces(this);
    return this.#places;
  }
}

/**
 * Returns a function that describes what decides the checks of a schema, in addition to its members, those of the
 * schemas to which it leads, and what `describeTypes` describes.
 */
export function describeChecks(validators: Validators): (schema: Schema) => string {
  const { places } = validators;
  const known = new Map<Facts, string>();
  const describeFacts = (facts: Facts): string => {
    const text = known.get(facts) ?? formatFlags(Object.values(facts));
    known.set(facts, text);
    return text;
  };
  return (schema) => {
    const place = places.of.get(schema);
    let text = '';
    // The facts about a schema without parts follow from its members, and its guard caches nothing.
    if (hasParts(schema))
      text += `${places.isRepeated(schema) ? 'repeated ' : ''}${describeFacts(places.facts(schema))} `;
    return place ? `${text}${describePlace(place, validators)} ` : text;
  };
}

function describePlace(place: Place, { places, types }: Validators): string {
  const { schema, entry, module, directions } = place;
  const origins = schema === entry ? [schema] : [schema, entry];
  const names: string[] = [];
  for (const view of views) {
    // In a view in which the schema does not differ, it has the names of a response.
    if (view !== 'response' && !types.views.differs(schema, view)) continue;
    names.push(places.nameType(place, view), places.nameFiller(place, view));
    for (const strictness of strictnesses) names.push(places.nameValidate(place, view, strictness));
  }
  return `${module} ${origins.map(({ origin }) => formatOrigin(origin)).join(' ')} ${[...(directions ?? [])].join(' ')}${joinTexts(names)}`;
}

const views = ['response', 'request', 'received'] as const;
const strictnesses = ['open', 'complete', 'strict'] as const;
