import type { View } from '../views/views.js';
import { type Code, code, joinCode, typeReference } from './code.js';
import { docOfSchema } from './doc-comment.js';
import { type Doc, encodeDoc, encodeJson, encodePropertyKey, encodeString } from './encode.js';
import { mergeMembers } from './intersect-nodes.js';
import type { Member } from './ts-file.js';
import {
  alternativesOf,
  isSchema,
  type MemberNode,
  type ObjectNode,
  type Part,
  type ScalarNode,
  type TypeNode,
  unknownNode,
} from './type-node.js';
import type { TypeResolver } from './type-resolver.js';

/** How loosely the parts of an expression hang together. */
type Binding = 'tight' | 'intersection' | 'union';

interface Printed {
  readonly text: Code;
  readonly binding: Binding;
}

// Within this many values that several schemas describe, one in the other, they are still written as one type.
const mostMerged = 4;

// Above this many characters a union takes a line per member.
const lineWidth = 100;

/** Prints types as they are in one view. */
export class TypePrinter {
  readonly #resolver: TypeResolver;
  readonly #view: View;
  readonly #isSent: boolean;
  /** The parts that are being printed, from the outside in, of which each is several schemas at once. */
  readonly #open: Part[] = [];

  /** `isSent` tells whether what may be left out may be `undefined` too, which is for what a client sends. */
  constructor(resolver: TypeResolver, view: View, isSent: boolean = view === 'request') {
    this.#resolver = resolver;
    this.#view = view;
    this.#isSent = isSent;
  }

  /** Prints a type as an expression; `indent` is that of the line it stands on. */
  print(node: TypeNode, indent = ''): Code {
    return this.#print(node, indent, []).text;
  }

  /** Prints the type of what is all of a part at once. */
  printPart(part: Part, indent = ''): Code {
    return this.#printPart(part, indent).text;
  }

