import { type CountNames, isReservedKey, type JsonBounds, Malformed, readJson } from '../read/json.js';
import { findMediaType, findParameter } from '../read/media-type.js';
import { decodePercent } from '../read/text.js';
import {
  delimiters,
  flattenShape,
  propertyNames,
  readAlternatives,
  readNamedText,
  type ValueStyle,
} from '../read/value.js';
import type { Validate } from '../validate/validators.js';
import type { ReadContent } from './body.js';
import { type Part, readMultipart } from './multipart.js';
import { checkPartHeaders, type DeclaredParameter, type ReadDocument } from './parameters.js';
import { type Pairs, readQuery } from './place.js';

/** How one field of a form is read. */
export interface FormField {
  readonly name: string;
  /**
   * How the text of the field is read. `bytes`: as a `File`; `part`: by the headers of the part, as a file, JSON or
   * text.
   */
  readonly value: ValueStyle | 'json' | 'text' | 'bytes' | 'part';
  /** Whether an array is sent as one field of this name per item. */
  readonly repeated?: true;
  /** Counts the names in its JSON. Accepts names with a meaning to JavaScript if the description declares them. */
  readonly countNames?: CountNames;
  /** The media types or ranges that the part may name; absent: any. */
  readonly contentTypes?: readonly string[];
  /** The described headers of the part. */
  readonly headers?: readonly DeclaredParameter[];
}

/** The fields of a form. */
export interface FormPlan {
  readonly fields: readonly FormField[];
  /** How unlisted fields are read. By default they are read as text, which the schema then checks. */
  readonly additional?: FormField;
}

/**
 * A form without the fields that are files. If `Further` is `string`, also without unlisted fields. Unlike `Omit`, it
 * keeps each member of a union, and listed fields beside unlisted ones.
 */
export type WithoutFiles<Form, Files extends string, Further = undefined> = Form extends unknown
  ? { [Name in keyof Form as Further extends Name ? never : Exclude<Name, Files>]: Form[Name] }
  : never;

/** Creates a reader of `application/x-www-form-urlencoded`. It returns an object. */
export function formReader(plan: FormPlan): ReadContent {
  return (bytes, options) => readForm(plan, decodeAscii(bytes), options);
}

/** Creates a reader of a parameter that is a form. It returns an object. */
export function formParameter(plan: FormPlan): ReadDocument {
  return (text, bounds) => readForm(plan, text, bounds);
}

function readForm(plan: FormPlan, text: string, options: JsonBounds): object {
  options.onLarge?.();
  const pairs = readQuery(text);
  if (!pairs) throw new Malformed('has a name that is not percent-encoded UTF-8');
  return readFields(plan, [...pairs.keys()], (field) => readTextField(field, pairs, options));
}

/** Creates a reader of `multipart/form-data` (RFC 7578). It returns an object. */
export function multipartReader(plan: FormPlan): ReadContent {
  return (bytes, options) => {
    options.onLarge?.();
    const boundary = readBoundary(options.contentType);
    const parts = readMultipart(bytes, boundary);
    const names = [...new Set(parts.map(({ name }) => name))];
    return readFields(plan, names, (field) => {
      const own = parts.filter(({ name }) => name === field.name || isPartOf(field, name));
      return own.length === 0 ? undefined : readPartField(field, own, options);
    });
  };
}

/**
 * Creates a reader of multipart content whose parts have positions and no names (OpenAPI 3.2, 4.14.5.2). It returns an
 * array. `first` describes the first parts, and `rest` all others.
 */
export function partsReader(rest: PositionedField, ...first: readonly PositionedField[]): ReadContent {
  return (bytes, options) => {
    options.onLarge?.();
    return readMultipart(bytes, readBoundary(options.contentType), true).map((part, index) => {
      const field: FormField = { ...(first[index] ?? rest), name: String(index) };
      checkHeaders(field, part, options);
      return readPart(field, part, options, `part ${index}`);
    });
  };
}

/** How a part without a name is read. */
type PositionedField = Omit<FormField, 'name' | 'repeated'>;

/**
 * Creates a validator that replaces each file by text of the same length, because schemas describe files as strings.
 */
export function validateFiles(validate: Validate): Validate {
  return (value, onNotShown) => {
    if (Array.isArray(value)) return validate(value.map(omitFile), onNotShown);
    const members = Object.entries(Object(value)).map(([name, member]) => [name, omitFile(member)]);
    return validate(Object.fromEntries(members), onNotShown);
  };
}

function omitFile(value: unknown): unknown {
  if (value instanceof File) return ' '.repeat(value.size);
  return Array.isArray(value) ? value.map((item) => (item instanceof File ? omitFile(item) : item)) : value;
}

function readFields(
  { fields, additional }: FormPlan,
  names: readonly string[],
  read: (field: FormField) => unknown,
): object {
  const further = names.filter((name) => !fields.some((field) => field.name === name || isPartOf(field, name)));
  for (const field of fields) {
    const { name } = field;
    if (!names.includes(name) || fields.some((other) => isPartOf(other, name))) continue;
    if (hasOnlyMembers(field) || names.some((other) => isPartOf(field, other)))
      throw new Malformed(`has a field '${name}' instead of one for each of its members`);
  }
  const all = [...fields, ...further.map((name) => ({ ...(additional ?? undescribed), name }))];
  const form = {};
  for (const field of all) {
    const value = read(field);
    if (value === undefined) continue;
    if (isReservedKey(field.name) && !fields.includes(field)) throw new Malformed(`must not have '${field.name}'`);
    Object.defineProperty(form, field.name, { value, writable: true, enumerable: true, configurable: true });
  }
  return form;
}

