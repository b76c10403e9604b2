import type { KeywordSchema } from '../model/schema.js';

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
export function findSampleText(applied: readonly KeywordSchema[]): string | undefined {
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
export function findSampleNumber(applied: readonly KeywordSchema[], isInteger: boolean): number | undefined {
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
