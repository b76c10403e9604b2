import type { Schema } from '../model/schema.js';
import type { Names } from '../naming/names.js';
import type { View } from '../views/views.js';
import type { Code } from './code.js';
import { TypePrinter } from './print-type.js';
import { resolverOf } from './type-resolver.js';

/** Returns the type expression of a schema: its name as an import if it has one, otherwise the type in place. */
export function typeOf(schema: Schema, view: View, names: Names): Code {
  const resolver = resolverOf(names);
  return new TypePrinter(resolver, view).print(resolver.resolve(schema));
}
