import { isObject, type JsonObject, type JsonValue } from '../../model/element.js';
import { ExactNumber } from '../../model/exact-number.js';
import { listFields, tabledObjects } from '../../model/openapi-objects.js';
import { findSchemaKeyword, schemaKeywordNames } from '../../model/schema-keywords.js';
import { isSafeAddress } from '../../text/encode.js';
import { printForRedoc, printSectionsForRedoc } from '../../text/print-for-redoc.js';
import { formatSchemaRoute, schemaTag } from './article/addresses.js';
import { listEnumDescriptions } from './article/build-schema.js';

/** For each member name, the kinds of values that members of this name have in any object. */
const held = listHeld();

// The members that contain data, in which no text is a description.
const data = new Set([...held].flatMap(([name, all]) => (all.has('data') && !all.has('parts') ? [name] : [])));

// The members that contain a map, whose names the author chooses.
const maps = new Set([...held].flatMap(([name, all]) => (all.has('map') ? [name] : [])));

function listHeld(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (name: string, ...kinds: readonly string[]): void => {
    found.set(name, new Set([...(found.get(name) ?? []), ...kinds]));
  };
  for (const { name, holds, object } of tabledObjects.flatMap(listFields)) {
    const [chosen] = (object ? listFields(object) : []).filter((field) => field.name === '*');
    const inside = chosen?.holds === 'data' ? 'data' : 'parts';
    if (object) add(name, inside, ...(holds === 'map' || chosen ? ['map'] : []));
    else add(name, holds === 'sample' ? 'data' : holds);
  }
  for (const keyword of schemaKeywordNames) {
    const { holds } = findSchemaKeyword(keyword);
    if (holds === 'data' || holds === 'sample') add(keyword, 'data');
    else if (holds.includes('{')) add(keyword, 'parts', 'map');
  }
  return found;
}

// The maps that may also contain extensions.
const openMaps = new Set(['paths', 'responses', 'callbacks']);

// Extensions of Redoc that contain no Markdown and no URL.
const harmless = new Set(['x-tagGroups', 'x-displayName', 'x-codeSamples']);

/**
 * Returns a copy of a bundled description for Redoc. Its Markdown is encoded, so that nothing in it runs or is fetched. The
 * copy has no unsafe URLs, and no extensions, which Redoc would print without encoding. Its schemas have a tag.
 */
export function encodeDescription(bundle: JsonObject): JsonObject {
  // Redoc fails without `info`.
  const { info = { title: '', version: '' } } = bundle;
  if (isObject(info)) {
    const { summary, description } = info;
    const texts = {
      ...(typeof summary === 'string' && { summary: printForRedoc(summary) }),
      ...(typeof description === 'string' && { description: printSectionsForRedoc(description) }),
    };
    return markSchemas({ ...encodeObject(bundle, ''), info: { ...encodeObject(info, 'info'), ...texts } });
  }
  return markSchemas(encodeObject(bundle, ''));
}

// `holder` is the name of the member that contains the object, or the map or list around it.
function encodeObject(object: JsonObject, holder: string): JsonObject {
  if (object instanceof ExactNumber) return object;
  const members: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(object)) {
    if ((name.startsWith('x-') && !harmless.has(name)) || name === 'externalValue') continue;
    if (name !== 'description') members.push([name, encodeMember(name, value, holder)]);
    // Redoc shows the description of a server as text.
    else if (typeof value === 'string') members.push([name, isServer(holder) ? value : printForRedoc(value)]);
  }
  const { enum: values } = object;
  const descriptions = listEnumDescriptions(object);
  if (Array.isArray(values) && descriptions.size > 0) {
    // Redoc shows these descriptions in place of the list of values, so each value needs one.
    const rows = values.map((value) => [String(value), printForRedoc(descriptions.get(String(value)) ?? '')]);
    members.push(['x-enumDescriptions', Object.fromEntries(rows)]);
  }
  return Object.fromEntries(members);
}

function encodeMember(name: string, value: JsonValue, holder: string): JsonValue {
  if (data.has(name)) return value;
  if (typeof value === 'string') return isAddress(name) && !isHarmless(value, holder) ? '' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isObject(value)) return maps.has(name) ? encodeMap(name, value) : encodeObject(value, name);
  if (name === 'examples') return value;
  return value.map((item) => (isObject(item) ? encodeObject(item, name) : item));
}

function encodeMap(name: string, map: JsonObject): JsonObject {
  const members = Object.entries(map).filter(([key]) => !(openMaps.has(name) && key.startsWith('x-')));
  return Object.fromEntries(
    members.map(([key, value]) => {
      if (!isObject(value)) return [key, value];
      const isMap = name === 'callbacks' && value['$ref'] === undefined;
      return [key, isMap ? encodeMap('paths', value) : encodeObject(value, name)];
    }),
  );
}

function isAddress(name: string): boolean {
  return /^(?:url|termsOfService|.*Url)$/.test(name);
}

// Redoc shows the URL of a server as text and all other URLs as links.
function isHarmless(address: string, holder: string): boolean {
  if (isServer(holder)) return !/^\s*(?!https?:|mailto:)[a-z][^/]*:/i.test(address);
  return isSafeAddress(address) || /^\/(?!\/)/.test(address);
}

function isServer(holder: string): boolean {
  return holder === 'servers' || holder === 'server';
}

// Adds a tag for the schemas, because Redoc shows schemas only below a tag.
function markSchemas(description: JsonObject): JsonObject {
  const { components, tags = [], 'x-tagGroups': groups } = description;
  if (!isObject(components)) return description;
  const { schemas } = components;
  const hasRoute = (name: string): boolean => formatSchemaRoute(name) !== undefined;
  if (!isObject(schemas) || !Object.keys(schemas).some(hasRoute)) return description;
  const tagged = Object.entries(schemas).map(([name, schema]): [string, JsonValue] => [
    name,
    isObject(schema) && hasRoute(name) ? { ...schema, 'x-tags': [schemaTag] } : schema,
  ]);
  return {
    ...description,
    components: { ...components, schemas: Object.fromEntries(tagged) },
    tags: addTo(tags, { name: schemaTag }),
    // If there are groups of tags, Redoc shows only the tags in groups.
    ...(groups !== undefined && { 'x-tagGroups': addTo(groups, { name: schemaTag, tags: [schemaTag] }) }),
  };
}

// If the description already has a tag of this name, that tag contains the schemas too.
function addTo(list: JsonValue, entry: JsonObject): JsonValue {
  if (!Array.isArray(list) || list.some((one) => isObject(one) && one['name'] === entry['name'])) return list;
  return [...list, entry];
}
