import { listPartsInPlace } from '../../model/in-place.js';
import { type ChildSchema, hasOpenFields, type KeywordSchema, type Schema } from '../../model/schema.js';
import type { SchemaParts } from '../../model/schema-parts.js';
import { withHolders } from '../../model/walk-schemas.js';
import type { Names } from '../../naming/names.js';
import { type Code, code, importType, importValue, joinCode } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { encodePattern } from '../../typescript/encode-pattern.js';
import { TsFile } from '../../typescript/ts-file.js';
import { type FieldsInput, findKnownFields } from './known-fields.js';

const placesModule = 'types/item-places';

/** The schemas of a description that contain `shape` or `fields` items, directly or in inner schemas. */
export interface KnownPlaces {
  readonly leading: ReadonlySet<Schema>;
  /** The names of the constants of schemas that others refer to. */
  readonly named: ReadonlyMap<Schema, string>;
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

interface PlacesInput extends FieldsInput {
  readonly names: Names;
  /** All schemas of the description, with their parts. */
  readonly parts: SchemaParts;
}

/** Finds the places of items in the schemas of a description. */
export function findPlaces(input: PlacesInput): KnownPlaces {
  const { api, names } = input;
  // Most descriptions have no items and need no search.
  if (!api.schemas.some(hasItem)) return { leading: new Set(), named: new Map(), fields: new Map() };
  const schemas = [...input.parts.keys()];
  const leading = withHolders(schemas.filter(hasItem), schemas, listParts);
  const referred = new Set(schemas.flatMap((schema) => (schema.kind === 'keywords' ? listTargets(schema) : [])));
  const named = new Map<Schema, string>();
  const taken = new Set<string>();
  for (const schema of leading) {
    if (!referred.has(schema)) continue;
    const type = names.schemas.get(schema)?.types.response;
    const wanted = type === undefined ? 'places' : `${type.charAt(0).toLowerCase()}${type.slice(1)}Places`;
    const name = type === undefined || taken.has(wanted) ? `${wanted}${named.size + 1}` : wanted;
    taken.add(name);
    named.set(schema, name);
  }
  return { leading, named, fields: findKnownFields(input) };
}

function hasItem(schema: Schema): boolean {
  return schema.kind === 'not-shown' || hasOpenFields(schema);
}

function listTargets({ ref }: KeywordSchema): readonly Schema[] {
  return ref ? [ref] : [];
}

// Lists the other schemas that describe the same value. `not` and `if` do not describe it.
function listAlso(schema: KeywordSchema): readonly Schema[] {
  return listPartsInPlace(schema, { alternatives: true, branches: true });
}

// Lists the schemas that a value of a parent schema may match instead of the parent.
function listChildren({ discriminator }: KeywordSchema): readonly ChildSchema[] {
  const { base, children = [] } = discriminator?.inheritance ?? {};
  return children.filter((child) => child.schema !== base);
}

// Returns the alternatives that a property selects, by the value of the property.
function findNamedAlternatives({ discriminator, anyOf = [], oneOf = [] }: KeywordSchema): ReadonlyMap<string, Schema> {
  const rows = discriminator?.inheritance ? [] : (discriminator?.mapping ?? []);
  return new Map(
    rows.flatMap(({ value, schema }) => {
      const found = [...oneOf, ...anyOf].find(
        (one) => one === schema || (one.kind === 'keywords' && one.ref === schema),
      );
      return found ? [[value, found] as const] : [];
    }),
  );
}

function listParts(schema: Schema): readonly Schema[] {
  if (schema.kind !== 'keywords') return [];
  const { properties = [], patternProperties = [], prefixItems = [] } = schema;
  const members = [...properties, ...patternProperties].map((each) => each.schema);
  return [
    ...listAlso(schema),
    ...listChildren(schema).map((child) => child.schema),
    ...members,
    ...prefixItems,
    ...[findOthers(schema), findItems(schema)].flatMap((o) => o ?? []),
  ];
}

function findOthers({ additionalProperties, unevaluatedProperties }: KeywordSchema): Schema | undefined {
  return additionalProperties ?? unevaluatedProperties;
}

function findItems({ items, unevaluatedItems }: KeywordSchema): Schema | undefined {
  return items ?? unevaluatedItems;
}

/** Prints the places of items in the values of a schema. Returns `undefined` if there are none. */
export function printItemPlaces(schema: Schema, places: KnownPlaces): Code | undefined {
  const name = places.named.get(schema);
  if (name !== undefined) return code`${importValue(placesModule, name)}`;
  return places.leading.has(schema) ? printPlaces(schema, places) : undefined;
}

/** Builds the module with the places of items in schemas to which others refer. It is empty if there are none. */
export function buildItemPlacesModule(places: KnownPlaces, names: Names): TsFile {
  const file = new TsFile(placesModule);
  const type = code`${importType('runtime/report-items', 'ItemPlaces')}`;
  for (const [schema, name] of places.named) {
    const called = names.schemas.get(schema)?.types.response;
    const values = called === undefined ? 'values of this schema' : `values of \`${called}\``;
    const doc = `Where ${values} contain items.`;
    file.addConstant({ name, doc, place: schema.origin, type, value: printPlaces(schema, places) });
  }
  return file;
}

function printPlaces(schema: Schema, places: KnownPlaces): Code {
  if (schema.kind === 'not-shown') return code`{ shape: ${encodeString(schema.item.id)} }`;
  if (schema.kind === 'boolean') return code`{}`;
  const print = (part: Schema): Code => printPart(part, places);
  const leads = (part: Schema): boolean => places.leading.has(part);
  const { properties = [], patternProperties = [], prefixItems = [] } = schema;
  const members: Code[] = [];
  const item = schema.notShown.find(({ kind }) => kind === 'fields');
  if (item) members.push(code`fields: [${encodeString(item.id)}, ${printNames(places.fields.get(item.id) ?? [])}]`);
  const listed = properties.filter((each) => leads(each.schema));
  const rows = listed.map((each) => code`${encodePropertyKey(each.name)}: ${print(each.schema)}`);
  if (rows.length > 0) members.push(code`properties: { ${joinCode(rows, ', ')} }`);
  const patterns = patternProperties.map(
    (each) => code`[${encodePattern(each.pattern).expression}, ${leads(each.schema) ? print(each.schema) : '{}'}]`,
  );
  const others = findOthers(schema);
  const hasOthers = others !== undefined && leads(others);
  if (patternProperties.some((each) => leads(each.schema)) || (hasOthers && patterns.length > 0))
    members.push(code`patterns: [${joinCode(patterns, ', ')}]`);
  if (hasOthers) members.push(code`others: [${printNames(properties.map(({ name }) => name))}, ${print(others)}]`);
  if (prefixItems.some(leads)) {
    const first = prefixItems.map((each) => (leads(each) ? print(each) : code`undefined`));
    members.push(code`first: [${joinCode(first, ', ')}]`);
  }
  const items = findItems(schema);
  if (items && leads(items)) members.push(code`items: ${print(items)}`);
  const also = printAlso(schema, places);
  if (also.length > 0) members.push(code`also: [${joinCode(also, ', ')}]`);
  const children = printChildren(schema, places);
  if (children.length > 0) members.push(printBy(schema, children));
  return code`{ ${joinCode(members, ', ')} }`;
}

function printPart(part: Schema, places: KnownPlaces): Code {
  const name = places.named.get(part);
  return name === undefined ? printPlaces(part, places) : code`() => ${importValue(placesModule, name)}`;
}

type Row = readonly [value: string, places: Code];

function printAlso(schema: KeywordSchema, places: KnownPlaces): readonly Code[] {
  const named = findNamedAlternatives(schema);
  const chosen = new Set(named.values());
  const rows = [...named].flatMap(([value, part]): Row[] =>
    places.leading.has(part) ? [[value, printPart(part, places)]] : [],
  );
  const others = listAlso(schema).filter((part) => places.leading.has(part) && !chosen.has(part));
  const printed = others.map((part) => printPart(part, places));
  return rows.length === 0 ? printed : [...printed, code`{ ${printBy(schema, rows)} }`];
}

function printChildren(schema: KeywordSchema, places: KnownPlaces): readonly Row[] {
  const base = schema.discriminator?.inheritance?.base;
  return listChildren(schema).flatMap(({ schema: child, values = [], isExtending }) => {
    const parts = [child, ...(base && !isExtending ? [base] : [])].filter((part) => places.leading.has(part));
    const printed = parts.map((part) => printPart(part, places));
    const [only = code`{}`, second] = printed;
    const all = second ? code`{ also: [${joinCode(printed, ', ')}] }` : only;
    return values.map((value): Row => [String(value), all]);
  });
}

function printBy({ discriminator }: KeywordSchema, rows: readonly Row[]): Code {
  const listed = rows.map(([value, part]) => code`${encodePropertyKey(value)}: ${part}`);
  return code`by: [${encodeString(discriminator?.propertyName ?? '')}, { ${joinCode(listed, ', ')} }]`;
}

function printNames(names: readonly string[]): string {
  return `[${names.map(encodeString).join(', ')}]`;
}
