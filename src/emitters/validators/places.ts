import { pointerTokens } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import type { NotShown } from '../../model/not-shown.js';
import type { Operation } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import { type Direction, type MessageSchema, messageSchemas, reachSchemas } from '../../model/walk-schemas.js';
import { guardName, validateName } from '../../naming/derived-names.js';
import { appendName, capitalize } from '../../naming/identifiers.js';
import { listMessageRoots } from '../../naming/message-roots.js';
import type { Names } from '../../naming/names.js';
import type { View } from '../../views/views.js';
import type { MediaPlan, OperationPlan } from '../../wire/plan.js';
import { collectFacts, type Facts, type FactsInput } from './facts.js';
import { findRepeated } from './find-repeated.js';
import { type Rules, reduceRules } from './rules.js';
import { StandIns } from './stand-ins.js';
import { onlyReference } from './statics.js';

/** What validators are made from. */
export interface ValidatorsInput {
  readonly api: Api;
  readonly names: Names;
  /** One plan per operation of `api.operations`. */
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
}

/** Where the functions of a schema stand, and how they are called. */
export interface Place {
  readonly schema: Schema;
  /** The schema that is known by this name: itself, or a component that is nothing but a reference to it. */
  readonly entry: Schema;
  /** Such as `validators/scenario` or `validators/operations/get-scenario`. */
  readonly module: string;
  /** What follows `is` and `validate`: the type, or a name made for a schema that has none. */
  readonly types: { readonly [V in View]: string };
  /** Of a schema that has no type of its own: the messages in which operations use it. */
  readonly directions?: ReadonlySet<Direction>;
}

/** The places of all schemas that get functions of their own, and what names and places depend on. */
export interface Places {
  readonly of: ReadonlyMap<Schema, Place>;
  readonly facts: (schema: Schema) => Facts;
  /** Gives the schema whose functions serve a schema: the first one that is checked in the same way. */
  readonly standIn: (schema: Schema) => Schema;
  /** Returns whether the guard of a schema can be asked twice about the same value, and so remembers its answers. */
  readonly isRepeated: (schema: Schema) => boolean;
  /** Every name that a public function or a type of the output has. */
  readonly taken: ReadonlySet<string>;
  /** The root's `presence` item. */
  readonly presence: NotShown | undefined;
  /** Gives the rules with everything left out that makes no difference for the schema. */
  reduce(schema: Schema, rules: Rules): Rules;
  /** Tells whether a value of a schema is changed before a view of it is handed over. */
  isFilled(schema: Schema, view: View): boolean;
  /** Gives what follows `is` and `validate` in a view. */
  typeOf(place: Place, view: View): string;
  /** Gives the name of the function that fills in the defaults of a view of a schema, as it is on the wire. */
  defaultsName(place: Place, view: View): string;
  /** Gives the name of the function that lists the failures of a schema under (reduced) rules, as it is on the wire. */
  validateName(place: Place, rules: Rules): string;
}

const known = new WeakMap<Names, Places>();

/** Gives the places of a description's validators, computed once. */
export function placesOf(input: ValidatorsInput): Places {
  const places = known.get(input.names) ?? buildPlaces(input);
  known.set(input.names, places);
  return places;
}

function buildPlaces({ api, names, plans }: ValidatorsInput): Places {
  const { views } = names;
  const of = new Map<Schema, Place>();
  const entries = new Map([...names.schemas].map(([schema, named]) => [named.schema, schema]));
  for (const [schema, named] of names.schemas) if (schema !== named.schema) entries.set(named.schema, schema);
  for (const [schema, named] of names.schemas) {
    const module = named.module.replace(/^types/, 'validators');
    const entry = entries.get(named.schema) ?? schema;
    of.set(schema, { schema: named.schema, entry, module, types: named.types });
  }
  const types = new Set([...of.values()].flatMap((place) => Object.values(place.types)));
  placeMessages(of, { names, plans }, types);
  const taken = new Set([...types].flatMap((type) => [type, guardName(type), validateName(type), defaultsName(type)]));
  const standIns = new StandIns(views.dynamicAnchors, markSchemas(names), (schema) => of.get(schema)?.module);
  // Asked in this order, so that what has a name of its own stands in for what has none.
  for (const { schema } of of.values()) standIns.of(schema);
  const standIn = (schema: Schema): Schema => (of.has(schema) ? standIns.of(schema) : schema);
  const { facts, isRepeated } = collectAllFacts({ api, names }, (schema) => standIn(of.get(schema)?.schema ?? schema));
  const presence = api.notShown.find((item) => item.kind === 'presence');
  const typeOf: Places['typeOf'] = ({ schema, types }, view) => types[views.differs(schema, view) ? view : 'response'];
  return {
    of,
    facts,
    isFilled: (schema, view) => facts(schema).defaults || (view === 'received' && facts(schema).readOnly),
    standIn,
    isRepeated,
    taken,
    presence,
    reduce: (schema, rules) => reduceRules(rules, facts(schema), (view) => views.differs(schema, view)),
    typeOf,
    defaultsName(place, view) {
      const isConverted = names.conversions.planOf(place.schema) !== undefined;
      let name = `${defaultsName(typeOf(place, view))}${isConverted ? 'OnWire' : ''}`;
      while (isConverted && taken.has(name)) name += '_';
      return name;
    },
    validateName(place, rules) {
      const variant = variantOf(rules, presence !== undefined && facts(place.schema).properties);
      const isConverted = names.conversions.planOf(place.schema) !== undefined;
      let name = validateName(`${variant}${capitalize(place.types[rules.view])}${isConverted ? 'OnWire' : ''}`);
      while ((variant !== '' || isConverted) && taken.has(name)) name += '_';
      return name;
    },
  };
}

