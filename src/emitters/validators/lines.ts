import { type Code, type CodePart, code, type Reference } from '../../typescript/code.js';

/** One of several blocks of which one is taken: the last, but not the only one, may go without test. */
export interface Case {
  readonly test: CodePart | undefined;
  readonly write: () => void;
}

type Node =
  | { readonly kind: 'line'; readonly code: Code }
  | { readonly kind: 'declaration'; readonly name: Reference; readonly code: Code }
  | { readonly kind: 'blocks'; readonly cases: readonly Block[] };

interface Block {
  readonly head: Code;
  readonly body: Node[];
}

const otherwise: Code = code`} else {`;

/**
 * The statements of a function's body. What turns out to be for nothing is left out when they are printed: declarations
 * that nothing uses, and blocks in which nothing stands. Conditions and declared values have no effects.
 */
export class Lines {
  #nodes: Node[] = [];

  /** Writes one statement. */
  add(line: CodePart): void {
    this.#nodes.push({ kind: 'line', code: code`${line}` });
  }

  /** Writes the declaration of a local name. */
  declare(name: Reference, line: CodePart): void {
    this.#nodes.push({ kind: 'declaration', name, code: code`${line}` });
  }

  /** Writes a block: `head {`, what `write` writes, `}`. */
  block(head: CodePart, write: () => void): void {
    this.#nodes.push({ kind: 'blocks', cases: [{ head: code`${head} {`, body: this.#capture(write) }] });
  }

  /** Writes blocks of which one is taken: `if (…) {…} else if (…) {…} else {…}`. */
  chain(cases: readonly Case[]): void {
    const blocks = cases.map(({ test, write }, index): Block => {
      const head = test === undefined ? otherwise : code`${index === 0 ? '' : '} else '}if (${test}) {`;
      return { head, body: this.#capture(write) };
    });
    if (blocks.length > 0) this.#nodes.push({ kind: 'blocks', cases: blocks });
  }

  /** Prints what is for something. */
  print(): Code[] {
    let nodes: readonly Node[] = this.#nodes;
    for (let before = -1, count = countNodes(nodes); count !== before; before = count, count = countNodes(nodes))
      nodes = prune(nodes);
    return nodes.flatMap((node) => printNode(node, ''));
  }

  #capture(write: () => void): Node[] {
    const nodes = this.#nodes;
    this.#nodes = [];
    write();
    const body = this.#nodes;
    this.#nodes = nodes;
    return body;
  }
}

function prune(nodes: readonly Node[]): Node[] {
  const used = new Set<string | Reference>();
  collectUses(nodes, used);
  return dropUnused(nodes, used);
}

function collectUses(nodes: readonly Node[], used: Set<string | Reference>): void {
  for (const node of nodes) {
    if (node.kind === 'blocks')
      for (const { head, body } of node.cases) {
        for (const part of head.parts) used.add(part);
        collectUses(body, used);
      }
    else for (const part of node.code.parts) if (node.kind === 'line' || part !== node.name) used.add(part);
  }
}

function dropUnused(nodes: readonly Node[], used: ReadonlySet<string | Reference>): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.kind === 'line') return [node];
    if (node.kind === 'declaration') return used.has(node.name) ? [node] : [];
    const cases = node.cases.map(({ head, body }) => ({ head, body: dropUnused(body, used) }));
    while (cases.at(-1)?.body.length === 0) cases.pop();
    return cases.length === 0 ? [] : [{ kind: 'blocks', cases: flattenElse(cases) }];
  });
}

// `else { if … }` is `else if …`.
function flattenElse(cases: readonly Block[]): readonly Block[] {
  const last = cases.at(-1);
  const [only, ...more] = last?.body ?? [];
  if (!last || last.head !== otherwise || only?.kind !== 'blocks' || more.length > 0) return cases;
  const [first, ...rest] = only.cases;
  if (first?.head.parts[0] !== 'if (') return cases;
  return [...cases.slice(0, -1), { head: code`} else ${first.head}`, body: first.body }, ...rest];
}

function countNodes(nodes: readonly Node[]): number {
  return nodes.reduce(
    (sum, node) =>
      sum + (node.kind === 'blocks' ? node.cases.reduce((all, each) => all + 1 + countNodes(each.body), 0) : 1),
    0,
  );
}

function printNode(node: Node, indent: string): Code[] {
  if (node.kind !== 'blocks') return [code`${indent}${node.code}`];
  return [
    ...node.cases.flatMap(({ head, body }) => [
      code`${indent}${head}`,
      ...body.flatMap((inner) => printNode(inner, `${indent}  `)),
    ]),
    code`${indent}}`,
  ];
}
