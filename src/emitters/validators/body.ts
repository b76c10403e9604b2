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

/** Creates a reference to a name inside a function. Printing adds a number if its block has the same name already. */
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
const longestName = 40;

/** Creates a reference to a name for a property: `createdAt` for `created_at`, or `field` if it has no usable name. */
export function nameField(property: string): Reference {
  const name = joinCamel(splitWords(property));
  const isUsable = /^[a-z][A-Za-z0-9]*$/.test(name) && name.length <= longestName && !reservedNames.has(name);
  return nameLocal(!isUsable ? 'field' : name in parameters ? `${name}Field` : name);
}

/** A statement, or the declaration of a name, which an expression may replace that is used once. */
interface Line {
  readonly code: Code;
  readonly declared?: Reference;
  readonly inlined?: Code;
  /**
   * Present if the name has the type `unknown`, because the compiler knows more about the expression (`value`), or must
   * not learn more by a test of it (`test`).
   */
  readonly widened?: 'value' | 'test';
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
  /** By open block, what is declared in it once for several statements. */
  readonly #shared: Map<Reference, Reference>[] = [new Map()];

  /** Whether it has no statement. */
  get isEmpty(): boolean {
    return this.#nodes.length === 0 && this.#shared.length === 1;
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

  /** Adds the declaration of a local name for a value, with the type `unknown`. A cast replaces it where that is enough. */
  widen(declared: Reference, value: Reference, widened: 'value' | 'test'): void {
    const line = code`const ${declared}: unknown = ${value};`;
    this.#nodes.push({ declared, inlined: code`${value}`, widened, code: line });
  }

  /** Returns the name that this block, or one around it, has declared for a value. If none has, declares it. */
  share(value: Reference, declare: () => Reference): Reference {
    const known = this.#shared.find((names) => names.has(value))?.get(value);
    if (known) return known;
    const declared = declare();
    this.#shared.at(-1)?.set(value, declared);
    return declared;
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
   * function until they are printed. `nameOuter` returns the final reference to a name outside the function.
   */
  print(nameOuter: (reference: Reference) => Reference = (reference) => reference): Printed {
    let nodes: readonly Node[] = hasRefusal(this.#nodes) ? removeUnreachable(this.#nodes) : this.#nodes;
    this.#nodes = [];
    for (;;) {
      const uses: Uses = new Map();
      countUses(nodes, uses);
      const kept = removeUnused(nodes, uses);
      if (kept === nodes) return printNodes(nodes, uses, nameOuter);
      nodes = kept;
    }
  }

  #capture(print: () => void): Node[] {
    const nodes = this.#nodes;
    this.#nodes = [];
    this.#shared.push(new Map());
    print();
    this.#shared.pop();
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

/** How often each name is used, and how often where any type is accepted. */
type Uses = Map<Reference, { all: number; plain: number }>;

// Counts the uses of each name. The declaration of a name does not count as its use.
function countUses(nodes: readonly Node[], uses: Uses): void {
  const add = ({ parts }: Code, declared?: Reference): void => {
    for (const [at, part] of parts.entries()) {
      if (typeof part === 'string' || part === declared) continue;
      const count = uses.get(part) ?? { all: 0, plain: 0 };
      uses.set(part, count);
      count.all++;
      if (isPlain(parts, at, 'value')) count.plain++;
    }
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
function removeUnused(nodes: readonly Node[], uses: Uses): readonly Node[] {
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

function printNodes(nodes: readonly Node[], uses: Uses, nameOuter: (reference: Reference) => Reference): Printed {
  const final = new Map([...uses.keys()].filter((each) => !isLocal(each)).map((each) => [each, nameOuter(each)]));
  const hidden = new Set([...final.values()].map(({ name }) => name));
  const known = new Map(Object.values(parameters).map((parameter) => [parameter, parameter.name]));
  const inlined = new Map<Reference, Line>();
  // A name is printed first where it is declared.
  const nameIn = (block: UniqueNames, reference: Reference): string => {
    const { name } = reference;
    const chosen = known.get(reference) ?? block.take(hidden.has(name) ? `${name}Value` : name);
    known.set(reference, chosen);
    return chosen;
  };
  const replace = (block: UniqueNames, { parts }: Code): CodePart[] =>
    parts.map((part, at): CodePart => {
      if (typeof part === 'string') return part;
      const line = inlined.get(part);
      if (!line?.inlined) return isLocal(part) ? nameIn(block, part) : (final.get(part) ?? part);
      const expression = replace(block, line.inlined);
      if (!line.widened || isPlain(parts, at, line.widened)) return expression;
      const cast = [expression, ' as unknown'];
      return isArgument(parts, at) || /^ as /.test(getText(parts[at + 1])) ? cast : ['(', ...cast, ')'];
    });
  const lines: Code[] = [];
  const add = (list: readonly Node[], indent: string, block: UniqueNames): void => {
    for (const node of list) {
      if ('cases' in node) {
        for (const [index, { head, body }] of node.cases.entries()) {
          const inner = block.nest();
          const test = head && node.isConditional ? code`if (${replace(inner, head)})` : head && replace(inner, head);
          const before = index === 0 ? '' : test ? '} else ' : '} else';
          lines.push(code`${indent}${before}${test ?? []} {`);
          add(body, `${indent}  `, inner);
        }
        lines.push(code`${indent}}`);
      } else if (node.declared && isInlined(node, uses.get(node.declared))) inlined.set(node.declared, node);
      else lines.push(code`${indent}${replace(block, node.code)}`);
    }
  };
  add(nodes, '', new UniqueNames([...hidden, ...Object.keys(parameters)]));
  return { body: joinCode(lines, '\n'), used: new Set(uses.keys()), outer: [...final.keys()] };
}

// Returns whether the expression replaces the name that a line declares.
function isInlined({ inlined, widened }: Line, { all, plain } = { all: 0, plain: 0 }): boolean {
  return inlined !== undefined && (all === 1 || (widened === 'value' && all === plain));
}

// Returns whether the code around a part accepts a value of any type: the code is a call, because all functions of
// validators do, or a comparison with `null`. A type guard narrows its argument.
function isPlain(parts: Code['parts'], at: number, widened: 'value' | 'test'): boolean {
  if (widened === 'test') {
    const called = parts[at - 1] === '(' ? parts[at - 2] : undefined;
    return called !== undefined && typeof called !== 'string' && !called.name.startsWith('is');
  }
  return isArgument(parts, at) || /^ [!=]== (?:null|undefined)\b/.test(getText(parts[at + 1]));
}

function isArgument(parts: Code['parts'], at: number): boolean {
  return /(?:^|\w)\($|, $/.test(getText(parts[at - 1])) && /^[,)]/.test(getText(parts[at + 1]));
}

function getText(part: Code['parts'][number] | undefined): string {
  return typeof part === 'string' ? part : '';
}
