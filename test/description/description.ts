import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { encodePointerToken } from '../../src/diagnostics/origin.js';

/** An object of the description. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

/** Reads `spec/openapi.yaml` again. */
export function readDescription(): JsonObject {
  return parse(readFileSync('spec/openapi.yaml', 'utf8')) as JsonObject;
}

/** Returns whether a value is an object or array, so that it has children. */
export function isContainer(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** Returns whether a value has no children that are objects: a scalar, or an array of scalars. */
export function isLeaf(value: unknown): boolean {
  return Array.isArray(value) ? !value.some(isContainer) : !isContainer(value);
}

/** Lists the children of a value with their pointers. */
export function listChildren(value: unknown, pointer: string): { key: string; pointer: string; value: unknown }[] {
  if (!isContainer(value)) return [];
  return Object.entries(value).map(([key, child]) => ({
    key,
    pointer: `${pointer}/${encodePointerToken(key)}`,
    value: child,
  }));
}

/** Lists the values to which a pointer leads. `*` matches every key. A value is `undefined` if there is nothing. */
export function resolvePointer(description: unknown, pattern: string): ReadonlyMap<string, unknown> {
  let places: { pointer: string; value: unknown }[] = [{ pointer: '', value: description }];
  for (const token of pattern.split('/').slice(1))
    places = places.flatMap(({ pointer, value }) => {
      const children = listChildren(value, pointer);
      if (token === '*') return children;
      const path = `${pointer}/${token}`;
      return [{ pointer: path, value: children.find((child) => child.pointer === path)?.value }];
    });
  return new Map(places.map(({ pointer, value }) => [pointer, value]));
}

/** A gap that is written in full. */
export interface Gap {
  readonly id: string;
  readonly kind: string;
  readonly question: string;
  readonly source: string;
  readonly known?: string | readonly string[];
}

/** An entry of `x-not-shown`: the gap or its id, and the object that has it. */
interface GapEntry {
  readonly entry: Gap | string;
  readonly id: string;
  readonly place: string;
}

/** Lists each entry of each `x-not-shown` in the order of the description. */
export function listGapEntries(value: unknown, pointer = ''): GapEntry[] {
  return listChildren(value, pointer).flatMap((child) => {
    if (child.key !== 'x-not-shown') return listGapEntries(child.value, child.pointer);
    const entries = child.value as readonly (Gap | string)[];
    return entries.map((entry) => ({ entry, id: typeof entry === 'string' ? entry : entry.id, place: pointer }));
  });
}
