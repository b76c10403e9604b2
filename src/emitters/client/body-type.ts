import { type Encoding, type MediaType, schemaOfContent } from '../../model/operation.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { Names, View } from '../../naming/names.js';
import { type Code, code, joinCode, type Reference } from '../../typescript/code.js';
import { docOfSchema } from '../../typescript/doc-comment.js';
import { encodePropertyKey } from '../../typescript/encode.js';
import { docLines } from '../../typescript/print-type.js';
import { fieldItemOf } from '../../wire/field-item.js';
import { formPropertiesOf } from '../../wire/form-properties.js';
import { formatOf, isBinary, isPositional, splitContentTypes } from '../../wire/media-format.js';
import type { FieldPlan, HeaderPlan, ItemPlan, MediaPlan, ValuePlan, ValueShape } from '../../wire/plan.js';
import { alternativesOf, itemOf, shapeOf } from '../../wire/value-shape.js';
import { typeReferenceOf } from '../types/contract.js';
import { runtimeType } from './runtime.js';

/** Gives the type of a body of one media type as a client sends it. */
export function sentType(plan: MediaPlan, names: Names): Code {
  const { schema } = plan.mediaType;
  if (schema?.kind === 'not-shown' && !plan.items) return typeOf(schema, 'request', names);
  switch (plan.format) {
    case 'bytes':
      return code`${runtimeType('Bytes')}`;
    case 'multipart':
      if (plan.items?.format === 'bytes') return code`readonly ${partType('FilePart')}[]`;
      if (isPositional(plan.mediaType)) return partsType(plan.mediaType, names);
      return plan.fields.some((field) => isFile(field) || field.headers.length > 0) || schema === undefined
        ? fieldsType(plan, names)
        : typeOf(schema, 'request', names);
    case 'json':
    case 'form-urlencoded':
      return typeOf(schema, 'request', names);
    case 'text':
      return textType(schema, 'request', names);
    default:
      return plan.items ? code`${streamType('Items')}<${itemType(plan.items, 'request', names)}>` : code`string`;
  }
}

// Parts without names: by their position first, then all alike.
function partsType({ schema, itemSchema, prefixEncoding, itemEncoding }: MediaType, names: Names): Code {
  const whole = followReferences(schema);
  const partOf = (part: Schema | undefined, encoding: Encoding | undefined): Code => {
    const contentTypes = splitContentTypes(encoding?.contentType);
    const isFilePart = contentTypes
      ? contentTypes.every((one) => formatOf(one, part).format === 'bytes')
      : part !== undefined && isBinary(part);
    if (isFilePart) return code`${partType('FilePart')}`;
    const content = typeOf(part, 'request', names);
    return part ? code`${content} | ${partType('DescribedPart')}<${content}, object>` : content;
  };
  const items = code`readonly (${partOf(whole?.items ?? itemSchema, itemEncoding)})[]`;
  const first = (whole?.prefixItems ?? []).map((part, index) => code`(${partOf(part, prefixEncoding[index])})?`);
  return first.length === 0 ? items : code`readonly [${joinCode(first, ', ')}, ...${items}]`;
}

function followReferences(schema: Schema | undefined): KeywordSchema | undefined {
  let at = schema;
  for (let steps = 0; at?.kind === 'keywords' && at.ref && !at.items && !at.prefixItems && steps < 40; steps += 1)
    at = at.ref;
  return at?.kind === 'keywords' ? at : undefined;
}

/** Gives the type of a body of one media type as a client receives it. */
export function receivedType({ format, items, mediaType: { schema } }: MediaPlan, names: Names): Code {
  if (items) return code`${streamType('ItemStream')}<${itemType(items, 'response', names)}>`;
  if (schema?.kind === 'not-shown') return typeOf(schema, 'response', names);
  switch (format) {
    case 'bytes':
    case 'multipart':
      return code`Uint8Array<ArrayBuffer>`;
    case 'json':
      return typeOf(schema, 'response', names);
    case 'form-urlencoded':
      return code`string`;
    default:
      return textType(schema, 'response', names);
  }
}

function itemType({ format, schema }: ItemPlan, view: View, names: Names): Code {
  switch (format) {
    case 'json':
      return typeOf(schema, view, names);
    case 'event':
      return schema ? typeOf(schema, view, names) : code`${streamType('ServerSentEvent')}`;
    case 'text':
      return textType(schema, view, names);
    case 'bytes':
      return code`Uint8Array<ArrayBuffer>`;
    case 'part':
      return code`${streamType('StreamPart')}`;
  }
}

