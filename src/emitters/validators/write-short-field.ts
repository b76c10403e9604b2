import { hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import type { Findings } from '../../runtime/findings.js';
import { type CodePart, code, joinCode, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { findOnlyReference, isAcceptingAll, isOnly, isOnlyType } from './analysis/checked-keywords.js';
import type { Site, Uses } from './context.js';
import { formatCall } from './formats.js';
import { escapeToken } from './write-fields.js';
import { isAskedFirst, printTarget, type ReferenceContext } from './write-reference.js';

/** The members of the function that the code in this file uses. */
export type ShortFieldContext = Uses<
  'at' | 'found' | 'lines' | 'planCall' | 'schema',
  'assertFormats' | 'findTarget' | 'isExact' | 'isPlaced' | 'places'
> &
  ReferenceContext;

/** A property of an object, and whether it is required. */
export interface Field {
  readonly name: string;
  readonly schema: Schema | undefined;
  readonly required: boolean;
}

/**
 * Writes one call of the runtime that collects the failures of a field. This works if the field has a frequent form and
 * is directly in the object of the function. This makes modules small. Returns whether it wrote the call.
 */
export function writeShortField(
  site: Site<ShortFieldContext>,
  schema: KeywordSchema,
  fields: Reference,
  field: Field,
): boolean {
  const { context } = site;
  if (schema !== context.schema) return false;
  const { name, schema: part, required } = field;
  const write = (called: FieldMethod, ...more: CodePart[]): true => {
    const values = joinCode([fields, encodeString(name), context.at, ...more], ', ');
    context.lines.add(code`${context.found}.${called}(${values});`);
    return true;
  };
  if (!part || isAcceptingAll(part)) return required && write('required');
  if (part.kind !== 'keywords' || hasOpenValues(part) || !isAtProperty(part, schema, name)) return false;
  const needed = String(required);
  if (writeTypedField(context, part, (called, ...more) => write(called, needed, ...more))) return true;
  const target = context.program.isPlaced(part) ? part : findOnlyReference(part);
  // A guard that caches its results is called by another function.
  if (target?.kind !== 'keywords' || context.program.places.isRepeated(context.program.findTarget(target)))
    return false;
  if (isAcceptingAll(target)) return required && write('required');
  const callee = context.planCall(target, 'collect');
  const isInside = target === part && context.program.findTarget(part) === part;
  const guard = isAskedFirst(context, target) ? context.planCall(target, 'guard').reference : undefined;
  if (isInside) return write('field', needed, callee.reference, ...(guard ? [guard] : []));
  return write('field', needed, callee.reference, guard ?? 'undefined', printTarget(context, target, true));
}

// Returns whether the place of a schema follows from the place of the schema that describes the property.
function isAtProperty({ origin: { pointer } }: Schema, { origin: outer }: Schema, name: string): boolean {
  const token = escapeToken(name);
  const { length } = outer.pointer;
  return (
    pointer.length === length + within.length + token.length &&
    pointer.endsWith(token) &&
    pointer.startsWith(within, length) &&
    pointer.startsWith(outer.pointer)
  );
}

const within = '/properties/';

// Writes a field whose schema has only a type and a format.
function writeTypedField(
  { program }: ShortFieldContext,
  part: KeywordSchema,
  write: (called: FieldMethod, ...more: CodePart[]) => true,
): boolean {
  const types = part.types?.filter((each) => each !== 'null');
  const type = types?.length === 1 ? types[0] : undefined;
  const typed = type && methods[type];
  if (!typed) return false;
  const orNull = part.types && part.types.length > 1 ? ['true'] : [];
  const isNumeric = type === 'number' || type === 'integer';
  if (part.format === undefined) return isOnlyType(part) && !(isNumeric && program.isExact) && write(typed, ...orNull);
  if (type !== 'string' || !isOnly(part, ['types', 'format']) || !program.assertFormats) return false;
  const format = formatCall(part.format);
  if (format) return write('format', format.call, encodeString(format.expected), ...orNull);
  return write('string', ...orNull);
}

type FieldMethod = keyof Findings & ('boolean' | 'field' | 'format' | 'integer' | 'number' | 'required' | 'string');

const methods: { readonly [type: string]: FieldMethod | undefined } = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
};
