import { encodePointerToken } from '../../diagnostics/origin.js';
import type { JsonObject, JsonValue } from '../../model/element.js';
import { isSafeAddress } from '../../text/encode.js';
import { printForRedoc, printSectionsForRedoc } from '../../text/print-for-redoc.js';
import type { Additions } from './additions.js';

// Members whose value is data, in which nothing is a text of the description.
const data = new Set(['default', 'const', 'enum', 'example', 'value', 'dataValue', 'mapping', 'security']);

// Members whose value is a map, in which any name may stand.
const maps = new Set(
  `properties patternProperties $defs definitions dependentSchemas schemas responses parameters examples requestBodies
   headers securitySchemes links callbacks pathItems paths webhooks content encoding variables mediaTypes`.split(/\s+/),
);

// The maps that extensions may stand in, too.
const openMaps = new Set(['paths', 'responses', 'callbacks']);

// Extensions of Redoc that hold no text with marks and no address.
const harmless = new Set(['x-tagGroups', 'x-displayName']);

/**
 * Makes of a bundled description the one that Redoc is given: each text shows itself and does nothing, additions are
 * made, addresses that a browser would run or fetch are gone, and so are extensions, which Redoc would print raw.
 */
export function prepareDescription(bundle: JsonObject, additions: Additions): JsonObject {
  // Redoc fails without.
  const { info = { title: '', version: '' } } = bundle;
  return prepareObject({ ...bundle, info }, '', additions);
}

function prepareObject(object: JsonObject, pointer: string, additions: Additions): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(object)) {
    if ((name.startsWith('x-') && !harmless.has(name)) || name === 'description' || name === 'externalValue') continue;
    members.push([name, prepareMember(name, value, `${pointer}/${encodePointerToken(name)}`, additions)]);
  }
  const schema = additions.callOuts.get(`${pointer}/schema`);
  if (schema && object['schema'] === undefined) members.push(['schema', { description: printForRedoc('', schema) }]);
  const badge = additions.badges.get(pointer);
  if (badge !== undefined) members.push(['x-badges', [{ name: badge, position: 'after', color: 'orange' }]]);
  const outline = additions.outlines.get(pointer);
  if (outline !== undefined) members.push(['example', outline]);
  const samples = [...(additions.samples.get(pointer) ?? []), ...listSamples(object)];
  if (samples.length > 0) members.push(['x-codeSamples', samples]);
  const description = prepareText(object['description'], pointer, additions);
  if (description !== '') members.push(['description', description]);
  return Object.fromEntries(members);
}

// Those that the description brings itself.
function listSamples(object: JsonObject): readonly JsonValue[] {
  const samples = object['x-codeSamples'] ?? [];
  return isList(samples) ? samples : [];
}

function prepareMember(name: string, value: JsonValue, pointer: string, additions: Additions): JsonValue {
  if (data.has(name)) return value;
  if (isList(value)) {
    if (name === 'examples') return value;
    return value.map((item, index) => (isObject(item) ? prepareObject(item, `${pointer}/${index}`, additions) : item));
  }
  if (isObject(value)) {
    return maps.has(name) ? prepareMap(name, value, pointer, additions) : prepareObject(value, pointer, additions);
  }
  if (typeof value !== 'string') return value;
  if (/^(?:url|termsOfService|.*Url)$/.test(name)) return isHarmlessAddress(value, pointer) ? value : '';
  return pointer === '/info/summary' ? printForRedoc(value) : value;
}

// The address of a server is shown, and leads nowhere by itself; others are links.
function isHarmlessAddress(address: string, pointer: string): boolean {
  if (/\/servers?(?:\/\d+)?\/url$/.test(pointer)) return !/^\s*(?!https?:|mailto:)[a-z][^/]*:/i.test(address);
  return isSafeAddress(address) || /^\/(?!\/)/.test(address);
}

function prepareMap(name: string, map: JsonObject, pointer: string, additions: Additions): JsonObject {
  const members = Object.entries(map).filter(([key]) => !(openMaps.has(name) && key.startsWith('x-')));
  return Object.fromEntries(
    members.map(([key, value]) => {
      const place = `${pointer}/${encodePointerToken(key)}`;
      if (!isObject(value)) return [key, value];
      const isMap = name === 'callbacks' && value['$ref'] === undefined;
      return [key, isMap ? prepareMap('paths', value, place, additions) : prepareObject(value, place, additions)];
    }),
  );
}

function prepareText(value: JsonValue | undefined, pointer: string, additions: Additions): string {
  const text = typeof value === 'string' ? value : '';
  if (pointer === '/info') return [printSectionsForRedoc(text), additions.index].join('\n\n');
  const note = additions.plainNotes.get(pointer);
  if (note !== undefined) return [text, note].filter((part) => part !== '').join(' ');
  return printForRedoc(text, additions.callOuts.get(pointer));
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
