import type { NamedTexts, Pairs } from '../server/place.js';
import { isReservedKey, Malformed } from './json.js';
import { decodeForm, decodePercent, type PrimitiveType, readPrimitive } from './text.js';

/**
 * The form of a value that decides how its text is read: some primitive types, an array, an object, or several of
 * these.
 */
export type ValueShape = OneShape | { readonly anyOf: readonly ValueShape[] };

/** One form of a value. Each form is a named type, which compilers resolve only once. */
export type OneShape = readonly PrimitiveType[] | ArrayShape | ObjectShape;

interface ArrayShape {
  readonly items: ValueShape;
}

interface ObjectShape {
  readonly properties: readonly (readonly [name: string, shape: ValueShape])[];
  readonly additional?: ValueShape;
}

/** How a value becomes text (OpenAPI 3.2, 4.12.3). */
export interface ValueStyle {
  readonly style: 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'cookie';
  readonly explode: boolean;
  /** Whether `+` is a plus sign instead of a space. */
  readonly allowReserved?: boolean;
  readonly shape: ValueShape;
}

/** Lists the member names of an object. They identify the parts of an exploded value. */
export function propertyNames(shape: ValueShape): string[] {
  if ('anyOf' in shape) return shape.anyOf.flatMap(propertyNames);
  return 'properties' in shape ? shape.properties.map(([name]) => name) : [];
}

/** Reads one form of a value. Returns `undefined` if the value is absent. */
export type ReadShape = (shape: OneShape) => unknown;

/** Lists the possible readings of a text, the likeliest first: one value per alternative that matches. */
export function readAlternatives(shape: ValueShape, read: ReadShape): readonly unknown[] {
  if (!('anyOf' in shape)) {
    const value = read(shape);
    return value === undefined ? [] : [value];
  }
  const values: unknown[] = [];
  let malformed: unknown;
  for (const alternative of flattenShape(shape)) {
    try {
      const value = read(alternative);
      if (value !== undefined) values.push(value);
    } catch (error) {
      malformed ??= error;
    }
  }
  if (values.length === 0 && malformed !== undefined) throw malformed;
  return values;
}

/** Lists the forms of a value. Arrays and objects come first: a text that can be read as one is rarely a string. */
export function flattenShape(shape: ValueShape): OneShape[] {
  if (!('anyOf' in shape)) return [shape];
  const all = shape.anyOf.flatMap(flattenShape);
  const primitives = all.filter(isPrimitive);
  return [...all.filter((one) => !isPrimitive(one)), ...(primitives.length > 0 ? [primitives.flat()] : [])];
}

function isPrimitive(shape: ValueShape): shape is readonly PrimitiveType[] {
  return Array.isArray(shape);
}

/** Reads a value from the text of a header, which is not percent-encoded. */
export function readHeaderText(text: string, { explode }: ValueStyle, shape: OneShape): unknown {
  return isPrimitive(shape)
    ? readPrimitive(text.trim(), shape)
    : splitParts(text.split(','), explode, shape, (part) => part.trim());
}

/** Reads a value from a segment of a path. */
export function readPathText(text: string, { style, explode }: ValueStyle, shape: OneShape, name: string): unknown {
  if (style === 'matrix') return readMatrix(text, explode, shape, name);
  if (style === 'label' && !text.startsWith('.')) throw new Malformed("must begin with '.'");
  const rest = style === 'label' ? text.slice(1) : text;
  if (isPrimitive(shape)) return readPrimitive(decodePart(rest), shape);
  return splitParts(rest.split(style === 'label' && explode ? '.' : ','), explode, shape, decodePart);
}

function readMatrix(text: string, explode: boolean, shape: OneShape, name: string): unknown {
  if (!text.startsWith(';')) throw new Malformed("must begin with ';'");
  const parts = text.slice(1).split(';');
  if (explode && 'properties' in shape) return splitParts(parts, explode, shape, decodePart);
  const values = parts.map((part) => {
    const [key, value] = splitPair(part);
    if (decodePart(key) !== name) throw new Malformed(`must be written ';${name}=…'`);
    return value;
  });
  if (explode && 'items' in shape) return splitParts(values, explode, shape, decodePart);
  const [value = '', second] = values;
  if (second !== undefined) throw new Malformed('is given more than once');
  return isPrimitive(shape)
    ? readPrimitive(decodePart(value), shape)
    : splitParts(value.split(','), false, shape, decodePart);
}

/** Reads a value from the texts with its name. */
export function readNamedText(
  { pairs, isKnown }: NamedTexts,
  name: string,
  { style, explode, allowReserved = false }: ValueStyle,
  shape: OneShape,
): unknown {
  const decode = style === 'cookie' ? keepText : allowReserved ? decodePart : decodeFormText;
  if (style === 'deepObject' && 'properties' in shape) return readDeepObject(pairs, name, shape, decode);
  if (explode && 'properties' in shape) return readExplodedObject(pairs, shape, decode, isKnown);
  const values = pairs.get(name);
  if (values === undefined) return undefined;
  if (explode && 'items' in shape) return splitParts(values, explode, shape, decode);
  const value = readOnce(values);
  if (isPrimitive(shape)) return readPrimitive(decode(value), shape);
  return splitParts(value.split(delimiters[style]?.[1] ?? ','), false, shape, decode);
}

