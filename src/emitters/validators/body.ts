import { UniqueNames } from '../../model/unique-names.js';
import { reservedNames } from '../../naming/reserved-names.js';
import { joinCamel, splitWords } from '../../naming/words.js';
import {
  type Code,
  type CodePart,
  code,
  encodeString,
  importValue,
  joinCode,
  type Reference,
  toCode,
} from '../../typescript/code.js';
import { importRuntimeValue, type RuntimeName } from '../runtime-references.js';

/** The runtime that validators import. */
export const runtimeModule = 'runtime/validate';

/** Returns the reference to a function of the validators' runtime. */
export function importAssertion(name: RuntimeName<'validate/validators'>): Reference {
  return importRuntimeValue('validate/validators', name);
}

/**
 * The maximum number of list members that one function checks. Compilers follow the conditions of a function by
 * recursion and refuse very long ones, and engines do not optimize them.
 */
export const mostListed = 50;

/** Splits a list into lists of at most `mostListed` members. */
export function splitList<Member>(list: readonly Member[]): (readonly Member[])[] {
  return Array.from({ length: Math.ceil(list.length / mostListed) }, (_, index) =>
    list.slice(index * mostListed, (index + 1) * mostListed),
  );
}

// The names that every object inherits. Only an own field with such a name counts.
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Prints the expression that reads a field. Its value is `undefined` if the field is absent. */
export function readField(fields: Reference, name: string): Code {
  const key = encodeString(name);
  return inherited.has(name) ? code`${importAssertion('readOwn')}(${fields}, ${key})` : code`${fields}[${key}]`;
}

const local = '';

/** Creates a reference to a name inside a function. */
export function nameLocal(name: string): Reference {
  return importValue(local, name);
}

function isLocal({ module }: Reference): boolean {
  return module === local;
}

/** The parameters of the functions of validators. */
export const parameters: { readonly [N in 'value' | 'found' | 'at' | 'depth']: Reference } = {
  value: nameLocal('value'),
  found: nameLocal('found'),
  at: nameLocal('at'),
  depth: nameLocal('depth'),
};

/** The maximum length of the name of a constant, if the name comes from a property. */
const longestName = 24;

/** The names inside one function, besides those of its parameters. */
export class LocalNames {
  readonly #names = new UniqueNames(Object.keys(parameters));

  /** Returns an unused name: the word itself, or the word with a number. */
  name(word: string): Reference {
    return nameLocal(this.#names.take(word));
  }

  /** Returns an unused name for a property: `createdAt` for `created_at`, or `field` if it has no usable name. */
  nameField(property: string): Reference {
    const name = joinCamel(splitWords(property));
    const isUsable = /^[a-z][A-Za-z0-9]*$/.test(name) && name.length <= longestName && !reservedNames.has(name);
    return this.name(isUsable ? name : 'field');
  }
}

/** A statement, or the declaration of a name, which an expression may replace that is used once. */
interface Line {
  readonly code: Code;
  readonly declared?: Reference;
  readonly inlined?: Code;
  /** Whether it returns for every value. */
  readonly answers?: true;
}

/** A conditional statement, or a block such as that of a loop. */
interface Blocks {
  readonly isConditional: boolean;
  readonly cases: readonly Block[];
}

/** A block with its condition, or with all text before its brace. The last block of a statement may have none. */
interface Block {
  readonly head: Code | undefined;
  readonly body: readonly Node[];
}

type Node = Line | Blocks;

/** A block of a conditional statement, of which exactly one block runs. The last block may have no test. */
export interface Case {
  readonly test: CodePart | undefined;
  readonly print: () => void;
}

/** A printed body. */
interface Printed {
  /** All lines as one piece of code, with local names as text. */
  readonly body: Code;
  /** The names that are used in it. */
  readonly used: ReadonlySet<Reference>;
  /** Those of the names that are declared outside the function. */
  readonly outer: readonly Reference[];
}

/**
 * The statements of a function's body. Printing omits statements without effect: declarations that nothing uses, and
 * empty blocks. Conditions and declared values have no side effects.
 */
export class Lines {
  #nodes: Node[] = [];
  #openBlocks = 0;

