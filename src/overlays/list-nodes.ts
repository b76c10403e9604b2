import { jsonpath } from 'json-p3';
import { defaultLimits, type Limits } from '../document/limits.js';
import { runBounded } from '../model/run-bounded.js';

/** The names and indexes that lead from the root to a node; empty for the root. */
export type Location = readonly (string | number)[];

export type OverlayLimits = Pick<Limits, 'overlayValues' | 'querySeconds'>;

/** Thrown if an overlay exceeds a limit. */
export class OverlayLimit extends RangeError {
  readonly finding: { readonly variant: 'added' | 'selected' | 'seconds'; readonly limit: number };

  constructor(variant: OverlayLimit['finding']['variant'], limit: number) {
    super(`the overlay exceeds a limit: ${limit}`);
    this.finding = { variant, limit };
  }
}

/**
 * Lists the locations of the nodes that a JSONPath query (RFC 9535) selects, in the order of the query. A node can be
 * listed twice. Throws a `SyntaxError` if the query is not valid, and an `OverlayLimit` if it takes too long or selects
 * too much.
 */
export function listNodes(query: string, value: unknown, limits: OverlayLimits = defaultLimits): Location[] {
  const { overlayValues, querySeconds } = limits;
  try {
    const list = (): Location[] => {
      const found: Location[] = [];
      for (const { location } of jsonpath.lazyQuery(query, value as Parameters<typeof jsonpath.query>[1])) {
        if (found.length === overlayValues) throw new OverlayLimit('selected', overlayValues);
        found.push(location);
      }
      return found;
    };
    // Most queries visit each value at most once. They need no bound, which takes longer than a short query.
    if (!/[?,]|\.\..*\.\./s.test(query)) return list();
    const listed = runBounded(querySeconds * 1000, list);
    if (listed === 'late') throw new OverlayLimit('seconds', querySeconds);
    return listed.value;
  } catch (error) {
    if (error instanceof OverlayLimit) throw error;
    throw new SyntaxError(error instanceof Error ? error.message : String(error));
  }
}
