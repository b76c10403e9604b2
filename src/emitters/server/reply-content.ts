import { schemaOfContent } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { typeOf } from '../../typescript/type-expression.js';
import type { HeaderPlan, MediaPlan, ResponsePlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { conversionOf } from '../types/contract.js';
import { printArray, printObject } from './print-literal.js';
import { printMediaType, printObjectType, runtimeType, runtimeValue } from './print-value.js';
import { isOfText, reportReduced } from './received-content.js';

/** What a handler gives as content of one media type, and what writes it. */
interface ReplyContent {
  readonly type: Code;
  readonly write: Code;
  /** What the server does instead of what the description says of it. */
  readonly reduced?: string;
}

/** Prints the arms of a reply's type for one response: one per media type. */
export function printReplyArms(plan: ResponsePlan, input: EmitInput): Code[] {
  const { status, headers, alternatives } = plan;
  const common = [
    { key: 'status', type: code`${typeof status === 'number' ? String(status) : encodeString(status)}` },
    ...(typeof status === 'number'
      ? []
      : [{ key: 'code', type: code`number`, optional: plan.response.code.shown === false }]),
    ...(headers.length > 0
      ? [
          {
            key: 'headers',
            type: printObjectType(headers.map((header) => headerMember(header, input))),
            optional: headers.every(({ header }) => !header.required),
          },
        ]
      : []),
    { key: 'extraHeaders', type: code`${runtimeType('server-reply', 'ExtraHeaders')}`, optional: true },
  ];
  if (alternatives.length === 0) return [printObjectType(common)];
  return alternatives.map((alternative) =>
    printObjectType([
      ...common,
      ...contentTypeMember(alternative.mediaType.mediaType, alternatives.length > 1),
      { key: 'body', type: replyContent(alternative, input).type },
    ]),
  );
}

/** Prints how one response is written. */
export function printReplyPlan({ status, response, headers, alternatives }: ResponsePlan, input: EmitInput): Code {
  return printObject([
    ['code', codeOf(status, response.code.shown)],
    ['range', /^[1-5]XX$/.test(String(status)) ? String(status).charAt(0) : undefined],
    ['content', printArray(alternatives.map((alternative) => printReplyContent(alternative, input)))],
    ['headers', headers.length > 0 ? printArray(headers.map((header) => printHeaderPlan(header, input))) : undefined],
  ]);
}

// Where the description does not show the code, the first of its range stands in for it.
function codeOf(status: ResponsePlan['status'], isShown: boolean): string | undefined {
  if (typeof status === 'number') return String(status);
  if (isShown) return undefined;
  return status === 'default' ? '200' : `${status.charAt(0)}00`;
}

function headerMember({ header, value }: HeaderPlan, input: EmitInput): Parameters<typeof printObjectType>[0][number] {
  const schema = schemaOfContent(header.content);
  const isText = value.by === 'media-type' && value.body.format !== 'json';
  const type = schema && !isText ? typeOf(schema, 'response', input.names) : code`${isText ? 'string' : 'unknown'}`;
  return { key: header.wireName, type, optional: !header.required };
}

function printHeaderPlan({ header, value }: HeaderPlan, input: EmitInput): Code {
  const schema = schemaOfContent(header.content);
  const isJson = value.by === 'media-type' && value.body.format === 'json';
  const conversion = value.by === 'style' || isJson ? conversionOf(schema, input) : undefined;
  const convert = runtimeValue('server-convert', isJson ? 'headerDocument' : 'headerValue');
  const isExploded = value.by === 'style' && value.explode;
  return printObject([
    ['name', encodeString(header.wireName)],
    ['required', header.required ? 'true' : undefined],
    ['value', encodeString(isJson && !conversion ? 'json' : isExploded ? 'exploded' : 'simple')],
    ['convert', conversion && code`${convert}(${conversion.code})`],
  ]);
}

// A handler has to choose where there are several, and to be exact where the description names a range.
function contentTypeMember(mediaType: string, isChoice: boolean): Parameters<typeof printObjectType>[0] {
  if (!isChoice && !mediaType.includes('*')) return [];
  return [{ key: 'contentType', type: printMediaType(mediaType) }];
}

function printReplyContent(plan: MediaPlan, input: EmitInput): Code {
  const { mediaType } = plan.mediaType;
  if (plan.format === 'json' && mediaType === 'application/json' && !conversionOf(plan.mediaType.schema, input))
    return code`${runtimeValue('server-reply', 'jsonContent')}`;
  const { write, reduced } = replyContent(plan, input);
  reportReduced(plan, reduced, input);
  return printObject([
    ['mediaType', encodeString(mediaType)],
    ['write', write],
  ]);
}

function replyContent(plan: MediaPlan, input: EmitInput): ReplyContent {
  const { format, mediaType, items } = plan;
  const { schema } = mediaType;
  const opaque = schema?.kind === 'not-shown' ? { type: typeOfReply(schema, input) } : undefined;
  const stream = (name: string): Code => code`${runtimeValue('server-stream', name)}`;
  switch (format) {
    case 'json': {
      const write = conversionOf(schema, input)?.isExact
        ? code`${runtimeValue('server-convert', 'writeExactContent')}`
        : code`${runtimeValue('server-reply', 'writeJsonContent')}`;
      return { type: typeOfReply(schema, input), write: writeConverted(schema, write, input) };
    }
    case 'text': {
      const write = code`${runtimeValue('server-reply', 'writeTextContent')}`;
      if (!schema || !isOfText(schema)) return { type: code`string`, write };
      return { type: typeOfReply(schema, input), write: writeConverted(schema, write, input) };
    }
    case 'event-stream':
    case 'json-lines':
    case 'json-sequence':
      return {
        type: code`${runtimeType('server-stream', 'Items')}<${typeOfItem(format, items?.schema, input)}>`,
        write: convertItems(
          items?.schema,
          stream(
            { 'event-stream': 'writeEvents', 'json-lines': 'writeJsonLines', 'json-sequence': 'writeJsonSequence' }[
              format
            ],
          ),
          input,
        ),
      };
    case 'form-urlencoded':
      return { ...rawText, ...opaque };
    case 'multipart':
      return { ...bytes, ...opaque, reduced: 'sends the bytes that the handler gives' };
    case 'bytes':
      return { ...bytes, ...opaque };
  }
}

function writeConverted(schema: Schema | undefined, write: Code, input: EmitInput): Code {
  const conversion = conversionOf(schema, input);
  return conversion ? code`${runtimeValue('server-convert', 'writeConverted')}(${conversion.code}, ${write})` : write;
}

function convertItems(schema: Schema | undefined, write: Code, input: EmitInput): Code {
  const conversion = conversionOf(schema, input);
  return conversion ? code`${runtimeValue('server-convert', 'convertItems')}(${conversion.code}, ${write})` : write;
}

const bytes: ReplyContent = {
  type: code`Uint8Array | AsyncIterable<Uint8Array>`,
  write: code`${runtimeValue('server-stream', 'writeBytesStream')}`,
};

const rawText: ReplyContent = {
  type: code`${runtimeType('server-stream', 'TextStream')}`,
  write: code`${runtimeValue('server-stream', 'writeTextStream')}`,
  reduced: 'sends the text that the handler gives',
};

function typeOfItem(format: MediaPlan['format'], schema: Schema | undefined, input: EmitInput): Code {
  if (!schema && format === 'event-stream') return code`${runtimeType('stream-types', 'ServerSentEvent')}`;
  return typeOfReply(schema, input);
}

function typeOfReply(schema: Schema | undefined, input: EmitInput): Code {
  return schema ? typeOf(schema, 'response', input.names) : code`unknown`;
}

/** Prints how all responses of an operation are written, by status key. */
export function printReplies(responses: readonly ResponsePlan[], input: EmitInput): Code {
  return printObject(
    responses.map((response) => [encodePropertyKey(String(response.status)), printReplyPlan(response, input)]),
  );
}
