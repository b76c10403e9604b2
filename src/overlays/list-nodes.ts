import { jsonpath } from 'json-p3';

/** The names and indexes that lead from the root to a node; empty for the root. */
export type Location = readonly (string | number)[];

/**
 * Lists the locations of the nodes that a JSONPath query (RFC 9535) selects, in the order of the query. A node can be
 * listed twice. Throws a `SyntaxError` if the query is not valid. The time that a query takes has no limit yet.
 */
export function listNodes(query: string, value: unknown): Location[] {
  try {
    return jsonpath.query(query, value as Parameters<typeof jsonpath.query>[1]).locations();
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? error.message : String(error));
  }
}
