import { type Code, code, type Reference } from '../../typescript/code.js';
import { isLocal } from './local-names.js';

/** A statement of a function's body. */
export type Node = { readonly kind: 'line'; readonly code: Code } | Declaration | Reading | Blocks;

interface Declaration {
  readonly kind: 'declaration';
  readonly name: Reference;
  readonly code: Code;
}

/** The declaration of a name for an expression, which replaces the name if it is used once. */
interface Reading {
  readonly kind: 'reading';
  readonly name: Reference;
  readonly type: '' | ': unknown';
  readonly code: Code;
}

interface Blocks {
  readonly kind: 'blocks';
  readonly cases: readonly Block[];
}

/** A block, with the text before its brace. */
export interface Block {
  readonly head: Code;
  readonly body: readonly Node[];
}

/** The head of a block that runs if no block before it does. */
export const otherwise: Code = code`} else {`;

/** The number of uses of each name. */
export type Uses = ReadonlyMap<Reference, number>;

/** What is known about statements before they are printed. */
export class Survey {
  readonly #uses = new Map<Reference, number>();
  readonly #declarations: (Declaration | Reading)[] = [];
  #hasUnusualBlocks = false;

  constructor(nodes: readonly Node[]) {
    this.#addNodes(nodes);
  }

  get uses(): Uses {
    return this.#uses;
  }

  /** Whether nothing is left out: every declared name is used, and every block is needed. */
  get isComplete(): boolean {
    return !this.#hasUnusualBlocks && this.#declarations.every(({ name }) => this.#uses.has(name));
  }

  /** Lists the expressions that replace names that are used once. */
  listInlined(): ReadonlyMap<Reference, Code> {
    const inlined = new Map<Reference, Code>();
    for (const { kind, name, code } of this.#declarations)
      if (kind === 'reading' && this.#uses.get(name) === 1) inlined.set(name, code);
    return inlined;
  }

  #addNodes(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (node.kind === 'blocks') this.#addBlocks(node.cases);
      else if (node.kind === 'line') this.#addCode(node.code);
      else {
        this.#declarations.push(node);
        this.#addCode(node.code, node.name);
      }
    }
  }

  #addBlocks(cases: readonly Block[]): void {
    for (const { head, body } of cases) {
      this.#addCode(head);
      this.#addNodes(body);
      const isChoice = head === otherwise && body.length === 1 && body[0]?.kind === 'blocks';
      if (body.length === 0 || isChoice) this.#hasUnusualBlocks = true;
    }
  }

  // The declaration of a name does not count as its use. A large description has half a million parts of statements, and
  // an iterator would create an object for each.
  #addCode({ parts }: Code, declared?: Reference): void {
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? '';
      if (typeof part !== 'string' && part !== declared) this.#uses.set(part, (this.#uses.get(part) ?? 0) + 1);
    }
  }
}

/** A printed body. */
export interface Printed {
  /** All lines as one compact piece of code. A large description has thousands of functions. */
  readonly body: Code;
  /** The names that are used in it. */
  readonly used: Uses;
  /** Those of the names that are declared outside the function. */
  readonly outer: readonly Reference[];
}

/** Prints statements, with local names as text. */
export function printNodes(nodes: readonly Node[], survey: Survey): Printed {
  const used = survey.uses;
  const outer: Reference[] = [];
  for (const reference of used.keys()) if (!isLocal(reference)) outer.push(reference);
  const printer = new Printer(survey.listInlined(), nameHidden(used, outer));
  printer.addNodes(nodes, '');
  return { body: printer.finish(), used, outer };
}

const noNames: ReadonlyMap<Reference, string> = new Map();

// Returns new names for local names that would hide a name of another module, or of this module outside the function.
function nameHidden(used: Uses, outer: readonly Reference[]): ReadonlyMap<Reference, string> {
  if (outer.length === 0) return noNames;
  const outerNames = new Set(outer.map(({ name }) => name));
  const hiding: Reference[] = [];
  for (const reference of used.keys()) if (isLocal(reference) && outerNames.has(reference.name)) hiding.push(reference);
  if (hiding.length === 0) return noNames;
  const taken = new Set([...used.keys()].map(({ name }) => name));
  return new Map(
    hiding.map((reference) => {
      let name = reference.name;
      do name += 'Value';
      while (taken.has(name));
      taken.add(name);
      return [reference, name] as const;
    }),
  );
}

/** Prints statements as lines that are joined into one piece of code. */
class Printer {
  readonly #inlined: ReadonlyMap<Reference, Code>;
  readonly #renamed: ReadonlyMap<Reference, string>;
  readonly #parts: (string | Reference)[] = [];
  /** The texts after the last reference. */
  #texts: string[] = [];

  constructor(inlined: ReadonlyMap<Reference, Code>, renamed: ReadonlyMap<Reference, string>) {
    this.#inlined = inlined;
    this.#renamed = renamed;
  }

  addNodes(nodes: readonly Node[], indent: string): void {
    for (const node of nodes) {
      if (node.kind === 'line') this.#addLine(node.code, indent);
      else if (node.kind === 'declaration') this.#addLine(node.code, indent);
      else if (node.kind === 'reading') this.#addReading(node, indent);
      else {
        for (const { head, body } of node.cases) {
          this.#addLine(head, indent);
          this.addNodes(body, `${indent}  `);
        }
        this.#texts.push('\n', indent, '}');
      }
    }
  }

  finish(): Code {
    if (this.#texts.length > 0) this.#parts.push(this.#texts.join(''));
    return { kind: 'code', parts: this.#parts };
  }

  #addReading({ name, type, code: { parts } }: Reading, indent: string): void {
    if (this.#inlined.has(name)) return;
    this.#startLine(indent);
    this.#texts.push(`const ${this.#renamed.get(name) ?? name.name}${type} = `);
    this.#addParts(parts);
    this.#texts.push(';');
  }

  #addLine({ parts }: Code, indent: string): void {
    this.#startLine(indent);
    this.#addParts(parts);
  }

  #startLine(indent: string): void {
    if (this.#texts.length + this.#parts.length > 0) this.#texts.push('\n', indent);
  }

  #addParts(parts: readonly (string | Reference)[]): void {
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? '';
      if (typeof part === 'string') {
        this.#texts.push(part);
        continue;
      }
      const inlined = this.#inlined.get(part);
      if (inlined) this.#addParts(inlined.parts);
      else if (isLocal(part)) this.#texts.push(this.#renamed.get(part) ?? part.name);
      else {
        this.#parts.push(this.#texts.join(''), part);
        this.#texts = [];
      }
    }
  }
}
