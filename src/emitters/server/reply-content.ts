import type { ServerReduction } from '../../diagnostics/codes/emit.js';
import type { Schema } from '../../model/schema.js';
import {
  type Code,
  code,
  encodePropertyKey,
  encodeString,
  formatCode,
  joinCode,
  printArray,
  printFilled,
  printObject,
  printObjectType,
} from '../../typescript/code.js';
import type { HeaderPlan, ItemPlan, MediaPlan, PartPlan, PartsPlan, ResponsePlan } from '../../wire/plan.js';
import { importRuntimeType, importRuntimeValue, type RuntimeName } from '../runtime-references.js';
import type { StatusArm } from '../status-arms.js';
import { findConversion, findItemConversion, printEventType, printHeldType } from '../types/contract.js';
import { omitFromItems, omitWriteOnly, type ServerInput } from './declared-names.js';
import { printMediaType } from './print-value.js';
import { reportReduced } from './received-content.js';

/** The type of content in a reply, and the code that writes it. */
interface ReplyContent {
  readonly type: Code;
  readonly write: Code;
  /** Whether it is JSON without conversion. */
  readonly isPlainJson?: boolean;
  /** For multipart content: who chooses the boundary. */
  readonly boundary?: 'chosen' | 'stated';
  /** The way in which the server deviates from the description. */
  readonly reduced?: ServerReduction;
}

type ObjectMember = Parameters<typeof printObjectType>[0][number];

/** Lists the types of a reply for one response, one per media type. */
export function listReplyArms(plan: ResponsePlan, input: ServerInput): StatusArm[] {
  const { status, headers, alternatives, isOptional } = plan;
  const common: ObjectMember[] = [
    ...(typeof status === 'number'
      ? []
      : [{ key: 'code', type: code`number`, optional: plan.response.code.shown === false }]),
    ...(headers.length > 0
      ? [
          {
            key: 'headers',
            type: printObjectType(headers.map((header) => printHeaderMember(header, input))),
            optional: headers.every(({ header }) => !header.required),
          },
        ]
      : []),
    { key: 'extraHeaders', type: code`${importRuntimeType('server/reply', 'ExtraHeaders')}`, optional: true },
  ];
  // Without this member, the compiler would accept a reply with a body if the reply is in a variable.
  const nothing = { key: 'body', type: code`undefined`, optional: true };
  const armOf = (members: readonly ObjectMember[]): StatusArm => ({
    status,
    print: (statuses) => printObjectType([{ key: 'status', type: code`${statuses}` }, ...members]),
  });
  if (alternatives.length === 0) return [armOf([...common, nothing])];
  const arms = alternatives.map((alternative) =>
    armOf([
      ...common,
      ...printContentTypeMember(alternative, alternatives.length > 1),
      { key: 'body', type: findReplyContent(alternative, input).type },
    ]),
  );
  if (!isOptional) return arms;
  const bodiless = { key: 'code', type: code`204 | 205 | 304` };
  return [...arms, armOf([...common.map((member) => (member.key === 'code' ? bodiless : member)), nothing])];
}

/** Prints how one response is written. */
function printReplyPlan({ status, response, headers, alternatives }: ResponsePlan, input: ServerInput): Code {
  return printObject([
    ['code', printCode(status, response.code.shown)],
    ['range', /^[1-5]XX$/.test(String(status)) ? String(status).charAt(0) : undefined],
    ['content', printArray(alternatives.map((alternative) => printReplyContent(alternative, input)))],
    ['headers', printFilled(headers.map((header) => printHeaderPlan(header, input)))],
  ]);
}

// If the description does not show the code, the first code of its range is sent.
function printCode(status: ResponsePlan['status'], isShown: boolean): string | undefined {
  if (typeof status === 'number') return String(status);
  if (isShown) return undefined;
  return status === 'default' ? '200' : `${status.charAt(0)}00`;
}

function printHeaderMember(
  { header, held }: HeaderPlan,
  input: ServerInput,
): Parameters<typeof printObjectType>[0][number] {
  return { key: header.wireName, type: printHeldType(held, 'response', input.types), optional: !header.required };
}

function printHeaderPlan({ header, held, written }: HeaderPlan, input: ServerInput): Code {
  const conversion = findConversion(held.schema, input);
  const convert = importRuntimeValue('server/convert', written === 'json' ? 'headerDocument' : 'headerValue');
  return printObject([
    ['name', encodeString(header.wireName)],
    ['required', header.required ? 'true' : undefined],
    ['value', encodeString(written === 'json' && conversion ? 'simple' : written)],
    ['convert', conversion && code`${convert}(${conversion.code})`],
  ]);
}

// A handler must choose a media type if there are several, or if there is a range. The media type of multipart content
// that it writes itself has its boundary.
function printContentTypeMember(plan: MediaPlan, isChoice: boolean): Parameters<typeof printObjectType>[0] {
  const { format, isRange, held, mediaType } = plan;
  const isStated = format === 'multipart' && held.server.kind !== 'items';
  if (!isChoice && !isRange && !isStated) return [];
  return [{ key: 'contentType', type: printMediaType(mediaType.mediaType, isStated) }];
}

function printReplyContent(plan: MediaPlan, input: ServerInput): Code {
  const { mediaType } = plan.mediaType;
  const { write, reduced, isPlainJson, boundary } = findReplyContent(plan, input);
  if (isPlainJson && mediaType === 'application/json')
    return code`${importRuntimeValue('server/reply', 'jsonContent')}`;
  reportReduced(plan, reduced, input);
  return printObject([
    ['mediaType', encodeString(mediaType)],
    ['write', write],
    ['boundary', boundary && encodeString(boundary)],
  ]);
}

