import type { SerializedElement } from '../diagnostics/codes/serialization.js';
import type { Origin } from '../diagnostics/origin.js';
import {
  type Encoding,
  findSchemaOfContent,
  type Header,
  type MediaType,
  type ParameterContent,
} from '../model/api.js';
import { followReference } from '../model/in-place.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import type { ParameterLocation, Style } from '../model/styles.js';
import type { Findings } from './findings.js';
import { collectFormProperties } from './form-properties.js';
import {
  type ContentTypes,
  chooseContentType,
  findOtherCharset,
  getEssence,
  isBinary,
  isPositional,
  isSequence,
  readBodyFormat,
  readFormat,
  splitContentTypes,
} from './media-format.js';
import type {
  FieldPlan,
  HeaderPlan,
  MediaFormat,
  MediaPlan,
  PartPlan,
  PartsPlan,
  ValuePlan,
  ValueShape,
} from './plan.js';
import {
  type Content,
  type Direction,
  findChecked,
  isSchemaIgnored,
  planContentInCode,
  planHeaderInCode,
  planParameterInCode,
} from './plan-in-code.js';
import { planItems, planPart } from './plan-items.js';
import { planShape, planStyle } from './plan-style.js';
import { reportOpenFields } from './shared-names.js';
import { buildShape, findItem, findOnlyPart, isNull, listAlternativesBesideNull, listShapes } from './value-shape.js';

/** Plans how content of one media type is written and read. */
export function planMedia(mediaType: MediaType, direction: Direction, findings: Findings): MediaPlan {
  const { format, guess } = readBodyFormat(mediaType.mediaType, mediaType.schema);
  if (guess !== undefined) {
    const finding = { variant: guess, mediaType: mediaType.mediaType, format };
    findings.report('undefined-serialization', mediaType.origin, finding, { at: 'key' });
  }
  // Parts without names cannot be `multipart/form-data`: "Each part MUST contain a Content-Disposition header field"
  // with a name (RFC 7578, 4.2).
  if (getEssence(mediaType.mediaType) === 'multipart/form-data' && isPositional(mediaType)) {
    findings.report('undefined-serialization', mediaType.origin, { variant: 'parts-without-names' }, { at: 'key' });
  }
  const parts = format === 'multipart' ? planParts(mediaType, findings) : undefined;
  const items = parts?.rest ?? planItems(mediaType, format, findings);
  const hasFields = format === 'form-urlencoded' || format === 'multipart';
  const fields = hasFields ? planFields(mediaType, format, findings) : { fields: [] };
  return completePlan({ mediaType, format, ...fields, ...(items && { items }), ...(parts && { parts }) }, direction);
}

function completePlan(content: Omit<Content, 'essence'>, direction: Direction): MediaPlan {
  const { mediaType, format, items } = content;
  const essence = getEssence(mediaType.mediaType);
  const checked = findChecked(mediaType, format, items, direction);
  const held = planContentInCode({ essence, ...content }, direction);
  const isRange = mediaType.mediaType.includes('*');
  const isCheckedJson = checked !== undefined && (format === 'json' || isSequence(format));
  const ignoresSchema = isSchemaIgnored(content, held.client);
  const charset = format === 'text' ? findOtherCharset(mediaType.mediaType) : undefined;
  return {
    essence,
    isRange,
    held,
    isCheckedJson,
    ignoresSchema,
    ...content,
    ...(charset !== undefined && { charset }),
    ...(checked && { checked }),
  };
}

/** Plans how the value of a parameter or header becomes text. */
export function planValue(
  content: ParameterContent,
  location: ParameterLocation,
  { origin, ...element }: SerializedElement & { readonly origin: Origin },
  findings: Findings,
): ValuePlan {
  if (content.by === 'style') return planStyle({ location, element, ...content }, origin, findings);
  const body = planMedia(content.mediaType, 'request', findings);
  if (body.format === 'json') return { by: 'json', body };
  return { by: body.format === 'form-urlencoded' ? 'form' : 'text', body };
}

/**
 * Plans how a header of a response or field is written and read. Returns an empty list for `Content-Type`, because it
 * is ignored (OpenAPI 3.2, 4.17.1), and for the `Content-Disposition` of a field, which names the field (RFC 7578, 4.2).
 */
export function planHeader(header: Header, owner: 'response' | 'field', findings: Findings): readonly HeaderPlan[] {
  const name = header.wireName.toLowerCase();
  if (name === 'content-type' || (owner === 'field' && name === 'content-disposition')) return [];
  const element = { kind: 'header', name: header.wireName, origin: header.origin } as const;
  const value = planValue(header.content, 'header', element, findings);
  const planInCode = owner === 'response' ? planHeaderInCode : planParameterInCode;
  const written = value.by === 'json' ? 'json' : value.by === 'style' && value.explode ? 'exploded' : 'simple';
  return [{ header, value, held: planInCode(value, findSchemaOfContent(header.content)), written }];
}

