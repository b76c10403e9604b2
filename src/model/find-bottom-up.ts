import { listComponents } from './components.js';
import { type InPlaceChoice, listPartsInPlace } from './in-place.js';
import type { Schema } from './schema.js';
import { hasParts } from './walk-schemas.js';

/** A question about schemas whose answer depends on the schemas that they apply in place. */
interface Search<Answer> {
  readonly known: Map<Schema, Answer>;
  /** The keywords whose schemas decide the answer. */
  readonly choice: InPlaceChoice;
  readonly find: (schema: Schema, answerOf: (part: Schema) => Answer) => Answer;
  /** The answer for a schema that leads back to itself. */
  readonly unknown: Answer;
}

/**
 * Finds the answer for a schema, and before it the answers for its parts. Uses no recursion, because a chain of schemas
 * can be very long.
 */
export function findBottomUp<Answer>(schema: Schema, { known, choice, find, unknown }: Search<Answer>): Answer {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const answerOf = (part: Schema): Answer => known.get(part) ?? unknown;
  const unknownParts = (part: Schema): Schema[] =>
    hasParts(part) ? listPartsInPlace(part, choice).filter((each) => !known.has(each)) : [];
  // Most schemas have no unknown parts.
  if (unknownParts(schema).length === 0) known.set(schema, find(schema, answerOf));
  else
    for (const { nodes } of listComponents([schema], unknownParts))
      for (const node of nodes) known.set(node, find(node, answerOf));
  return answerOf(schema);
}
