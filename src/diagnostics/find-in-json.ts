import type { PointerTree } from './pointer-tree.js';
import { scanJson } from './scan-json.js';

/** Sets the offsets of all places of the tree that a JSON text contains. Returns false if the text is not JSON. */
export function findInJson(text: string, root: PointerTree): boolean {
  // Per level, the node of the tree that contains the scan, if any.
  const nodes: (PointerTree | undefined)[] = [root];
  const mistake = scanJson(text, {
    value(path, offset, keyOffset) {
      const depth = path.length;
      const node = depth === 0 ? root : nodes[depth - 1]?.children.get(String(path[depth - 1]));
      nodes[depth] = node;
      if (node) node.offsets = { value: offset, ...(keyOffset !== undefined && { key: keyOffset }) };
      return node && node.children.size > 0 ? undefined : 'skip';
    },
  });
  return mistake === undefined;
}