function planFields(
  mediaType: MediaType,
  format: MediaFormat,
  findings: Findings,
): Pick<MediaPlan, 'fields' | 'additional'> {
  const { properties, additional } = collectFormProperties(mediaType.schema);
  for (const { property, origin } of mediaType.encoding) {
    if (properties.some(({ name }) => name === property)) continue;
    findings.report('no-effect', origin, { variant: 'no-such-property', keyword: property }, { at: 'key' });
  }
  const plan = (name: string, schema: Schema, required: boolean): FieldPlan => {
    const encoding = mediaType.encoding.find(({ property }) => property === name);
    return planField({ name, schema, required, encoding, format, findings });
  };
  const fields = properties.map(({ name, schema, required }) => plan(name, schema, required));
  reportOpenFields(fields, findings);
  return {
    fields,
    ...(additional && { additional: plan('', additional, false) }),
  };
}

// Plans parts without names: the first ones by position, all others alike. Returns `undefined` if the parts have names.
function planParts(mediaType: MediaType, findings: Findings): PartsPlan | undefined {
  if (!isPositional(mediaType)) return undefined;
  const { schema, itemSchema, prefixEncoding, itemEncoding } = mediaType;
  const { schema: end = undefined } = schema
    ? followReference(schema, (at) => (at.items || at.prefixItems ? undefined : at.ref))
    : {};
  const { prefixItems = [], items } = end?.kind === 'keywords' ? end : {};
  const plan = (part: Schema | undefined, encoding: Encoding | undefined): PartPlan =>
    planPart(part, encoding, encoding?.headers.flatMap((header) => planHeader(header, 'field', findings)) ?? []);
  const rest = itemSchema ?? items;
  const first = Array.from({ length: Math.max(prefixItems.length, prefixEncoding.length) }, (_, index) =>
    plan(prefixItems[index] ?? rest, index < prefixEncoding.length ? prefixEncoding[index] : itemEncoding),
  );
  return { first, rest: plan(rest, itemEncoding) };
}

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly encoding: Encoding | undefined;
  readonly format: MediaFormat;
  readonly findings: Findings;
}

function planField(field: Field): FieldPlan {
  const { name, schema, required, encoding, format, findings } = field;
  const headers = format === 'multipart' ? (encoding?.headers ?? []) : [];
  return {
    name,
    required,
    schema,
    headers: headers.flatMap((header) => planHeader(header, 'field', findings)),
    isTyped: splitContentTypes(encoding?.contentType) !== undefined,
    ...(encoding && { encoding }),
    ...(encoding?.style === undefined ? planFieldContent(field) : planStyledField(field, encoding, encoding.style)),
  };
}

type Common = 'name' | 'required' | 'schema' | 'headers' | 'isTyped' | 'encoding';

function planStyledField(
  { name, schema, format, findings }: Field,
  encoding: Encoding,
  style: Style,
): Omit<FieldPlan, Common> {
  const isMultipart = format === 'multipart';
  // An encoding has all three members or none.
  const explode = encoding.explode === true;
  const allowReserved = encoding.allowReserved === true && !isMultipart;
  const element = { kind: 'field', name } as const;
  const written = { style, explode, allowReserved, schema, location: 'query', element } as const;
  const value = planStyle(written, encoding.origin, findings);
  return { ...plainField, value, isStyled: true, contentTypes: isMultipart ? ['text/plain'] : [] };
}

function planFieldContent(field: Field): Omit<FieldPlan, Common> {
  const { schema, encoding, format } = field;
  const isMultipart = format === 'multipart';
  // An array is sent as one field per item (OpenAPI 3.2, 4.14.5.1).
  const item = findFieldItem(schema, isMultipart);
  const split = isMultipart && encoding?.contentType === undefined ? splitFile(item ?? schema) : undefined;
  const content = split?.file ?? item ?? schema;
  const contentTypes = chooseContentTypes(field, content);
  const value = planContent(content, contentTypes, format);
  return {
    value,
    repeated: item !== undefined,
    ...(item && { item }),
    isList: findItem(schema) !== undefined,
    isFile: value.by === 'bytes',
    isStyled: false,
    isEvident: item !== undefined && hasOnlyParts(content),
    jsonType: findJsonType(contentTypes, content),
    contentTypes,
    ...(split && { others: split.others }),
  };
}

