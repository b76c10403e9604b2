import { listFields, type ObjectField, type ObjectName, tabledObjects } from '../model/openapi-objects.js';
import { findSchemaKeyword, type SchemaKeyword, schemaKeywordNames } from '../model/schema-keywords.js';

/**
 * What the specification expects at a place. An object, or with `{}` a map of such objects. `any`: unknown content
 * (extensions, unknown keywords, text). `none`: a literal, in which `$ref` is an ordinary name. `sample`: an example,
 * which is also a literal, although examples of many descriptions refer to files.
 */
export type ValueKind = ObjectName | `${ObjectName}{}` | 'any' | 'none' | 'sample';

// The objects that contain no references and to which no reference leads.
const plain: ReadonlySet<ObjectName> = new Set<ObjectName>([
  ...(['info', 'contact', 'license', 'server', 'serverVariable', 'externalDocs', 'tag'] as const),
  ...(['reference', 'xml', 'oauthFlows', 'oauthFlow'] as const),
]);

// The places of the fields, by object. A list has the place of its items.
const places = new Map<ValueKind, ReadonlyMap<string, ValueKind>>([
  ...tabledObjects.map((object) => [object, indexKinds(listFields(object))] as const),
  ['schema', new Map(schemaKeywordNames.map((keyword) => [keyword, getKeywordKind(keyword)]))],
]);

// The objects of the maps, by the place of the map.
const mapObjects: ReadonlyMap<ValueKind, ObjectName> = new Map(
  [...tabledObjects, 'schema' as const].map((object) => [`${object}{}` as const, object]),
);

function indexKinds(fields: readonly ObjectField[]): ReadonlyMap<string, ValueKind> {
  return new Map(fields.map((field) => [field.name, getFieldKind(field)]));
}

function getFieldKind({ object, holds }: ObjectField): ValueKind {
  if (holds === 'data') return 'none';
  if (holds === 'sample') return 'sample';
  if (!object || plain.has(object)) return 'any';
  return holds === 'map' ? `${object}{}` : object;
}

function getKeywordKind(keyword: SchemaKeyword): ValueKind {
  switch (findSchemaKeyword(keyword).holds) {
    case 'schema':
    case 'schema[]':
      return 'schema';
    case 'schema{}':
    case 'schema{pattern}':
      return 'schema{}';
    case 'discriminator':
      return 'discriminator';
    case 'data':
      return 'none';
    case 'sample':
      return 'sample';
    default:
      return 'any';
  }
}

/** Returns whether the specification does not define the content of a place. */
export function isOpaque(place: ValueKind): place is 'any' | 'none' | 'sample' {
  return place === 'any' || place === 'none' || place === 'sample';
}

/** Returns whether a place is a map of objects. */
export function isMap(place: ValueKind): place is `${ObjectName}{}` {
  return place.endsWith('{}');
}

/** Returns the place of a member of the object at a place. */
export function getMemberKind(place: ValueKind, key: string): ValueKind {
  if (isOpaque(place)) return place;
  const known = places.get(place);
  if (!known) return mapObjects.get(place) ?? 'any';
  return known.get(key) ?? (key.startsWith('x-') ? undefined : known.get('*')) ?? 'any';
}

/** Like `findComponentSection`, but returns `undefined` if the version of the description has no such section. */
export function findOwnSection(place: ValueKind, version: string): string | undefined {
  const section = findComponentSection(place);
  if (section === 'mediaTypes') return version === '3.2' ? section : undefined;
  return section === 'pathItems' && version === '3.0' ? undefined : section;
}

/** Returns the name of the section for objects of a place that have no section among the components. */
export function nameExtraSection(place: ValueKind): string {
  return `x-${findComponentSection(place) ?? 'referenced'}`;
}

/** Returns the section of the Components Object for the objects of a place, or `undefined` if there is none. */
export function findComponentSection(place: ValueKind): string | undefined {
  return listFields('components').find(({ object }) => object === place)?.name;
}
