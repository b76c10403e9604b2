import type { Element } from '../../model/element.js';
import type { Transition } from '../../model/schema.js';
import type { ObjectReader } from '../object-reader.js';
import { checkExtension } from './check-extension.js';
import type { ExtensionPart, ExtensionValues } from './extension-schemas.js';

const none: readonly never[] = [];

/**
 * Reads the members that every element of the model has: its origin, its gaps and its sources. An object that has
 * further members names these three. If it began with a copy of them, V8 would build a new hidden class for each object.
 */
export function readElement(reader: ObjectReader): Element {
  const { context, origin, value } = reader;
  const notShown = value['x-not-shown'] === undefined ? none : context.gaps.readGaps(reader);
  return { origin, notShown, source: value['x-source'] === undefined ? none : readSource(reader) };
}

function readSource(reader: ObjectReader): readonly string[] {
  const value = readExtension(reader, 'x-source');
  if (value === undefined) return none;
  reader.context.hasSources = true;
  return typeof value === 'string' ? [value] : value;
}

type OwnExtension = Exclude<ExtensionPart, 'x-not-shown' | 'id' | 'gap'>;

/** Reads an extension. Returns `undefined` if it is absent or wrong. A wrong one is reported. */
export function readExtension<E extends OwnExtension>(reader: ObjectReader, name: E): ExtensionValues[E] | undefined {
  const value = reader.extension(name);
  if (value === undefined) return undefined;
  return checkExtension(reader.context, reader.at(name), name, value) ? value : undefined;
}

/** Reads the identifier that the author wants in code (`x-identifier`). */
export function readIdentifier(reader: ObjectReader): string | undefined {
  return readExtension(reader, 'x-identifier');
}

/** Reads the shown transitions of a status (`x-transitions`). */
export function readTransitions(reader: ObjectReader<'Schema Object'>): readonly Transition[] | undefined {
  return readExtension(reader, 'x-transitions');
}
