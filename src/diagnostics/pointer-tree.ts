import { splitPointer } from './origin.js';
import { scanJson } from './scan-json.js';

/** The offset where a value begins. If the value is a member of an object, also the offset where its name begins. */
interface Offsets {
  value: number;
  key?: number;
}

/** The pointers to find in a file. They are a tree, so that one pass over the text finds all of them. */
export interface PointerTree {
  readonly children: Map<string, PointerTree>;
  /** Present if the place was found. */
  offsets?: Offsets;
}

/** Builds a tree of JSON pointers. */
export function buildPointerTree(pointers: Iterable<string>): PointerTree {
  const root: PointerTree = { children: new Map() };
  for (const pointer of pointers) {
    let node = root;
    for (const token of splitPointer(pointer)) {
      const child = node.children.get(token) ?? { children: new Map() };
      node.children.set(token, child);
      node = child;
    }
  }
  return root;
}

/**
 * Returns the offsets that were found for a pointer. If there is no such place, returns those of the nearest place
 * above it.
 */
export function findOffsets(root: PointerTree, pointer: string): Offsets | undefined {
  let node = root;
  let found = root.offsets;
  for (const token of splitPointer(pointer)) {
    const child = node.children.get(token);
    if (child?.offsets === undefined) return found && { value: found.value };
    node = child;
    found = child.offsets;
  }
  return found;
}

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
