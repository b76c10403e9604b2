import type { JsonValue } from '../model/element.js';
import { groupProperties, listPartsInPlace } from '../model/in-place.js';
import type { JsonType, KeywordSchema, Schema } from '../model/schema.js';
import { listUnhandledMembers, type SchemaMember } from '../model/schema-keywords.js';
import type { View, Views } from '../views/views.js';

/**
 * Returns a sample of the values that a schema describes, in the form of a message of a view. It is a value that the
 * description states (`const`, an example, a default, or the first value of `enum`), otherwise the simplest value
 * within the stated bounds. Returns `undefined` if the form of a value is not known because of a gap, or of a keyword
 * such as `pattern` or `not`.
 */
export function findSampleValue(schema: Schema, view: View, views: Views): JsonValue | undefined {
  return findSampleOfAll([schema], { view, views, open: [] });
}

interface Sampling {
  readonly view: View;
  readonly views: Views;
  /** The schemas whose sample is being built, the outermost first. */
  readonly open: readonly Schema[];
}

// Limits of a sample: deeper samples, and samples with more alternatives, would not be readable.
const mostOpen = 60;
const mostTries = 20;

function findSampleOfAll(schemas: readonly Schema[], sampling: Sampling): JsonValue | undefined {
  const { open } = sampling;
  if (open.length > mostOpen) return undefined;
  let tries = 0;
  for (const applied of listApplied(schemas, [])) {
    const stated = findStated(applied);
    const isOpen = stated !== undefined || applied.some((schema) => open.includes(schema));
    const value = isOpen ? stated : buildValue(applied, { ...sampling, open: [...open, ...applied] });
    if (value !== undefined || ++tries === mostTries) return value;
  }
  return undefined;
}

/** Lists the schemas that apply to one value. Yields one list per choice of alternatives. */
function* listApplied(
  waiting: readonly Schema[],
  found: readonly KeywordSchema[],
): Generator<readonly KeywordSchema[]> {
  const [schema, ...rest] = waiting;
  if (!schema) return yield found;
  if (schema.kind === 'boolean' ? schema.value : schema.kind === 'keywords' && found.includes(schema))
    return yield* listApplied(rest, found);
  if (schema.kind !== 'keywords') return;
  const { oneOf = [undefined], anyOf = [undefined] } = schema;
  for (const one of oneOf)
    for (const any of anyOf) {
      const next = [...listPartsInPlace(schema), one, any].filter((part) => part !== undefined);
      yield* listApplied([...rest, ...next], [...found, schema]);
    }
}

function findStated(applied: readonly KeywordSchema[]): JsonValue | undefined {
  for (const { examples, const: only, default: standard, enum: values } of applied) {
    const stated = [only, examples?.[0], standard, values?.[0]].find((value) => value !== undefined);
    if (stated !== undefined) return stated;
  }
  return undefined;
}

// The keywords that `buildValue` obeys, and those that have an effect only beside a keyword that it does not obey.
const obeyed: readonly SchemaMember[] = [
  ...(['ref', 'allOf', 'anyOf', 'oneOf', 'then', 'else', 'types', 'enum', 'const', 'readOnly', 'writeOnly'] as const),
  ...(['properties', 'required', 'additionalProperties', 'minProperties'] as const),
  ...(['prefixItems', 'items', 'minItems', 'maxItems', 'minContains', 'maxContains'] as const),
  ...(['minLength', 'maxLength', 'format', 'multipleOf'] as const),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const),
];

// The keywords that might make a built value invalid.
const unclear = (['object', 'array', 'string', 'number'] as const).flatMap((type) =>
  listUnhandledMembers(type, obeyed),
);

function buildValue(applied: readonly KeywordSchema[], sampling: Sampling): JsonValue | undefined {
  if (applied.some((schema) => unclear.some((keyword) => schema[keyword] !== undefined && schema[keyword] !== false)))
    return undefined;
  switch (chooseType(applied)) {
    case 'object':
      return buildObject(applied, sampling);
    case 'array':
      return buildArray(applied, sampling);
    case 'string':
      return findSampleText(applied);
    case 'integer':
      return findSampleNumber(applied, true);
    case 'number':
      return findSampleNumber(applied, false);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return undefined;
  }
}

function chooseType(applied: readonly KeywordSchema[]): JsonType | undefined {
  const stated = applied.flatMap(({ types }) => (types ? [types] : []));
  const [first] = stated;
  if (!first) return applied.some(({ properties, required }) => properties ?? required) ? 'object' : undefined;
  const shared = first.filter((type) => stated.every((types) => types.includes(type)));
  return shared.find((type) => type !== 'null') ?? shared[0];
}

