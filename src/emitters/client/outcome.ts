import { type Code, code, encodePropertyKey, encodeString, formatCode, joinCode } from '../../typescript/code.js';
import type { HeaderPlan, ItemPlan, MediaPlan, OperationPlan, PartsPlan, ResponsePlan } from '../../wire/plan.js';
import { isText } from '../../wire/value-shape.js';
import { findSentence } from '../error-sentence.js';
import { callRuntime, importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { type ChangeTypes, printStylePlan } from '../server/contract.js';
import { printStatus, printStatusArms, type StatusArm } from '../status-arms.js';
import { type ConversionCode, findPartsConversion, printHeldType, type SchemaTypes } from '../types/contract.js';
import { listChoices } from './args.js';
import { printReceivedType } from './body-type.js';
import { type Converter, findContentConversion, findHeldConversion } from './convert.js';

/** Returns the types of the responses of an operation: successes and failures, each a union of outcomes. */
export function printOutcomeTypes(
  plan: OperationPlan,
  types: SchemaTypes,
): { readonly success: Code; readonly failure: Code } {
  const hasChoice = listChoices(plan).length > 0;
  const print = (responses: readonly ResponsePlan[]): Code[] =>
    printStatusArms(responses.flatMap((response) => listOutcomes(response, types, hasChoice)));
  const isSuccess = ({ status }: ResponsePlan): boolean => plan.successes.includes(status);
  const successes = print(plan.responses.filter(isSuccess));
  // `default` includes failures even if it also describes the success.
  const failures = print(plan.responses.filter((response) => !isSuccess(response) || response.status === 'default'));
  return {
    success: successes.length > 0 ? joinCode(successes, ' | ') : code`never`,
    failure: joinCode([...failures, code`${importRuntimeType('client/contract', 'Undocumented')}`], ' | '),
  };
}

// The media type narrows the type of the body. It narrows all outcomes of an operation whose call can choose one.
function listOutcomes(response: ResponsePlan, types: SchemaTypes, hasChoice: boolean): StatusArm[] {
  const { alternatives, isOptional } = response;
  // The media types of each type of a body.
  const bodies = new Map<string, { readonly body: Code; readonly contentTypes: string[] }>();
  for (const media of alternatives) {
    const body = printReceivedType(media, types);
    const known = bodies.get(formatCode(body)) ?? { body, contentTypes: [] };
    bodies.set(formatCode(body), known);
    known.contentTypes.push(encodeString(media.mediaType.mediaType));
  }
  const [only] = bodies.values();
  if (!hasChoice && alternatives.length < 2) {
    const body = only?.body ?? code`undefined`;
    return [printOutcomeOf(response, only && isOptional ? code`${body} | undefined` : body, types)];
  }
  const outcomes = [...bodies.values()].map(({ body, contentTypes }) =>
    printOutcomeOf(response, body, types, `readonly contentType: ${contentTypes.join(' | ')}`),
  );
  if (isOptional || !only)
    outcomes.push(printOutcomeOf(response, code`undefined`, types, 'readonly contentType?: undefined'));
  return outcomes;
}

function printOutcomeOf(response: ResponsePlan, body: Code, types: SchemaTypes, contentType?: string): StatusArm {
  const headers = listHeaders(response);
  const name = importRuntimeType('client/contract', headers.length === 0 ? 'Outcome' : 'OutcomeWithHeaders');
  const typed = headers.length === 0 ? '' : code`, ${printHeadersType(headers, types)}`;
  return {
    status: response.status,
    print: (status) => {
      const outcome = code`${name}<${status}, ${body}${typed}>`;
      return contentType === undefined ? outcome : code`(${outcome} & { ${contentType}; })`;
    },
  };
}

// The headers of a stream are available before its items.
function listHeaders({ headers, alternatives }: ResponsePlan): readonly HeaderPlan[] {
  return alternatives.some(({ items }) => items) ? [] : headers;
}

function printHeadersType(headers: readonly HeaderPlan[], types: SchemaTypes): Code {
  const members = headers.map(({ header, held }) => {
    const type = printHeldType(held, 'response', types);
    return code`readonly ${encodePropertyKey(header.wireName)}: ${type} | undefined;`;
  });
  return code`{ ${joinCode(members, ' ')} }`;
}

/** Prints the readers of the responses, by key. */
export function printResponseReaders(plan: OperationPlan, converter: Converter): Code {
  const isFailure = ({ status }: ResponsePlan): boolean => !plan.successes.includes(status);
  const responses = [...plan.responses].sort((a, b) => Number(isFailure(a)) - Number(isFailure(b)));
  const members = responses.map((response) => {
    const read = printReader(response, converter);
    return code`${printStatus(response.status)}: ${isFailure(response) ? printErrorReader(response, read) : read}`;
  });
  return members.length === 0 ? code`{}` : code`{ ${joinCode(members, ', ')} }`;
}

// The reader of an error also reads the error's own message, if a schema of JSON declares one.
function printErrorReader({ alternatives }: ResponsePlan, read: Code): Code {
  for (const { format, mediaType } of alternatives) {
    const sentence = format === 'json' && mediaType.schema ? findSentence([mediaType.schema]) : undefined;
    if (!sentence) continue;
    const names = sentence.map(encodeString).join(', ');
    return callRuntime('client/response', 'errorResponse', read, names);
  }
  return read;
}

/** Prints the reader of a response. */
export function printReader(response: ResponsePlan, converter: Converter): Code {
  const headers = listHeaders(response);
  const read = printBodyReader(response, converter);
  if (headers.length === 0) return read;
  const readers = headers.map((plan) => {
    const isExact = findHeldConversion(plan, converter)?.isExact ?? false;
    return code`${encodePropertyKey(plan.header.wireName)}: ${printHeaderReader(plan, isExact)}`;
  });
  const conversions = headers.flatMap((plan) => {
    const conversion = findHeldConversion(plan, converter);
    return conversion ? [code`${encodePropertyKey(plan.header.wireName)}: ${conversion.code}`] : [];
  });
  const convert =
    conversions.length === 0
      ? ''
      : code`, /* @__PURE__ */ ${importRuntimeValue('client/convert', 'convertHeaders')}({ ${joinCode(conversions, ', ')} })`;
  return code`/* @__PURE__ */ ${importRuntimeValue('client/typed-headers', 'typedHeaders')}({ ${joinCode(readers, ', ')} }, ${read}${convert})`;
}

function printHeaderReader({ header, value }: HeaderPlan, isExact: boolean): Code {
  if (value.by !== 'style') {
    return code`${importRuntimeValue('client/typed-headers', value.by === 'json' ? 'jsonHeader' : 'textHeader')}`;
  }
  // An integer that a number cannot represent exactly is read as text first.
  const { shape } = value;
  const change: ChangeTypes = (types) => (isExact ? [...types, 'string'] : types);
  if (header.wireName.toLowerCase() === 'set-cookie' && shape.kind === 'array' && isText(shape.items()))
    return code`${importRuntimeValue('client/typed-headers', 'setCookieHeader')}`;
  if (shape.kind !== 'primitive') {
    return callRuntime('client/typed-headers', 'styledHeader', printStylePlan(value, change));
  }
  const all = change(shape.types);
  if (all.every((type) => type === 'string')) return code`${importRuntimeValue('client/typed-headers', 'textHeader')}`;
  const types = all.map(encodeString).join(', ');
  return callRuntime('client/typed-headers', 'primitiveHeader', types);
}

// If a response describes only one JSON type, JSON of another type or without one is read too, and text likewise.
function printBodyReader({ alternatives, isOptional }: ResponsePlan, converter: Converter): Code {
  if (alternatives.length === 0) return code`${importRuntimeValue('client/response', 'emptyResponse')}`;
  const strict: Code[] = [];
  const lenient: Code[] = [];
  for (const media of alternatives) {
    const besides = alternatives.filter((one) => one !== media);
    const others = besides.some(({ format }) => format === media.format) ? undefined : findOthers(media);
    const variant = besides.some(({ essence }) => essence === media.essence) ? printVariant(media) : undefined;
    if (others && !besides.some(({ isRange }) => isRange)) strict.push(printMediaReader(media, converter, others));
    else {
      strict.push(printMediaReader(media, converter, undefined, variant));
      if (others || variant) lenient.push(printMediaReader(media, converter, others));
    }
  }
  const readers = [...strict, ...lenient];
  const [only] = readers;
  const read = only && readers.length === 1 ? only : callRuntime('client/response', 'anyResponse', ...readers);
  return isOptional ? callRuntime('client/response', 'optionalResponse', read) : read;
}

function findOthers({ format }: MediaPlan): 'anyJson' | 'anyText' | undefined {
  if (format === 'json') return 'anyJson';
  return format === 'text' ? 'anyText' : undefined;
}

function printMediaReader(
  media: MediaPlan,
  converter: Converter,
  others?: 'anyJson' | 'anyText',
  variant?: string,
): Code {
  const { schema } = media.mediaType;
  const conversion = media.held.client.kind === 'value' ? findContentConversion(media, converter) : undefined;
  const plain = printTypeReader(media, conversion?.isExact ?? false, others, variant);
  const read = conversion ? callRuntime('client/convert', 'convertedResponse', conversion.code, plain) : plain;
  if (schema?.kind !== 'not-shown' || media.items) return read;
  return callRuntime('write/not-shown', 'notShownResponse', encodeString(schema.gap.id), read);
}

function printTypeReader(
  media: MediaPlan,
  isExact: boolean,
  others: 'anyJson' | 'anyText' | undefined,
  variant: string | undefined,
): Code {
  const { mediaType } = media.mediaType;
  if (others === 'anyJson' && /[/+]json$/.test(media.essence) && !isExact)
    return mediaType === 'application/json'
      ? code`${importRuntimeValue('client/client', 'jsonResponse')}`
      : callRuntime('client/response', 'jsonResponseAs', encodeString(mediaType));
  const args = [
    code`${encodeString(mediaType)}`,
    printContentReader(media, isExact),
    ...(others ? [code`${importRuntimeValue('client/response', others)}`] : variant ? ['undefined'] : []),
    ...(variant === undefined ? [] : [variant]),
  ];
  return callRuntime('client/response', 'mediaResponse', ...args);
}

// Prints the expression that matches the parameters of a media type. Returns `undefined` if it has none.
function printVariant({ mediaType: { mediaType } }: MediaPlan): string | undefined {
  const [, ...parameters] = mediaType.split(';');
  const encode = (text = ''): string => text.trim().replace(/\W/g, '\\$&');
  const tests = parameters.map((parameter) => {
    const [name, value] = parameter.split('=');
    return `(?=.*;\\s*${encode(name)}\\s*=\\s*"?${encode(value?.replaceAll('"', ''))}"?\\s*(;|$))`;
  });
  return tests.length === 0 ? undefined : `/* @__PURE__ */ new RegExp(${encodeString(`^${tests.join('')}`)}, 'i')`;
}

function printContentReader({ format, items }: MediaPlan, isExact: boolean): Code {
  // Streams are read elsewhere, so the core receives their responses without a body.
  if (items) return code`${importRuntimeValue('client/response', 'emptyResponse')}`;
  if (format === 'json')
    return isExact
      ? code`${importRuntimeValue('client/convert', 'readExactBody')}`
      : code`${importRuntimeValue('client/response', 'readJsonBody')}`;
  const isBytes = format === 'bytes' || format === 'multipart';
  return code`${importRuntimeValue('client/response', isBytes ? 'readBytesBody' : 'readTextBody')}`;
}

/** Prints the readers of streamed responses, by key and media type. Returns `undefined` if there are none. */
export function printStreamReaders({ responses }: OperationPlan, converter: Converter): Code | undefined {
  if (!responses.some(({ alternatives }) => alternatives.some(({ items }) => items))) return undefined;
  const members = responses.map(({ status, alternatives }) => {
    const streams = new Map<string, Code>();
    for (const { essence, format, items, parts } of alternatives) {
      // Media types that differ only in parameters are read in the same way.
      if (items && !streams.has(essence))
        streams.set(
          essence,
          code`${encodeString(essence)}: ${parts ? printPartsReader(parts, converter) : printItemsReader(format, items, converter)}`,
        );
    }
    return code`${printStatus(status)}: ${streams.size === 0 ? '{}' : code`{ ${joinCode([...streams.values()], ', ')} }`}`;
  });
  return code`{ ${joinCode(members, ', ')} }`;
}

function printItemsReader(format: MediaPlan['format'], items: ItemPlan, converter: Converter): Code {
  const conversion = items.data ? undefined : converter(items.schema);
  const plain = printSequenceReader(format, items, items.data && converter(items.data));
  const read = conversion ? callRuntime('read/stream-convert', 'convertedItems', conversion.code, plain) : plain;
  return reportItems(items, read);
}

function reportItems({ schema }: ItemPlan, read: Code): Code {
  if (schema?.kind !== 'not-shown') return read;
  const { id } = schema.gap;
  return callRuntime('write/not-shown', 'notShownItems', encodeString(id), read);
}

function printPartsReader(parts: PartsPlan, converter: Converter): Code {
  const { first, rest } = parts;
  const formats = joinCode(
    [rest, ...first].map(({ format }) => encodeString(format)),
    ', ',
  );
  const plain = callRuntime('read/stream-parts', 'readPartItems', formats);
  const conversion = findPartsConversion(parts, converter);
  const read = conversion ? callRuntime('read/stream-convert', 'convertedParts', conversion.code, plain) : plain;
  return reportItems(rest, read);
}

function printSequenceReader(
  format: MediaPlan['format'],
  { format: item, data, jsonFields }: ItemPlan,
  conversion: ConversionCode | undefined,
): Code {
  if (item === 'event' && data) {
    const parse = conversion && code`${importRuntimeValue('read/stream-convert', 'convertedData')}(${conversion.code})`;
    return callRuntime('read/stream-events', 'readDataEvents', parse ?? '');
  }
  if (item === 'event') {
    if (jsonFields.length === 0) return code`${importRuntimeValue('read/stream-events', 'readEvents')}`;
    const names = jsonFields.map(encodeString).join(', ');
    return callRuntime('read/stream-events', 'readJsonEvents', names);
  }
  if (format === 'json-lines') return code`${importRuntimeValue('read/stream-json', 'readJsonLines')}`;
  if (format === 'json-sequence') return code`${importRuntimeValue('read/stream-json', 'readJsonSequence')}`;
  return code`${importRuntimeValue('read/stream-parts', 'readParts')}`;
}