function streamType(name: string): Reference {
  return runtimeType(name, 'stream-types');
}

/** Gives the type of a parameter. */
export function parameterType(value: ValuePlan, schema: Schema | undefined, names: Names): Code {
  if (value.by === 'style') return typeOf(schema, 'request', names);
  return value.body.format === 'json' || value.body.format === 'form-urlencoded'
    ? typeOf(schema, 'request', names)
    : textType(schema, 'request', names);
}

/** Gives the type of a header of a response. */
export function receivedHeaderType(value: ValuePlan, schema: Schema | undefined, names: Names): Code {
  return value.by === 'style' || value.body.format === 'json' ? typeOf(schema, 'response', names) : code`string`;
}

function typeOf(schema: Schema | undefined, view: View, names: Names): Code {
  return schema ? typeReferenceOf(schema, view, names) : code`unknown`;
}

// Text is a string whatever the schema says; a schema of strings says more.
function textType(schema: Schema | undefined, view: View, names: Names): Code {
  const isNotShown = schema?.kind === 'not-shown';
  return schema && (isNotShown || isText(shapeOf(schema))) ? typeReferenceOf(schema, view, names) : code`string`;
}

/** Tells whether every value of a shape is a string. */
export function isText(shape: ValueShape): boolean {
  return alternativesOf(shape).every((one) => one.kind === 'primitive' && one.types.every((type) => type === 'string'));
}

/** Tells whether a field is made of a file. */
export function isFile({ value }: FieldPlan): boolean {
  return value.by === 'media-type' && value.body.format === 'bytes';
}

// A schema says that a file is a string, or anything; this says what to give.
function fieldsType(plan: MediaPlan, names: Names): Code {
  const { properties } = formPropertiesOf(plan.mediaType.schema);
  const members = plan.fields.flatMap((field): readonly Code[] => {
    const schema = properties.find(({ name }) => name === field.name)?.schema;
    if (!schema || names.views.isHidden(schema, 'request')) return [];
    const isNeeded = names.views.isPresent(schema, field.required, 'request');
    const type = fieldType(field, schema, names);
    const key = encodePropertyKey(field.name);
    const doc = docLines(docOfSchema(schema, names.conversions), '  ');
    return [code`${doc}  ${key}${isNeeded ? code`: ${type}` : code`?: ${type} | undefined`};\n`];
  });
  if (plan.fields.length === 0 || plan.additional) members.push(code`  [name: string]: unknown;\n`);
  return code`{\n${joinCode(members, '')}}`;
}

function fieldType(field: FieldPlan, schema: Schema, names: Names): Code {
  if (!isFile(field) && field.headers.length === 0) return typeReferenceOf(schema, 'request', names);
  const item = field.repeated ? (fieldItemOf(schema, true) ?? schema) : schema;
  const others = (field.others ?? []).map((other) => typeReferenceOf(other, 'request', names));
  const content = isFile(field)
    ? joinCode([partType('FileContent'), ...others], ' | ')
    : typeReferenceOf(item, 'request', names);
  const part =
    field.headers.length > 0
      ? headedType(content, field.headers, names)
      : joinCode([partType('FilePart'), ...others], ' | ');
  if (!field.repeated) return part;
  const isOne = field.headers.length === 0 && others.length === 0;
  const list = isOne ? code`readonly ${part}[]` : code`readonly (${part})[]`;
  return itemOf(schema) ? list : code`${part} | ${list}`;
}

// Headers that have to be sent leave no content without them.
function headedType(content: Code, headers: readonly HeaderPlan[], names: Names): Code {
  const members = headers.map(({ header, value }) => {
    const schema = schemaOfContent(header.content);
    const type = parameterType(value, schema, names);
    const key = encodePropertyKey(header.wireName);
    return header.required ? code`${key}: ${type};` : code`${key}?: ${type} | undefined;`;
  });
  const described = code`${partType('DescribedPart')}<${content}, { ${joinCode(members, ' ')} }>`;
  return headers.some(({ header }) => header.required) ? described : code`${content} | ${described}`;
}

function partType(name: string): Code {
  return code`${runtimeType(name, 'write-described-part')}`;
}
