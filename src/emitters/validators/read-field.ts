import { type Code, code, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { importRuntimeValue } from '../runtime-references.js';

// The names that every object inherits. Only an own field with such a name counts.
const inherited: ReadonlySet<string> = new Set([
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
]);

/** Writes the expression that reads a field. Its value is `undefined` if the field is absent. */
export function readField(fields: Reference, name: string): Code {
  const key = encodeString(name);
  return inherited.has(name)
    ? code`${importRuntimeValue('validators', 'readOwn')}(${fields}, ${key})`
    : code`${fields}[${key}]`;
}
