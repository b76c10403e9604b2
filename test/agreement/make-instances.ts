import fc from 'fast-check';
import { isObject, lookUp, type SchemaObject } from './json-schema.js';

/** Draws an integer from 0 up to, but not including, a bound. The same seed draws the same numbers. */
export type Draw = (bound: number) => number;

/** Creates a `Draw` (mulberry32). */
export function makeDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/**
 * Makes a value that a schema of a description probably accepts: all required properties, some of the others, and one
 * alternative of each union. Local references lead into `root`.
 */
export function makeInstance(root: unknown, schema: unknown, draw: Draw, depth: number = 0): unknown {
  if (!isObject(schema)) return pick(draw, scalars);
  const { $ref, allOf, anyOf, oneOf, ...rest } = schema;
  // A circle that consists only of references allows any value, and following it never ends.
  const isEndless = depth > mostHops || (Array.isArray(allOf) && allOf.length > mostHops);
  if (isEndless) return pick(draw, scalars);
  if (typeof $ref === 'string') return makeInstance(root, merge([lookUp(root, $ref), rest]), draw, depth + 1);
  if (Array.isArray(allOf)) {
    const members = allOf.map((member) => inline(root, member));
    return makeInstance(root, merge([...members, { ...rest, ...given({ anyOf, oneOf }) }]), draw, depth + 1);
  }
  for (const branches of [oneOf, anyOf]) {
    if (Array.isArray(branches) && branches.length > 0)
      return makeInstance(root, merge([rest, inline(root, pick(draw, branches))]), draw, depth + 1);
  }
  if ('const' in rest) return rest['const'];
  if (Array.isArray(rest['enum']) && rest['enum'].length > 0) return pick(draw, rest['enum']);
  if (rest['nullable'] === true && draw(8) === 0) return null;
  return makeTyped(root, rest, draw, depth);
}

const mostHops = 200;

const scalars: readonly unknown[] = ['x', '', 1, -2.5, true, null];

function pick<Value>(draw: Draw, values: readonly Value[]): Value {
  return values[draw(values.length)] as Value;
}

function given(members: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function inline(root: unknown, schema: unknown, hops: number = 0): unknown {
  if (!isObject(schema) || hops > 8) return schema;
  const { $ref, ...rest } = schema;
  return typeof $ref === 'string' ? merge([inline(root, lookUp(root, $ref), hops + 1), rest]) : schema;
}

/** Joins schemas as `allOf` does, as far as values need it. */
function merge(schemas: readonly unknown[]): SchemaObject {
  const merged: Record<string, unknown> = {};
  for (const schema of schemas.filter(isObject)) {
    for (const [keyword, value] of Object.entries(schema)) {
      const known = merged[keyword];
      if (keyword === 'properties' && isObject(known) && isObject(value)) merged[keyword] = { ...known, ...value };
      else if (Array.isArray(known) && Array.isArray(value)) merged[keyword] = [...known, ...value];
      else merged[keyword] = value;
    }
  }
  return merged;
}

function makeTyped(root: unknown, schema: SchemaObject, draw: Draw, depth: number): unknown {
  const types = [schema['type'] ?? impliedType(schema)].flat();
  switch (pick(draw, types)) {
    case 'object':
      return makeObject(root, schema, draw, depth);
    case 'array':
      return makeArray(root, schema, draw, depth);
    case 'string':
      return makeString(schema, draw);
    case 'integer':
      return makeNumber(schema, draw, 1);
    case 'number':
      return makeNumber(schema, draw, 0.5);
    case 'boolean':
      return draw(2) === 0;
    case 'null':
      return null;
    default:
      return pick(draw, scalars);
  }
}

function impliedType(schema: SchemaObject): string | undefined {
  if (schema['properties'] || schema['required'] || schema['additionalProperties']) return 'object';
  return schema['items'] || schema['prefixItems'] ? 'array' : undefined;
}

function makeObject(root: unknown, schema: SchemaObject, draw: Draw, depth: number): SchemaObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const entries: [string, unknown][] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (required.has(name) || (depth < 6 && draw(3) > 0))
      entries.push([name, depth > 24 ? null : makeInstance(root, property, draw, depth + 1)]);
  }
  for (const name of required) if (!Object.hasOwn(properties, name)) entries.push([String(name), 'x']);
  const more = schema['additionalProperties'];
  if (isObject(more) && depth < 6 && draw(2) === 0) entries.push(['more', makeInstance(root, more, draw, depth + 1)]);
  return Object.fromEntries(entries);
}

