import { type CountNames, type JsonBounds, Malformed } from '../read/json.js';
import { propertyNames, type ValueStyle } from '../read/value.js';
import type { Failure, OnNotShown, Validate } from '../validate/validators.js';
import { findLarge } from './large.js';
import type { ServerRequest } from './message.js';
import { bindValues, type ReadValues, Texts } from './place.js';
import { type Mistake, refuseMistakes } from './refusal.js';

/** The location of a parameter (OpenAPI 3.2, 4.12.1). */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie' | 'querystring';

/** How one parameter is read. */
export interface DeclaredParameter {
  /** The name of the handler's argument. */
  readonly key: string;
  readonly in: ParameterPlace;
  /** The wire name, or the gap that asks for it. */
  readonly name: string | { readonly gap: string };
  /** The index among the parameters of the path, from 0. */
  readonly index?: number;
  readonly required?: true;
  /** How the text is read: by a style, or as a document of a media type. */
  readonly value: ValueStyle | ReadDocument | 'json' | 'text';
  /** Reads 64-bit integers with all their digits, and others as numbers; absent if there are none. */
  readonly readIntegers?: (value: unknown) => unknown;
  /** Lists the failures of a value; absent if every value is valid. */
  readonly validate?: Validate;
  /** Fills in the defaults inside the value. */
  readonly fill?: (value: unknown) => unknown;
  /** Converts the value or the default. */
  readonly convert?: (value: unknown) => unknown;
  /** Parses JSON; `JSON.parse` by default. */
  readonly parse?: ((text: string) => unknown) | undefined;
  /** Counts the names in its JSON. Accepts names with a meaning to JavaScript if the description declares them. */
  readonly countNames?: CountNames;
  /** The value of an absent parameter. */
  readonly default?: unknown;
  /** The header that must accompany a value other than the default, and the comparison with the default. */
  readonly requires?: { readonly header: string; readonly isSame: (value: unknown, standard: unknown) => boolean };
}

/** Reads a value from a text. `bounds` limit the JSON in it. */
export type ReadDocument = (text: string, bounds: JsonBounds) => unknown;

/** The parameters of one operation, and the other names in its query. */
export interface DeclaredParameters {
  readonly list: readonly DeclaredParameter[];
  /** The gap that asks whether the operation has more query parameters. */
  readonly more?: string;
  /** The names in the query that are not parameters, such as those of API keys. */
  readonly otherQueryNames?: readonly string[];
}

/** The parts of a request that contain parameters. */
export interface ParameterSource {
  readonly request: Pick<ServerRequest, 'headers'>;
  /** The query of the request target, without `?`. */
  readonly query: string;
  /** The values of the path parameters, as sent. */
  readonly path: readonly string[];
}

/** Reads the parameters of a request for one operation. */
export type ReadParameters = (source: ParameterSource, onNotShown: OnNotShown | undefined) => Record<string, unknown>;

/**
 * Binds the parameters of an operation to the known wire names. A parameter without a known wire name is absent.
 * `maxDepth` limits the JSON in the parameters. The returned function throws a `Refusal` that lists every missing or
 * wrong parameter.
 */