function buildObject(applied: readonly KeywordSchema[], sampling: Sampling): JsonValue | undefined {
  const { view, views } = sampling;
  const required = new Set(applied.flatMap((schema) => schema.required ?? []));
  const parts = groupProperties(applied);
  const members: [string, JsonValue][] = [];
  for (const [name, schemas] of parts) {
    if (schemas.some((schema) => views.isHidden(schema, view))) continue;
    const value = findSampleOfAll(schemas, sampling);
    if (value !== undefined) members.push([name, value]);
    else if (required.has(name)) return undefined;
  }
  const isWhole = [...required].every((name) => parts.has(name));
  const isClosed = applied.some(({ additionalProperties: others }) => others?.kind === 'boolean' && !others.value);
  const isMixed = isClosed && applied.filter(({ properties }) => properties).length > 1;
  const fewest = Math.max(0, ...applied.map(({ minProperties = 0 }) => minProperties));
  return isWhole && !isMixed && members.length >= fewest ? Object.fromEntries(members) : undefined;
}

function buildArray(applied: readonly KeywordSchema[], sampling: Sampling): JsonValue | undefined {
  const fewest = Math.max(0, ...applied.map(({ minItems = 0 }) => minItems));
  const most = Math.min(...applied.map(({ maxItems = Infinity }) => maxItems));
  const first = applied.flatMap(({ prefixItems = [] }) => prefixItems);
  const items = applied.flatMap((schema) => (schema.items ? [schema.items] : []));
  if (first.length > 0 || most === 0) return fewest === 0 ? [] : undefined;
  const item = items.length > 0 ? findSampleOfAll(items, sampling) : undefined;
  if (item === undefined) return fewest === 0 ? [] : undefined;
  return fewest > mostTries ? undefined : Array.from({ length: Math.max(1, fewest) }, () => item);
}

/** A sample text of each format that is asserted. */
const formats: { readonly [format: string]: string } = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'name@example.com',
  'idn-email': 'name@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  iri: 'https://example.com/',
  url: 'https://example.com/',
  'uri-reference': '/path',
  'iri-reference': '/path',
  'uri-template': '/{name}',
  uuid: '00000000-0000-4000-8000-000000000000',
  'json-pointer': '/name',
  'relative-json-pointer': '0/name',
};

/**
 * Returns a text that has the lengths and the format that the schemas state. Returns `undefined` if no such text is
 * known.
 */
function findSampleText(applied: readonly KeywordSchema[]): string | undefined {
  const shortest = Math.max(0, ...applied.map(({ minLength = 0 }) => minLength));
  const longest = Math.min(...applied.map(({ maxLength = Infinity }) => maxLength));
  const stated = new Set(applied.flatMap(({ format }) => format ?? []));
  if (stated.size > 1 || shortest > mostCharacters) return undefined;
  const [format] = stated;
  const text = format === undefined ? 'text'.padEnd(shortest, 'x').slice(0, longest) : findKnownSample(format);
  return text !== undefined && text.length >= shortest && text.length <= longest ? text : undefined;
}

const mostCharacters = 1000;

// Returns `undefined` for an unknown format, because it could require anything.
function findKnownSample(format: string): string | undefined {
  return Object.hasOwn(formats, format) ? formats[format] : undefined;
}

/**
 * Returns the number that is nearest to 1 within the bounds that the schemas state. Returns `undefined` if none is
 * found.
 */
function findSampleNumber(applied: readonly KeywordSchema[], isInteger: boolean): number | undefined {
  const isWhole = isInteger || applied.some(({ types }) => types?.includes('integer') && !types.includes('number'));
  const steps = applied.flatMap(({ multipleOf }) => multipleOf ?? []);
  const step = Math.max(isWhole ? 1 : 0, ...steps);
  const candidates = [1, ...applied.flatMap(listBounds)].flatMap((value) => {
    const near = step > 0 ? [Math.ceil(value / step) * step, Math.floor(value / step) * step] : [value];
    return [...near, ...near.map((one) => one + (step || 1)), ...near.map((one) => one - (step || 1))];
  });
  return candidates.find((value) => {
    const isMultiple = [...steps, ...(isWhole ? [1] : [])].every((one) => Number.isInteger(value / one));
    return isMultiple && applied.every((schema) => isWithin(value, schema));
  });
}

function listBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: KeywordSchema): number[] {
  return [minimum, maximum, exclusiveMinimum, exclusiveMaximum].flatMap((bound) =>
    bound === undefined ? [] : Number(bound),
  );
}

function isWithin(value: number, schema: KeywordSchema): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  return value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
}
