import { splitPointer } from '../../diagnostics/origin.js';
import type { Api, Operation } from '../../model/api.js';
import type { NotShown } from '../../model/element.js';
import { Described } from '../../model/in-place.js';
import { printExactJson } from '../../model/print-json.js';
import type { Schema } from '../../model/schema.js';
import { listMembers, listPresent, partMembers, type SchemaMember } from '../../model/schema-keywords.js';
import { UniqueNames } from '../../model/unique-names.js';
import { type Direction, listMessageSchemas, type MessageSchema, type Subschema } from '../../model/walk-schemas.js';
import { nameGuard, nameValidate } from '../../naming/derived-names.js';
import { joinNames, toCapitalized } from '../../naming/identifiers.js';
import { listMessageRoots } from '../../naming/name-schemas.js';
import type { View } from '../../views/views.js';
import type { MediaPlan, OperationPlan } from '../../wire/plan.js';
import type { SchemaTypes } from '../types/contract.js';
import { CheckedParts, CollectedFacts, type Facts } from './analysis/facts.js';
import { findOnlyReference } from './analysis/kinds.js';
import { findRepeated } from './analysis/repeated.js';

/** The rules of a check that JSON Schema does not define. */
export interface Rules {
  readonly view: View;
  /** Whether properties with a default are required, as in the type, because defaults were filled in. */
  readonly filled: boolean;
  /** Whether a value of a parent schema must be one of its children, as in the type. */
  readonly children: boolean;
}

/** Returns the rules of the values that `validate…` receives: those on the wire, before defaults are filled in. */
export function getRulesOnWire(view: View): Rules {
  return { view, filled: false, children: false };
}

/** Returns the rules of the values that a public guard accepts: those of the type. */
export function getRulesOfGuard(view: View): Rules {
  return { view, filled: true, children: true };
}

/** Returns whether two sets of rules are the same. */
export function hasSameRules(a: Rules, b: Rules): boolean {
  return a.view === b.view && a.filled === b.filled && a.children === b.children;
}

/**
 * The values that `validate…` refuses because they touch something not shown: none (`open`), objects with missing
 * fields (`complete`), or also values outside an open list (`strict`). It reports all others.
 */
export type Strictness = 'open' | 'complete' | 'strict';

/** Returns the strictness for a message of a view. Only a response that was received from a server may lack fields. */
export function findStrictness(view: View, own: boolean): Strictness {
  if (own) return 'strict';
  return view === 'response' ? 'open' : 'complete';
}

/** The module of the functions of a schema, and the parts of their names. */
export interface Place {
  readonly schema: Schema;
  /** The module, such as `validators/scenario` or `validators/operations/get-scenario`. */
  readonly module: string;
  /** The text after `is` and `validate`: the type, or a new name for a schema without a type. */
  readonly types: { readonly [V in View]: string };
  /** The messages in which operations use the schema. Present only if the schema has no separate type. */
  readonly directions?: ReadonlySet<Direction>;
}

/** The schemas that need validators. */
export interface PlacesInput {
  readonly api: Api;
  readonly types: SchemaTypes;
  /** The plans, one per operation of `api.operations`. */
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
}

/** The places of all schemas that get functions, and the facts about schemas that are known before code is printed. */
export class Places {
  readonly of: ReadonlyMap<Schema, Place>;
  /** The `presence` gap of the root. */
  readonly presence: NotShown | undefined;
  /** The names of the public functions and of the types of the output, and those of functions for the wire. */
  readonly #unique: UniqueNames;
  readonly #wireNames = new Map<string, string>();
  readonly #types: SchemaTypes;
  readonly #equivalents: EquivalentSchemas;
  readonly #facts: CollectedFacts;
  readonly #repeated: ReadonlySet<Schema>;
  /** The schemas of each property that applies to the objects of a schema, by name. */
  readonly #properties = new Map<Schema, ReadonlyMap<string, readonly Schema[]>>();

