import type { Transition } from '../../model/schema.js';
import type { ObjectReader } from '../object-reader.js';
import { checkExtension } from './check-extension.js';
import type { ExtensionPart, ExtensionValues } from './extension-schemas.js';

type OwnExtension = Exclude<ExtensionPart, 'x-not-shown' | 'id' | 'item'>;

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
