import type { KeywordSchema, Schema } from './schema.js';

/** The end of a chain of references. */
interface ReferenceEnd {
  /** The last schema of the chain. In a circle: the schema to which the chain returns. */
  readonly schema: Schema;
  /** The schemas before it, the first one first. In a circle, they include every schema of the circle. */
  readonly passed: readonly KeywordSchema[];
  /** Whether the chain leads back to a schema that it has passed. */
  readonly isCircle: boolean;
}

/**
 * Follows `$ref` from schema to schema to the end of the chain. Takes linear time. `next` can choose another path: it
 * returns the next schema, or `undefined` at the end of the chain.
 */
export function followReference(
  start: Schema,
  next: (schema: KeywordSchema) => Schema | undefined = ({ ref }) => ref,
): ReferenceEnd {
  const passed = new Set<KeywordSchema>();
  let schema = start;
  while (schema.kind === 'keywords') {
    if (passed.has(schema)) return { schema, passed: [...passed], isCircle: true };
    const target = next(schema);
    if (!target) break;
    passed.add(schema);
    schema = target;
  }
  return { schema, passed: [...passed], isCircle: false };
}