  /** Whether it has no statement. */
  get isEmpty(): boolean {
    return this.#nodes.length + this.#openBlocks === 0;
  }

  /** Whether the last statement returns for every value. */
  get isAnswered(): boolean {
    const last = this.#nodes.at(-1);
    return last !== undefined && 'code' in last && (last.answers === true || isText(last.code, refusal));
  }

  /** Adds one statement. */
  add(line: CodePart): void {
    this.#nodes.push({ code: toCode(line) });
  }

  /** Adds the statement that returns a value. */
  answer(value: CodePart): void {
    this.#nodes.push({ code: code`return ${value};`, answers: true });
  }

  /** Adds the declaration of a local name. */
  declare(declared: Reference, line: CodePart): void {
    this.#nodes.push({ declared, code: toCode(line) });
  }

  /** Adds the declaration of a local name for a part of a value. The expression replaces a name that is used once. */
  read(declared: Reference, type: '' | ': unknown', inlined: Code): void {
    this.#nodes.push({ declared, inlined, code: code`const ${declared}${type} = ${inlined};` });
  }

  /** Adds the statements of another body. */
  include(body: Lines): void {
    this.#nodes.push(...body.#nodes);
  }

  /** Adds a block: `head {`, the statements that `print` adds, `}`. */
  block(head: CodePart, print: () => void): void {
    this.#nodes.push({ isConditional: false, cases: [{ head: toCode(head), body: this.#capture(print) }] });
  }

  /**
   * Adds a conditional statement. Omits the condition if it is always true, and the statement if it is always false.
   */
  addIf(test: CodePart, statement: CodePart): void {
    if (isText(test, 'true')) this.add(statement);
    else if (!isText(test, 'false')) this.add(code`if (${test}) ${statement}`);
  }

  /** Adds the statements that `print` adds under a condition. */
  blockIf(test: CodePart, print: () => void): void {
    this.chain([{ test, print }]);
  }

