import type { MediaType } from '../model/api.js';
import { Described, listPartsInPlace } from '../model/in-place.js';
import type { Schema } from '../model/schema.js';
import type { MediaFormat } from './plan.js';
import { buildShape, isText, listAlternativesBesideNull, listShapes } from './value-shape.js';

/**
 * The format of a media type. If the description leaves the format open, `guess` names the values that OpenAPI does not
 * serialize.
 */
interface FormatReading {
  readonly format: MediaFormat;
  readonly guess?: 'other-than-object' | 'structure';
}

/** Returns the type and subtype of a media type, in lower case, without parameters. */
export function getEssence(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Returns the charset that a media type names, or `undefined` if it names none or UTF-8. */
export function findOtherCharset(mediaType: string): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(mediaType)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : charset;
}

/** Reads the format of a media type. If the media type does not determine it, the schema does. */
export function readFormat(mediaType: string, schema: Schema | undefined): FormatReading {
  const essence = getEssence(mediaType);
  const family = families.find(([pattern]) => pattern.test(essence))?.[1];
  // The fields of a form are the properties of an object (OpenAPI 3.2, 4.14.5.1).
  const isOdd = family === 'form-urlencoded' && schema !== undefined && !canBeObject(schema);
  if (family && !isOdd) return { format: family };
  const guess = isOdd ? ({ guess: 'other-than-object' } as const) : {};
  if (!schema || isBinary(schema) || binary.test(essence)) return { format: 'bytes', ...guess };
  const kinds = new Set(listShapes(buildShape(schema)).map(({ kind }) => kind));
  if (kinds.has('object') || kinds.has('array')) return { format: 'json', guess: 'structure', ...guess };
  return { format: kinds.has('primitive') ? 'text' : 'bytes', ...guess };
}

/**
 * Reads the format of a whole body. A string with `contentEncoding` is text for every media type, because it contains
 * encoded bytes (JSON Schema 2020-12, validation, 8.3; OpenAPI 3.1.1, 4.4.2).
 */
export function readBodyFormat(mediaType: string, schema: Schema | undefined): FormatReading {
  const reading = readFormat(mediaType, schema);
  return reading.format === 'bytes' && schema && isEncoded(schema) ? { ...reading, format: 'text' } : reading;
}

/** Returns whether a schema describes only strings that contain encoded bytes. */
export function isEncoded(schema: Schema): boolean {
  const encodings = new Described([schema]).keywords.flatMap((one) => one.contentEncoding ?? []);
  // These encodings change nothing (RFC 2045, 6.2).
  const hasEncoding = encodings.some((encoding) => !/^(binary|8bit|7bit)$/i.test(encoding));
  return hasEncoding && isText(buildShape(schema));
}

/** Returns whether the parts of a multipart body have positions and no names (OpenAPI 3.2, 4.14.5.2). */
export function isPositional({ schema, prefixEncoding, itemEncoding, itemSchema }: MediaType): boolean {
  if (prefixEncoding.length > 0 || itemEncoding || itemSchema) return true;
  return schema !== undefined && listShapes(buildShape(schema)).every(({ kind }) => kind === 'array');
}

function canBeObject(schema: Schema): boolean {
  return listShapes(buildShape(schema)).some(({ kind }) => kind === 'object' || kind === 'any');
}

/** Returns whether a schema allows only strings, or is not shown. */
export function isOfText(schema: Schema): boolean {
  return schema.kind === 'not-shown' || isText(buildShape(schema));
}

/**
 * Returns whether the schema of a part describes bytes: by `contentEncoding` (a part can contain bytes, so nothing
 * encodes them: RFC 7578, 4.7), by a binary `contentMediaType`, or by `format: binary` of OpenAPI 3.0. Every
 * alternative except `null` must do so.
 */
export function isBinary(schema: Schema): boolean {
  return readBinary(schema, new Map());
}

function readBinary(schema: Schema, known: Map<Schema, boolean>): boolean {
  if (schema.kind !== 'keywords') return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  // A schema that refers to itself does not become binary by that reference.
  known.set(schema, false);
  const read = (part: Schema): boolean => readBinary(part, known);
  const { contentEncoding, contentMediaType, format } = schema;
  const alternatives = listAlternativesBesideNull(schema);
  const isOne =
    contentEncoding !== undefined ||
    format === 'binary' ||
    (contentMediaType !== undefined && binary.test(contentMediaType)) ||
    (alternatives.length > 0 && alternatives.every(read)) ||
    listPartsInPlace(schema).some(read);
  known.set(schema, isOne);
  return isOne;
}

/** At least one media type. */
export type ContentTypes = readonly [first: string, ...more: string[]];

/** Lists the media types of an Encoding Object's `contentType`. Returns `undefined` if there is none. */
export function splitContentTypes(contentType: string | undefined): ContentTypes | undefined {
  const list = contentType?.split(',').map((one) => one.trim());
  const [first, ...more] = list?.filter((one) => one !== '') ?? [];
  return first === undefined ? undefined : [first, ...more];
}

/**
 * Returns the media type of a field or part if no Encoding Object names one (OpenAPI 3.2, 4.15.1.1). A value that may
 * be text or structure is JSON, which can contain both.
 */
export function chooseContentType(schema: Schema, format: MediaFormat): string {
  const kinds = new Set(listShapes(buildShape(schema)).map(({ kind }) => kind));
  if (kinds.has('array') || kinds.has('object')) return 'application/json';
  if (format === 'form-urlencoded') return 'text/plain';
  return kinds.has('any') || isBinary(schema) ? 'application/octet-stream' : 'text/plain';
}

const families: readonly (readonly [RegExp, MediaFormat])[] = [
  [/^(application|text)\/json$|\+json$/, 'json'],
  [/^application\/x-www-form-urlencoded$/, 'form-urlencoded'],
  [/^multipart\//, 'multipart'],
  [/^text\/event-stream$/, 'event-stream'],
  [/^(application|text)\/(x-)?(jsonl|jsonlines|json-lines|ndjson)$/, 'json-lines'],
  [/^application\/json-seq$|\+json-seq$/, 'json-sequence'],
  [/^text\/|[/+](xml|yaml|x-yaml|javascript|graphql|sql)$/, 'text'],
];

const binary = /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip|gzip|x-tar)$/;

/** Returns whether content is a sequence of values that arrive one by one (OpenAPI 3.2, 4.14.3.1). */
export function isSequence(format: MediaFormat): boolean {
  return format === 'event-stream' || format === 'json-lines' || format === 'json-sequence';
}
