import fc from 'fast-check';
import type { JsonValue } from '../../src/model/element.js';

/** A mistake in one place of a description. */
interface Slip {
  readonly how: 'delete' | 'replace' | 'copy' | 'rename' | 'add' | 'refer';
  /** Selects places by number, modulo the number of places. */
  readonly at: number;
  readonly other: number;
  readonly value: JsonValue;
}

interface Place {
  readonly parent: Json[] | { [name: string]: Json };
  readonly key: string;
  readonly pointer: string;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

// Values that a person or program could leave behind: of a wrong kind, missing, or closing a circle.
const values: readonly JsonValue[] = [
  ...[null, true, false, 0, -1, 1.5, 1e300, '', 'x', '/x/{y}', '#/components/schemas/X', 'object', 'null'],
  ...[
    [],
    {},
    [null],
    [[]],
    ['a', 'a'],
    { '': {} },
    { not: {} },
    { anyOf: [] },
    { const: [1] },
    { enum: [null, 1, {}] },
  ],
  ...[{ type: 'string' }, { type: ['integer', 'null'] }, { allOf: [{}, { $ref: '#/info' }] }],
  ...[{ $ref: '#' }, { $ref: '' }, { $ref: '#/components/schemas' }],
];

/** Draws mistakes. */
export const slips: fc.Arbitrary<Slip[]> = fc.array(
  fc.record<Slip>({
    how: fc.constantFrom('delete', 'replace', 'copy', 'rename', 'add', 'refer'),
    at: fc.nat(),
    other: fc.nat(),
    value: fc.constantFrom(...values),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Returns the text of a description with these mistakes, which are made one after the other. */
export function breakDescription(description: JsonValue, done: readonly Slip[]): string {
  const root: { [name: string]: Json } = { description: JSON.parse(JSON.stringify(description)) };
  for (const slip of done) slipAt(root['description'] ?? null, slip);
  return JSON.stringify(root['description']);
}

function slipAt(description: Json, { how, at, other, value }: Slip): void {
  const places = listPlaces(description, '');
  const place = places[at % places.length];
  const source = places[other % places.length];
  if (!place || !source) return;
  const { parent, key } = place;
  const copy = (): Json => JSON.parse(JSON.stringify(read(how === 'copy' ? source : place)));
  if (how === 'replace') write(parent, key, JSON.parse(JSON.stringify(value)));
  else if (how === 'refer') write(parent, key, { $ref: `#${source.pointer}` });
  else if (how === 'copy') write(parent, key, copy());
  else if (Array.isArray(parent)) {
    if (how === 'delete') parent.splice(Number(key), 1);
    else parent.push(copy());
  } else if (how === 'add') write(parent, source.key, JSON.parse(JSON.stringify(value)));
  else {
    if (how === 'rename') write(parent, source.key, copy());
    delete parent[key];
  }
}

function read({ parent, key }: Place): Json {
  return Array.isArray(parent) ? (parent[Number(key)] ?? null) : (parent[key] ?? null);
}

function write(parent: Place['parent'], key: string, value: Json): void {
  if (Array.isArray(parent)) parent[Number(key)] = value;
  else parent[key] = value;
}

function listPlaces(value: Json, pointer: string): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [{ parent: value, key, pointer: at }, ...listPlaces(child, at)];
  });
}