  constructor(input: PlacesInput) {
    const { api, types } = input;
    const { views } = types;
    this.#types = types;
    this.of = choosePlaces(input);
    this.presence = api.notShown.find((gap) => gap.kind === 'presence');
    this.#unique = new UniqueNames(listNames(this.of.values()));
    const checked = new CheckedParts(types.parts);
    // Plain values in one module change independently.
    const moduleOf = (schema: Schema): string | undefined =>
      types.names.schemas.get(schema)?.ownModule ?? this.of.get(schema)?.module;
    this.#equivalents = new EquivalentSchemas(checked, markSchemas(types), moduleOf);
    // In this order, a schema with a name comes before the schemas that are checked in the same way.
    for (const { schema } of this.of.values()) this.#equivalents.of(schema);
    this.#facts = new CollectedFacts(api.schemas, {
      checked,
      hasDefault: (property) => views.defaultOf(property) !== undefined,
      isReadOnly: (property) => views.isHidden(property, 'received'),
      isWriteOnly: (property) => views.isHidden(property, 'response'),
    });
    // Caching depends on which schemas are recursive. The calls of guards depend on both.
    const schemas = [...types.parts].flatMap(([schema, parts]) => (parts.length > 0 ? [this.#targetOf(schema)] : []));
    this.#repeated = findRepeated(schemas, {
      targetOf: (schema) => this.#targetOf(schema),
      isRecursive: (schema) => this.facts(schema).has('recursive'),
    });
    if (this.#repeated.size > 0) this.#facts.addRepeated((schema) => this.isRepeated(schema));
  }

  #targetOf(schema: Schema): Schema {
    return this.equivalent(this.of.get(schema)?.schema ?? schema);
  }

  facts(schema: Schema): Facts {
    return this.#facts.of(schema);
  }

  /** Returns the first schema that is checked in the same way. The functions of that schema also check this one. */
  equivalent(schema: Schema): Schema {
    return this.of.has(schema) ? this.#equivalents.of(schema) : schema;
  }

  /** Returns whether the guard of a schema caches its results, because it can be called twice for the same value. */
  isRepeated(schema: Schema): boolean {
    return this.#repeated.size > 0 && this.#repeated.has(this.#targetOf(schema));
  }

  /**
   * Lists the schemas of a property: those in the schema, in the target of its reference and in the members of its
   * `allOf`.
   */
  listDescribed(schema: Schema, name: string): readonly Schema[] {
    const found = this.#properties.get(schema) ?? new Described([schema]).properties;
    this.#properties.set(schema, found);
    return found.get(name) ?? [];
  }

  /**
   * Returns whether values of a view change after validation: defaults are filled in, or readOnly properties removed.
   */
  isFilled(schema: Schema, view: View): boolean {
    const facts = this.facts(schema);
    return facts.has('defaults') || (view === 'received' && facts.has('readOnly'));
  }

  /** Resets the rules that make no difference for the schema. */
  reduce(schema: Schema, { view, filled, children }: Rules): Rules {
    const facts = this.facts(schema);
    const canDiffer = this.#types.views.differs(schema, view);
    // Defaults are filled into received values alone. A sender may leave out required properties with a default.
    const isFilled = canDiffer && filled && view === 'received' && facts.has('defaults');
    const requiresOthers = view === 'received' ? isFilled : facts.has('requiredDefaults');
    return {
      view: canDiffer && (facts.has('requiredAbsent') || requiresOthers) ? view : 'response',
      filled: isFilled,
      children: children && facts.has('children'),
    };
  }

  /** Resets the rules that make no difference for the function that fills in the defaults of the schema. */
  reduceFilling(schema: Schema, { view }: Rules): Rules {
    const facts = this.facts(schema);
    // Values with the same properties are filled alike. A place with directions may lack the function of a response.
    const isFilledAlike =
      !facts.has('readOnly') && !facts.has('writeOnly') && (this.of.get(schema)?.directions?.has('response') ?? true);
    return getRulesOnWire(this.#types.views.differs(schema, view) && !isFilledAlike ? view : 'response');
  }

  /** Returns the first strictness that has the same effect on the schema. */
  reduceStrictness(schema: Schema, strictness: Strictness): Strictness {
    const facts = this.facts(schema);
    if (strictness === 'strict' && facts.has('values')) return 'strict';
    return strictness !== 'open' && this.presence && facts.has('properties') ? 'complete' : 'open';
  }

  /** Returns the text after `is` and `validate` in a view. */
  nameType({ schema, types }: Place, view: View): string {
    return types[this.#types.views.differs(schema, view) ? view : 'response'];
  }

  /** Returns the name of the function that fills the defaults of a view of a schema into a value on the wire. */
  nameFiller(place: Place, view: View): string {
    const name = nameFiller(this.nameType(place, view));
    return this.#isConverted(place) ? this.#nameUnique(`${name}OnWire`) : name;
  }

  /** Returns the name of the function that lists the failures of a value on the wire in a view. */
  nameValidate(place: Place, asked: View, wanted: Strictness): string {
    const { view } = this.reduce(place.schema, getRulesOnWire(asked));
    const strictness = this.reduceStrictness(place.schema, wanted);
    const isUsual = strictness === 'open' || strictness === findStrictness(view, false);
    const variant = isUsual ? '' : toCapitalized(strictness);
    const isConverted = this.#isConverted(place);
    const name = nameValidate(`${variant}${toCapitalized(place.types[view])}${isConverted ? 'OnWire' : ''}`);
    return isUsual && !isConverted ? name : this.#nameUnique(name);
  }

  #isConverted({ schema }: Place): boolean {
    return this.#types.conversions.planOf(schema) !== undefined;
  }

  // A function that is only for the wire has a name that no type has.
  #nameUnique(wanted: string): string {
    const name = this.#wireNames.get(wanted) ?? this.#unique.take(wanted);
    this.#wireNames.set(wanted, name);
    return name;
  }
}

