import { partsInPlace } from '../../model/in-place.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { type Admitted, intersectAdmitted } from './admitted-types.js';
import { followPlain } from './schema-facts.js';
import { anyType } from './schema-types.js';

/** Lists a schema and those that it refers to or combines by `allOf`, with properties of their own where there are some. */
export function listCombined(schema: KeywordSchema): readonly KeywordSchema[] {
  return [schema, ...partsInPlace(schema).map(followPlain)].filter((part) => part.kind === 'keywords');
}

/** Lists the properties of which no value is valid in all parts of a schema that describe them. */
export function findImpossible(schema: KeywordSchema, known: ReadonlyMap<Schema, Admitted>): readonly string[] {
  const lists = listCombined(schema).flatMap(({ properties }) => (properties ? [properties] : []));
  if (lists.length < 2) return [];
  const found = new Map<string, Admitted>();
  const impossible = new Set<string>();
  for (const { name, schema: property } of lists.flat()) {
    const own = known.get(property);
    // A property that is impossible in one part alone has a finding of its own; `false` is meant.
    if (!own || own.types === 0) continue;
    const before = found.get(name);
    const both = before ? intersectAdmitted([before, own]) : own;
    if (both.types === 0) impossible.add(name);
    found.set(name, both.types === 0 ? { types: anyType, bounds: {} } : both);
  }
  return [...impossible];
}