function findReplyContent(plan: MediaPlan, input: ServerInput): ReplyContent {
  const { format, mediaType, items, checked } = plan;
  const type = printReplyType(plan, input);
  switch (format) {
    case 'json': {
      const write = printJsonWriter(mediaType.schema, input);
      return { type, write: write.code, isPlainJson: write.isPlain };
    }
    case 'text': {
      const write = plan.charset
        ? code`${importRuntimeValue('server/charset', 'charsetContent')}(${encodeString(plan.charset)})`
        : code`${importRuntimeValue('server/reply', 'writeTextContent')}`;
      return { type, write: printConverted(checked, write, input) };
    }
    case 'event-stream':
    case 'json-lines':
    case 'json-sequence':
      return {
        type,
        write: items
          ? omitFromItems(
              items,
              convertItems(items, importStream(items.data ? 'writeDataEvents' : itemWriters[format]), input),
              input,
            )
          : importStream(itemWriters[format]),
      };
    case 'form-urlencoded':
      return { type, write: importStream('writeTextStream'), reduced: 'text-as-written' };
    case 'multipart':
      return plan.parts && plan.held.server.kind === 'items'
        ? { type, write: printPartsWriter(plan.parts, input), boundary: 'chosen' }
        : { type, write: importStream('writeBytesStream'), boundary: 'stated', reduced: 'bytes-as-written' };
    case 'bytes':
      return { type, write: importStream('writeBytesStream') };
  }
}

function printJsonWriter(
  schema: Schema | undefined,
  input: ServerInput,
): { readonly code: Code; readonly isPlain: boolean } {
  const write = findConversion(schema, input)?.isExact
    ? code`${importRuntimeValue('server/convert', 'writeExactContent')}`
    : code`${importRuntimeValue('server/reply', 'writeJsonContent')}`;
  const written = omitWriteOnly(schema, printConverted(schema, write, input), input);
  return { code: written, isPlain: written === write };
}

function printPartsWriter({ first, rest }: PartsPlan, input: ServerInput): Code {
  const plans = [rest, ...first].map((part) => printReplyPart(part, input));
  return code`${importRuntimeValue('server/parts', 'writeParts')}(${joinCode(plans, ', ')})`;
}

function printReplyPart({ format, usualType, checked, headers }: PartPlan, input: ServerInput): Code {
  const write = {
    json: () => printJsonWriter(checked, input).code,
    text: () => printConverted(checked, code`${importRuntimeValue('server/reply', 'writeTextContent')}`, input),
    bytes: () => code`${importRuntimeValue('server/parts', 'writePartBytes')}`,
    part: () => code`${importRuntimeValue('server/parts', 'writePartBytes')}`,
  }[format]();
  return printObject([
    ['mediaType', encodeString(usualType)],
    ['write', write],
    ['headers', printFilled(headers.map((header) => printHeaderPlan(header, input)))],
  ]);
}

const itemWriters = {
  'event-stream': 'writeEvents',
  'json-lines': 'writeJsonLines',
  'json-sequence': 'writeJsonSequence',
} as const;

function importStream(name: RuntimeName<'server/stream'>): Code {
  return code`${importRuntimeValue('server/stream', name)}`;
}

function printConverted(schema: Schema | undefined, write: Code, input: ServerInput): Code {
  const conversion = findConversion(schema, input);
  return conversion
    ? code`${importRuntimeValue('server/convert', 'writeConverted')}(${conversion.code}, ${write})`
    : write;
}

function convertItems(items: ItemPlan, write: Code, input: ServerInput): Code {
  const conversion = findItemConversion(items, (schema) => findConversion(schema, input));
  return conversion
    ? code`${importRuntimeValue('server/convert', 'convertItems')}(${conversion.code}, ${write})`
    : write;
}

function printReplyType({ format, items, parts, held: { server } }: MediaPlan, input: ServerInput): Code {
  if (parts && server.kind === 'items') {
    const all = [...parts.first, parts.rest].map((part) => printReplyPartType(part, input));
    const union = new Map(all.map((type) => [formatCode(type), type]));
    return code`${importRuntimeType('server/stream', 'Items')}<${joinCode([...union.values()], ' | ')}>`;
  }
  if (items && server.kind === 'items')
    return code`${importRuntimeType('server/stream', 'Items')}<${printItemType(items, input)}>`;
  if (server.kind === 'bytes' && !server.schema) return code`Uint8Array | AsyncIterable<Uint8Array>`;
  // Text without a schema may be a stream.
  if (server.kind === 'text' && format === 'form-urlencoded')
    return code`${importRuntimeType('server/stream', 'TextStream')}`;
  return printHeldType(server, 'response', input.types);
}

function printReplyPartType({ format, held, headers }: PartPlan, input: ServerInput): Code {
  const isBytes = format === 'bytes' || format === 'part';
  const content = isBytes ? code`Uint8Array | Blob` : printHeldType(held, 'response', input.types);
  if (headers.length === 0) return content;
  const optional = headers.every(({ header }) => !header.required);
  const members = printObjectType(headers.map((header) => printHeaderMember(header, input)));
  return printObjectType([
    { key: 'headers', type: members, optional },
    { key: 'body', type: content },
  ]);
}

function printItemType(item: ItemPlan, input: ServerInput): Code {
  return item.format === 'event'
    ? printEventType(item, 'response', input.types)
    : printHeldType(item.held, 'response', input.types);
}

/** Prints how all responses of an operation are written, by status key. */
export function printReplies(responses: readonly ResponsePlan[], input: ServerInput): Code {
  return printObject(
    responses.map((response) => [encodePropertyKey(String(response.status)), printReplyPlan(response, input)]),
  );
}
