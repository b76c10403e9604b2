import { isInteger } from '../model/json-type.js';
import type { Schema } from '../model/schema.js';
import type { View } from '../views/views.js';
import {
  type Code,
  code,
  type Doc,
  encodeBigint,
  encodeDoc,
  encodeJson,
  encodePropertyKey,
  encodeString,
  formatCode,
  importType,
  joinCode,
} from './code.js';
import { mergeMembers } from './intersect-nodes.js';
import type { Member } from './ts-file.js';
import {
  getTypeInCode,
  isSchema,
  listAlternatives,
  type MemberNode,
  type ObjectNode,
  type Part,
  type ScalarNode,
  type TypeNode,
} from './type-node.js';
import type { TypeResolver } from './type-resolver.js';

/**
 * The precedence of an expression. An expression with lower precedence needs parentheses inside one with higher
 * precedence.
 */
type Binding = 'tight' | 'intersection' | 'union';

interface Printed {
  readonly text: Code;
  readonly binding: Binding;
}

// The maximum nesting of values for which the types of several schemas are merged.
const mostMerged = 4;

// A union that is longer has one line per member.
const lineWidth = 100;

/** Prints types for one view. */
export class TypePrinter {
  readonly #resolver: TypeResolver;
  readonly #view: View;
  readonly #isSent: boolean;
  /** The values that are being printed and that several schemas describe, from the outermost to the innermost. */
  readonly #open: Part[] = [];

  /** `isSent`: optional members may also be `undefined`, as in what a client sends. */
  constructor(resolver: TypeResolver, view: View, isSent: boolean = view === 'request') {
    this.#resolver = resolver;
    this.#view = view;
    this.#isSent = isSent;
  }

  /** Prints a type as an expression. `indent` is the indentation of its line. */
  print(node: TypeNode, indent = ''): Code {
    return this.#print(node, indent, []).text;
  }

  /** Prints the type of the values that match all schemas and types of a part. */
  printPart(part: Part, indent = ''): Code {
    return this.#printPart(part, indent).text;
  }

