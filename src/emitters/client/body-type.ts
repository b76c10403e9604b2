import { type Code, code, encodePropertyKey, formatCode, joinCode, type Reference } from '../../typescript/code.js';
import { printDocLines } from '../../typescript/print-type.js';
import type { View } from '../../views/views.js';
import type { FieldPlan, HeaderPlan, ItemPlan, MediaPlan, PartPlan, PartsPlan } from '../../wire/plan.js';
import { importRuntimeType } from '../runtime-references.js';
import { printEventType, printHeldType, printTypeReference, type SchemaTypes } from '../types/contract.js';

/** Returns the type of a body of one media type that a client sends. */
export function printSentType(plan: MediaPlan, types: SchemaTypes): Code {
  const { client } = plan.held;
  switch (client.kind) {
    case 'bytes':
      return client.schema
        ? printTypeReference(client.schema, 'request', types)
        : code`${importRuntimeType('client/contract', 'Bytes')}`;
    case 'fields':
      return printFieldsType(plan, types);
    case 'parts':
      return plan.parts ? printPartsType(plan.parts, types) : code`never`;
    case 'items':
      return plan.items
        ? code`${findStreamType('Items')}<${printItemType(plan.items, 'request', types)}>`
        : code`string`;
    default:
      return printHeldType(client, 'request', types);
  }
}

function printPartsType({ first, rest }: PartsPlan, types: SchemaTypes): Code {
  const partOf = ({ schema, format, headers }: PartPlan): Code => {
    const isFile = format === 'bytes';
    const content = isFile ? findPartType('FileContent') : printTypeReference(schema, 'request', types);
    if (headers.length > 0) return printHeadedType(content, headers, types);
    if (isFile) return findPartType('FilePart');
    return schema ? code`${content} | ${findPartType('DescribedPart')}<${content}, object>` : content;
  };
  const one = partOf(rest);
  const others =
    rest.format === 'bytes' && rest.headers.length === 0 ? code`readonly ${one}[]` : code`readonly (${one})[]`;
  if (first.length === 0) return others;
  const own = first.map((part) => code`(${partOf(part)})?`);
  return code`readonly [${joinCode(own, ', ')}, ...${others}]`;
}

/** Returns the type of a body of one media type that a client receives. */
export function printReceivedType({ items, parts, held: { client } }: MediaPlan, types: SchemaTypes): Code {
  if (items) {
    const all = [...(parts?.first ?? []), items].map((item) => printItemType(item, 'response', types));
    const union = new Map(all.map((type) => [formatCode(type), type]));
    return code`${findStreamType('ItemStream')}<${joinCode([...union.values()], ' | ')}>`;
  }
  return client.kind === 'bytes' && !client.schema
    ? code`Uint8Array<ArrayBuffer>`
    : printHeldType(client, 'response', types);
}

function printItemType(item: ItemPlan, view: View, types: SchemaTypes): Code {
  switch (item.format) {
    case 'event':
      return printEventType(item, view, types);
    case 'part':
      return code`${findStreamType('StreamPart')}`;
    case 'bytes':
      return code`Uint8Array<ArrayBuffer>`;
    default:
      return printHeldType(item.held, view, types);
  }
}

function findStreamType(name: string): Reference {
  return importRuntimeType('values/stream-types', name);
}

// The schema of a file is a string or accepts anything. The type describes the value to pass.
function printFieldsType(plan: MediaPlan, types: SchemaTypes): Code {
  const members = plan.fields.flatMap((field): readonly Code[] => {
    const { schema } = field;
    if (types.views.isHidden(schema, 'request')) return [];
    const isNeeded = types.views.isPresent([schema], field.required, 'request');
    const type = printFieldType(field, types);
    const key = encodePropertyKey(field.name);
    const doc = printDocLines(types.docs.ofSchema(schema), '  ');
    return [code`${doc}  ${key}${isNeeded ? code`: ${type}` : code`?: ${type} | undefined`};\n`];
  });
  if (plan.fields.length === 0 || plan.additional)
    members.push(code`  [name: string]: ${printOtherFieldType(plan, types)};\n`);
  return code`{\n${joinCode(members, '')}}`;
}

// Beside named fields, the type of all other fields would have to contain the types of the named ones.
function printOtherFieldType({ fields, additional }: MediaPlan, types: SchemaTypes): Code {
  return additional && fields.length === 0 ? printFieldType(additional, types) : code`unknown`;
}

function printFieldType(field: FieldPlan, types: SchemaTypes): Code {
  const { schema, item = schema, isFile } = field;
  if (!isFile && field.headers.length === 0) return printTypeReference(schema, 'request', types);
  const others = (field.others ?? []).map((other) => printTypeReference(other, 'request', types));
  const content = isFile
    ? joinCode([findPartType('FileContent'), ...others], ' | ')
    : printTypeReference(item, 'request', types);
  const part =
    field.headers.length > 0
      ? printHeadedType(content, field.headers, types)
      : joinCode([findPartType('FilePart'), ...others], ' | ');
  if (!field.repeated) return part;
  const isOne = field.headers.length === 0 && others.length === 0;
  const list = isOne ? code`readonly ${part}[]` : code`readonly (${part})[]`;
  return field.isList ? list : code`${part} | ${list}`;
}

// If a header is required, every variant of the type has headers.
function printHeadedType(content: Code, headers: readonly HeaderPlan[], types: SchemaTypes): Code {
  const members = headers.map(({ header, held }) => {
    const type = printHeldType(held, 'request', types);
    const key = encodePropertyKey(header.wireName);
    return header.required ? code`${key}: ${type};` : code`${key}?: ${type} | undefined;`;
  });
  const described = code`${findPartType('DescribedPart')}<${content}, { ${joinCode(members, ' ')} }>`;
  return headers.some(({ header }) => header.required) ? described : code`${content} | ${described}`;
}

function findPartType(name: string): Code {
  return code`${importRuntimeType('write/described-part', name)}`;
}
