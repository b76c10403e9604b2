import type { MediaType } from '../model/operation.js';
import type { Schema } from '../model/schema.js';
import { isOfText, isSequence } from './media-format.js';
import type { HeldContent, HeldValue, MediaFormat, MediaPlan, ValuePlan } from './plan.js';
import { isText, shapeOf } from './value-shape.js';

/** Whether content is sent by a client or by a server. */
export type Direction = 'request' | 'response';

/** Decides what the value of a parameter is in code. */
export function holdParameter({ by }: ValuePlan, schema: Schema | undefined): HeldValue {
  return by === 'style' || by === 'json' || by === 'form' ? holdValue(schema) : holdText(schema);
}

/** Decides what the value of a response's header is in code. */
export function holdHeader({ by }: ValuePlan, schema: Schema | undefined): HeldValue {
  return by === 'style' || by === 'json' ? holdValue(schema) : { kind: 'text' };
}

/** Text is a string whatever its schema says; a schema of strings says more. */
export function holdText(schema: Schema | undefined): HeldValue {
  return schema && isOfText(schema) ? holdValue(schema) : { kind: 'text' };
}

/** What a schema describes; anything where there is none. */
export function holdValue(schema: Schema | undefined): HeldValue {
  return { kind: 'value', ...(schema && { schema }) };
}

/** What is known of content before it is decided what it is in code. */
export type Content = Pick<MediaPlan, 'mediaType' | 'format' | 'essence' | 'fields' | 'additional' | 'items' | 'parts'>;

/** Decides what content is in the code of each side. */
export function planHeld(content: Content, direction: Direction): MediaPlan['held'] {
  const { mediaType, format, items } = content;
  const { schema } = mediaType;
  switch (format) {
    case 'json':
      return alike(holdValue(schema));
    case 'text':
      return alike(holdText(schema));
    case 'bytes':
      return alike(holdBytes(schema));
    case 'form-urlencoded':
      return alike(direction === 'request' || schema?.kind === 'not-shown' ? holdValue(schema) : { kind: 'text' });
    case 'multipart':
      if (direction === 'request') return { client: holdSentParts(content), server: holdReceivedParts(content) };
      return { client: items ? { kind: 'items' } : holdBytes(schema), server: holdBytes(schema) };
    case 'event-stream':
      return { client: { kind: 'items' }, server: { kind: direction === 'request' ? 'events' : 'items' } };
    case 'json-lines':
    case 'json-sequence':
      return { client: { kind: 'items' }, server: direction === 'request' ? holdAll(content) : { kind: 'items' } };
  }
}

function holdBytes(schema: Schema | undefined): HeldContent {
  return { kind: 'bytes', ...(schema?.kind === 'not-shown' && { schema }) };
}

function alike(held: HeldContent): MediaPlan['held'] {
  return { client: held, server: held };
}

function holdSentParts({ mediaType: { schema }, fields, items, parts }: Content): HeldContent {
  if (schema?.kind === 'not-shown' && !items) return holdValue(schema);
  if (parts || items?.format === 'bytes') return { kind: 'parts' };
  const isSpecial = schema === undefined || fields.some(({ isFile, headers }) => isFile || headers.length > 0);
  return isSpecial ? { kind: 'fields' } : holdValue(schema);
}

// A server reads the fields of a form, and hands over other parts as they come.
function holdReceivedParts({ mediaType: { schema, itemSchema }, essence, fields, additional }: Content): HeldContent {
  if (!schema || itemSchema || essence !== 'multipart/form-data') return holdBytes(schema);
  return fields.some(({ isFile }) => isFile) || additional?.isFile ? { kind: 'fields' } : holdValue(schema);
}

// A schema of the whole says more than one of its items.
function holdAll({ mediaType: { schema, itemSchema }, items }: Content): HeldContent {
  const item = itemSchema || items?.schema === schema ? items?.schema : undefined;
  return item ? { kind: 'list', item, ...(itemSchema && schema && { whole: schema }) } : holdValue(schema);
}

/** Returns whether the schema of a media type describes something else than what is sent as text or as events. */
export function isSchemaIgnored({ mediaType, format, items }: Omit<Content, 'essence'>, client: HeldContent): boolean {
  const { schema } = mediaType;
  if (format === 'text') return client.kind === 'text' && schema?.kind === 'keywords';
  if (format !== 'event-stream' || !schema || !items) return false;
  return !items.schema && !items.data && !isText(shapeOf(schema));
}

/** Gives the schema that both sides check: files, bytes, parts and text of another meaning are not what a schema speaks of. */
export function findChecked(
  { schema }: MediaType,
  format: MediaFormat,
  items: MediaPlan['items'],
  direction: Direction,
): Schema | undefined {
  // What an event holds that is no JSON is not as its schema says.
  if (isSequence(format)) return items?.data ? undefined : items?.schema;
  if (format === 'json' || (format === 'form-urlencoded' && direction === 'request')) return schema;
  return format === 'text' && schema && isOfText(schema) ? schema : undefined;
}
