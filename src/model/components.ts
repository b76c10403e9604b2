/** A strongly connected component of a graph: each node leads to every other one. */
export interface Component<Node> {
  /** The nodes in the order in which the walk found them. A node that is on no circle is alone. */
  readonly nodes: readonly Node[];
  /** Whether the nodes lead back to themselves. */
  readonly isCircle: boolean;
}

interface Visit<Node> {
  readonly node: Node;
  readonly parts: readonly Node[];
  readonly index: number;
  /** The number of open nodes before this one. */
  readonly position: number;
  next: number;
  /** The lowest index of an open node to which this one leads. */
  low: number;
}

/**
 * Lists the strongly connected components of a graph (Tarjan's algorithm). A component comes after those to which it
 * leads. Calls `listParts` once per node. Takes linear time and uses no recursion.
 */
export function listComponents<Node extends object>(
  roots: Iterable<Node>,
  partsOf: (node: Node) => readonly Node[],
): readonly Component<Node>[] {
  const walk = new Walk(partsOf);
  for (const root of roots) walk.visit(root);
  return walk.found;
}

class Walk<Node extends object> {
  readonly found: Component<Node>[] = [];
  readonly #partsOf: (node: Node) => readonly Node[];
  readonly #indices = new Map<Node, number>();
  /** The nodes whose component is not complete. */
  readonly #open: Node[] = [];
  readonly #isOpen = new Set<Node>();
  readonly #path: Visit<Node>[] = [];

  constructor(partsOf: (node: Node) => readonly Node[]) {
    this.#partsOf = partsOf;
  }

  visit(root: Node): void {
    if (!this.#indices.has(root)) this.#enter(root);
    for (let visit = this.#path.at(-1); visit; visit = this.#path.at(-1)) {
      const part = visit.parts[visit.next++];
      if (part) this.#step(visit, part);
      else this.#leave(visit);
    }
  }

  #enter(node: Node): void {
    const index = this.#indices.size;
    this.#indices.set(node, index);
    const parts = this.#partsOf(node);
    this.#path.push({ node, parts, index, position: this.#open.length, next: 0, low: index });
    this.#open.push(node);
    this.#isOpen.add(node);
  }

  #step(visit: Visit<Node>, part: Node): void {
    const index = this.#indices.get(part);
    if (index === undefined) this.#enter(part);
    else if (this.#isOpen.has(part)) visit.low = Math.min(visit.low, index);
  }

  #leave(visit: Visit<Node>): void {
    this.#path.pop();
    const outer = this.#path.at(-1);
    if (outer) outer.low = Math.min(outer.low, visit.low);
    if (visit.low !== visit.index) return;
    const nodes = this.#open.splice(visit.position);
    for (const node of nodes) this.#isOpen.delete(node);
    this.found.push({ nodes, isCircle: nodes.length > 1 || visit.parts.includes(visit.node) });
  }
}
