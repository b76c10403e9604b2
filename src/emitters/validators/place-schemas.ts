import { splitPointer } from '../../diagnostics/origin.js';
import type { Operation } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import { type Direction, listMessageSchemas, type MessageSchema } from '../../model/walk-schemas.js';
import { joinNames, toCapitalized } from '../../naming/identifiers.js';
import { listMessageRoots } from '../../naming/message-roots.js';
import type { Names } from '../../naming/names.js';
import type { View } from '../../views/views.js';
import type { MediaPlan, OperationPlan } from '../../wire/plan.js';
import { findOnlyReference } from './analysis/checked-keywords.js';

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

interface PlaceInput {
  readonly names: Names;
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
}

/**
 * Finds the places of the schemas that get public functions: those with a name, and those that an operation uses
 * directly.
 */
export function choosePlaces({ names, plans }: PlaceInput): ReadonlyMap<Schema, Place> {
  const places = new Map<Schema, Place>();
  for (const [schema, named] of names.schemas) {
    const module = named.module.replace('types', 'validators');
    places.set(schema, { schema: named.schema, module, types: named.types });
  }
  chooseMessagePlaces(places, { names, plans });
  return places;
}

/** Returns the place of a schema, or of the schema to which it only refers. */
export function findPlace(places: ReadonlyMap<Schema, Place>, schema: Schema): Place | undefined {
  const referred = schema.kind === 'keywords' ? findOnlyReference(schema) : undefined;
  return places.get(schema) ?? (referred && places.get(referred));
}

// The unnamed schemas of parameters, headers, bodies and items also get functions, in the module of their operation. A
// schema that is only a reference has those of its target.
function chooseMessagePlaces(places: Map<Schema, Place>, { names, plans }: PlaceInput): void {
  const taken = new Set<string>();
  for (const { types } of places.values()) for (const type of Object.values(types)) taken.add(type);
  for (const [operation, { file, type }] of names.operations) {
    const suffixes = new Map(listMessageRoots(operation).map(({ schema, levels }) => [schema, levels[0]?.suffix]));
    const items = listItems(plans.get(operation));
    for (const { schema, whole } of items)
      if (whole && !suffixes.has(schema)) suffixes.set(schema, `${suffixes.get(whole) ?? ''} Item`);
    for (const { schema, direction } of [...listMessageSchemas(operation), ...items]) {
      const target = (schema.kind === 'keywords' && findOnlyReference(schema)) || schema;
      const placed = places.get(target);
      if (placed) {
        const { directions } = placed;
        const isNew = directions && !directions.has(direction);
        const place = isNew ? { ...placed, directions: new Set([...directions, direction]) } : placed;
        places.set(target, place).set(schema, place);
        continue;
      }
      const shared = findComponentPlace(schema);
      const name = nameUnique(shared?.name ?? joinNames(type, suffixes.get(schema) ?? direction), taken);
      places.set(schema, {
        schema,
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

function nameUnique(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
  taken.add(name);
  return name;
}
