import { collectParts, listApplied, type PartSchemas } from '../../model/positions.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { listSubschemas, withHolders } from '../../model/walk-schemas.js';
import { type Code, code } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { encodePattern } from '../../typescript/encode-pattern.js';
import { printArray, printObject } from '../../typescript/print-literal.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeValue } from '../runtime-references.js';
import type { ServerInput } from './server-input.js';

/**
 * Prints the places at which values of a schema may contain the names `__proto__` and `constructor`, because a schema
 * declares them. Returns `undefined` if no schema does.
 */
export function printDeclaredNames(schema: Schema | undefined, input: ServerInput): Code | undefined {
  const places = schema && input.reserved.has(schema) ? printPlaces(schema, listReserved) : undefined;
  return places && code`${importRuntimeValue('read-names', 'allowNames')}(${places})`;
}

/** Lists the schemas whose values may contain the names `__proto__` and `constructor`. */
export function listReservedHolders(input: EmitInput): ReadonlySet<Schema> {
  return listHolders(input, listReserved);
}

/** Lists the schemas that lead to a schema for which `listNames` finds names. Few descriptions have any. */
export function listHolders({ types }: EmitInput, listNames: ListNames): ReadonlySet<Schema> {
  const own = [...types.parts.keys()].filter((schema) => hasProperties(schema) && listNames([schema]).length > 0);
  if (own.length === 0) return new Set();
  return withHolders(own, types.parts.keys(), listReferred);
}

function hasProperties(schema: Schema): boolean {
  return schema.kind === 'keywords' && schema.properties !== undefined;
}

function listReferred(schema: Schema): Schema[] {
  const children = schema.kind === 'keywords' ? (schema.discriminator?.inheritance?.children ?? []) : [];
  return [...listSubschemas(schema), ...children].map((part) => part.schema);
}

/**
 * Prints the places in the values of a schema for which `listNames` finds names. Returns `undefined` if there are none.
 */
export function printPlaces(schema: Schema, listNames: ListNames): Code | undefined {
  const places = keepDeclaring(listPlaces(schema, listNames));
  return places.length === 0 ? undefined : printArray(places.map((place) => printPlace(place, places)));
}

/** Lists the names of properties from all schemas that describe one value. */
type ListNames = (schemas: Iterable<Schema>) => readonly string[];

const reservedNames = ['__proto__', 'constructor'];

function listReserved(schemas: Iterable<Schema>): string[] {
  const declares = (schema: Schema, reserved: string): boolean =>
    schema.kind === 'keywords' && (schema.properties?.some(({ name }) => name === reserved) ?? false);
  return reservedNames.filter((reserved) => [...schemas].some((schema) => declares(schema, reserved)));
}

// Lists the schemas that describe one value, including the children of a parent schema, because the value may match one
// of them.
function listDescribing(schemas: readonly Schema[]): ReadonlySet<KeywordSchema> {
  const found = listApplied({ schemas, chosen: new Set() });
  for (const { discriminator } of found) {
    const targets = discriminator?.mapping.map((row) => row.schema) ?? [];
    const children = discriminator?.inheritance?.children.map((child) => child.schema) ?? [];
    const others = discriminator?.defaultMapping ? [discriminator.defaultMapping] : [];
    const further = { schemas: [...targets, ...children, ...others], chosen: new Set<Schema>() };
    for (const schema of listApplied(further)) found.add(schema);
  }
  return found;
}

/** The names that are declared at one place of a value, and the places inside it. */
interface Place {
  readonly names: readonly string[];
  readonly parts: PartSchemas;
  /** Returns the place of some schemas. */
  readonly find: (schemas: readonly Schema[]) => Place;
}

// Values that the same schemas describe share one place. This limits the number of places even for recursive schemas.
function listPlaces(root: Schema, listNames: ListNames): Place[] {
  const known = new Map<string, Place>();
  const ids = new Map<Schema, number>();
  const idOf = (schema: Schema): number => {
    ids.set(schema, ids.get(schema) ?? ids.size);
    return ids.get(schema) ?? 0;
  };
  const found = new Map<readonly Schema[], Place>();
  const find = (schemas: readonly Schema[]): Place => {
    const before = found.get(schemas);
    if (before) return before;
    const applied = listDescribing(schemas);
    const key = [...applied].map(idOf).sort().join();
    const place = known.get(key) ?? { names: listNames(applied), parts: collectParts(applied), find };
    known.set(key, place);
    found.set(schemas, place);
    return place;
  };
  find([root]);
  for (const place of known.values()) for (const schemas of listParts(place)) find(schemas);
  return [...known.values()];
}

function listParts({ parts }: Place): (readonly Schema[])[] {
  const { properties, patterns, others, first, items } = parts;
  return [...properties.values(), ...patterns.values(), others, ...first, items];
}

// Keeps the places that contain a declared name. The first place is the whole value.
function keepDeclaring(places: readonly Place[]): readonly Place[] {
  const declaring = places.filter(({ names }) => names.length > 0);
  const kept = withHolders(declaring, places, (place) => listParts(place).map(place.find));
  const [root] = places;
  return root && kept.has(root) ? [root, ...[...kept].filter((place) => place !== root)] : [];
}

function printPlace({ names, parts, find }: Place, places: readonly Place[]): Code {
  const indexOf = (schemas: readonly Schema[]): string | undefined => {
    const index = places.indexOf(find(schemas));
    return index < 0 ? undefined : String(index);
  };
  const print = (schemas: readonly Schema[]): string => indexOf(schemas) ?? 'undefined';
  const properties = [...parts.properties].map(([name, part]) => printArray([encodeString(name), print(part)]));
  const patterns = [...parts.patterns].map(([pattern, part]) =>
    printArray([encodePattern(pattern).expression, print(part)]),
  );
  return printObject([
    ['names', names.length > 0 ? printArray(names.map(encodeString)) : undefined],
    ['properties', properties.length > 0 ? printArray(properties) : undefined],
    ['patterns', patterns.length > 0 ? printArray(patterns) : undefined],
    ['others', indexOf(parts.others)],
    ['first', parts.first.some(indexOf) ? printArray(parts.first.map(print)) : undefined],
    ['items', indexOf(parts.items)],
  ]);
}