  /**
   * Prints the members of an object as this view has them. `beside` are the types that it is intersected with;
   * of an interface, `bases` those that it extends.
   */
  printMembers(
    node: ObjectNode,
    indent: string,
    beside: readonly TypeNode[],
    bases: readonly TypeNode[] = [],
  ): Member[] {
    const around: TypeNode = { kind: 'all', of: [...beside, ...bases] };
    const members: Member[] = [];
    const others: Part[] = [];
    let someOptional = false;
    for (const [name, own] of node.members) {
      // What an interface says is known by name: where nobody else says it, there is no need to look.
      const isAlone = bases.length > 0 && this.#resolver.members.isSaidOnce(name);
      const said = this.#saidOf(name, own, isAlone ? unknownNode : around);
      const presence = this.presenceOf(said.presence);
      if (presence === 'absent' || (said.isDemand && presence === 'optional')) continue;
      const inherited = isAlone ? undefined : this.#printInherited(name, own, bases, indent);
      others.push(said.part);
      someOptional ||= presence === 'optional';
      members.push(this.#member(name, own.part, inherited ?? this.printPart(said.part, indent), presence));
    }
    const all = [...members, ...this.#indexSignatures(node, others, someOptional, indent)];
    // An empty type would take text and numbers too.
    return all.length === 0 && beside.length + bases.length === 0 && this.isEmptied(node) ? [anyMember] : all;
  }

  /** Returns whether a type describes objects, and this view shows none of their members. */
  isEmptied(node: TypeNode): boolean {
    // A set visits a base once, however many paths lead to it, and takes chains of any length.
    const nodes = new Set([node]);
    for (const each of nodes) {
      if (each.kind === 'named') nodes.add(this.#resolver.expand(each.schema));
      else if (each.kind === 'all') for (const base of each.of) nodes.add(base);
      else if (!this.#isEmptiedObject(each)) return false;
    }
    return true;
  }

  #isEmptiedObject(node: TypeNode): boolean {
    if (node.kind !== 'object' || node.rest || node.patterns.length + node.further.length > 0) return false;
    const members = [...node.members.values()];
    return members.length > 0 && members.every((member) => this.presenceOf(member) === 'absent');
  }

  /** Lists the members of a base that an interface, which says `own` beside its bases, has in a looser way or not at all. */
  listLoosened(own: ObjectNode, base: TypeNode, bases: readonly TypeNode[]): string[] {
    const { members } = this.#resolver;
    return [...own.members].flatMap(([name, member]) => {
      const inherited = members.isSaidOnce(name) ? undefined : members.findSure(base, name);
      if (!inherited) return [];
      const whole = this.presenceOf(this.#saidOf(name, member, { kind: 'all', of: bases }).presence);
      const before = this.presenceOf(inherited);
      return before !== 'absent' && whole !== before && whole !== 'present' ? [name] : [];
    });
  }

  /** Returns whether a member is there in this view. */
  presenceOf({ part, required }: MemberNode): 'absent' | 'optional' | 'present' {
    const { views } = this.#resolver.names;
    const schemas = part.filter(isSchema);
    if (schemas.some((schema) => views.isHidden(schema, this.#view))) return 'absent';
    return views.isPresent(schemas, required, this.#view) ? 'present' : 'optional';
  }

  // A mere demand that a member be there takes its type from what has it in any case.
  #saidOf(name: string, own: MemberNode, around: TypeNode): { isDemand: boolean; part: Part; presence: MemberNode } {
    const { members } = this.#resolver;
    const isDemand = own.required && own.part.length === 0;
    const elsewhere = isDemand ? members.findAny(around, name) : [members.findSure(around, name)];
    const presence = [own, ...elsewhere].reduce<MemberNode>((a, b) => (b ? mergeMembers(a, b) : a), own);
    return { isDemand, presence, part: isDemand ? (members.findSure(around, name)?.part ?? []) : own.part };
  }

  // What an interface says again about a member of a base has to suit the base as it is printed; where that is not plain
  // to see, the base's own type is taken.
  #printInherited(name: string, own: MemberNode, bases: readonly TypeNode[], indent: string): Code | undefined {
    const holders = bases.filter((base) => this.#resolver.members.findSure(base, name));
    const inherited = this.#resolver.members.findSure({ kind: 'all', of: holders }, name);
    if (!inherited) return undefined;
    const whole = [...inherited.part, ...own.part];
    const before = this.#resolver.resolvePart(inherited.part);
    if (suits(this.#resolver.resolvePart(whole), before)) return this.printPart(whole, indent);
    const taken = holders.map((base) => code`Exclude<${this.print(base)}[${encodeString(name)}], undefined>`);
    const items = listRest(before) && listRest(this.#resolver.resolvePart(own.part));
    // The methods of several arrays at once give what the first one holds, so that it has to be one of both.
    if (items)
      return code`(${joinCode([...taken.map((base) => code`${base}[number]`), this.#element(items, indent)], ' & ')})[]`;
    const added = own.part.length > 0 ? [this.#element(own.part, indent)] : [];
    return joinCode([...taken, ...added], ' & ');
  }

  #member(name: string, [schema]: Part, type: Code, presence: 'optional' | 'present'): Member {
    const optional = presence === 'optional';
    const doc = schema && isSchema(schema) ? docOfSchema(schema, this.#resolver.names.conversions) : undefined;
    return {
      key: encodePropertyKey(name),
      type: optional && this.#isSent && !isText(type, 'unknown') ? code`${type} | undefined` : type,
      optional,
      ...(doc !== undefined && { doc }),
    };
  }

  // TypeScript wants every member to suit the index signature, so its type takes those of the members in.
  #indexSignatures(
    { rest, patterns, members, further }: ObjectNode,
    others: readonly Part[],
    someOptional: boolean,
    indent: string,
  ): Member[] {
    const isFree = members.size === 0 && patterns.length === 0 && further.length === 0;
    if (!rest && patterns.length === 0) return isFree ? [anyMember] : [];
    const parts = [...(rest ? [rest] : []), ...patterns.map(({ part }) => part), ...others];
    const types = unique(parts.map((part) => this.printPart(part, indent)));
    const all = types.some((type) => isText(type, 'unknown')) ? [code`unknown`] : types;
    const withAbsent = someOptional && !isText(all[0], 'unknown') ? [...all, code`undefined`] : all;
    return [{ key: '[key: string]', type: joinCode(withAbsent, ' | ') }];
  }

  #print(node: TypeNode, indent: string, beside: readonly TypeNode[]): Printed {
    switch (node.kind) {
      case 'unknown':
      case 'never':
        return tight(code`${node.kind}`);
      case 'scalar':
        return tight(code`${node.type}`);
      case 'literal':
        return tight(code`${encodeJson(node.value)}`);
      case 'named':
        return tight(code`${this.#nameOf(node)}`);
      case 'not-shown':
        return tight(code`${typeReference('runtime/not-shown', 'NotShown')}<${encodeString(node.id)}>`);
      case 'array':
        return this.#printArray(node, indent);
      case 'object':
        return this.#printObject(node, indent, beside);
      case 'union':
        return this.#printUnion(node.of, indent, beside);
      case 'all':
        return this.#printAll(node.of, indent, beside);
    }
  }

  #nameOf(node: Extract<TypeNode, { kind: 'named' }>): Code {
    const names = this.#resolver.names.schemas.get(node.schema);
    if (!names) throw new Error(`the schema at ${node.schema.origin.file}#${node.schema.origin.pointer} has no name`);
    return code`${typeReference(names.module, names.types[this.#view])}`;
  }

  #printArray(node: Extract<TypeNode, { kind: 'array' }>, indent: string): Printed {
    const { prefix, rest, min } = node;
    if (prefix.length === 0) {
      if (!rest) return tight(code`[]`);
      return tight(code`${this.#element(rest, indent)}[]`);
    }
    const items = prefix.map((part, index) =>
      index < min ? this.printPart(part, indent) : code`${this.#element(part, indent)}?`,
    );
    if (rest) items.push(code`...${this.#element(rest, indent)}[]`);
    return tight(code`[${joinCode(items, ', ')}]`);
  }

  // What several schemas say of one value may lead back to itself with no name on the way: then each is said for itself.
  #printPart(part: Part, indent: string): Printed {
    const isMerged = part.length > 1;
    if (isMerged && (this.#open.length > mostMerged || this.#open.some((outer) => isSamePart(outer, part))))
      return this.#printAll(
        part.map((each) => (isSchema(each) ? this.#resolver.resolve(each) : each)),
        indent,
        [],
      );
    if (isMerged) this.#open.push(part);
    const printed = this.#print(this.#resolver.resolvePart(part), indent, []);
    if (isMerged) this.#open.pop();
    return printed;
  }

  #element(part: Part, indent: string): Code {
    const { text, binding } = this.#printPart(part, indent);
    return binding === 'tight' ? text : code`(${text})`;
  }

  #printObject(node: ObjectNode, indent: string, beside: readonly TypeNode[]): Printed {
    const further = furtherType(node);
    const inner = `${indent}  `;
    const members = this.printMembers(node, inner, beside);
    if (members.length === 0) return tight(further ?? code`{}`);
    const isShort = members.length <= 3 && members.every((member) => member.doc === undefined);
    const lines = members.map((member) => code`${member.key}${member.optional ? '?' : ''}: ${member.type}`);
    const literal = isShort
      ? code`{ ${joinCode(lines, '; ')} }`
      : code`{\n${lines.map((line, index) => code`${docLines(members[index]?.doc, inner)}${inner}${line};\n`)}${indent}}`;
    return further ? { text: code`${literal} & ${further}`, binding: 'intersection' } : tight(literal);
  }

  #printUnion(nodes: readonly TypeNode[], indent: string, beside: readonly TypeNode[]): Printed {
    const texts = nodes.map((node) => {
      if (node.kind === 'scalar' && this.#isOpen(node, nodes)) return code`(${node.type} & {})`;
      const { text, binding } = this.#print(node, indent, beside);
      return binding === 'intersection' ? code`(${text})` : text;
    });
    const distinct = unique(texts);
    const [only] = distinct;
    if (only && distinct.length === 1) return { text: only, binding: 'union' };
    const line = joinCode(distinct, ' | ');
    if (lengthOf(line) <= lineWidth) return { text: line, binding: 'union' };
    return { text: code`${distinct.map((text) => code`\n${indent}  | ${text}`)}`, binding: 'union' };
  }

  // Beside literals of its type, a plain `string` would swallow them and with them the completions of an editor.
  #isOpen({ type }: ScalarNode, nodes: readonly TypeNode[]): boolean {
    return nodes.some((node) => {
      const inside = node.kind === 'named' ? alternativesOf(this.#resolver.expand(node.schema)) : [node];
      return type !== 'boolean' && inside.some((each) => each.kind === 'literal' && typeof each.value === type);
    });
  }

  #printAll(nodes: readonly TypeNode[], indent: string, beside: readonly TypeNode[]): Printed {
    const texts = nodes.map((node) => {
      const { text, binding } = this.#print(node, indent, [...beside, ...nodes.filter((other) => other !== node)]);
      return binding === 'union' ? code`(${text})` : text;
    });
    const said = unique(texts).filter((text) => !isText(text, '{}'));
    return { text: said.length === 0 ? code`{}` : joinCode(said, ' & '), binding: 'intersection' };
  }
}

/** What an object has where nothing is known of its members. */
export const anyMember: Member = { key: '[key: string]', type: code`unknown` };

/** Returns the type that lets further members through only where they were assumed under an item; `undefined` where no item asks for any. */
export function furtherType({ further }: ObjectNode): Code | undefined {
  if (further.length === 0) return undefined;
  return code`${typeReference('runtime/not-shown', 'FieldsNotShown')}<${further.map(encodeString).join(' | ')}>`;
}

function isSamePart(a: Part, b: Part): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}

function suits(type: TypeNode, inherited: TypeNode): boolean {
  if (inherited.kind !== 'named') return isScalar(inherited) && isScalar(type);
  const parts = type.kind === 'all' ? type.of : [type];
  return parts.some((part) => part.kind === 'named' && part.schema === inherited.schema);
}

function listRest(node: TypeNode): Part | undefined {
  return node.kind === 'array' && node.prefix.length === 0 ? node.rest : undefined;
}

function isScalar(node: TypeNode): boolean {
  return alternativesOf(node).every(
    (each) => (each.kind === 'scalar' && !each.implied) || (each.kind === 'literal' && typeof each.value !== 'object'),
  );
}

function tight(text: Code): Printed {
  return { text, binding: 'tight' };
}

/** Prints a doc comment of a member, on lines of its own; nothing for `undefined`. */
export function docLines(doc: Doc | string | undefined, indent: string): string {
  const text = encodeDoc(doc);
  if (text === '') return '';
  if (!text.includes('\n')) return `${indent}/** ${text} */\n`;
  const lines = text.split('\n').map((line) => `${indent} * ${line}`.trimEnd());
  return `${[`${indent}/**`, ...lines, `${indent} */`].join('\n')}\n`;
}

function textOf({ parts }: Code): string {
  return parts.map((part) => (typeof part === 'string' ? part : `${part.module} ${part.name}`)).join('');
}

function lengthOf({ parts }: Code): number {
  return parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part.name.length), 0);
}

function isText(type: Code | undefined, text: string): boolean {
  return type !== undefined && textOf(type) === text;
}

function unique(texts: readonly Code[]): Code[] {
  return [...new Map(texts.map((text) => [textOf(text), text])).values()];
}
