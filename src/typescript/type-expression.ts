import type { Schema } from '../model/schema.js';
import type { View } from '../views/views.js';
import type { Code } from './code.js';
import { TypePrinter } from './print-type.js';
import type { TypeResolver } from './type-resolver.js';

/** Returns the type expression of a schema: its name as an import if it has one, or else the inline type. */
export function printTypeOf(schema: Schema, view: View, resolver: TypeResolver): Code {
  return new TypePrinter(resolver, view).print(resolver.resolve(schema));
}
