import { type Code, type CodePart, code, type Reference, toCode } from '../../typescript/code.js';
import { no, yes } from './operators.js';
import { type Block, type Node, otherwise, type Printed, printNodes, Survey, type Uses } from './print-lines.js';

/** A block of a conditional statement, of which exactly one block runs. The last block may have no test. */
export interface Case {
  readonly test: CodePart | undefined;
  readonly write: () => void;
}

/**
 * The statements of a function's body. Printing omits statements without effect: declarations that nothing uses, and
 * empty blocks. Conditions and declared values have no side effects.
 */
export class Lines {
  #nodes: Node[] = [];
  #openBlocks = 0;
  #hasRefusal = false;

  /** Whether nothing is written yet. */
  get isEmpty(): boolean {
    return this.#nodes.length + this.#openBlocks === 0;
  }

  /** Whether the last statement returns for every value. */
  get isAnswered(): boolean {
    const last = this.#nodes.at(-1);
    if (last?.kind !== 'line') return false;
    const [text] = last.code.parts;
    return typeof text === 'string' && text.startsWith('return ');
  }

  /** Writes one statement. */
  add(line: CodePart): void {
    const written = toCode(line);
    this.#hasRefusal ||= isRefusal(written);
    this.#nodes.push({ kind: 'line', code: written });
  }

  /** Writes the declaration of a local name. */
  declare(name: Reference, line: CodePart): void {
    this.#nodes.push({ kind: 'declaration', name, code: toCode(line) });
  }

  /** Writes the declaration of a local name for a part of a value. The expression replaces a name that is used once. */
  read(name: Reference, type: '' | ': unknown', expression: Code): void {
    this.#nodes.push({ kind: 'reading', name, type, code: expression });
  }

  /** Writes the statements of another body. */
  include(body: Lines): void {
    this.#hasRefusal ||= body.#hasRefusal;
    this.#nodes.push(...body.#nodes);
  }

  /** Writes a block: `head {`, the output of `write`, `}`. */
  block(head: CodePart, write: () => void): void {
    this.#nodes.push({ kind: 'blocks', cases: [{ head: code`${head} {`, body: this.#capture(write) }] });
  }

  /**
   * Writes a conditional statement. Omits the condition if it is always true, and the statement if it is always false.
   */
  addIf(test: CodePart, statement: CodePart): void {
    const line = writeIf(test, statement);
    if (line) this.add(line);
  }

  /** Writes the output of `write` under a condition. */
  blockIf(test: CodePart, write: () => void): void {
    this.chain([{ test, write }]);
  }

  /** Writes `if (…) {…} else if (…) {…} else {…}`, without the blocks that can never run. */
  chain(cases: readonly Case[]): void {
    const blocks: Block[] = [];
    for (const { test = yes, write } of cases) {
      if (isSame(test, no)) continue;
      const isLast = isSame(test, yes);
      if (isLast && blocks.length === 0) {
        write();
        return;
      }
      const head = isLast ? otherwise : code`${blocks.length === 0 ? '' : '} else '}if (${test}) {`;
      blocks.push({ head, body: this.#capture(write) });
      if (isLast) break;
    }
    if (blocks.length > 0) this.#nodes.push({ kind: 'blocks', cases: blocks });
  }

  /**
   * Prints the statements that have an effect, and frees their memory: the separate functions of parts refer to the
   * function until they are written.
   */
  print(): Printed {
    let nodes: readonly Node[] = this.#hasRefusal ? removeUnreachable(this.#nodes) : this.#nodes;
    this.#nodes = [];
    for (;;) {
      const survey = new Survey(nodes);
      const kept = survey.isComplete ? nodes : removeUnused(nodes, survey.uses);
      if (kept === nodes) return printNodes(nodes, survey);
      nodes = kept;
    }
  }

  #capture(write: () => void): Node[] {
    const nodes = this.#nodes;
    this.#nodes = [];
    this.#openBlocks++;
    write();
    this.#openBlocks--;
    const body = this.#nodes;
    this.#nodes = nodes;
    return body;
  }
}

/** Writes a conditional statement for `addIf`. Returns `undefined` if the condition is always false. */
export function writeIf(test: CodePart, statement: CodePart): Code | undefined {
  if (isSame(test, yes)) return toCode(statement);
  return isSame(test, no) ? undefined : code`if (${test}) ${statement}`;
}

function isSame(test: CodePart, constant: Code): boolean {
  const text = typeof test === 'object' && 'parts' in test && test.parts.length === 1 ? test.parts[0] : test;
  return text === constant.parts[0];
}

const refusal = 'return false;';

function isRefusal({ parts }: Code): boolean {
  return parts.length === 1 && parts[0] === refusal;
}

// Compilers report statements that follow a `return`. The statements before it change nothing, because a guard has no
// side effects.
function removeUnreachable(nodes: readonly Node[]): readonly Node[] {
  const left = nodes.map((node) => (node.kind === 'blocks' ? removeUnreachableInside(node.cases) : node));
  return left.some(isRefusing) ? [{ kind: 'line', code: code`${refusal}` }] : left;
}

function removeUnreachableInside(cases: readonly Block[]): Node {
  return { kind: 'blocks', cases: cases.map(({ head, body }) => ({ head, body: removeUnreachable(body) })) };
}

// Returns whether a statement refuses every value. Blocks do so if one of them always runs, and each of them refuses.
function isRefusing(node: Node): boolean {
  if (node.kind !== 'blocks') return isRefusal(node.code);
  const hasElse = node.cases.at(-1)?.head === otherwise;
  return hasElse && node.cases.every(({ body: [first] }) => first !== undefined && isRefusing(first));
}

// Usually nothing is omitted, and the list itself is returned.
function removeUnused(nodes: readonly Node[], uses: Uses): readonly Node[] {
  let kept: Node[] | undefined;
  nodes.forEach((node, index) => {
    const left = keepUsed(node, uses);
    if (left !== node) kept ??= nodes.slice(0, index);
    if (left) kept?.push(left);
  });
  return kept ?? nodes;
}

// Returns the node itself if nothing in it is omitted, and an empty result if nothing is left.
function keepUsed(node: Node, uses: Uses): Node | undefined {
  if (node.kind === 'line') return node;
  if (node.kind !== 'blocks') return uses.has(node.name) ? node : undefined;
  const cases = node.cases.map((block) => {
    const body = removeUnused(block.body, uses);
    return body === block.body ? block : { head: block.head, body };
  });
  while (cases.at(-1)?.body.length === 0) cases.pop();
  const flat = flattenElse(cases);
  if (flat.length === node.cases.length && flat.every((block, index) => block === node.cases[index])) return node;
  return flat.length === 0 ? undefined : { kind: 'blocks', cases: flat };
}

// `else { if … }` is `else if …`.
function flattenElse(cases: readonly Block[]): readonly Block[] {
  const last = cases.at(-1);
  if (last?.head !== otherwise || last.body.length !== 1) return cases;
  const [only] = last.body;
  if (only?.kind !== 'blocks') return cases;
  const [first, ...rest] = only.cases;
  const start = first?.head.parts[0];
  if (!first || typeof start !== 'string' || !start.startsWith('if (')) return cases;
  return [...cases.slice(0, -1), { head: code`} else ${first.head}`, body: first.body }, ...rest];
}
