import type { ServerReduction } from '../../diagnostics/codes/emit.js';
import type { Schema } from '../../model/schema.js';
import type { ValueStyle } from '../../runtime/read/value.js';
import {
  type Code,
  code,
  encodeString,
  type LiteralMember,
  printArray,
  printFilled,
  printObject,
} from '../../typescript/code.js';
import { getEssence } from '../../wire/media-format.js';
import type { FieldPlan, HeaderPlan, MediaPlan, PartPlan, StylePlan, ValuePlan, ValueShape } from '../../wire/plan.js';
import { importRuntimeValue } from '../runtime-references.js';
import { findConversion, printGapReports } from '../types/contract.js';
import { findFiller, findValidator } from '../validators/contract.js';
import type { ServerInput } from './declared-names.js';
import { printDeclaredNames } from './declared-names.js';

// Prints the plan that reads a value from the text of a parameter.
function printValuePlan(plan: ValuePlan, schema: Schema | undefined, input: ServerInput): Code {
  if (plan.by === 'style') return printStylePlan(plan, findConversion(schema, input)?.isExact ? keepDigits : undefined);
  if (plan.by === 'form')
    return code`${importRuntimeValue('server/form', 'formParameter')}(${printFormPlan(plan.body, input)})`;
  return code`${encodeString(plan.by === 'json' ? 'json' : 'text')}`;
}

// A text that may be an integer is not rounded.
const keepDigits: ChangeTypes = (types) =>
  types.includes('number') ? [...new Set([...types, 'integer' as const])] : types;

type PrimitiveTypes = Extract<ValueShape, { kind: 'primitive' }>['types'];

/** Changes the types of a primitive value. */
export type ChangeTypes = (types: PrimitiveTypes) => PrimitiveTypes;

/** Prints the plan that reads a value from text in a style. `change` changes the types of all primitive values in it. */
export function printStylePlan({ style, explode, allowReserved, shape }: StylePlan, change?: ChangeTypes): Code {
  return printObject([
    ['style', encodeString(style satisfies ValueStyle['style'])],
    ['explode', String(explode)],
    ['allowReserved', allowReserved ? 'true' : undefined],
    ['shape', printShape(shape, { left: mostForms, change })],
  ]);
}

/** Prints the plan that reads an object from the fields of a form. */
export function printFormPlan({ fields, additional }: MediaPlan, input: ServerInput): Code {
  return printObject([
    ['fields', printArray(fields.map((field) => printField(field, input)))],
    ['additional', additional && printField(additional, input)],
  ]);
}

function printField(field: FieldPlan, input: ServerInput): Code {
  const types = field.contentTypes.map(getEssence).map(encodeString);
  return printObject([
    ['name', encodeString(field.name)],
    [
      'value',
      field.isFile
        ? encodeString(field.others ? 'part' : 'bytes')
        : printValuePlan(field.value, field.item ?? field.schema, input),
    ],
    ['repeated', field.repeated ? 'true' : undefined],
    ['countNames', printFieldNames(field.value, input)],
    ['contentTypes', field.isTyped ? printArray(types) : undefined],
    ['headers', printFilled(field.headers.map((header) => printPartHeader(header, input)))],
  ]);
}

/** Prints the plan that reads a part without a name. Content of several kinds is a file, which has its media type. */
export function printPositionedField({ format, checked, contentTypes, headers }: PartPlan, input: ServerInput): Code {
  return printObject([
    ['value', encodeString(format === 'part' ? 'bytes' : format)],
    ['countNames', format === 'json' ? printDeclaredNames(checked, input) : undefined],
    ['contentTypes', printFilled(contentTypes.map(getEssence).map(encodeString))],
    ['headers', printFilled(headers.map((header) => printPartHeader(header, input)))],
  ]);
}

function printPartHeader({ header, value, held }: HeaderPlan, input: ServerInput): Code {
  const name = encodeString(header.wireName);
  return printObject([
    ['key', name],
    ['in', encodeString('header')],
    ['name', name],
    ['required', header.required ? 'true' : undefined],
    ...listReading(value, held.schema, input),
  ]);
}

/** Lists the members of a plan that say how a value is read from text and checked. */
export function listReading(value: ValuePlan, schema: Schema | undefined, input: ServerInput): LiteralMember[] {
  const isText = value.by === 'style' || value.by === 'form';
  const conversion = findConversion(schema, input);
  const documents = value.by === 'style' ? [] : listDocuments(value.body);
  const { readIntegers, validate, fill } = listChecks(schema, input, isText ? documents : undefined);
  return [
    ['value', printValuePlan(value, schema, input)],
    ['readIntegers', readIntegers],
    ['validate', validate],
    [conversion ? 'convert' : 'fill', fill],
    [
      'parse',
      conversion?.isExact && value.by !== 'style'
        ? code`${importRuntimeValue('values/exact-json', 'readExactJson')}`
        : undefined,
    ],
    ['countNames', printFieldNames(value, input)],
  ];
}

