import { findAllowedTypes } from '../../model/allowed-types.js';
import type { Api, Operation } from '../../model/api.js';
import { typeSets } from '../../model/json-type.js';
import { hasOpenFields, type KeywordSchema, type Schema } from '../../model/schema.js';
import { UniqueNames } from '../../model/unique-names.js';
import { collectSchemas, listMessageSchemas, listSubschemas, withHolders } from '../../model/walk-schemas.js';
import { nameGuard } from '../../naming/derived-names.js';
import { nameOrigin } from '../../naming/name-origin.js';
import { joinPascal, splitWords } from '../../naming/words.js';
import { type Code, code, importValue, type Reference } from '../../typescript/code.js';
import type { View } from '../../views/views.js';
import type { OperationPlan } from '../../wire/plan.js';
import type { SchemaTypes } from '../types/contract.js';
import { findPlace, findStrictness, Places, type PlacesInput } from './places.js';

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
    this.#places ??= new Places(this);
    return this.#places;
  }

  /** The guards of the alternatives in replies that have no place. Only a server needs them. */
  get alternatives(): ReadonlyMap<Schema, Reference> {
    this.#alternatives ??= nameAlternatives(this);
    return this.#alternatives;
  }
}

/**
 * Returns a reference to the function `(value: unknown, onNotShown?: OnNotShown) => Failure[]`. It lists why a value on
 * the wire is not a valid message of a view, before defaults are filled in. A schema has such a function if it has a
 * name or if an operation uses it directly. An operation uses schemas for parameters, headers, media types, items of
 * streams and the JSON in such items.
 *
 * - `request`: what the caller of a client passes. A property with a default may be left out.
 * - `received`: what arrives at a server. A property with a default may be left out unless it is `required`.
 * - `response`: what arrives at a client. A missing or null field is reported rather than refused if a `presence` gap
 *   asks about it. With `own`, it is what a server sends: required fields are required, and values that are not shown
 *   are refused.
 */
export function findValidator(
  { validators: { places } }: { readonly validators: Validators },
  schema: Schema,
  view: View,
  options: { readonly own?: boolean } = {},
): Reference {
  const place = findPlace(places.of, schema);
  if (!place) throw new Error(`no validator for the schema at ${schema.origin.file}#${schema.origin.pointer}`);
  const strictness = findStrictness(view, options.own ?? false);
  return importValue(place.module, places.nameValidate(place, view, strictness));
}

/**
 * Returns a reference to the function `(value: unknown) => unknown`. It returns a valid value on the wire with the
 * defaults of its properties filled in at all levels, and does not change its argument. With `received`, the result is
 * what a server's handler receives, without readOnly properties; with `response`, what a client's caller receives.
 * Returns `undefined` if the schema has no defaults, or has neither a name nor a use in an operation.
 */
export function findFiller(
  { validators: { places } }: { readonly validators: Validators },
  schema: Schema,
  view: Exclude<View, 'request'>,
): Reference | undefined {
  const place = places.of.get(schema);
  if (!place || !places.isFilled(place.schema, view)) return undefined;
  return importValue(place.module, places.nameFiller(place, view));
}

/** Returns the code of a function that returns whether an alternative accepts a value of a reply on the wire. */
export function printAccepts({ validators }: { readonly validators: Validators }, alternative: Schema): Code {
  const guard = validators.alternatives.get(alternative);
  return guard
    ? code`${guard}`
    : code`(value) => ${findValidator({ validators }, alternative, 'response')}(value).length === 0`;
}

/** The module with the guards of alternatives that have no other functions. Only the server imports it. */
export const alternativesModule = 'validators/server/alternatives';

/**
 * Lists the unions of a schema: of each `anyOf` and `oneOf`, the members that accept objects or arrays, and the children
 * of a parent schema.
 */
export function listUnions(schema: KeywordSchema): (readonly Schema[])[] {
  const { anyOf = [], oneOf = [], discriminator } = schema;
  const hasParts = (member: Schema): boolean => {
    return (findAllowedTypes(member) & (typeSets.object | typeSets.array)) !== 0;
  };
  const children = discriminator?.inheritance?.children.map((child) => child.schema) ?? [];
  return [anyOf.filter(hasParts), oneOf.filter(hasParts), children].filter((union) => union.length > 0);
}

// Names the guards of the alternatives that have no place, in the unions of replies that decide about members.
function nameAlternatives({ api, types, places }: Validators): ReadonlyMap<Schema, Reference> {
  const replied = api.operations.flatMap((operation) =>
    listMessageSchemas(operation).flatMap(({ direction, schema }) => (direction === 'response' ? schema : [])),
  );
  const all = [...types.parts.keys()];
  const deciding = withHolders(all.filter(isAboutMembers), all, (schema) =>
    listSubschemas(schema).map((part) => part.schema),
  );
  const named = new Map<Schema, Reference>();
  const unique = new UniqueNames();
  for (const schema of collectSchemas(replied)) {
    const unions = schema.kind === 'keywords' && deciding.has(schema) ? listUnions(schema) : [];
    for (const union of unions) {
      if (union.length < 2 || !union.some((member) => deciding.has(member))) continue;
      for (const member of union)
        if (!named.has(member) && !findPlace(places.of, member))
          named.set(member, importValue(alternativesModule, unique.take(nameAlternative(member))));
    }
  }
  return named;
}

function nameAlternative({ origin }: Schema): string {
  return nameGuard(`${joinPascal(splitWords(nameOrigin(origin)))}Alternative`);
}

function isAboutMembers(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'not-shown';
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const members = properties ?? patternProperties ?? additionalProperties ?? unevaluatedProperties;
  return members !== undefined || hasOpenFields(schema);
}
