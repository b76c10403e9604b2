import { pointerTokens } from './origin.js';

/** Where a value begins, and the name in front of it when it is the member of an object; offsets into the text. */
export interface Offsets {
  value: number;
  key?: number;
}

/** The pointers that are looked for in one file, as a tree, so that one pass over the text finds them all. */
export interface PointerTree {
  readonly children: Map<string, PointerTree>;
  /** Set when the place was found. */
  offsets?: Offsets;
}

/** Makes a tree of JSON pointers. */
export function buildPointerTree(pointers: Iterable<string>): PointerTree {
  const root: PointerTree = { children: new Map() };
  for (const pointer of pointers) {
    let node = root;
    for (const token of pointerTokens(pointer)) {
      const child = node.children.get(token) ?? { children: new Map() };
      node.children.set(token, child);
      node = child;
    }
  }
  return root;
}

/** Gives the offsets found for a pointer; where nothing stands there, those of the nearest place that it passes. */
export function lookUpOffsets(root: PointerTree, pointer: string): Offsets | undefined {
  let node = root;
  let found = root.offsets;
  for (const token of pointerTokens(pointer)) {
    const child = node.children.get(token);
    if (child?.offsets === undefined) return found && { value: found.value };
    node = child;
    found = child.offsets;
  }
  return found;
}
