import type { Encoding, MediaType } from '../model/api.js';
import type { Schema } from '../model/schema.js';
import type { Findings } from './findings.js';
import { collectFormProperties } from './form-properties.js';
import { chooseContentType, getEssence, readFormat, splitContentTypes } from './media-format.js';
import type { HeaderPlan, HeldContent, ItemPlan, MediaFormat, PartPlan } from './plan.js';
import { planDescribed, planText } from './plan-in-code.js';
import { buildShape, findItem, listShapes } from './value-shape.js';

/**
 * Plans how the items of a sequential media type are read (OpenAPI 3.2, 4.14.3.1), except parts that have positions.
 * Returns `undefined` for other media types.
 */
export function planItems(mediaType: MediaType, format: MediaFormat, findings: Findings): ItemPlan | undefined {
  if (!sequentialFormats.has(format)) return undefined;
  // The schema of the whole content describes an array of the items.
  const schema = mediaType.itemSchema ?? (mediaType.schema && findItem(mediaType.schema));
  switch (format) {
    case 'event-stream':
      return mediaType.isOfEvent && !mediaType.itemSchema
        ? planOlderEvent(schema ?? mediaType.schema)
        : planEvent(schema, mediaType, findings);
    case 'json-lines':
    case 'json-sequence':
      return planItem('json', schema ?? findOtherItem(mediaType, findings));
    case 'multipart':
      return getEssence(mediaType.mediaType) === 'multipart/form-data' ? undefined : planItem('part', undefined);
    default:
      return undefined;
  }
}

// Most media types have another format, so their schemas are not searched for items.
const sequentialFormats: ReadonlySet<MediaFormat> = new Set([
  'event-stream',
  'json-lines',
  'json-sequence',
  'multipart',
]);

function planEvent(schema: Schema | undefined, mediaType: MediaType, findings: Findings): ItemPlan {
  if (!schema) return planItem('event', schema);
  const content = findContent(findData(schema));
  return content
    ? { ...planItem('event', schema), data: content }
    : planItem('event', schema, listJsonFields(schema, mediaType, findings));
}

// Before 3.2, a schema describes the event if it has `data` or only other fields of an event. Otherwise it describes
// the JSON in `data`.
function planOlderEvent(schema: Schema | undefined): ItemPlan {
  const names = collectFormProperties(schema).properties.map(({ name }) => name);
  const isEvent = names.includes('data') || (names.length > 0 && names.every((name) => otherFields.includes(name)));
  const value = isEvent ? findData(schema) : schema;
  const item = planItem('event', isEvent ? schema : undefined);
  const content = findContent(value);
  if (content) return { ...item, data: content };
  return value && canBeJson(value) ? { ...item, data: value, ...(isEvent && { describesData: true }) } : item;
}

const otherFields: readonly string[] = ['event', 'id', 'retry'];

function findData(schema: Schema | undefined): Schema | undefined {
  return collectFormProperties(schema).properties.find(({ name }) => name === 'data')?.schema;
}

// The schema describes a string that contains JSON (JSON Schema 2020-12, validation, 8.5).
function findContent(schema: Schema | undefined): Schema | undefined {
  if (schema?.kind !== 'keywords') return undefined;
  const { contentMediaType, contentSchema } = schema;
  return contentSchema && readFormat(contentMediaType ?? '', undefined).format === 'json' ? contentSchema : undefined;
}

function canBeJson(schema: Schema): boolean {
  const shapes = listShapes(buildShape(schema));
  return (
    !shapes.some(({ kind }) => kind === 'any') &&
    shapes.some((shape) => shape.kind !== 'primitive' || shape.types.some((type) => type !== 'string'))
  );
}

function planItem(
  format: ItemPlan['format'],
  schema: Schema | undefined,
  jsonFields: readonly string[] = [],
): ItemPlan {
  const held = planItemInCode(format, schema);
  const checked = held.kind === 'value' ? held.schema : undefined;
  return { ...(schema && { schema }), format, held, ...(checked && { checked }), jsonFields };
}

function planItemInCode(format: ItemPlan['format'], schema: Schema | undefined): HeldContent {
  if (format === 'text') return planText(schema);
  if (format === 'part') return { kind: 'parts' };
  return format === 'bytes' ? { kind: 'bytes' } : planDescribed(schema);
}

// Before 3.2, no keyword described an item, so authors wrote the schema of an item as that of the whole content.
function findOtherItem({ schema, mediaType, origin }: MediaType, findings: Findings): Schema | undefined {
  if (!schema || listShapes(buildShape(schema)).some(({ kind }) => kind === 'any' || kind === 'array'))
    return undefined;
  findings.report('undefined-serialization', origin, { variant: 'schema-of-item', mediaType }, { at: 'key' });
  return schema;
}

// The fields of an event are text, except `retry`.
function listJsonFields(schema: Schema, { origin }: MediaType, findings: Findings): readonly string[] {
  return collectFormProperties(schema).properties.flatMap(({ name, schema: property }) => {
    if (!['data', 'event', 'id'].includes(name) || canBeText(property)) return [];
    findings.report('undefined-serialization', origin, { variant: 'field-of-event', name });
    return [name];
  });
}

function canBeText(schema: Schema): boolean {
  return listShapes(buildShape(schema)).some(
    (shape) => shape.kind === 'any' || (shape.kind === 'primitive' && shape.types.includes('string')),
  );
}

/** Plans how a part without a name is read (OpenAPI 3.2, 4.14.5.2). */
export function planPart(
  schema: Schema | undefined,
  encoding: Encoding | undefined,
  headers: readonly HeaderPlan[],
): PartPlan {
  const contentTypes = splitContentTypes(encoding?.contentType) ?? [];
  const types = contentTypes.length > 0 ? contentTypes : schema ? [chooseContentType(schema, 'multipart')] : [];
  const formats = types.map((type) => readFormat(type, schema).format);
  const format = partFormats.find((one) => formats.length > 0 && formats.every((other) => other === one)) ?? 'part';
  return {
    ...planItem(format, schema),
    format,
    contentTypes,
    usualType: types.find((type) => !type.includes('*')) ?? 'application/octet-stream',
    headers,
  };
}

const partFormats = ['json', 'text', 'bytes'] as const;
