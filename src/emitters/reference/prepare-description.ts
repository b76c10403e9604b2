import { encodePointerToken, splitPointer } from '../../diagnostics/origin.js';
import type { JsonObject, JsonValue } from '../../model/element.js';
import { isObject } from '../../model/is-object.js';
import { listFields, tabledObjects } from '../../model/openapi-objects.js';
import { findSchemaKeyword, schemaKeywordNames } from '../../model/schema-keywords.js';
import { isSafeAddress } from '../../text/encode.js';
import { printForRedoc, printSectionsForRedoc } from '../../text/print-for-redoc.js';
import { isCutTitle, shortenTitle } from '../../text/shorten-title.js';
import type { Additions } from './additions.js';
import { listEnumDescriptions } from './enum-descriptions.js';
import { markSchemas } from './mark-schemas.js';

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
const harmless = new Set(['x-tagGroups', 'x-displayName']);

/**
 * Returns a copy of a bundled description for Redoc, with the additions. Its Markdown is encoded, so that nothing in it
 * runs or is fetched. The copy has no unsafe URLs, and no extensions, which Redoc would print without encoding.
 */
export function prepareDescription(bundle: JsonObject, additions: Additions): JsonObject {
  // Redoc fails without `info`.
  const { info = { title: '', version: '' } } = bundle;
  const places = listPlaces(additions);
  return markSchemas(prepareObject({ ...bundle, info }, { pointer: '', places }, additions));
}

/** A place in the description. Most places have no additions inside, so they need no look-ups. */
interface Place {
  readonly pointer: string;
  /** The places of additions at or inside this place; absent if there are none. */
  readonly places: Places | undefined;
}

interface Places {
  readonly members: Map<string, Places>;
}

function listPlaces({ callOuts, plainNotes, badges, summaries, samples, outlines }: Additions): Places {
  const root: Places = { members: new Map() };
  for (const pointer of [callOuts, plainNotes, badges, summaries, samples, outlines].flatMap((map) => [
    ...map.keys(),
  ])) {
    let places = root;
    for (const token of splitPointer(pointer)) {
      const below = places.members.get(token) ?? { members: new Map() };
      places.members.set(token, below);
      places = below;
    }
  }
  return root;
}

function getMemberPlace({ pointer, places }: Place, name: string): Place {
  return { pointer: `${pointer}/${encodePointerToken(name)}`, places: places?.members.get(name) };
}

function prepareObject(object: JsonObject, place: Place, additions: Additions): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(object)) {
    if ((name.startsWith('x-') && !harmless.has(name)) || name === 'description' || name === 'externalValue') continue;
    if (name === 'required' && additions.unpromised.has(place.pointer)) continue;
    members.push([name, prepareMember(name, value, place, additions)]);
  }
  if (place.places) addMembers(members, object, place.pointer, additions);
  const samples = [...((place.places && additions.samples.get(place.pointer)) ?? []), ...listSamples(object)];
  if (samples.length > 0) members.push(['x-codeSamples', samples]);
  if (object['enum'] !== undefined) addEnumDescriptions(members, object);
  const description = prepareText(object, place, additions);
  if (description !== '') members.push(['description', description]);
  return isUnchanged(object, members) ? object : Object.fromEntries(members);
}

// Most objects do not change, so no copies of them fill the memory.
function isUnchanged(object: JsonObject, members: readonly (readonly [string, JsonValue])[]): boolean {
  let index = 0;
  for (const name in object) {
    const [preparedName, prepared] = members[index++] ?? [];
    if (preparedName !== name || prepared !== object[name]) return false;
  }
  return index === members.length;
}

// Redoc shows these descriptions in place of the list of values, so each value needs one.
function addEnumDescriptions(members: [string, JsonValue][], object: JsonObject): void {
  const descriptions = listEnumDescriptions(object);
  const { enum: values = [] } = object;
  if (descriptions.size === 0 || !isList(values)) return;
  const rows = values.map((value) => [String(value), printForRedoc(descriptions.get(String(value)) ?? '')]);
  members.push(['x-enumDescriptions', Object.fromEntries(rows)]);
}

