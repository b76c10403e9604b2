import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { Draft } from '../node.js';
import { hasMoreThan } from './schema-parts.js';

/** Compilers and runtimes follow imports by recursion, and overflow after about 2,000 modules in a row. */
const mostInRow = 100;

/**
 * Shortens chains of more than `mostInRow` schemas that only refer: some of these refer to a later schema of the chain.
 * `order` has each schema after those that it applies.
 */
export function shortenReferences(order: Iterable<Schema>): void {
  const counts = new Map<Schema, number>();
  const ends = new Map<Schema, Schema>();
  for (const schema of order) {
    if (schema.kind !== 'keywords' || !schema.ref || !isPlainReference(schema)) continue;
    const count = (counts.get(schema.ref) ?? 0) + 1;
    const end = ends.get(schema.ref) ?? schema.ref;
    ends.set(schema, end);
    counts.set(schema, count > mostInRow ? 1 : count);
    const draft: Draft<KeywordSchema> = schema;
    if (count > mostInRow) draft.ref = end;
  }
}

function isPlainReference(schema: KeywordSchema): boolean {
  const { notShown, default: standard, readOnly, writeOnly } = schema;
  const says = hasMoreThan(schema, '$ref') || notShown.length > 0 || standard !== undefined;
  return !(says || readOnly || writeOnly);
}