/** The delimiters of the styles that are named after one: the character, and its forms in a query. */
export const delimiters: { readonly [S in ValueStyle['style']]?: readonly [character: string, inQuery: RegExp] } = {
  spaceDelimited: [' ', /%20|\+/],
  pipeDelimited: ['|', /\||%7C/i],
};

function readExplodedObject(
  pairs: Pairs,
  { properties, additional }: ObjectShape,
  decode: Decode,
  isKnown: (name: string) => boolean,
): object | undefined {
  const members = new Map<string, unknown>();
  for (const [name, shape] of properties) {
    const values = pairs.get(name);
    if (values) members.set(name, readMember(values, shape, decode));
  }
  if (additional !== undefined) {
    for (const [name, values] of pairs) {
      if (!members.has(name) && !isKnown(name)) members.set(name, readMember(values, additional, decode));
    }
  }
  return members.size === 0 ? undefined : buildObject(members, properties);
}

function readDeepObject(pairs: Pairs, name: string, shape: ObjectShape, decode: Decode): object | undefined {
  const members = new Map<string, Map<string, readonly string[]>>();
  for (const [key, values] of pairs) {
    const found = key.startsWith(name) ? /^\[([^[\]]*)\](.*)/s.exec(key.slice(name.length)) : null;
    const member = found?.[1];
    if (!found || !member) continue;
    const nested = members.get(member) ?? new Map<string, readonly string[]>();
    members.set(member, nested.set(found[2] ?? '', values));
  }
  if (members.size === 0) return undefined;
  const values = new Map<string, unknown>();
  for (const [member, nested] of members) {
    const memberShape = findMemberShape(shape, member);
    const own = nested.get('');
    if (own && nested.size === 1) values.set(member, readMember(own, memberShape, decode));
    else if (!own && 'properties' in memberShape) values.set(member, readDeepObject(nested, '', memberShape, decode));
    else throw new Malformed(`has no such member '[${member}]'`);
  }
  return buildObject(values, shape.properties);
}

function readMember(values: readonly string[], shape: ValueShape, decode: Decode): unknown {
  const [alternative] = readAlternatives(shape, (one) => {
    if ('items' in one) return values.map((value) => readText(value, one.items, decode));
    return readText(readOnce(values), one, decode);
  });
  return alternative;
}

function splitParts(
  parts: readonly string[],
  explode: boolean,
  shape: ArrayShape | ObjectShape,
  decode: Decode,
): unknown {
  if ('items' in shape) return parts.map((part) => readText(part, shape.items, decode));
  const pairs = explode ? parts.map(splitPair) : groupPairs(parts);
  const members = new Map<string, unknown>();
  for (const [key, value] of pairs) {
    const name = decode(key);
    if (members.has(name)) throw new Malformed(`has '${name}' more than once`);
    members.set(name, readText(value, findMemberShape(shape, name), decode));
  }
  return buildObject(members, shape.properties);
}

// A delimited value contains no nested arrays or objects.
function readText(text: string, shape: ValueShape, decode: Decode): unknown {
  const primitives = flattenShape(shape).filter(isPrimitive);
  return readPrimitive(decode(text), primitives.flat());
}

function findMemberShape({ properties, additional = [] }: ObjectShape, name: string): ValueShape {
  return properties.find(([key]) => key === name)?.[1] ?? additional;
}

function buildObject(members: ReadonlyMap<string, unknown>, properties: ObjectShape['properties']): object {
  const object = {};
  for (const [key, value] of members) {
    if (isReservedKey(key) && !properties.some(([name]) => name === key)) throw new Malformed(`must not have '${key}'`);
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return object;
}

function groupPairs(parts: readonly string[]): (readonly [string, string])[] {
  if (parts.length % 2 === 1) throw new Malformed('must be names and values in turn');
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ''] as const] : []));
}

function splitPair(part: string): readonly [string, string] {
  const equals = part.indexOf('=');
  return equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
}

function readOnce(values: readonly string[]): string {
  if (values.length > 1) throw new Malformed('is given more than once');
  return values[0] ?? '';
}

type Decode = (text: string) => string;

function decodePart(text: string): string {
  return refuseMalformed(decodePercent(text));
}

function decodeFormText(text: string): string {
  return refuseMalformed(decodeForm(text));
}

function refuseMalformed(decoded: string | undefined): string {
  if (decoded === undefined) throw new Malformed('is not percent-encoded UTF-8');
  return decoded;
}

const keepText: Decode = (text) => text;
