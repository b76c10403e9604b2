import { dirname, join } from 'node:path';
import { ts } from 'ts-morph';
import { type ContractReader, type ContractUse, nameOf, visitNodes } from './contract-reader.js';
import { NameSearch, occurrenceOf } from './name-search.js';
import { type NamedOperation, type Renaming, typesOf } from './named-operation.js';
import { type Occurrence, RenameGroup, settleGroups } from './rename-groups.js';
import type { Splice } from './splice.js';
import type { UserCode } from './user-code.js';

/**
 * Finds every place where the user's code writes a name that changed: what the generated server calls it, and, where it
 * has the same name, what the user calls it. All renamings are made at once, so that names may be exchanged.
 */
export function followRenames(
  renamings: readonly Renaming[],
  code: UserCode,
  reader: ContractReader,
): { readonly splices: ReadonlyMap<ts.SourceFile, readonly Splice[]>; readonly unsettled: readonly RenameGroup[] } {
  const uses = reader.files.flatMap((file) => reader.listUses(file));
  const given = reader.files.flatMap((file) => reader.listGiven(file));
  const search = new NameSearch(code);
  const groups = renamings.flatMap(({ from, to }) => {
    const own = uses.filter(({ operation }) => operation === from);
    const declarations = [
      ...own.flatMap((use) => reader.ownerOf(use) ?? []),
      ...given.filter(({ operation }) => operation === from).map(({ declaration }) => declaration),
    ];
    return [
      ...groupContract({ from, to }, own, search),
      ...(from.identifier === to.identifier ? [] : groupOwn({ from, to }, declarations, search, reader)),
    ];
  });
  const { settled, unsettled } = settleGroups(groups);
  const splices = new Map<ts.SourceFile, Splice[]>();
  addSplices(settled, splices);
  addSpecifiers(renamings, code, reader, splices);
  return { splices, unsettled };
}

function groupContract({ from, to }: Renaming, uses: readonly ContractUse[], search: NameSearch): RenameGroup[] {
  const [keys, ...types] = [
    [from.identifier, to.identifier] as const,
    ...typesOf(from).map((name, index) => [name, typesOf(to)[index] ?? name] as const),
  ];
  const groups = types
    .filter(([before, after]) => before !== after)
    .map(([before, after]) => new RenameGroup('type', before, after, search.findDeclared(before)));
  if (!keys || from.identifier === to.identifier) return groups;
  const found = search.findDeclared(keys[0], true);
  const known = new Set(found.map(({ file, start }) => `${file.fileName}:${start}`));
  // What the compiler's own search does not reach, such as the texts of `Pick<Handlers, …>`.
  const more = uses
    .filter(({ node }) => node.text === from.identifier)
    .map(({ node }) => occurrenceOf(node))
    .filter(
      ({ file, start, node }) =>
        !known.has(`${file.fileName}:${start}`) && !ts.isShorthandPropertyAssignment(node.parent),
    );
  return [...groups, new RenameGroup('key', ...keys, [...found, ...more])];
}

function groupOwn(
  { from, to }: Renaming,
  declarations: readonly ts.Declaration[],
  search: NameSearch,
  reader: ContractReader,
): RenameGroup[] {
  const roots = new Set<ts.Node>();
  const visit = (declaration: ts.NamedDeclaration): void => {
    const { name } = declaration;
    if (!name || roots.has(name) || !reader.files.includes(declaration.getSourceFile())) return;
    if (nameOf(declaration) !== from.identifier) return;
    roots.add(name);
    for (const next of followValue(declaration, from, reader)?.declarations ?? []) visit(next);
  };
  for (const declaration of declarations) visit(declaration);
  return [...roots].map((name) =>
    ts.isShorthandPropertyAssignment(name.parent)
      ? new RenameGroup('key', from.identifier, to.identifier, [shorthandOf(name.parent)])
      : new RenameGroup('own', from.identifier, to.identifier, search.find(name), name),
  );
}

// `getPet` and `getPet: pets.getPet` lead to another declaration, which is called after the operation too.
function followValue(
  declaration: ts.Node,
  { identifier }: NamedOperation,
  reader: ContractReader,
): ts.Symbol | undefined {
  if (ts.isShorthandPropertyAssignment(declaration)) {
    return reader.resolve(reader.checker.getShorthandAssignmentValueSymbol(declaration));
  }
  if (!ts.isPropertyAssignment(declaration)) return undefined;
  const value = skipWrapping(declaration.initializer);
  const name = ts.isPropertyAccessExpression(value) ? value.name : value;
  if (!ts.isIdentifier(name) || name.text !== identifier) return undefined;
  return reader.resolve(reader.checker.getSymbolAtLocation(name));
}

function skipWrapping(expression: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression);
  return isWrapped ? skipWrapping(expression.expression) : expression;
}

// From here the compiler would follow the value alone.
function shorthandOf({ name }: ts.ShorthandPropertyAssignment): Occurrence {
  return { ...occurrenceOf(name), suffix: `: ${name.text}` };
}

function addSplices(groups: readonly RenameGroup[], splices: Map<ts.SourceFile, Splice[]>): void {
  const made = new Map<string, { readonly kind: RenameGroup['kind']; readonly index: number }>();
  for (const group of groups) {
    for (const occurrence of group.occurrences) {
      const { file, start, end } = occurrence;
      const list = splices.get(file) ?? [];
      splices.set(file, list);
      const place = `${file.fileName}:${start}`;
      const other = made.get(place);
      if (!other) {
        made.set(place, { kind: group.kind, index: list.length });
        list.push({ start, end, text: wordOccurrence(group, occurrence) });
      } else if (other.kind !== group.kind) list[other.index] = { start, end, text: group.to };
    }
  }
}

// An object or pattern that is the user's own keeps its key: `{ getPet }` becomes `{ getPet: fetchPet }`.
function wordOccurrence({ kind, from, to, root }: RenameGroup, { node, prefix, suffix }: Occurrence): string {
  const { parent } = node;
  const isPattern =
    node === root && ts.isBindingElement(parent) && !parent.propertyName && ts.isObjectBindingPattern(parent.parent);
  const keepsKey = kind === 'own' && (isPattern || ts.isShorthandPropertyAssignment(parent));
  return keepsKey ? `${from}: ${to}` : `${prefix}${to}${suffix}`;
}

function addSpecifiers(
  renamings: readonly Renaming[],
  code: UserCode,
  reader: ContractReader,
  splices: Map<ts.SourceFile, Splice[]>,
): void {
  const moved = renamings.filter(({ from, to }) => from.file !== to.file);
  if (moved.length === 0) return;
  for (const file of reader.files) {
    visitNodes(file, (node) => {
      if (!ts.isStringLiteralLike(node)) return;
      const holder = ts.isLiteralTypeNode(node.parent) ? node.parent.parent : node.parent;
      if (!ts.isImportDeclaration(holder) && !ts.isExportDeclaration(holder) && !ts.isImportTypeNode(holder)) return;
      const renaming = moved.find(
        ({ from }) => node.text.includes(`/${from.file}`) && isModuleOf(from, code.resolve(node.text, file), code),
      );
      if (!renaming) return;
      const { from, to } = renaming;
      const start = node.getStart() + 1 + node.text.lastIndexOf(`/${from.file}`) + 1;
      splices.set(file, [...(splices.get(file) ?? []), { start, end: start + from.file.length, text: to.file }]);
    });
  }
}

function isModuleOf({ file }: NamedOperation, path: string | undefined, code: UserCode): boolean {
  return path === join(dirname(code.pathOf(code.contract)), `${file}.ts`);
}
