import type { Api } from '../../model/api.js';
import type { Operation } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import type { Reference } from '../../typescript/code.js';
import type { OperationPlan } from '../../wire/plan.js';
import type { SchemaTypes } from '../types/contract.js';
import { nameAlternatives } from './alternatives.js';
import { findPlaces, type Places, type PlacesInput } from './places.js';

/** The validators of a description, one object per run. It finds the places of the functions on demand. */
export class Validators {
  readonly api: Api;
  readonly types: SchemaTypes;
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
  #places: Places | undefined;
  #alternatives: ReadonlyMap<Schema, Reference> | undefined;

  /** `plans` has one plan per operation of `api.operations`. */
  constructor({ api, types, plans }: PlacesInput) {
    this.api = api;
    this.types = types;
    this.plans = plans;
  }

  get places(): Places {
    this.#places ??= findPlaces(this);
    return this.#places;
  }

  /** The guards of the alternatives in replies that have no place. Only a server needs them. */
  get alternatives(): ReadonlyMap<Schema, Reference> {
    this.#alternatives ??= nameAlternatives(this);
    return this.#alternatives;
  }
}
