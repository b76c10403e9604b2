import type { CodeTable } from '../diagnostics/catalogue.js';
import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import { resolveReference } from '../document/resolve.js';
import { isObject } from '../model/is-object.js';
import type { BuildContext } from './context.js';
import type { Node } from './node.js';

/** Returns whether a value is an object with `$ref`. */
export function isReference(value: unknown): value is { readonly $ref: string } {
  return isObject(value) && typeof value['$ref'] === 'string';
}

/**
 * Follows references at places where the specification allows none. Published descriptions use them for operations,
 * whole maps and strings, and their meaning is clear. Returns the value at the end, or `undefined` if there is none.
 */
export function followUnexpected(
  context: BuildContext,
  node: Node,
  subject: CodeTable['unexpected-reference'],
): Node | undefined {
  const seen = new Map<unknown, Origin>();
  let at: Node | undefined = node;
  while (at && isReference(at.value)) {
    const { origin, value }: Node & { value: { $ref: string } } = { origin: at.origin, value: at.value };
    if (seen.has(value)) {
      context.reportEndless([...seen.values()], node.origin, subject);
      return undefined;
    }
    seen.set(value, origin);
    context.report('unexpected-reference', buildChildOrigin(origin, '$ref'), subject, 'key');
    context.coverage?.visit(origin, 'Reference Object', ['$ref'], []);
    at = resolveReference(context.document, origin, value.$ref);
  }
  if (at && typeof at.value === 'string') context.coverage?.reach(at.origin);
  return at;
}
