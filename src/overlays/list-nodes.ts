import { jsonpath } from 'json-p3';

/** The names and indexes that lead from the root to a node; empty for the root. */
export type Location = readonly (string | number)[];

/**
 * Lists the locations of the nodes that a JSONPath query selects (RFC 9535), in its order; a node may be listed twice.
 * Throws a `SyntaxError` for a query that is not one. Nothing bounds the time of a query yet.
 */
export function listNodes(query: string, value: unknown): Location[] {
  try {
    return jsonpath.query(query, value as Parameters<typeof jsonpath.query>[1]).locations();
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? error.message : String(error));
  }
}
