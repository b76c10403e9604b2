import type { KeywordSchema, Schema } from '../../model/schema.js';
import { type Code, type CodePart, code, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { type RuntimeName, runtimeValue } from '../runtime-references.js';
import { acceptsAll, findOnlyReference, isOnly, isOnlyType } from './analysis/checked-keywords.js';
import type { Site } from './context.js';
import { writeGuardCall } from './expression.js';
import { formatCall } from './formats.js';
import { escapeToken, readField } from './write-fields.js';
import { isAskedFirst, targetCode } from './write-reference.js';

/** A property of an object, and whether it has to be there. */
export interface Field {
  readonly name: string;
  readonly schema: Schema | undefined;
  readonly required: boolean;
}

/**
 * Writes the collecting of a field's failures as one call of the runtime, where it is of the most frequent forms and
 * directly in the object that the function is for: that keeps modules small. Tells whether it did.
 */
export function writeShortField(site: Site, schema: KeywordSchema, fields: Reference, field: Field): boolean {
  const { context } = site;
  if (site.path.length > 0 || schema !== context.schema) return false;
  const { name, schema: part, required } = field;
  const place = code`${context.found}, ${readField(fields, name)}, ${encodeString(escapeToken(name))}, ${context.at}`;
  let question: CodePart = '';
  const write = (called: RuntimeName<'validate-fields'>, ...more: CodePart[]): true => {
    const rest = more.map((each) => code`, ${each}`);
    context.lines.add(code`${question}${runtimeValue('validate-fields', called)}(${place}${rest});`);
    return true;
  };
  if (!part || acceptsAll(part)) return required ? write('hasField') : true;
  if (part.origin.pointer !== `${schema.origin.pointer}/properties/${escapeToken(name)}` || part.kind !== 'keywords')
    return false;
  if (context.program.valuesRule(part, context.rules)) return false;
  const needed = String(required);
  const types = part.types?.filter((each) => each !== 'null');
  const type = types?.length === 1 ? types[0] : undefined;
  const orNull = type && part.types && part.types.length > 1 ? ['true'] : [];
  const typed = collectors[type ?? ''];
  const isNumeric = type === 'number' || type === 'integer';
  if (isOnlyType(part) && typed && !(isNumeric && context.program.isExact)) return write(typed, needed, ...orNull);
  if (type === 'string' && isOnly(part, ['types', 'format']) && context.program.assertFormats) {
    const format = formatCall(part.format ?? '');
    if (format) return write('collectFormat', needed, format.call, encodeString(format.expected), ...orNull);
    return write('collectString', needed, ...orNull);
  }
  const target = context.program.isPlaced(part) ? part : findOnlyReference(part);
  if (target?.kind !== 'keywords') return false;
  if (acceptsAll(target)) return required ? write('hasField') : true;
  const callee = context.program.functionOf(target, context.rules, site.scope, 'collect', context);
  const isInside = target === part && context.program.targetOf(part) === part;
  const at = isInside ? [] : [targetCode(context, target, true)];
  const depth = callee.deep ? [...(isInside ? ['undefined'] : []), code`${context.depth} + 1`] : [];
  if (isAskedFirst(context, target)) question = writeQuestion(site, target, readField(fields, name), required);
  return write('collectField', needed, callee.reference, ...at, ...depth);
}

// What says nothing of types lets `undefined` through, which is no value.
function writeQuestion({ context, scope }: Site, schema: Schema, value: CodePart, required: boolean): Code {
  const guard = context.program.functionOf(schema, context.guardRules, scope, 'guard', context);
  const isAbsent = required ? code`${value} === undefined || ` : '';
  return code`if (${isAbsent}!${writeGuardCall(guard, value, context.depthArgument)}) `;
}

const collectors: { readonly [type: string]: RuntimeName<'validate-fields'> | undefined } = {
  string: 'collectString',
  number: 'collectNumber',
  integer: 'collectInteger',
  boolean: 'collectBoolean',
};