  /** Adds `if (…) {…} else if (…) {…} else {…}`, without the blocks that can never run. */
  chain(cases: readonly Case[]): void {
    const blocks: Block[] = [];
    for (const { test = 'true', print } of cases) {
      if (isText(test, 'false')) continue;
      const isLast = isText(test, 'true');
      if (isLast && blocks.length === 0) {
        print();
        return;
      }
      blocks.push({ head: isLast ? undefined : toCode(test), body: this.#capture(print) });
      if (isLast) break;
    }
    if (blocks.length > 0) this.#nodes.push({ isConditional: true, cases: blocks });
  }

  /**
   * Prints the statements that have an effect, and frees their memory: the separate functions of parts refer to the
   * function until they are printed.
   */
  print(): Printed {
    let nodes: readonly Node[] = hasRefusal(this.#nodes) ? removeUnreachable(this.#nodes) : this.#nodes;
    this.#nodes = [];
    for (;;) {
      const uses = new Map<Reference, number>();
      countUses(nodes, uses);
      const kept = removeUnused(nodes, uses);
      if (kept === nodes) return printNodes(nodes, uses);
      nodes = kept;
    }
  }

  #capture(print: () => void): Node[] {
    const nodes = this.#nodes;
    this.#nodes = [];
    this.#openBlocks++;
    print();
    this.#openBlocks--;
    const body = this.#nodes;
    this.#nodes = nodes;
    return body;
  }
}

function isText(part: CodePart, text: string): boolean {
  const { parts } = toCode(part);
  return parts.length === 1 && parts[0] === text;
}

const refusal = 'return false;';

function hasRefusal(nodes: readonly Node[]): boolean {
  return nodes.some((node) =>
    'code' in node ? isText(node.code, refusal) : node.cases.some(({ body }) => hasRefusal(body)),
  );
}

// Compilers report statements that follow a `return`. The statements before it change nothing, because a guard has no
// side effects.
function removeUnreachable(nodes: readonly Node[]): readonly Node[] {
  const left = nodes.map((node) =>
    'cases' in node
      ? { ...node, cases: node.cases.map(({ head, body }) => ({ head, body: removeUnreachable(body) })) }
      : node,
  );
  return left.some(isRefusing) ? [{ code: code`${refusal}` }] : left;
}

// Returns whether a statement refuses every value. Blocks do so if one of them always runs, and each of them refuses.
function isRefusing(node: Node): boolean {
  if ('code' in node) return isText(node.code, refusal);
  const hasElse = node.cases.some(({ head }) => !head);
  return hasElse && node.cases.every(({ body: [first] }) => first !== undefined && isRefusing(first));
}

// Counts the uses of each name. The declaration of a name does not count as its use.
function countUses(nodes: readonly Node[], uses: Map<Reference, number>): void {
  const add = ({ parts }: Code, declared?: Reference): void => {
    for (const part of parts)
      if (typeof part !== 'string' && part !== declared) uses.set(part, (uses.get(part) ?? 0) + 1);
  };
  for (const node of nodes) {
    if ('code' in node) add(node.code, node.declared);
    else
      for (const { head, body } of node.cases) {
        if (head) add(head);
        countUses(body, uses);
      }
  }
}

// Returns the list itself if nothing in it is unused, as usually.
function removeUnused(nodes: readonly Node[], uses: ReadonlyMap<Reference, number>): readonly Node[] {
  const kept = nodes.flatMap((node) => {
    if ('code' in node) return node.declared && !uses.has(node.declared) ? [] : node;
    const cases = node.cases.map((block) => {
      const body = removeUnused(block.body, uses);
      return body === block.body ? block : { head: block.head, body };
    });
    while (cases.at(-1)?.body.length === 0) cases.pop();
    const flat = flattenElse(cases);
    if (flat.length === node.cases.length && flat.every((block, at) => block === node.cases[at])) return node;
    return flat.length === 0 ? [] : { ...node, cases: flat };
  });
  return kept.length === nodes.length && kept.every((node, at) => node === nodes[at]) ? nodes : kept;
}

// `else { if … }` is `else if …`.
function flattenElse(cases: readonly Block[]): readonly Block[] {
  const last = cases.at(-1);
  const [only, ...more] = last?.body ?? [];
  if (!last || last.head || !only || !('cases' in only) || !only.isConditional || more.length > 0) return cases;
  return [...cases.slice(0, -1), ...only.cases];
}

function printNodes(nodes: readonly Node[], uses: ReadonlyMap<Reference, number>): Printed {
  const outer = [...uses.keys()].filter((reference) => !isLocal(reference));
  const renamed = nameHidden([...uses.keys()], outer);
  const inlined = new Map<Reference, Code>();
  const replace = ({ parts }: Code): CodePart[] =>
    parts.map((part): CodePart => {
      if (typeof part === 'string') return part;
      const expression = inlined.get(part);
      if (expression) return replace(expression);
      return isLocal(part) ? (renamed.get(part) ?? part.name) : part;
    });
  const lines: Code[] = [];
  const add = (list: readonly Node[], indent: string): void => {
    for (const node of list) {
      if ('cases' in node) {
        for (const [index, { head, body }] of node.cases.entries()) {
          const test = head && node.isConditional ? code`if (${replace(head)})` : head && replace(head);
          const before = index === 0 ? '' : test ? '} else ' : '} else';
          lines.push(code`${indent}${before}${test ?? []} {`);
          add(body, `${indent}  `);
        }
        lines.push(code`${indent}}`);
      } else if (node.declared && node.inlined && uses.get(node.declared) === 1)
        inlined.set(node.declared, node.inlined);
      else lines.push(code`${indent}${replace(node.code)}`);
    }
  };
  add(nodes, '');
  return { body: joinCode(lines, '\n'), used: new Set(uses.keys()), outer };
}

// Returns new names for local names that would hide a name of another module, or of this module outside the function.
function nameHidden(used: readonly Reference[], outer: readonly Reference[]): ReadonlyMap<Reference, string> {
  const hidden = new Set(outer.map(({ name }) => name));
  const hiding = used.filter((reference) => isLocal(reference) && hidden.has(reference.name));
  const taken = new Set(hiding.length > 0 ? used.map(({ name }) => name) : []);
  return new Map(
    hiding.map((reference) => {
      let name = reference.name;
      do name += 'Value';
      while (taken.has(name));
      taken.add(name);
      return [reference, name];
    }),
  );
}
