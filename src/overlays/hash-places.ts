import { type Origin, splitPointer } from '../diagnostics/origin.js';
import { hashText } from '../files/hash-text.js';
import { isObject } from '../model/element.js';
import { findValue } from './is-answered.js';

/** The members of an object that can answer an item of each kind, besides its texts. */
const answers: Readonly<Record<string, readonly string[]>> = {
  fields: ['properties', 'additionalProperties', 'unevaluatedProperties'],
  values: ['enum', 'const', 'anyOf', 'oneOf'],
  parameters: ['parameters'],
  transitions: ['x-transitions'],
  errors: ['responses'],
  header: ['headers'],
  events: ['webhooks'],
};

const words = ['summary', 'description'];

/** The objects of a description that have an item. */
interface ItemPlaces {
  readonly kind: string;
  readonly origins: readonly (Origin | undefined)[];
}

/**
 * Returns a hash of the texts at the places of an item, and of the members that could answer an item of its kind.
 * `description` is the description without overlays. Returns `undefined` if all places are in overlays.
 */
export function hashPlaces({ kind, origins }: ItemPlaces, file: string, description: unknown): string | undefined {
  const own = origins.flatMap((origin) => (origin?.file === file ? [splitPointer(origin.pointer)] : []));
  const texts = own.map((path) => JSON.stringify(outlinePlace(kind, findValue(description, path), path)));
  return texts.length === 0 ? undefined : hashText(texts.sort().join('\n'));
}

// The texts of the root are those of `info`.
function outlinePlace(kind: string, value: unknown, path: readonly string[]): unknown {
  const place = isObject(value) ? value : {};
  const text = path.length === 0 && isObject(place['info']) ? place['info'] : place;
  return [...words.map((name) => text[name]), ...(answers[kind] ?? []).map((name) => outlineMember(place[name]))];
}

// Keeps only the names of parts. A change inside a named part does not answer the item.
function outlineMember(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isNamed(item) ? [item['in'], item['name']] : item));
  return isObject(value) ? Object.keys(value).sort() : value;
}

const isNamed = (item: unknown): item is { readonly [name: string]: unknown } => isObject(item) && 'name' in item;