function addMembers(members: [string, JsonValue][], object: JsonObject, pointer: string, additions: Additions): void {
  const schema = additions.callOuts.get(`${pointer}/schema`);
  if (schema && object['schema'] === undefined) members.push(['schema', { description: printForRedoc('', schema) }]);
  const badge = additions.badges.get(pointer);
  if (badge !== undefined) members.push(['x-badges', [{ name: badge, position: 'after', color: 'orange' }]]);
  const summary = additions.summaries.get(pointer);
  if (summary !== undefined) members.push(['summary', summary]);
  const outline = additions.outlines.get(pointer);
  if (outline !== undefined) members.push(['example', outline]);
}

// The samples of the description itself.
function listSamples(object: JsonObject): readonly JsonValue[] {
  const samples = object['x-codeSamples'] ?? [];
  return isList(samples) ? samples : [];
}

function prepareMember(name: string, value: JsonValue, parent: Place, additions: Additions): JsonValue {
  if (typeof value === 'string') return prepareString(name, value, parent);
  if (typeof value !== 'object' || value === null || data.has(name)) return value;
  if (isObject(value)) {
    const place = getMemberPlace(parent, name);
    return maps.has(name) ? prepareMap(name, value, place, additions) : prepareObject(value, place, additions);
  }
  if (name === 'examples' || !value.some(isObject)) return value;
  const place = getMemberPlace(parent, name);
  return value.map((item, index) =>
    isObject(item) ? prepareObject(item, getMemberPlace(place, String(index)), additions) : item,
  );
}

function prepareString(name: string, value: string, parent: Place): string {
  if (data.has(name)) return value;
  if (/^(?:url|termsOfService|.*Url)$/.test(name)) {
    return isHarmlessAddress(value, getMemberPlace(parent, name).pointer) ? value : '';
  }
  if (name !== 'summary') return value;
  if (isMethodPointer(parent.pointer)) return shortenTitle(value);
  return parent.pointer === '/info' ? printForRedoc(value) : value;
}

// Returns whether a pointer is that of an operation, whose summary Redoc shows as its title.
function isMethodPointer(pointer: string): boolean {
  return /^\/(?:paths|webhooks|components\/pathItems)\/[^/]*\/[^/]*$/.test(pointer);
}

// Redoc shows the URL of a server as text and all other URLs as links.
function isHarmlessAddress(address: string, pointer: string): boolean {
  if (/\/servers?(?:\/\d+)?\/url$/.test(pointer)) return !/^\s*(?!https?:|mailto:)[a-z][^/]*:/i.test(address);
  return isSafeAddress(address) || /^\/(?!\/)/.test(address);
}

function prepareMap(name: string, map: JsonObject, place: Place, additions: Additions): JsonObject {
  const members = Object.entries(map).filter(([key]) => !(openMaps.has(name) && key.startsWith('x-')));
  return Object.fromEntries(
    members.map(([key, value]) => {
      if (!isObject(value)) return [key, value];
      const member = getMemberPlace(place, key);
      const isMap = name === 'callbacks' && value['$ref'] === undefined;
      return [key, isMap ? prepareMap('paths', value, member, additions) : prepareObject(value, member, additions)];
    }),
  );
}

function prepareText(object: JsonObject, { pointer, places }: Place, additions: Additions): string {
  const { summary, description } = object;
  const whole = typeof summary === 'string' && isCutTitle(summary) && isMethodPointer(pointer) ? summary : '';
  const text = [whole, typeof description === 'string' ? description : ''].filter((part) => part !== '').join('\n\n');
  if (pointer === '/info') return [printSectionsForRedoc(text), additions.index].join('\n\n');
  if (places === undefined) return printForRedoc(text);
  const note = additions.plainNotes.get(pointer);
  if (note !== undefined) return [text, note].filter((part) => part !== '').join(' ');
  return printForRedoc(text, additions.callOuts.get(pointer));
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