const undescribed: FormField = { name: '', value: { style: 'form', explode: true, shape: ['string'] } };

// `filter[name]` belongs to a deep object, and `name` to an exploded object.
function isPartOf({ name, value }: FormField, given: string): boolean {
  if (typeof value === 'string') return false;
  if (value.style === 'deepObject') return given.startsWith(name) && /^\[[^[\]]+\]/.test(given.slice(name.length));
  return value.explode && propertyNames(value.shape).includes(given);
}

// An object that is exploded or deep has no field of its own name.
function hasOnlyMembers({ value }: FormField): boolean {
  if (typeof value === 'string' || (value.style !== 'deepObject' && !value.explode)) return false;
  return flattenShape(value.shape).every((shape) => 'properties' in shape);
}

function readTextField({ name, value, repeated, countNames }: FormField, pairs: Pairs, options: JsonBounds): unknown {
  const texts = pairs.get(name);
  const readOne = (text: string): unknown => {
    if (typeof value !== 'string') return readStyled(value, name, new Map([[name, [text]]]));
    const decoded = decodePercent(text.replaceAll('+', ' '));
    if (decoded === undefined) throw new Malformed(`has a field '${name}' that is not percent-encoded UTF-8`);
    return value === 'json' ? readJson(decoded, { ...options, countNames }) : decoded;
  };
  if (repeated) return texts?.map(readOne);
  if (typeof value !== 'string') return readStyled(value, name, pairs);
  return texts && readOne(getSingle(texts, name));
}

function readStyled(value: ValueStyle, name: string, pairs: Pairs): unknown {
  try {
    const texts = { pairs, isKnown: () => true };
    const [read] = readAlternatives(value.shape, (shape) => readNamedText(texts, name, value, shape));
    return read;
  } catch (error) {
    throw error instanceof Malformed ? new Malformed(`has a field '${name}' that ${error.message}`) : error;
  }
}

function readPartField(field: FormField, parts: readonly Part[], options: JsonBounds): unknown {
  for (const part of parts) checkHeaders(field, part, options);
  if (field.repeated) return parts.map((part) => readPart(field, part, options));
  const { name, value } = field;
  if (typeof value === 'string' || Array.isArray(value.shape)) return readPart(field, getSingle(parts, name), options);
  const pairs = new Map<string, string[]>();
  for (const part of parts) {
    const text = encodeParts(decodePart(part, `field '${name}'`), value.style);
    pairs.set(part.name, [...(pairs.get(part.name) ?? []), text]);
  }
  return readStyled(value, name, pairs);
}

// Parts are not percent-encoded (OpenAPI 3.2, 4.15.1.2), so they are encoded here and then read like a query.
function encodeParts(text: string, style: ValueStyle['style']): string {
  const [delimiter] = delimiters[style] ?? [','];
  return text
    .split(delimiter)
    .map(encodeURIComponent)
    .join(delimiter === ' ' ? '%20' : delimiter);
}

function checkHeaders({ name, headers }: FormField, part: Part, { maxDepth }: JsonBounds): void {
  if (headers) checkPartHeaders(headers, part, `body/${name}`, maxDepth);
}

function readPart(field: FormField, part: Part, options: JsonBounds, what = `field '${field.name}'`): unknown {
  const { name, countNames, contentTypes } = field;
  const value = field.value === 'part' ? getKind(part) : field.value;
  const { contentType } = part;
  if (contentType !== undefined && contentTypes) refuseOtherTypes(what, contentType, contentTypes);
  if (value === 'bytes')
    return new File([new Uint8Array(part.bytes)], part.fileName ?? '', { type: contentType ?? 'text/plain' });
  if (value === 'json') return readJson(decodeText(part.bytes, what), { ...options, countNames });
  const text = decodePart(part, what);
  // Like a cookie, a part is not percent-encoded.
  return value === 'text' ? text : readStyled({ ...value, style: 'cookie' }, name, new Map([[name, [text]]]));
}

function refuseOtherTypes(what: string, contentType: string, allowed: readonly string[]): void {
  const list = allowed.map((mediaType) => ({ mediaType }));
  if (!findMediaType(list, contentType)) throw new Malformed(`has a ${what} that must be of ${allowed.join(' or ')}`);
}

function getKind({ fileName, contentType = '' }: Part): 'bytes' | 'json' | 'text' {
  if (fileName !== undefined) return 'bytes';
  return /[/+]json\b/i.test(contentType) ? 'json' : 'text';
}

function getSingle<T>(values: readonly T[], name: string): T {
  const [value] = values;
  if (value === undefined || values.length > 1) throw new Malformed(`has the field '${name}' more than once`);
  return value;
}

function readBoundary(contentType: string): string {
  const boundary = findParameter(contentType, 'boundary');
  if (!boundary || boundary.length > 70) throw new Malformed('has no boundary');
  return boundary;
}

function decodeAscii(bytes: Uint8Array): string {
  return decodeText(bytes, '');
}

// A part may name the charset of its text (RFC 7578, 4.4).
function decodePart({ bytes, contentType }: Part, what: string): string {
  return decodeText(bytes, what, findParameter(contentType ?? '', 'charset'));
}

function decodeText(bytes: Uint8Array, what: string, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Malformed(what === '' ? `must be text in ${charset}` : `has a ${what} that must be text in ${charset}`);
  }
}
