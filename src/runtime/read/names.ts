import { listInside, listNodes, type TreeParts, type Trees, type ValueTree } from '../values/value-tree.js';
import { type CountNames, isReservedKey, isStructure, Malformed } from './json.js';

/** The names that are declared at the places of a value. */
export type DeclaredNames = ValueTree<NamesOfValue>;

/** The names that are declared at one place, and those at the places inside it. */
export interface NamesOfValue extends TreeParts<DeclaredNames> {
  readonly names?: readonly string[];
}

/** Creates a function that counts names, and accepts names with a meaning to JavaScript where they are declared. */
export function allowNames(declared: DeclaredNames): CountNames {
  return (value) => {
    let count = 0;
    const stack: (readonly [part: unknown, trees: Trees<NamesOfValue>])[] = [[value, [declared]]];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const [part, trees] = top;
      if (!isStructure(part)) continue;
      const nodes = listNodes(trees, part);
      for (const [name, member] of Object.entries(part)) {
        if (!Array.isArray(part)) {
          count += 1;
          if (isReservedKey(name) && !nodes.some(({ names }) => names?.includes(name)))
            throw new Malformed(`must not have '${name}'`);
        }
        stack.push([member, nodes.flatMap((node) => listInside(node, part, name))]);
      }
    }
    return count;
  };
}
