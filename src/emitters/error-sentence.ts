import { Described } from '../model/in-place.js';
import type { Schema } from '../model/schema.js';

// The usual names of a member for the sentence of an error, the likeliest first.
const names = 'message detail errordescription errormessage description error title msg reason cause'.split(' ');

/** Lists the usual names of a member for the sentence of an error, the likeliest first. Leaves out all others. */
export function sortSentences(given: readonly string[]): readonly string[] {
  const rank = (name: string): number => names.indexOf(name.toLowerCase().replace('_', ''));
  return given.filter((name) => rank(name) >= 0).sort((a, b) => rank(a) - rank(b));
}

/** Returns the path to the sentence of an error body, such as `['error', 'message']`, if its schema declares one. */
export function findSentence(schemas: readonly Schema[], isInside = false): readonly string[] | undefined {
  const { properties } = new Described(schemas);
  const declares = (name: string, type: 'string' | 'object'): boolean =>
    new Described(properties.get(name) ?? []).keywords.some(({ types }) => types?.includes(type));
  const text = sortSentences([...properties.keys()]).find((name) => declares(name, 'string'));
  if (text !== undefined) return [text];
  const inner =
    isInside || !declares('error', 'object') ? undefined : findSentence(properties.get('error') ?? [], true);
  return inner && ['error', ...inner];
}
