import type { PointerTree } from './pointer-tree.js';
import { scanJson } from './scan-json.js';

/** Sets the offsets of all places of the tree that exist in a JSON text. Returns `false` if the text is not JSON. */
export function findInJson(text: string, root: PointerTree): boolean {
  // The node of the tree for the present value of each level. `undefined` if the tree has none there.
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