export function bindParameters(plan: DeclaredParameters, wireNames: WireNames, maxDepth?: number): ReadParameters {
  const bound = plan.list.map((parameter): BoundParameter => {
    const name = findName(parameter.name, wireNames);
    const place = `${parameter.in} parameter '${name}'`;
    return { parameter, name, place, read: name === undefined ? () => [] : bindValues(parameter, name, maxDepth) };
  });
  const queryNames = new Set([...(plan.otherQueryNames ?? []), ...bound.flatMap(listQueryNames)]);
  refuseSharedNames(bound);
  const isKnown = (name: string): boolean => queryNames.has(name) || queryNames.has(name.replace(/\[.*/s, '['));
  return (source, onNotShown) => {
    const args: Record<string, unknown> = {};
    const mistakes: Mistake[] = [];
    const texts = new Texts(source, isKnown);
    const reading: Reading = { texts, args, mistakes, onNotShown };
    for (const one of bound) readParameter(one, reading);
    if (mistakes.length > 0) throw refuseMistakes(mistakes);
    if (plan.more !== undefined && onNotShown) {
      if ([...texts.query.keys()].some((name) => !isKnown(name))) onNotShown(plan.more, 'query');
    }
    return args;
  };
}

/**
 * Checks the headers of a part of a body, which is at `place`. Throws a `Refusal` that lists every missing or wrong
 * header.
 */
export function checkPartHeaders(
  headers: readonly DeclaredParameter[],
  part: ParameterSource['request'],
  place: string,
  maxDepth?: number,
): void {
  const mistakes: Mistake[] = [];
  const texts = new Texts({ request: part, query: '', path: [] }, () => true);
  for (const parameter of headers) {
    const name = parameter.key;
    const bound = { parameter, name, place: `${place}: header '${name}'`, read: bindValues(parameter, name, maxDepth) };
    readParameter(bound, { texts, args: {}, mistakes, onNotShown: undefined });
  }
  if (mistakes.length > 0) throw refuseMistakes(mistakes);
}

/** The wire names, by the id of the gap that asks for each. */
export type WireNames = ReadonlyMap<string, string | undefined>;

function findName(name: DeclaredParameter['name'], wireNames: WireNames): string | undefined {
  return typeof name === 'string' ? name : wireNames.get(name.gap);
}

// Two parameters with the same name would each receive the values of the other. If the description itself declares
// both, that is allowed.
function refuseSharedNames(bound: readonly BoundParameter[]): void {
  const placed = ({ parameter, place }: BoundParameter): string =>
    parameter.in === 'header' ? place.toLowerCase() : place;
  for (const one of bound) {
    if (typeof one.parameter.name === 'string' || one.name === undefined) continue;
    const isShared = bound.some((other) => other !== one && other.name !== undefined && placed(other) === placed(one));
    if (isShared) throw new TypeError(`wireNames: '${one.parameter.key}' would be a second ${placed(one)}`);
  }
}

interface BoundParameter {
  readonly parameter: DeclaredParameter;
  readonly name: string | undefined;
  /** The place in the messages about the parameter. */
  readonly place: string;
  readonly read: ReadValues;
}

// A deep object is recognized by its name and the bracket, an exploded object by the names of its properties.
function listQueryNames({ parameter, name }: BoundParameter): string[] {
  if (parameter.in !== 'query' || name === undefined) return [];
  const { value } = parameter;
  if (typeof value === 'string' || typeof value === 'function') return [name];
  if (value.style === 'deepObject') return [name, `${name}[`];
  return [name, ...(value.explode ? propertyNames(value.shape) : [])];
}

/** The state of reading the parameters of one request. */
interface Reading {
  readonly texts: Texts;
  readonly args: Record<string, unknown>;
  readonly mistakes: Mistake[];
  readonly onNotShown: OnNotShown | undefined;
}

function readParameter(bound: BoundParameter, reading: Reading): void {
  const { texts, mistakes } = reading;
  try {
    const values = bound.read(texts);
    if (values.length > 0) readPresent(bound, values, reading);
    else readAbsence(bound, reading);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    mistakes.push({ place: bound.place, message: error.message });
  }
}

function readAbsence({ parameter, name, place }: BoundParameter, { args, mistakes }: Reading): void {
  if (parameter.required && name !== undefined) mistakes.push({ place, message: 'is required' });
  else if (parameter.default !== undefined) args[parameter.key] = completeValue(parameter, readDefault(parameter));
}

function readPresent({ parameter, place }: BoundParameter, values: readonly unknown[], reading: Reading): void {
  const { texts, args, mistakes, onNotShown } = reading;
  const report = onNotShown && ((id: string, where: string) => onNotShown(id, place + where));
  const { readIntegers } = parameter;
  const found = checkAlternatives(readIntegers ? values.map(readIntegers) : values, parameter.validate, report);
  for (const large of found.failures.length === 0 ? findLarge(found.value, parameter.validate) : [])
    mistakes.push({ place: place + large.place, message: large.message });
  for (const { instancePath, message } of found.failures) mistakes.push({ place: place + instancePath, message });
  const { requires } = parameter;
  if (
    requires !== undefined &&
    !texts.source.request.headers.has(requires.header.toLowerCase()) &&
    !requires.isSame(found.value, parameter.default)
  ) {
    mistakes.push({ place, message: `requires the header '${requires.header}'` });
  }
  args[parameter.key] = found.failures.length === 0 ? completeValue(parameter, found.value) : found.value;
}

function completeValue({ fill, convert }: DeclaredParameter, value: unknown): unknown {
  const filled = fill ? fill(value) : value;
  return convert ? convert(filled) : filled;
}

function readDefault({ default: standard, readIntegers }: DeclaredParameter): unknown {
  // Copied, because the handler may change its arguments.
  const copy = typeof standard === 'object' ? structuredClone(standard) : standard;
  return readIntegers ? readIntegers(copy) : copy;
}

/** Returns the first reading that is valid. If none is, returns the first reading with its failures. */
function checkAlternatives(
  values: readonly unknown[],
  validate: Validate | undefined,
  onNotShown: OnNotShown | undefined,
): { readonly value: unknown; readonly failures: readonly Failure[] } {
  let first: { readonly value: unknown; readonly failures: readonly Failure[] } | undefined;
  for (const value of values) {
    const result = { value, failures: validate?.(value, onNotShown) ?? [] };
    if (result.failures.length === 0) return result;
    first ??= result;
  }
  return first ?? { value: undefined, failures: [] };
}
