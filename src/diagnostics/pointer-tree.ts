import { splitPointer } from './origin.js';

/** Offsets into the text: where a value begins, and where its name begins if it is the member of an object. */
interface Offsets {
  value: number;
  key?: number;
}

/** The pointers to find in one file, as a tree, so that one pass over the text finds all of them. */
export interface PointerTree {
  readonly children: Map<string, PointerTree>;
  /** Set once the place is found. */
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

/** Returns the offsets found for a pointer; if there is no such place, those of the nearest place on its way. */
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
