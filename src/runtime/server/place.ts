import { defaultDepth, type JsonBounds, Malformed, readJson } from '../read/json.js';
import { decodeForm, decodePercent } from '../read/text.js';
import {
  type ReadShape,
  readAlternatives,
  readHeaderText,
  readNamedText,
  readPathText,
  type ValueShape,
  type ValueStyle,
} from '../read/value.js';
import type { DeclaredParameter, ParameterSource, ReadDocument } from './parameters.js';
import { Refusal } from './refusal.js';

/** The parameter texts of a request. They are split on demand. */
export class Texts {
  readonly source: ParameterSource;
  readonly isKnown: (name: string) => boolean;
  #query: Pairs | undefined;
  #cookies: Pairs | undefined;
  #encodedCookies: Pairs | undefined;

  constructor(source: ParameterSource, isKnown: (name: string) => boolean) {
    this.source = source;
    this.isKnown = isKnown;
  }

  get query(): Pairs {
    this.#query ??= readQuery(this.source.query);
    if (this.#query === undefined) throw new Refusal(400, 'query: a name is not percent-encoded UTF-8');
    return this.#query;
  }

  get cookies(): Pairs {
    this.#cookies ??= readCookies(this.source.request.headers.get('cookie') ?? []);
    return this.#cookies;
  }

  /** The cookies with percent-encoded names, for all styles except `cookie`. */
  get encodedCookies(): Pairs {
    const decode = (name: string): string => decodePercent(name) ?? name;
    this.#encodedCookies ??= readCookies(this.source.request.headers.get('cookie') ?? [], decode);
    return this.#encodedCookies;
  }
}

/**
 * Lists the possible readings of a parameter's text, the likeliest first. The list is empty if the parameter is absent.
 * Throws `Malformed`.
 */
export type ReadValues = (texts: Texts) => readonly unknown[];

/**
 * Creates the function that reads a parameter by its name. Everything that depends only on the plan is decided once,
 * here.
 */
export function bindValues(parameter: DeclaredParameter, name: string, maxDepth: number = defaultDepth): ReadValues {
  const { value, parse, countNames } = parameter;
  if (typeof value === 'string' || typeof value === 'function') {
    const bounds: JsonBounds = { maxDepth, parse, countNames };
    return (texts) => {
      const text = readWholeText(parameter, name, texts);
      return text === undefined ? [] : [readDocument(value, text, bounds)];
    };
  }
  const read = chooseReader(parameter, name, value);
  const { shape } = value;
  if ('anyOf' in shape) return (texts) => readAlternatives(shape, (one) => read(one, texts));
  return (texts) => {
    const found = read(shape, texts);
    return found === undefined ? [] : [found];
  };
}

function readDocument(value: ReadDocument | 'json' | 'text', text: string, bounds: JsonBounds): unknown {
  if (value === 'text') return text;
  return value === 'json' ? readJson(text, bounds) : value(text, bounds);
}

function chooseReader(
  parameter: DeclaredParameter,
  name: string,
  value: ValueStyle,
): (shape: Parameters<ReadShape>[0], texts: Texts) => unknown {
  switch (parameter.in) {
    case 'path': {
      const { index = 0 } = parameter;
      return (shape, { source }) => readPathText(source.path[index] ?? '', value, shape, name);
    }
    case 'header': {
      const wanted = name.toLowerCase();
      return (shape, { source }) => {
        const lines = source.request.headers.get(wanted);
        return lines && readHeaderText(joinLines(lines, shape), value, shape);
      };
    }
    case 'cookie': {
      const isRaw = value.style === 'cookie';
      // Only forms write a space as `+`.
      const plain: ValueStyle = { ...value, allowReserved: true };
      const isKnown = (): boolean => true;
      return (shape, texts) => {
        const pairs = isRaw ? texts.cookies : texts.encodedCookies;
        return readNamedText({ pairs, isKnown }, name, plain, shape);
      };
    }
    default:
      return (shape, { query: pairs, isKnown }) => readNamedText({ pairs, isKnown }, name, value, shape);
  }
}

// Several lines of a header form one list (RFC 9110, 5.3). A header that is not a list may occur once.
function joinLines(lines: readonly string[], shape: ValueShape): string {
  if (lines.length > 1 && Array.isArray(shape)) throw new Malformed('is given more than once');
  return lines.join(',');
}

function readWholeText(
  { in: location, index = 0, value: whole }: DeclaredParameter,
  name: string,
  texts: Texts,
): string | undefined {
  const { source } = texts;
  const values = {
    path: () => source.path.slice(index, index + 1),
    query: () => texts.query.get(name),
    querystring: () => (source.query === '' ? undefined : [source.query]),
    header: () => source.request.headers.get(name.toLowerCase()),
    cookie: () => texts.encodedCookies.get(name),
  }[location]();
  if (values === undefined) return undefined;
  const [value = '', second] = values;
  if (second !== undefined) throw new Malformed('is given more than once');
  // A form that is the whole query decodes its own names and values. A single value is percent-encoded as a whole.
  if (location === 'header' || (location === 'querystring' && typeof whole !== 'string')) return value;
  const text = location === 'query' ? decodeForm(value) : decodePercent(value);
  if (text === undefined) throw new Malformed('is not percent-encoded UTF-8');
  return text;
}

/** The values as sent, in order, by decoded name. */
export type Pairs = ReadonlyMap<string, readonly string[]>;

/** The names and values of a query, of cookies or of a form. */
export interface NamedTexts {
  readonly pairs: Pairs;
  /** Returns whether a name belongs to another parameter. */
  readonly isKnown: (name: string) => boolean;
}

/**
 * Splits a query or a body of `application/x-www-form-urlencoded`. Returns `undefined` if a name is malformed. Values
 * remain as sent, because their delimiters count before decoding.
 */
export function readQuery(text: string): Pairs | undefined {
  const pairs = new Map<string, string[]>();
  const isEncoded = /[%+]/.test(text);
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    if (end === start) continue;
    const part = text.slice(start, end);
    const equals = part.indexOf('=');
    const key = equals < 0 ? part : part.slice(0, equals);
    const name = isEncoded ? decodeForm(key) : key;
    if (name === undefined) return undefined;
    addPair(pairs, name, equals < 0 ? '' : part.slice(equals + 1));
  }
  return pairs;
}

/** Splits the `Cookie` headers of a request (RFC 6265, 4.2.1). */
export function readCookies(headers: readonly string[], decode = (name: string): string => name): Pairs {
  const pairs = new Map<string, string[]>();
  for (const part of headers.flatMap((header) => header.split(';'))) {
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).trim();
    if (equals > 0 && name !== '') addPair(pairs, decode(name), part.slice(equals + 1).trim());
  }
  return pairs;
}

function addPair(pairs: Map<string, string[]>, name: string, value: string): void {
  const values = pairs.get(name);
  if (values) values.push(value);
  else pairs.set(name, [value]);
}
