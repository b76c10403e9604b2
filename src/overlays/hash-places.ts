import { type Origin, splitPointer } from '../diagnostics/origin.js';
import { findMember } from '../document/resolve.js';
import { hashText } from '../files/hash-text.js';
import { isObject } from '../model/element.js';
import { findSchemaKeyword, isSchemaKeyword } from '../model/schema-keywords.js';

/** The members of an object that can answer a gap of each kind, besides its texts. */
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

/** The objects of a description that have a gap. */
interface GapPlaces {
  readonly kind: string;
  readonly origins: readonly (Origin | undefined)[];
}

/**
 * Returns a hash of the texts at the places of a gap, and of the members that could answer a gap of its kind.
 * `description` is the description without overlays. Returns `undefined` if all places are in overlays.
 */
export function hashPlaces({ kind, origins }: GapPlaces, file: string, description: unknown): string | undefined {
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

// Keeps only the names of parts. A change inside a named part does not answer the gap.
function outlineMember(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item) => (isObject(item) && 'name' in item ? [item['in'], item['name']] : item));
  return isObject(value) ? Object.keys(value).sort() : value;
}

/** An object that has a gap, or had it. */
interface AnsweredObject {
  /** The names and indexes that lead to it from the root. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Returns whether an object already answers a gap of a kind although it still has the gap. */
export function isAnsweredBefore(kind: string, { value }: AnsweredObject): boolean {
  if (kind === 'shape') return hasShape(value);
  return kind === 'parameter-name' && isNamed(value);
}

/**
 * Returns whether an object answers a gap of a kind, now that it no longer has the gap. For most kinds, any text or
 * member is an answer.
 */
export function isAnswered(kind: string, { value, path }: AnsweredObject, description: unknown): boolean {
  if (kind === 'status-code')
    return /^[1-5]\d\d$/.test(path.at(-1) ?? '') || findValue(description, path) === undefined;
  if (value === undefined) return false;
  if (kind === 'shape') return hasShape(value);
  if (kind === 'parameter-name') return isNamed(value);
  return kind !== 'values' || isClosed(value);
}

/** Returns the value at a path of names and indexes, which begins at the root. */
export function findValue(description: unknown, path: readonly string[]): unknown {
  return path.reduce(findMember, description);
}

// The shape of a Media Type Object is in `schema`.
function hasShape(value: unknown): boolean {
  if (!isObject(value)) return typeof value === 'boolean';
  if ('schema' in value) return hasShape(value['schema']);
  return Object.keys(value).some(
    (key) => isSchemaKeyword(key) && ['assertion', 'applicator'].includes(findSchemaKeyword(key).role),
  );
}

function isNamed(value: unknown): boolean {
  const name: unknown = isObject(value) ? value['name'] : undefined;
  return typeof name === 'string' && !/^<.*>$/.test(name);
}

// An open list of values has a member without `enum` or `const`, for any other value.
function isClosed(value: unknown): boolean {
  if (!isObject(value)) return false;
  return ['anyOf', 'oneOf'].every((union) => {
    const members: unknown = value[union];
    return (
      !Array.isArray(members) || members.every((member) => isObject(member) && ('enum' in member || 'const' in member))
    );
  });
}
