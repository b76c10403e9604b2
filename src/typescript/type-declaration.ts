import type { Schema } from '../model/schema.js';
import type { Names, View } from '../naming/names.js';
import { type Code, code } from './code.js';
import { docOfSchema } from './doc-comment.js';
import { mergeObjects } from './intersect-nodes.js';
import { furtherType, TypePrinter } from './print-type.js';
import type { Declaration, Member, TsFile } from './ts-file.js';
import type { ObjectNode, TypeNode } from './type-node.js';
import { resolverOf, type TypeResolver } from './type-resolver.js';

/** Declares the type of a schema in one view under a name: an interface where it is an object, else an alias. */
export function addTypeDeclaration(file: TsFile, schema: Schema, name: string, view: View, names: Names): void {
  const resolver = resolverOf(names);
  const printer = new TypePrinter(resolver, view);
  const doc = docOfSchema(schema);
  const head: Declaration = { name, ...(doc !== undefined && { doc }) };
  const node = resolver.expand(schema);
  const shape = asInterface(node, resolver, printer);
  if (shape) file.addInterface({ ...head, ...shape });
  else file.addTypeAlias({ ...head, type: printer.print(node) });
}

interface InterfaceShape {
  readonly extends: readonly Code[];
  readonly members: readonly Member[];
}

function asInterface(node: TypeNode, resolver: TypeResolver, printer: TypePrinter): InterfaceShape | undefined {
  if (node.kind === 'object') return shapeOf(node, [], printer);
  if (node.kind !== 'all') return undefined;
  const objects = resolver.listObjects(node);
  if (!objects) return undefined;
  const bases = node.of.filter((each) => each.kind === 'named');
  const own = node.of.find((each) => each.kind === 'object');
  const inherited = bases.map((base) => resolver.listObjects(base) ?? []);
  return canExtend(inherited, own) ? shapeOf(own, bases, printer) : shapeOf(mergeObjects(objects), [], printer);
}

function shapeOf(own: ObjectNode | undefined, bases: readonly TypeNode[], printer: TypePrinter): InterfaceShape {
  const further = own && furtherType(own);
  return {
    extends: [...bases.map((base) => printer.print(base)), ...(further ? [code`${further}`] : [])],
    members: own ? printer.printMembers(own, '', bases) : [],
  };
}

// An interface extends others as long as nobody says two things about one member; a mere demand says nothing new.
function canExtend(bases: readonly (readonly ObjectNode[])[], own: ObjectNode | undefined): boolean {
  const objects = [...new Set(bases.flat())];
  if ([...objects, ...(own ? [own] : [])].some((each) => each.rest || each.patterns.length > 0)) return false;
  if (bases.some((base) => base.every((each) => each.members.size + each.further.length === 0))) return false;
  if ([...objects, ...(own ? [own] : [])].filter((each) => each.further.length > 0).length > 1) return false;
  if (bases.length > 1 && !isDisjoint(objects)) return false;
  return [...(own?.members ?? [])].every(
    ([name, { part }]) => part.length === 0 || !objects.some((each) => each.members.has(name)),
  );
}

function isDisjoint(objects: readonly ObjectNode[]): boolean {
  const said = new Set<string>();
  for (const { members } of objects)
    for (const name of members.keys()) {
      if (said.has(name)) return false;
      said.add(name);
    }
  return true;
}
