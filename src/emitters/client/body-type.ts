import type { Schema } from '../../model/schema.js';
import { type Code, code, joinCode, type Reference } from '../../typescript/code.js';
import { docOfSchema } from '../../typescript/doc-comment.js';
import { encodePropertyKey } from '../../typescript/encode.js';
import { docLines } from '../../typescript/print-type.js';
import type { View } from '../../views/views.js';
import type { FieldPlan, HeaderPlan, HeldContent, ItemPlan, MediaPlan, PartPlan, PartsPlan } from '../../wire/plan.js';
import { runtimeType } from '../runtime-references.js';
import { eventType, type SchemaTypes, typeReferenceOf } from '../types/contract.js';

/** Returns the type of a body of one media type that a client sends. */
export function sentType(plan: MediaPlan, types: SchemaTypes): Code {
  const { client } = plan.held;
  switch (client.kind) {
    case 'bytes':
      return client.schema ? typeOf(client.schema, 'request', types) : code`${runtimeType('client-types', 'Bytes')}`;
    case 'fields':
      return fieldsType(plan, types);
    case 'parts':
      return plan.items?.format === 'bytes' || !plan.parts
        ? code`readonly ${partType('FilePart')}[]`
        : partsType(plan.parts, types);
    case 'items':
      return plan.items ? code`${streamType('Items')}<${itemType(plan.items, 'request', types)}>` : code`string`;
    default:
      return heldType(client, 'request', types);
  }
}

function partsType({ first, rest }: PartsPlan, types: SchemaTypes): Code {
  const partOf = ({ schema, isFile }: PartPlan): Code => {
    if (isFile) return code`${partType('FilePart')}`;
    const content = typeOf(schema, 'request', types);
    return schema ? code`${content} | ${partType('DescribedPart')}<${content}, object>` : content;
  };
  const others = code`readonly (${partOf(rest)})[]`;
  if (first.length === 0) return others;
  const own = first.map((part) => code`(${partOf(part)})?`);
  return code`readonly [${joinCode(own, ', ')}, ...${others}]`;
}

/** Returns the type of a body of one media type that a client receives. */
export function receivedType({ items, held: { client } }: MediaPlan, types: SchemaTypes): Code {
  if (items) return code`${streamType('ItemStream')}<${itemType(items, 'response', types)}>`;
  return client.kind === 'bytes' && !client.schema
    ? code`Uint8Array<ArrayBuffer>`
    : heldType(client, 'response', types);
}

function itemType(item: ItemPlan, view: View, types: SchemaTypes): Code {
  switch (item.format) {
    case 'event':
      return eventType(item, view, types);
    case 'part':
      return code`${streamType('StreamPart')}`;
    case 'bytes':
      return code`Uint8Array<ArrayBuffer>`;
    default:
      return heldType(item.held, view, types);
  }
}

function streamType(name: string): Reference {
  return runtimeType('stream-types', name);
}

/** Returns the type of content that is a value, text, or of unknown shape. */
export function heldType(held: HeldContent, view: View, types: SchemaTypes): Code {
  return held.kind === 'value' || held.kind === 'bytes' ? typeOf(held.schema, view, types) : code`string`;
}

function typeOf(schema: Schema | undefined, view: View, types: SchemaTypes): Code {
  return schema ? typeReferenceOf(schema, view, types) : code`unknown`;
}

// The schema of a file is a string or accepts anything. The type describes the value to pass.
function fieldsType(plan: MediaPlan, types: SchemaTypes): Code {
  const members = plan.fields.flatMap((field): readonly Code[] => {
    const { schema } = field;
    if (types.views.isHidden(schema, 'request')) return [];
    const isNeeded = types.views.isPresent([schema], field.required, 'request');
    const type = fieldType(field, types);
    const key = encodePropertyKey(field.name);
    const doc = docLines(docOfSchema(schema, types.conversions), '  ');
    return [code`${doc}  ${key}${isNeeded ? code`: ${type}` : code`?: ${type} | undefined`};\n`];
  });
  if (plan.fields.length === 0 || plan.additional) members.push(code`  [name: string]: unknown;\n`);
  return code`{\n${joinCode(members, '')}}`;
}

function fieldType(field: FieldPlan, types: SchemaTypes): Code {
  const { schema, item = schema, isFile } = field;
  if (!isFile && field.headers.length === 0) return typeReferenceOf(schema, 'request', types);
  const others = (field.others ?? []).map((other) => typeReferenceOf(other, 'request', types));
  const content = isFile
    ? joinCode([partType('FileContent'), ...others], ' | ')
    : typeReferenceOf(item, 'request', types);
  const part =
    field.headers.length > 0
      ? headedType(content, field.headers, types)
      : joinCode([partType('FilePart'), ...others], ' | ');
  if (!field.repeated) return part;
  const isOne = field.headers.length === 0 && others.length === 0;
  const list = isOne ? code`readonly ${part}[]` : code`readonly (${part})[]`;
  return field.isList ? list : code`${part} | ${list}`;
}

// If a header is required, the type has no variant without headers.
function headedType(content: Code, headers: readonly HeaderPlan[], types: SchemaTypes): Code {
  const members = headers.map(({ header, held }) => {
    const type = heldType(held, 'request', types);
    const key = encodePropertyKey(header.wireName);
    return header.required ? code`${key}: ${type};` : code`${key}?: ${type} | undefined;`;
  });
  const described = code`${partType('DescribedPart')}<${content}, { ${joinCode(members, ' ')} }>`;
  return headers.some(({ header }) => header.required) ? described : code`${content} | ${described}`;
}

function partType(name: string): Code {
  return code`${runtimeType('write-described-part', name)}`;
}