function makeArray(root: unknown, schema: SchemaObject, draw: Draw, depth: number): unknown[] {
  const first = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
  const least = Number(schema['minItems'] ?? 0);
  const count = depth > 6 ? least : Math.max(least, Math.min(Number(schema['maxItems'] ?? 3), draw(3)));
  const length = Math.min(count, 20);
  return Array.from({ length }, (_, index) => makeInstance(root, first[index] ?? schema['items'], draw, depth + 1));
}

const samples: { readonly [format: string]: string } = {
  'date-time': '2024-01-31T12:00:00Z',
  date: '2024-01-31',
  time: '12:00:00Z',
  uuid: '0189a7f0-5f7e-7c3e-8a52-2f0b6f1e9a11',
  uri: 'https://example.org/a',
  url: 'https://example.org/a',
  email: 'a@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'aGk=',
};

function makeString(schema: SchemaObject, draw: Draw): string {
  const { format, pattern, minLength, maxLength } = schema;
  const sample = samples[String(format)];
  if (typeof pattern === 'string') {
    try {
      return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 1, seed: draw(2 ** 30) })[0] ?? '';
    } catch {
      // fast-check cannot draw strings for every pattern. Then any string is used, as a value to refuse.
    }
  }
  const text = sample ?? pick(draw, ['', 'a', 'Grüße 👋', 'constructor', '0', 'x'.repeat(12)]);
  const padded = text.padEnd(Math.min(Number(minLength ?? 0), 2000), 'a');
  return [...padded].slice(0, Number(maxLength ?? padded.length)).join('');
}

function makeNumber(schema: SchemaObject, draw: Draw, step: number): number {
  const by = Number(schema['multipleOf'] ?? step);
  const above = schema['exclusiveMinimum'];
  const below = schema['exclusiveMaximum'];
  const low = typeof above === 'number' ? above + by : schema['minimum'];
  const high = typeof below === 'number' ? below - by : schema['maximum'];
  if (typeof low === 'number') return Math.ceil(low / by) * by + by * draw(2) * (above === true ? 2 : 1);
  if (typeof high === 'number') return Math.floor(high / by) * by - by * draw(2);
  return by * (draw(7) - 3);
}

/** Changes one part of a value, so that its schema may refuse the result. The value itself does not change. */
export function mutate(value: unknown, draw: Draw): unknown {
  if (Array.isArray(value) && value.length > 0 && draw(3) > 0) {
    const index = draw(value.length);
    if (draw(4) === 0) return [...value, value[index]];
    return value.map((item, position) => (position === index ? mutate(item, draw) : item));
  }
  if (isObject(value) && draw(6) > 0) {
    const keys = Object.keys(value);
    const key = keys[draw(Math.max(keys.length, 1))];
    const { [key ?? '']: part, ...others } = value;
    const choice = draw(4);
    if (choice === 0 || key === undefined) return { ...value, surplus: pick(draw, scalars) };
    return choice === 1 ? others : { ...value, [key]: mutate(part, draw) };
  }
  return pick(
    draw,
    replacements.filter((each) => each !== value),
  );
}

const replacements: readonly unknown[] = [
  '',
  'x',
  'y'.repeat(300),
  0,
  -1,
  1.5,
  1e12,
  true,
  false,
  null,
  {},
  [],
  [null],
  { a: 1 },
];
