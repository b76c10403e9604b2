import type { MediaType } from '../model/api.js';
import type { Schema } from '../model/schema.js';
import { isBinary, isOfText, isSequence } from './media-format.js';
import type { FieldPlan, HeldContent, HeldValue, MediaFormat, MediaPlan, ValuePlan } from './plan.js';
import { buildShape, isText } from './value-shape.js';

/** The kind of message: a client sends a request, a server sends a response. */
export type Direction = 'request' | 'response';

/** Plans the value of a parameter in code. */
export function planParameterInCode({ by }: ValuePlan, schema: Schema | undefined): HeldValue {
  return by === 'style' || by === 'json' || by === 'form' ? planDescribed(schema) : planText(schema);
}

/** Plans the value that a header of a response has in code. */
export function planHeaderInCode({ by }: ValuePlan, schema: Schema | undefined): HeldValue {
  return by === 'style' || by === 'json' ? planDescribed(schema) : { kind: 'text' };
}

/** Plans a value that is a string in code. Only a schema of strings can narrow its type. */
export function planText(schema: Schema | undefined): HeldValue {
  return schema && isOfText(schema) ? planDescribed(schema) : { kind: 'text' };
}

/** Plans a value whose type in code is the type of its schema. Without a schema, it can have any type. */
export function planDescribed(schema: Schema | undefined): HeldValue {
  return { kind: 'value', ...(schema && { schema }) };
}

/** The facts about content that decide its value in code. */
export type Content = Pick<MediaPlan, 'mediaType' | 'format' | 'essence' | 'fields' | 'additional' | 'items' | 'parts'>;

/** Plans the value that content has in code, for client and server. */
export function planContentInCode(content: Content, direction: Direction): MediaPlan['held'] {
  const { mediaType, format, items } = content;
  const { schema } = mediaType;
  switch (format) {
    case 'json':
      return planAlike(planDescribed(schema));
    case 'text':
      return planAlike(planText(schema));
    case 'bytes':
      return planAlike(planBytes(schema));
    case 'form-urlencoded':
      return planAlike(
        direction === 'request' || schema?.kind === 'not-shown' ? planDescribed(schema) : { kind: 'text' },
      );
    case 'multipart':
      if (direction === 'request') return { client: planSentParts(content), server: planReceivedParts(content) };
      return {
        client: items ? { kind: 'items' } : planBytes(schema),
        server: areReadByPosition(content) ? { kind: 'items' } : planBytes(schema),
      };
    case 'event-stream':
      return { client: { kind: 'items' }, server: { kind: direction === 'request' ? 'events' : 'items' } };
    case 'json-lines':
    case 'json-sequence':
      return { client: { kind: 'items' }, server: direction === 'request' ? planAllItems(content) : { kind: 'items' } };
  }
}

function planBytes(schema: Schema | undefined): HeldContent {
  return { kind: 'bytes', ...(schema?.kind === 'not-shown' && { schema }) };
}

function planAlike(held: HeldContent): MediaPlan['held'] {
  return { client: held, server: held };
}

function planSentParts({ mediaType: { schema }, fields, additional, parts }: Content): HeldContent {
  if (parts) return { kind: 'parts' };
  const isSpecial = fields.some(({ isFile, headers }) => isFile || headers.length > 0);
  return schema && !isSpecial && !(additional && areFiles(additional)) ? planDescribed(schema) : { kind: 'fields' };
}

// Content of unknown shape is bytes.
function areReadByPosition({ parts, mediaType: { schema } }: Content): boolean {
  return parts !== undefined && schema?.kind !== 'not-shown';
}

// The type of a schema that accepts anything also accepts files.
function areFiles({ item, schema, others }: FieldPlan): boolean {
  return others !== undefined || isBinary(item ?? schema);
}

// A server reads the fields of a form, and parts that have positions. It passes on other multipart content as it
// arrives.
function planReceivedParts(content: Content): HeldContent {
  const { schema } = content.mediaType;
  const { essence, fields, additional } = content;
  if (areReadByPosition(content)) return { kind: 'parts' };
  if (!schema || essence !== 'multipart/form-data') return planBytes(schema);
  return fields.some(({ isFile }) => isFile) || additional?.isFile ? { kind: 'fields' } : planDescribed(schema);
}

// The array must also match the schema of the whole content.
function planAllItems({ mediaType: { schema, itemSchema }, items }: Content): HeldContent {
  const item = itemSchema || items?.schema === schema ? items?.schema : undefined;
  return item ? { kind: 'list', item, ...(itemSchema && schema && { whole: schema }) } : planDescribed(schema);
}

/** Returns whether the schema of a media type does not describe the text or events that are sent. */
export function isSchemaIgnored({ mediaType, format, items }: Omit<Content, 'essence'>, client: HeldContent): boolean {
  const { schema } = mediaType;
  if (format === 'text') return client.kind === 'text' && schema?.kind === 'keywords';
  if (format !== 'event-stream' || !schema || !items) return false;
  return !items.schema && !items.data && !isText(buildShape(schema));
}

/**
 * Returns the schema that both sides check. No schema is checked for files, bytes, parts, and text that the schema does
 * not describe.
 */
export function findChecked(
  { schema }: MediaType,
  format: MediaFormat,
  items: MediaPlan['items'],
  direction: Direction,
): Schema | undefined {
  // The schema describes the JSON in the data of an event, and data that is no JSON is valid.
  if (isSequence(format)) return items?.data ? undefined : items?.schema;
  if (format === 'json' || (format === 'form-urlencoded' && direction === 'request')) return schema;
  return format === 'text' && schema && isOfText(schema) ? schema : undefined;
}
