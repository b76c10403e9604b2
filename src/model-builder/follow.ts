import type { CodeTable } from '../diagnostics/catalogue.js';
import { buildChildOrigin, formatOrigin } from '../diagnostics/origin.js';
import { resolveReference } from '../document/resolve.js';
import { isObject } from '../model/is-object.js';
import type { BuildContext } from './context.js';
import type { Node } from './node.js';

/** Returns whether a value is an object with a reference. */
export function isReference(value: unknown): value is { readonly $ref: string } {
  return isObject(value) && typeof value['$ref'] === 'string';
}

/**
 * Follows references where the specification has none: published descriptions put them in front of operations, whole
 * maps and texts, and everybody reads them in one way. Returns the value at the end, `undefined` for a dead end.
 */
export function followUnexpected(
  context: BuildContext,
  node: Node,
  subject: CodeTable['unexpected-reference'],
): Node | undefined {
  const seen = new Set<string>();
  let at: Node | undefined = node;
  while (at && isReference(at.value)) {
    const { origin, value }: Node & { value: { $ref: string } } = { origin: at.origin, value: at.value };
    if (seen.has(formatOrigin(origin))) {
      context.reportEndless(seen, node.origin, subject);
      return undefined;
    }
    seen.add(formatOrigin(origin));
    context.report('unexpected-reference', buildChildOrigin(origin, '$ref'), subject, 'key');
    context.coverage?.visit(origin, 'Reference Object', ['$ref'], []);
    at = resolveReference(context.document, origin, value.$ref);
  }
  if (at && typeof at.value === 'string') context.coverage?.reach(at.origin);
  return at;
}