// Objects and arrays are sent as JSON if the chosen media type does not define how they are written.
function chooseContentTypes({ name, schema, encoding, format, findings }: Field, content: Schema): ContentTypes {
  const usual = chooseContentType(content, format);
  const written: ContentTypes = splitContentTypes(encoding?.contentType) ?? [usual];
  if (usual !== 'application/json') return written;
  const { origin } = encoding ?? schema;
  const nested = encoding && findNested(written, format);
  if (nested !== undefined) {
    findings.report('reduced-emission', origin, { variant: 'nested-content', name, nested, usual });
    return [usual];
  }
  if (!isTextField(written, format)) return written;
  const [mediaType] = written;
  findings.report('undefined-serialization', origin, { variant: 'structure-in-field', name, mediaType, usual });
  return [usual];
}

const plainField = { repeated: false, isList: false, isFile: false, isEvident: false, jsonType: 'application/json' };

// Objects and arrays are JSON by default, with one document per item.
function hasOnlyParts(schema: Schema): boolean {
  return listShapes(buildShape(schema)).every(({ kind }) => kind === 'array' || kind === 'object');
}

// A range, such as `application/*`, cannot be sent.
function findJsonType(contentTypes: readonly string[], schema: Schema): string {
  const named = contentTypes.filter((type) => !type.includes('*'));
  return named.find((type) => readFormat(type, schema).format === 'json') ?? named[0] ?? 'application/json';
}

// A part, too, can contain fields, parts or items.
function findNested(contentTypes: readonly string[], format: MediaFormat): string | undefined {
  if (format !== 'multipart') return undefined;
  return contentTypes.find((one) => !['json', 'text', 'bytes'].includes(readFormat(one, undefined).format));
}

function planContent(schema: Schema, contentTypes: ContentTypes, format: MediaFormat): ValuePlan {
  const [mediaType] = contentTypes;
  if (isTextField(contentTypes, format))
    return { by: 'style', style: 'form', explode: true, allowReserved: false, ...planShape(buildShape(schema)) };
  const { origin } = schema;
  const nothing = { examples: [], encoding: [], prefixEncoding: [], notShown: [], source: [] };
  const content: MediaType = { mediaType, schema, origin, ...nothing };
  const body = completePlan(
    { mediaType: content, format: readFormat(mediaType, schema).format, fields: [] },
    'request',
  );
  return { by: body.format === 'json' || body.format === 'bytes' ? body.format : 'text', body };
}

// A form-urlencoded field is text for every content type except JSON.
function isTextField(contentTypes: ContentTypes, format: MediaFormat): boolean {
  if (contentTypes.every((one) => getEssence(one) === 'text/plain')) return true;
  const [mediaType] = contentTypes;
  return format === 'form-urlencoded' && readFormat(mediaType, undefined).format !== 'json';
}

/**
 * Returns the schema of one value of a form field that can be sent several times. For an array, that is the schema of
 * its items. With `hasFiles`, it is also the schema of a file if the field is one file or an array of files. Ignores
 * `null`. Returns `undefined` if the field is a single value.
 */
export function findFieldItem(schema: Schema, hasFiles: boolean): Schema | undefined {
  const { schema: end } = followReference(schema, (at) => (at.items ? undefined : findOnlyMeaning(at)));
  if (end.kind !== 'keywords') return undefined;
  if (end.items) {
    const isList = listShapes(buildShape(end)).every((one) => one.kind === 'array' || isNull(one));
    return isList ? end.items : undefined;
  }
  const alternatives = listAlternativesBesideNull(end);
  const items = alternatives.map((one) => findItem(one) ?? one);
  const isFiles = hasFiles && items.every(isBinary) && items.some((item, index) => item !== alternatives[index]);
  return isFiles && alternatives.length > 1 ? items[0] : undefined;
}

// With several alternatives, no single schema describes the value.
function findOnlyMeaning(schema: KeywordSchema): Schema | undefined {
  const [first, ...others] = listAlternativesBesideNull(schema);
  return others.length > 0 ? undefined : (first ?? findOnlyPart(schema));
}

/** The alternatives of a part of a form that may be a file or another value. */
interface FileOrOther {
  readonly file: Schema;
  /** The schemas of the other values: objects, arrays and text. Never empty. */
  readonly others: readonly Schema[];
}

/** Splits the alternatives of a schema into a file and other values. Returns `undefined` unless there are both. */
export function splitFile(schema: Schema): FileOrOther | undefined {
  const { schema: end } = followReference(schema, (at) =>
    listAlternativesBesideNull(at).length > 0 ? undefined : at.ref,
  );
  if (end.kind !== 'keywords') return undefined;
  const alternatives = listAlternativesBesideNull(end);
  const file = alternatives.find(isBinary);
  const others = alternatives.filter((one) => !isBinary(one));
  const isReadable = others.every((one) => listShapes(buildShape(one)).every(isStructureOrText));
  return file && others.length > 0 && isReadable ? { file, others } : undefined;
}

function isStructureOrText(shape: ValueShape): boolean {
  return shape.kind === 'primitive' ? shape.types.every((type) => type === 'string') : shape.kind !== 'any';
}