  /**
   * Prints the members of an object in this view. `beside` contains the types with which it is intersected, and `bases`
   * the types that an interface extends.
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
      // If no other schema describes the member, the other types need no search.
      const isAlone = bases.length > 0 ? this.#resolver.members.isDescribedOnce(name) : beside.length === 0;
      const merged = this.#mergeMember(name, own, isAlone ? undefined : around);
      const presence = this.presenceOf(merged.presence);
      if (presence === 'absent' || (merged.isOnlyRequired && presence === 'optional')) continue;
      const inherited = isAlone ? undefined : this.#printInherited(name, own, bases, indent);
      others.push(merged.part);
      someOptional ||= presence === 'optional';
      members.push(this.#member(name, own.part, inherited ?? this.printPart(merged.part, indent), presence));
    }
    const all = [...members, ...this.#indexSignatures(node, others, someOptional, indent)];
    // An empty type would also accept strings and numbers.
    return all.length === 0 && beside.length + bases.length === 0 && this.isEmptied(node) ? [anyMember] : all;
  }

  /** Returns whether a type describes objects that have members, but none in this view. */
  isEmptied(node: TypeNode): boolean {
    // The set contains each base once, even if several paths lead to it. Unlike recursion, a loop has no limit of
    // depth.
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

  /** Lists the members of a base that an interface with the members `own` makes optional or absent. */
  listLoosened(own: ObjectNode, base: TypeNode, bases: readonly TypeNode[]): string[] {
    const { members } = this.#resolver;
    return [...own.members].flatMap(([name, member]) => {
      const inherited = members.isDescribedOnce(name) ? undefined : members.findSure(base, name);
      if (!inherited) return [];
      const whole = this.presenceOf(this.#mergeMember(name, member, { kind: 'all', of: bases }).presence);
      const before = this.presenceOf(inherited);
      return before !== 'absent' && whole !== before && whole !== 'present' ? [name] : [];
    });
  }

  /** Returns whether this view has a member, and whether the member is optional. */
  presenceOf({ part, required }: MemberNode): 'absent' | 'optional' | 'present' {
    const { views } = this.#resolver;
    const schemas = part.every(isSchema) ? part : part.filter(isSchema);
    if (views.isPresent(schemas, required, this.#view)) return 'present';
    return schemas.some((schema) => views.isHidden(schema, this.#view)) ? 'absent' : 'optional';
  }

  // A member that is only listed in `required` gets its type from the other descriptions that apply to every value.
  #mergeMember(
    name: string,
    own: MemberNode,
    around: TypeNode | undefined,
  ): { isOnlyRequired: boolean; part: Part; presence: MemberNode } {
    const { members } = this.#resolver;
    const isOnlyRequired = own.required && own.part.length === 0;
    if (!around) return { isOnlyRequired, presence: own, part: own.part };
    const elsewhere = isOnlyRequired ? members.findAny(around, name) : [members.findSure(around, name)];
    const presence = [own, ...elsewhere].reduce<MemberNode>((a, b) => (b ? mergeMembers(a, b) : a), own);
    return { isOnlyRequired, presence, part: isOnlyRequired ? (members.findSure(around, name)?.part ?? []) : own.part };
  }

  // A member that a base also has must be assignable to the member of the base. If this is not certain, its type is an
  // intersection with the type of the base's member.
  #printInherited(name: string, own: MemberNode, bases: readonly TypeNode[], indent: string): Code | undefined {
    const holders = bases.filter((base) => this.#resolver.members.findSure(base, name));
    const inherited = this.#resolver.members.findSure({ kind: 'all', of: holders }, name);
    if (!inherited) return undefined;
    const whole = [...inherited.part, ...own.part];
    const before = this.#resolver.resolvePart(inherited.part);
    if (isKnownToFit(this.#resolver.resolvePart(whole), before)) return this.printPart(whole, indent);
    const taken = holders.map((base) => code`Exclude<${this.print(base)}[${encodeString(name)}], undefined>`);
    const items = listRest(before) && listRest(this.#resolver.resolvePart(own.part));
    // The methods of `A[] & B[]` return items of type `A`. So the printed type is `(A & B)[]`.
    if (items)
      return code`(${joinCode([...taken.map((base) => code`${base}[number]`), this.#element(items, indent)], ' & ')})[]`;
    const added = own.part.length > 0 ? [this.#element(own.part, indent)] : [];
    return joinCode([...taken, ...added], ' & ');
  }

  #member(name: string, [schema]: Part, type: Code, presence: 'optional' | 'present'): Member {
    const optional = presence === 'optional';
    const doc = schema && isSchema(schema) ? this.#resolver.docs.ofSchema(schema) : undefined;
    return {
      key: encodePropertyKey(name),
      type: optional && this.#isSent && !isText(type, 'unknown') ? code`${type} | undefined` : type,
      optional,
      ...(doc !== undefined && { doc }),
    };
  }

  // TypeScript requires each member to be assignable to the index signature, so the signature includes the types of all
  // members.
  #indexSignatures(
    { rest, patterns, members, further }: ObjectNode,
    others: readonly Part[],
    someOptional: boolean,
    indent: string,
  ): Member[] {
    const isFree = members.size === 0 && patterns.length === 0 && further.length === 0;
    if (!rest && patterns.length === 0) return isFree ? [anyMember] : [];
    const parts = [...(rest ? [rest] : []), ...patterns.map(({ part }) => part), ...others];
    const types = listUnique(parts.map((part) => this.printPart(part, indent)));
    const all = types.some((type) => isText(type, 'unknown')) ? [code`unknown`] : types;
    const withAbsent = someOptional && !isText(all[0], 'unknown') ? [...all, code`undefined`] : all;
    return [{ key: '[key: string]', type: joinCode(withAbsent, ' | ') }];
  }

  #print(node: TypeNode, indent: string, beside: readonly TypeNode[]): Printed {
    switch (node.kind) {
      case 'unknown':
      case 'never':
        return printTight(keywords[node.kind]);
      case 'scalar':
        return printTight(keywords[node.type]);
      case 'literal':
        return printTight(
          code`${node.isBigint && isInteger(node.value) ? encodeBigint(node.value) : encodeJson(node.value)}`,
        );
      case 'named':
        return printTight(this.#nameOf(node));
      case 'not-shown':
        return printTight(code`${importType('runtime/not-shown', 'NotShown')}<${encodeString(node.id)}>`);
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
    return code`${importType(names.module, names.types[this.#view])}`;
  }

  #printArray(node: Extract<TypeNode, { kind: 'array' }>, indent: string): Printed {
    const { prefix, rest, min } = node;
    if (prefix.length === 0) {
      if (!rest) return printTight(code`[]`);
      return printTight(code`${this.#element(rest, indent)}[]`);
    }
    const items = prefix.map((part, index) =>
      index < min ? this.printPart(part, indent) : code`${this.#element(part, indent)}?`,
    );
    if (rest) items.push(code`...${this.#element(rest, indent)}[]`);
    return printTight(code`[${joinCode(items, ', ')}]`);
  }

  // Several schemas for one value may contain themselves without a named schema in between. Then their types are
  // printed separately.
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
    const further = printFurtherType(node);
    const inner = `${indent}  `;
    const members = this.printMembers(node, inner, beside);
    if (members.length === 0) return printTight(further ?? code`{}`);
    const isShort = members.length <= 3 && members.every((member) => member.doc === undefined);
    const lines = members.map((member) => code`${member.key}${member.optional ? '?' : ''}: ${member.type}`);
    const literal = isShort
      ? code`{ ${joinCode(lines, '; ')} }`
      : code`{\n${lines.map((line, index) => code`${printDocLines(members[index]?.doc, inner)}${inner}${line};\n`)}${indent}}`;
    return further ? { text: code`${literal} & ${further}`, binding: 'intersection' } : printTight(literal);
  }

  #printUnion(nodes: readonly TypeNode[], indent: string, beside: readonly TypeNode[]): Printed {
    const texts = nodes.map((node) => {
      if (node.kind === 'scalar' && this.#isOpen(node, nodes)) return code`(${node.type} & {})`;
      const { text, binding } = this.#print(node, indent, beside);
      return binding === 'intersection' ? code`(${text})` : text;
    });
    const distinct = listUnique(texts);
    const [only] = distinct;
    if (only && distinct.length === 1) return { text: only, binding: 'union' };
    const line = joinCode(distinct, ' | ');
    if (countLength(line) <= lineWidth) return { text: line, binding: 'union' };
    return { text: code`${distinct.map((text) => code`\n${indent}  | ${text}`)}`, binding: 'union' };
  }

  // In a union with literals, a plain `string` would absorb them, and editors would not suggest them.
  #isOpen({ type }: ScalarNode, nodes: readonly TypeNode[]): boolean {
    return nodes.some((node) => {
      const inside = node.kind === 'named' ? listAlternatives(this.#resolver.expand(node.schema)) : [node];
      return type !== 'boolean' && inside.some((each) => each.kind === 'literal' && getTypeInCode(each) === type);
    });
  }

  #printAll(nodes: readonly TypeNode[], indent: string, beside: readonly TypeNode[]): Printed {
    const texts = nodes.map((node) => {
      const { text, binding } = this.#print(node, indent, [...beside, ...nodes.filter((other) => other !== node)]);
      return binding === 'union' ? code`(${text})` : text;
    });
    const distinct = listUnique(texts).filter((text) => !isText(text, '{}'));
    return { text: distinct.length === 0 ? code`{}` : joinCode(distinct, ' & '), binding: 'intersection' };
  }
}

const keywords: { readonly [K in ScalarNode['type'] | 'unknown' | 'never']: Code } = {
  ...{ unknown: code`unknown`, never: code`never`, null: code`null`, boolean: code`boolean` },
  ...{ number: code`number`, string: code`string`, Date: code`Date`, bigint: code`bigint` },
};

/** The index signature of an object with unknown members. */
export const anyMember: Member = { key: '[key: string]', type: code`unknown` };

/**
 * Returns the type that allows further members only if they were assumed for a gap. Returns `undefined` if no gap
 * asks for any.
 */
export function printFurtherType({ further }: ObjectNode): Code | undefined {
  if (further.length === 0) return undefined;
  return code`${importType('runtime/not-shown', 'FieldsNotShown')}<${further.map(encodeString).join(' | ')}>`;
}

function isSamePart(a: Part, b: Part): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}

function isKnownToFit(type: TypeNode, inherited: TypeNode): boolean {
  if (inherited.kind !== 'named') return isScalar(inherited) && isScalar(type);
  const parts = type.kind === 'all' ? type.of : [type];
  return parts.some((part) => part.kind === 'named' && part.schema === inherited.schema);
}

function listRest(node: TypeNode): Part | undefined {
  return node.kind === 'array' && node.prefix.length === 0 ? node.rest : undefined;
}

function isScalar(node: TypeNode): boolean {
  return listAlternatives(node).every(
    (each) => (each.kind === 'scalar' && !each.implied) || (each.kind === 'literal' && typeof each.value !== 'object'),
  );
}

function printTight(text: Code): Printed {
  return { text, binding: 'tight' };
}

/** Prints the doc comment of a member on separate lines, or an empty text for `undefined`. */
export function printDocLines(doc: Doc | string | undefined, indent: string): string {
  const text = encodeDoc(doc);
  if (text === '') return '';
  if (!text.includes('\n')) return `${indent}/** ${text} */\n`;
  const lines = text.split('\n').map((line) => `${indent} * ${line}`.trimEnd());
  return `${[`${indent}/**`, ...lines, `${indent} */`].join('\n')}\n`;
}

function countLength({ parts }: Code): number {
  return parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part.name.length), 0);
}

function isText(type: Code | undefined, text: string): boolean {
  return type?.parts.length === 1 && type.parts[0] === text;
}

function listUnique(texts: readonly Code[]): Code[] {
  return texts.length < 2 ? [...texts] : [...new Map(texts.map((text) => [formatCode(text), text])).values()];
}

/** Returns the type expression of a schema: its name as an import if it has one, or else the inline type. */
export function printTypeOf(schema: Schema, view: View, resolver: TypeResolver): Code {
  return new TypePrinter(resolver, view).print(resolver.resolve(schema));
}