/** Returns the name of the function that fills in the defaults of a type: `withPetDefaults`. */
export function nameFiller(type: string): string {
  return `with${toCapitalized(type)}Defaults`;
}

// Lists the types of the output and the names of their functions. A place with directions has no type.
function listNames(places: Iterable<Place>): string[] {
  const types = [...places].flatMap((place) => (place.directions ? [] : Object.values(place.types)));
  return types.flatMap((type) => [type, nameGuard(type), nameValidate(type), nameFiller(type)]);
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

/** Returns the place of a schema, or of the schema to which it only refers. */
export function findPlace(places: ReadonlyMap<Schema, Place>, schema: Schema): Place | undefined {
  const referred = findOnlyReference(schema);
  return places.get(schema) ?? (referred && places.get(referred));
}

// Finds the places of the schemas that get public functions: those with a name, and those that an operation uses
// directly. The unnamed schemas of parameters, headers, bodies and items are in the module of their operation. A schema
// that is only a reference has the functions of its target.
function choosePlaces({ types: { names }, plans }: PlacesInput): ReadonlyMap<Schema, Place> {
  const places = new Map<Schema, Place>();
  for (const [schema, named] of names.schemas) {
    const module = named.module.replace('types', 'validators');
    places.set(schema, { schema: named.schema, module, types: named.types });
  }
  const unique = new UniqueNames([...places.values()].flatMap(({ types }) => Object.values(types)));
  for (const [operation, { file, type }] of names.operations) {
    const suffixes = new Map(listMessageRoots(operation).map(({ schema, levels }) => [schema, levels[0]?.suffix]));
    const items = listItems(plans.get(operation));
    for (const { schema, whole } of items)
      if (whole && !suffixes.has(schema)) suffixes.set(schema, `${suffixes.get(whole) ?? ''} Item`);
    for (const { schema, direction: of } of [...listMessageSchemas(operation), ...items]) {
      // The API itself sends the requests of webhooks and callbacks.
      const direction = operation.kind === 'path' ? of : of === 'request' ? 'response' : 'request';
      const target = findOnlyReference(schema) ?? schema;
      const placed = places.get(target);
      if (placed) {
        const { directions } = placed;
        const isNew = directions && !directions.has(direction);
        const place = isNew ? { ...placed, directions: new Set([...directions, direction]) } : placed;
        places.set(target, place).set(schema, place);
        continue;
      }
      const shared = findComponentPlace(schema);
      const name = unique.take(shared?.name ?? joinNames(type, suffixes.get(schema) ?? direction));
      places.set(schema, {
        schema,
        module: shared?.module ?? `validators/operations/${file}`,
        types: { response: name, request: `${name}Input`, received: `${name}Received` },
        directions: new Set([direction]),
      });
    }
  }
  return places;
}

interface ItemSchema extends MessageSchema {
  /** The schema of the whole content. */
  readonly whole: Schema | undefined;
}

// Lists the schemas for items of streams: that of an item, and that of the JSON in an event.
function listItems(plan: OperationPlan | undefined): ItemSchema[] {
  const list = (direction: Direction, media: readonly MediaPlan[]): ItemSchema[] =>
    media.flatMap(({ items, parts, mediaType: { schema: whole } }) => {
      const all = [...(items ? [items] : []), ...(parts?.first ?? [])];
      const schemas = all.flatMap(({ checked, data }) => [checked ?? [], data ?? []].flat());
      return schemas.map((schema) => ({ direction, schema, whole }));
    });
  return [
    ...list('request', plan?.body?.alternatives ?? []),
    ...list('response', plan?.responses.flatMap(({ alternatives }) => alternatives) ?? []),
  ];
}

// A schema that several operations share through `components` has its own module.
function findComponentPlace(schema: Schema): { readonly module: string; readonly name: string } | undefined {
  const [root, kind, component] = splitPointer(schema.origin.pointer);
  if (root !== 'components' || kind === undefined || component === undefined) return undefined;
  const word = componentWords[kind];
  return word === undefined
    ? undefined
    : { module: `validators/components/${kind}`, name: joinNames(toCapitalized(word), component) };
}

const componentWords: { readonly [kind: string]: string | undefined } = {
  parameters: 'parameter',
  headers: 'header',
  requestBodies: 'requestBody',
  responses: 'response',
  mediaTypes: 'mediaType',
  pathItems: 'pathItem',
};

/**
 * Finds the schemas that are checked in the same way even if their names and places differ, so that one function serves
 * all of them. These have the same keywords, the same gaps and references to the same schemas.
 */
class EquivalentSchemas {
  readonly #checked: CheckedParts;
  readonly #markOf: (schema: Schema) => string;
  readonly #moduleOf: (schema: Schema) => string | undefined;
  readonly #ids = new Map<Schema, number>();
  /** The numbers of descriptions, and of the targets of references. */
  readonly #numbers = new Map<Schema | string, number>();
  readonly #first = new Map<string | number, Schema>();
  readonly #equivalents = new Map<Schema, Schema>();

  /** Schemas with different marks are checked differently, even if their keywords are equal. */
  constructor(
    checked: CheckedParts,
    markOf: (schema: Schema) => string,
    moduleOf: (schema: Schema) => string | undefined,
  ) {
    this.#checked = checked;
    this.#markOf = markOf;
    this.#moduleOf = moduleOf;
  }

  /**
   * Returns the first schema that was passed to this method and is checked in the same way. A schema without subschemas
   * shares its functions only inside its module: they are short, and its changes should not affect other modules.
   */
  of(schema: Schema): Schema {
    const known = this.#equivalents.get(schema);
    if (known || schema.kind !== 'keywords') return known ?? schema;
    const hasParts = this.#checked.of(schema).length > 0;
    const key = hasParts ? this.#idOf(schema) : `${this.#describe(schema)} ${this.#moduleOf(schema)}`;
    const first = this.#first.get(key) ?? schema;
    this.#first.set(key, first);
    this.#equivalents.set(schema, first);
    return first;
  }

  #idOf(schema: Schema): number {
    const id = this.#ids.get(schema) ?? this.#numberOf(this.#describe(schema));
    this.#ids.set(schema, id);
    return id;
  }

  #numberOf(thing: Schema | string): number {
    const number = this.#numbers.get(thing) ?? this.#numbers.size;
    this.#numbers.set(thing, number);
    return number;
  }

  #describe(schema: Schema): string {
    const gaps = schema.notShown.map(({ id }) => id);
    const start = [this.#markOf(schema), gaps, schema.kind === 'boolean' ? schema.value : schema.kind];
    if (schema.kind !== 'keywords') return JSON.stringify(start);
    const keywords = listPresent(schema, ownKeywords).map((keyword) => [keyword, schema[keyword]]);
    const parts = this.#checked.of(schema).map((part) => this.#describePart(schema, part));
    return printExactJson([...start, schema.discriminator?.propertyName, ...keywords, parts]);
  }

  // Inline subschemas are compared by content and relative place, references by their target.
  #describePart({ origin }: Schema, { keyword, key, schema: part }: Subschema): unknown {
    if (references.has(keyword)) return [keyword, key, this.#numberOf(part)];
    const content = this.#checked.of(part).length > 0 ? this.#idOf(part) : this.#describe(part);
    return [keyword, key, part.origin.pointer.slice(origin.pointer.length), content];
  }
}

const references: ReadonlySet<string> = new Set(['$ref', 'mapping', 'defaultMapping']);

// The keywords without subschemas that decide which values are valid and which defaults are filled in.
const ownKeywords: ReadonlySet<SchemaMember> = new Set([
  ...listMembers(({ role }) => role === 'assertion').filter((member) => !partMembers.has(member)),
  ...(['default', 'readOnly', 'writeOnly'] satisfies SchemaMember[]),
]);
