import { code, importType, type Reference } from '../../typescript/code.js';
import { runtimeModule } from './assertions.js';
import type { Site, Uses } from './context.js';
import { type ReferenceContext, writeInParts } from './write-reference.js';

/** The members of the function that the code in this file uses. */
export type FieldPartsContext = Uses<'lines' | 'names'> & ReferenceContext;

/** Writes the checks of a list of fields of an object, in several functions if the list is long. */
export function writeFieldParts<Context extends FieldPartsContext, Member>(
  site: Site<Context>,
  fields: Reference,
  list: readonly Member[],
  write: (site: Site<Context> | Site, fields: Reference, part: readonly Member[]) => void,
): void {
  writeInParts(site, list, (inner, part) => write(inner, inner === site ? fields : writeFieldList(inner), part));
}

/** Declares a name for each field of an object. */
export function writeFieldList({ context, value }: Site<Uses<'lines' | 'names'>>): Reference {
  const fields = context.names.name('fields');
  const type = importType(runtimeModule, 'UnknownFields');
  context.lines.declare(fields, code`const ${fields} = ${value.name} as ${type};`);
  return fields;
}
