import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { Draft } from '../node.js';
import { hasMoreThan } from './schema-parts.js';

/** Compilers and runtimes follow modules that import each other by recursion, and overflow after some 2,000. */
const mostInRow = 100;

/**
 * Lets schemas that are nothing but references refer past others of their kind where more than `mostInRow` of them lead to
 * each other. `order` has each schema after those it applies.
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
