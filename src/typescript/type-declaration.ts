import type { Schema } from '../model/schema.js';
import type { View } from '../views/views.js';
import { type Code, code, encodeString } from './code.js';
import { mergeObjects } from './intersect-nodes.js';
import { anyMember, printFurtherType, TypePrinter } from './print-type.js';
import type { Declaration, Member, TsFile } from './ts-file.js';
import type { ObjectNode, TypeNode } from './type-node.js';
import type { TypeResolver } from './type-resolver.js';

/** Declares the type of a schema in one view: an interface if possible, otherwise an alias. */
export function addTypeDeclaration(
  file: TsFile,
  schema: Schema,
  { name, view }: { readonly name: string; readonly view: View },
  resolver: TypeResolver,
): void {
  const printer = new TypePrinter(resolver, view, view === 'request' && resolver.views.isSent(schema));
  const doc = resolver.docs.ofSchema(schema);
  const head: Declaration = { name, place: schema.origin, ...(doc !== undefined && { doc }) };
  const node = resolver.expand(schema);
  const shape = findInterfaceShape(node, resolver, printer);
  if (shape) file.addInterface({ extends: shape.extends, members: shape.members, ...head });
  else file.addTypeAlias({ type: printer.print(node), ...head });
}

interface InterfaceShape {
  readonly extends: readonly Code[];
  readonly members: readonly Member[];
}

function findInterfaceShape(node: TypeNode, resolver: TypeResolver, printer: TypePrinter): InterfaceShape | undefined {
  if (node.kind === 'object') return buildInterfaceShape(node, [], printer);
  if (node.kind !== 'all') return undefined;
  const bases = node.of.filter((each) => each.kind === 'named');
  const own = node.of.find((each) => each.kind === 'object');
  if (bases.length + (own ? 1 : 0) < node.of.length) return undefined;
  const { members } = resolver;
  const inherited = new Set(bases.flatMap((base) => members.furtherOf(base.schema)));
  if (new Set([...inherited, ...(own?.further ?? [])]).size > 1)
    return buildInterfaceShape(mergeObjects(members.listObjects(node)), [], printer);
  if (!bases.every((base) => members.isPlain(base.schema)) || own?.rest?.length || own?.patterns.length)
    return undefined;
  const whole = withConflicts(own, members.findConflicts(bases));
  return buildInterfaceShape(whole && inherited.size > 0 ? { ...whole, further: [] } : whole, bases, printer);
}

// Members that the bases describe differently are declared again, with a type that matches all bases.
function withConflicts(own: ObjectNode | undefined, conflicts: ReadonlySet<string>): ObjectNode | undefined {
  if (conflicts.size === 0) return own;
  const members = new Map([...conflicts].map((name) => [name, { part: [], required: false }]));
  const shared: ObjectNode = { kind: 'object', members, rest: undefined, patterns: [], further: [], implied: true };
  return own ? mergeObjects([shared, own]) : shared;
}

function buildInterfaceShape(
  own: ObjectNode | undefined,
  all: readonly TypeNode[],
  printer: TypePrinter,
): InterfaceShape {
  const bases = all.filter((base) => !printer.isEmptied(base));
  const further = own && printFurtherType(own);
  return {
    extends: [...bases.map((base) => printBase(base, own, bases, printer)), ...(further ? [further] : [])],
    members: own ? printer.printMembers(own, '', [], bases) : bases.length === 0 ? [anyMember] : [],
  };
}

// `Omit` removes the members that are optional or absent here but not in the base.
function printBase(
  base: TypeNode,
  own: ObjectNode | undefined,
  bases: readonly TypeNode[],
  printer: TypePrinter,
): Code {
  const names = own ? printer.listLoosened(own, base, bases) : [];
  if (names.length === 0) return printer.print(base);
  return code`Omit<${printer.print(base)}, ${names.map(encodeString).join(' | ')}>`;
}
