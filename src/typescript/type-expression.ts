import type { Schema } from '../model/schema.js';
import type { Names, View } from '../naming/names.js';
import type { Code } from './code.js';

/** Gives the type expression of a schema: the name of a schema that has one (as an import), everything else in place. */
export function typeOf(_schema: Schema, _view: View, _names: Names): Code {
  throw new Error('type expressions are not written yet');
}