/**
 * Prints the functions that read the integers of a value, validate it, fill in its defaults and convert it. `documents`
 * are the fields that contain JSON in a value that is read from text.
 */
export function listChecks(schema: Schema | undefined, input: ServerInput, documents?: readonly string[]): Checks {
  if (!schema) return {};
  const validate = printGapReports(code`${findValidator(input, schema, 'received')}`, schema, input);
  return { ...listChanges(schema, input, documents), validate };
}

/** Prints the functions of `listChecks` that change a value. */
export function listChanges(
  schema: Schema | undefined,
  input: ServerInput,
  documents?: readonly string[],
): Omit<Checks, 'validate'> {
  const fill = schema && findFiller(input, schema, 'received');
  const conversion = findConversion(schema, input);
  if (!conversion) return { fill: fill && code`${fill}` };
  return {
    readIntegers: conversion.isExact ? readIntegersCode(conversion.code, documents) : undefined,
    fill: code`${importRuntimeValue('server/convert', 'convertReceived')}(${conversion.code}${fill ? code`, ${fill}` : ''})`,
  };
}

function readIntegersCode(conversion: Code, documents: readonly string[] | undefined): Code {
  if (!documents) return code`${importRuntimeValue('server/convert', 'readIntegers')}(${conversion})`;
  const fields = documents.length > 0 ? code`, ${printArray(documents.map(encodeString))}` : '';
  return code`${importRuntimeValue('server/convert', 'readTextIntegers')}(${conversion}${fields})`;
}

/** Lists the fields of a form that contain JSON, where numbers and strings differ. */
export function listDocuments({ fields }: MediaPlan): string[] {
  return fields.flatMap(({ name, value }) => (value.by === 'json' ? [name] : []));
}

// Prints the places at which the JSON of a parameter or field may contain reserved names. Returns `undefined` if there
// are none.
function printFieldNames(value: ValuePlan, input: ServerInput): Code | undefined {
  return value.by === 'json' ? printDeclaredNames(value.body.mediaType.schema, input) : undefined;
}

// No real description needs this much structure. A schema with more is hostile.
const mostForms = 1000;

/** Prints the part of a value's shape on which its text depends. A value of unknown type is text. */
function printShape(shape: ValueShape, state: { left: number; readonly change?: ChangeTypes | undefined }): Code {
  state.left -= 1;
  if (shape.kind === 'any' || state.left < 0) return code`['string']`;
  const print = (part: ValueShape): Code => printShape(part, state);
  switch (shape.kind) {
    case 'primitive':
      return printArray((state.change?.(shape.types) ?? shape.types).map(encodeString));
    case 'array':
      return printObject([['items', print(shape.items())]]);
    case 'union':
      return printObject([['anyOf', printArray(shape.of.map(print))]]);
    case 'object':
      return printObject([
        [
          'properties',
          printArray([...shape.properties].map(([name, read]) => printArray([encodeString(name), print(read())]))),
        ],
        ['additional', shape.additional && print(shape.additional())],
      ]);
  }
}

/**
 * Prints the type of a `contentType` member: the media type itself, or a template literal type for a range or with a
 * boundary.
 */
export function printMediaType(mediaType: string, hasBoundary = false): Code {
  if (!mediaType.includes('*'))
    return hasBoundary && !/;\s*boundary\s*=/i.test(mediaType)
      ? code`\`\${${encodeString(mediaType)}}; boundary=\${string}\``
      : code`${encodeString(mediaType)}`;
  const [, type] = /^([\w.+-]+)\/\*$/.exec(mediaType) ?? [];
  return code`${type === undefined ? 'string' : `\`${type.toLowerCase()}/\${string}\``}`;
}

/** The functions that check and complete a value, as code. */
export interface Checks {
  readonly readIntegers?: Code | undefined;
  readonly validate?: Code | undefined;
  readonly fill?: Code | undefined;
}

/** The type of the content that a handler receives, and the code that reads, checks and completes it. */
export interface ReceivedContent extends Checks {
  readonly type: Code;
  readonly read: Code;
  /** The way in which the server deviates from the description. */
  readonly reduced?: ServerReduction;
}
