import type { Element } from '../../model/element.js';
import type { ObjectReader } from '../object-reader.js';
import { readExtension } from './extensions.js';

const none: readonly never[] = [];

/**
 * Reads the members that every element of the model has: its origin, its items and its sources. An object that has
 * further members names these three. If it began with a copy of them, V8 would build a new hidden class for each object.
 */
export function readElement(reader: ObjectReader): Element {
  const { context, origin, value } = reader;
  const notShown = value['x-not-shown'] === undefined ? none : context.items.readItems(reader);
  return { origin, notShown, source: value['x-source'] === undefined ? none : readSource(reader) };
}

function readSource(reader: ObjectReader): readonly string[] {
  const value = readExtension(reader, 'x-source');
  if (value === undefined) return none;
  reader.context.hasSources = true;
  return typeof value === 'string' ? [value] : value;
}
