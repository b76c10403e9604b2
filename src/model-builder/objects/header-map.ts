import type { Header } from '../../model/operation.js';
import type { BuildContext } from '../context.js';
import type { Node } from '../node.js';

/**
 * Reads the headers of a response or of a part by their names, which are case-insensitive (RFC 9110, 5.1). If two have
 * the same name, the first counts. Content-Type is left out, because the media type describes it.
 */
export function readHeaderMap(context: BuildContext, nodes: readonly (Node & { readonly name: string })[]): Header[] {
  const firsts = new Map<string, string>();
  return nodes.flatMap(({ name, ...node }) => {
    const header = context.readHeader(context, name, node);
    const folded = name.toLowerCase();
    const first = firsts.get(folded);
    if (folded === 'content-type') context.report('ignored-header', node.origin, { name }, 'key');
    else if (first !== undefined) context.report('repeated-header', node.origin, { name, first }, 'key');
    else {
      firsts.set(folded, name);
      return header ?? [];
    }
    return [];
  });
}