// Marks schemas that read alike but are checked or filled in differently.
function markSchemas({ conversions, views }: Names): (schema: Schema) => string {
  return (schema) => {
    const isConverted = conversions.formatOf(schema) !== undefined;
    const isUnfilled = views.defaultOf(schema) !== undefined && !views.sentDefaults.isFilled(schema);
    return `${isConverted ? 'converted' : ''} ${isUnfilled ? 'unfilled' : ''}`;
  };
}

// Which guards remember answers depends on which schemas are recursive, and how guards are called depends on both.
function collectAllFacts(
  { api, names }: Pick<ValidatorsInput, 'api' | 'names'>,
  targetOf: (schema: Schema) => Schema,
): Pick<Places, 'facts' | 'isRepeated'> {
  const { views } = names;
  const input: FactsInput = {
    anchors: views.dynamicAnchors,
    hasDefault: (property) => views.defaultOf(property) !== undefined,
    isReadOnly: (property) => views.isHidden(property, 'received'),
    isRepeated: () => false,
  };
  const facts = collectFacts(api.schemas, input);
  const isRecursive = (schema: Schema): boolean => facts(schema).recursive;
  const schemas = [...reachSchemas(api.schemas)].map(targetOf);
  const repeated = findRepeated(schemas, { anchors: views.dynamicAnchors, targetOf, isRecursive });
  const isRepeated = (schema: Schema): boolean => repeated.has(targetOf(schema));
  return { facts: repeated.size === 0 ? facts : collectFacts(api.schemas, { ...input, isRepeated }), isRepeated };
}

/** Gives what tells the functions of a schema apart that go by other rules than its public ones. */
export function variantOf(rules: Rules, excusable: boolean): '' | 'Own' | 'Sent' {
  if (rules.closed) return 'Own';
  return excusable && !rules.excused && rules.view === 'response' ? 'Sent' : '';
}

/** The function that fills in the defaults of a type: `withPetDefaults`. */
export function defaultsName(type: string): string {
  return `with${capitalize(type)}Defaults`;
}

// The schemas of parameters, headers, bodies and items that have no name get functions too, in the module of their
// operation. What is nothing but a reference has those of its target.
function placeMessages(
  of: Map<Schema, Place>,
  { names, plans }: Pick<ValidatorsInput, 'names' | 'plans'>,
  types: ReadonlySet<string>,
): void {
  const taken = new Set(types);
  for (const [operation, { file, type }] of names.operations) {
    const suffixes = new Map(listMessageRoots(operation).map(({ schema, levels }) => [schema, levels[0]?.suffix]));
    const items = listItems(plans.get(operation));
    for (const { schema, whole } of items)
      if (whole && !suffixes.has(schema)) suffixes.set(schema, `${suffixes.get(whole) ?? ''} Item`);
    for (const { schema, direction } of [...messageSchemas(operation), ...items]) {
      const target = (schema.kind === 'keywords' && onlyReference(schema)) || schema;
      const placed = of.get(target);
      if (placed) {
        const { directions } = placed;
        const all = directions && new Set([...directions, direction]);
        of.set(target, all ? { ...placed, directions: all } : placed);
        of.set(schema, all ? { ...placed, directions: all } : placed);
        continue;
      }
      const shared = componentPlace(schema);
      const name = uniqueName(shared?.name ?? appendName(type, suffixes.get(schema) ?? direction), taken);
      of.set(schema, {
        schema,
        entry: schema,
        module: shared?.module ?? `validators/operations/${file}`,
        types: { response: name, request: `${name}Input`, received: `${name}Received` },
        directions: new Set([direction]),
      });
    }
  }
}

interface ItemSchema extends MessageSchema {
  /** The schema of the whole content. */
  readonly whole: Schema | undefined;
}

// Lists what the items of streams are checked against: the schema of an item, and that of the JSON in an event.
function listItems(plan: OperationPlan | undefined): ItemSchema[] {
  const list = (direction: Direction, media: readonly MediaPlan[]): ItemSchema[] =>
    media.flatMap(({ items, mediaType: { schema: whole } }) => {
      const schemas = items ? [items.checked ?? [], items.data ?? []].flat() : [];
      return schemas.map((schema) => ({ direction, schema, whole }));
    });
  return [
    ...list('request', plan?.body?.alternatives ?? []),
    ...list('response', plan?.responses.flatMap(({ alternatives }) => alternatives) ?? []),
  ];
}

// What several operations share through `components` stands in a module of its own.
function componentPlace(schema: Schema): { readonly module: string; readonly name: string } | undefined {
  const [root, kind, component] = pointerTokens(schema.origin.pointer);
  if (root !== 'components' || component === undefined) return undefined;
  const word = componentWords[kind ?? ''];
  return word === undefined
    ? undefined
    : { module: `validators/components/${kind}`, name: appendName(capitalize(word), component) };
}

const componentWords: { readonly [kind: string]: string | undefined } = {
  parameters: 'parameter',
  headers: 'header',
  requestBodies: 'requestBody',
  responses: 'response',
  mediaTypes: 'mediaType',
  pathItems: 'pathItem',
};

function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
  taken.add(name);
  return name;
}
