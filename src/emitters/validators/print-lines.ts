import { type Code, CodeBuilder, code, type Reference } from '../../typescript/code.js';
import { isLocal } from './local-names.js';

/** A statement of a function's body. */
export type Node =
  | { readonly kind: 'line'; readonly code: Code }
  | { readonly kind: 'declaration'; readonly name: Reference; readonly code: Code; readonly inline: Code | undefined }
  | { readonly kind: 'blocks'; readonly cases: readonly Block[] };

/** A block, with the text before its brace. */
export interface Block {
  readonly head: Code;
  readonly body: readonly Node[];
}

/** The number of uses of each name. */
export type Uses = ReadonlyMap<Reference, number>;

/** Prints statements, with local names as text. */
export function printNodes(nodes: readonly Node[], uses: Uses): readonly Code[] {
  const replacements = { inline: findInlined(nodes, uses, new Map()), renamed: nameHidden([...uses.keys()]) };
  const lines: Code[] = [];
  addNodes(nodes, '', replacements, lines);
  return lines;
}

// The expressions that replace names that are used once.
function findInlined(nodes: readonly Node[], uses: Uses, found: Map<Reference, Code>): ReadonlyMap<Reference, Code> {
  for (const node of nodes) {
    if (node.kind === 'blocks') for (const { body } of node.cases) findInlined(body, uses, found);
    else if (node.kind === 'declaration' && node.inline && uses.get(node.name) === 1) found.set(node.name, node.inline);
  }
  return found;
}

const noNames: ReadonlyMap<Reference, string> = new Map();

// Returns new names for local names that would hide a name of another module, or of this module outside the function.
function nameHidden(used: readonly Reference[]): ReadonlyMap<Reference, string> {
  const outer = new Set<string>();
  for (const reference of used) if (!isLocal(reference)) outer.add(reference.name);
  const hiding = used.filter((reference) => isLocal(reference) && outer.has(reference.name));
  if (hiding.length === 0) return noNames;
  const taken = new Set(used.map(({ name }) => name));
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

/** The replacements for names in the printed code. */
interface Replacements {
  readonly inline: ReadonlyMap<Reference, Code>;
  readonly renamed: ReadonlyMap<Reference, string>;
}

const builder = new CodeBuilder();

function addNodes(nodes: readonly Node[], indent: string, replacements: Replacements, lines: Code[]): void {
  const print = (line: Code): void => {
    builder.start(indent);
    addParts(line.parts, replacements);
    lines.push(builder.finish());
  };
  for (const node of nodes) {
    if (node.kind === 'line') print(node.code);
    else if (node.kind === 'declaration') {
      if (!replacements.inline.has(node.name)) print(node.code);
    } else {
      for (const { head, body } of node.cases) {
        print(head);
        addNodes(body, `${indent}  `, replacements, lines);
      }
      print(blockEnd);
    }
  }
}

const blockEnd = code`}`;

function addParts(parts: readonly (string | Reference)[], replacements: Replacements): void {
  const { inline, renamed } = replacements;
  for (const part of parts) {
    if (typeof part === 'string') builder.add(part);
    else if (inline.has(part)) addParts(inline.get(part)?.parts ?? [], replacements);
    else builder.add(isLocal(part) ? (renamed.get(part) ?? part.name) : part);
  }
}
