import type { Header } from '../../model/operation.js';
import type { BuildContext } from '../context.js';
import type { Node } from '../node.js';

/**
 * Reads the headers of a response or of a part by their names, which have no case (RFC 9110, 5.1): of two with one name
 * the first counts. Content-Type is left out, for the media type describes it.
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
