import { ts } from 'ts-morph';
import type { ContractReader, ContractUse } from './contract-reader.js';
import { findName, findNameNode } from './declaration-name.js';
import { DerivedNames } from './derived-names.js';
import { listDeclarationsOf } from './export-names.js';
import { followValue } from './follow-value.js';
import { listMockedNames, listSpecifiers } from './list-specifiers.js';
import { listLocals, listReads } from './local-uses.js';
import { locateName, NameSearch } from './name-search.js';
import { listTypes, type Renaming } from './named-operation.js';
import { type IsChanged, type Occurrence, RenameGroup, settleGroups } from './rename-groups.js';
import type { Splice } from './splice.js';
import type { UserCode } from './user-code.js';

/** The changes of names in the user's files. */
interface FollowedRenames {
  readonly splices: ReadonlyMap<ts.SourceFile, readonly Splice[]>;
  readonly unsettled: readonly RenameGroup[];
}

/** The input of the search for names. */
interface Searching {
  readonly reader: ContractReader;
  readonly search: NameSearch;
  /** All names that the output has now. */
  readonly current: ReadonlySet<string>;
  readonly code: UserCode;
}

/**
 * Plans the renaming of every use of a changed name in the user's code: names of the output, and declarations of the
 * user with the same name. All renamings are done together, so two operations can swap their names.
 */
export function followRenames(
  renamings: readonly Renaming[],
  current: ReadonlySet<string>,
  code: UserCode,
  reader: ContractReader,
): FollowedRenames {
  const searching = { reader, search: new NameSearch(code), current, code };
  const uses = reader.files.flatMap((file) => reader.listUses(file));
  const given = reader.files.flatMap((file) => reader.listProvided(file));
  const groups = renamings.flatMap(({ from, to }) => {
    const own = uses.filter(({ operation }) => operation === from);
    const declarations = [
      ...own.flatMap((use) => reader.findOwner(use) ?? []),
      ...given.filter(({ operation }) => operation === from).map(({ declaration }) => declaration),
    ];
    return [
      ...groupServer({ from, to }, own, searching),
      ...(from.identifier === to.identifier ? [] : groupOwn({ from, to }, declarations, searching)),
    ];
  });
  const wanted = [...keepLocals(groups, reader), ...groupOthers(renamings, searching)];
  const { settled, unsettled } = settleGroups(wanted, findStarClashes(reader, code));
  const splices = new Map<ts.SourceFile, Splice[]>();
  addSplices(settled, splices);
  addMockedNames(settled, searching, splices);
  addSpecifiers(renamings, searching, splices);
  return { splices, unsettled };
}

function groupServer({ from, to }: Renaming, uses: readonly ContractUse[], { search }: Searching): RenameGroup[] {
  const types = listTypes(from).map((name, index) => [name, listTypes(to)[index] ?? name] as const);
  const groups = types
    .filter(([before, after]) => before !== after)
    .map(([before, after]) => new RenameGroup('type', [before, after], search.findInServer(before)));
  if (from.identifier === to.identifier) return groups;
  const found = search.findInServer(from.identifier, true);
  // The compiler's search does not find some uses, such as the texts of `Pick<Handlers, …>`.
  const more = uses
    .filter(({ node }) => node.text === from.identifier && !ts.isShorthandPropertyAssignment(node.parent))
    .map(({ node }) => locateName(node));
  return [...groups, new RenameGroup('key', [from.identifier, to.identifier], joinOccurrences(found, more))];
}

// Plans new names of types, client and validators that are derived from a renamed operation.
function groupOthers(renamings: readonly Renaming[], { search, current, code }: Searching): RenameGroup[] {
  const to = new Map(renamings.map((renaming) => [renaming.from, renaming.to]));
  const before = new DerivedNames([...to.keys()]);
  const now = new DerivedNames([...to.values()]);
  return [...code.words].flatMap((word) => {
    const found = before.find(word);
    const target = found && to.get(found.operation);
    const name = found && target && found.formatFor(target);
    const isOther = current.has(word) && !now.find(word); // a component has this name too
    if (name === undefined || name === word || !current.has(name) || isOther) return [];
    return [new RenameGroup('type', [word, name], search.findInOthers(word))];
  });
}

function joinOccurrences(found: readonly Occurrence[], more: readonly Occurrence[]): Occurrence[] {
  const known = new Set(found.map(({ file, start }) => `${file.fileName}:${start}`));
  return [...found, ...more.filter(({ file, start }) => !known.has(`${file.fileName}:${start}`))];
}

function groupOwn(
  { from, to }: Renaming,
  declarations: readonly ts.Declaration[],
  { search, reader }: Searching,
): RenameGroup[] {
  const roots = new Set<ts.Identifier | ts.StringLiteralLike>();
  const visit = (declaration: ts.NamedDeclaration): void => {
    const name = findNameNode(declaration);
    if (!name || roots.has(name) || !reader.files.includes(declaration.getSourceFile())) return;
    if (findName(declaration) !== from.identifier) return;
    roots.add(name);
    for (const next of listDeclarationsOf(
      followValue(declaration, from.identifier, reader.checker),
      from.identifier,
      reader.checker,
    ))
      visit(next);
  };
  for (const declaration of declarations) visit(declaration);
  return [...roots].map((name) =>
    ts.isShorthandPropertyAssignment(name.parent)
      ? new RenameGroup('key', [from.identifier, to.identifier], [addKey(name.parent), ...findReads(name.parent)])
      : new RenameGroup('own', [from.identifier, to.identifier], findOwn(name), name),
  );

  function findReads(declaration: ts.Node): Occurrence[] {
    return [...listReads(declaration, from.identifier, reader), ...reader.listKeyTexts(declaration)].map(locateName);
  }

  function findOwn(name: ts.Identifier | ts.StringLiteralLike): Occurrence[] {
    // The compiler does not find a name that is written with an escape.
    return joinOccurrences(search.find(name), [name, ...reader.listKeyTexts(name.parent)].map(locateName));
  }
}

// Keeps a local name if the search cannot find all its uses: `const { fetchPet: getPet } = require('./pets.js')`.
function keepLocals(groups: readonly RenameGroup[], reader: ContractReader): RenameGroup[] {
  const own = groups.filter(({ kind }) => kind === 'own');
  const isFollowed = (node: ts.Node): boolean => own.some((group) => group.has(node.getSourceFile(), node.getStart()));
  return groups.map((group) => {
    if (group.kind !== 'own') return group;
    const { kind, from, to, root } = group;
    const occurrences = group.occurrences.map((each) => {
      const { node } = each;
      const isLost = node !== root && isPattern(node) && !listLocals(node, reader).every(isFollowed);
      return isLost ? { ...each, suffix: `: ${from}` } : each;
    });
    return new RenameGroup(kind, [from, to], occurrences, root);
  });
}

function isPattern(node: ts.Node): node is ts.Identifier {
  const { parent } = node;
  return (
    ts.isIdentifier(node) &&
    ts.isBindingElement(parent) &&
    !parent.propertyName &&
    ts.isObjectBindingPattern(parent.parent)
  );
}

// A shorthand property is both a key and a value. The compiler renames only the value, so the key is written out.
function addKey({ name }: ts.ShorthandPropertyAssignment): Occurrence {
  return { ...locateName(name), suffix: `: ${name.text}` };
}

// Returns a function that returns whether a module would export another declaration under the new name. Such a module
// exports the old name through `export *`, and the new name from elsewhere.
function findStarClashes(
  { checker, files }: ContractReader,
  code: UserCode,
): (group: RenameGroup, isChanged: IsChanged) => boolean {
  const isStar = (node: ts.Statement): boolean => ts.isExportDeclaration(node) && node.exportClause === undefined;
  const modules = files
    .filter(({ statements }) => statements.some(isStar))
    .flatMap((file) => checker.getSymbolAtLocation(file) ?? []);
  const output = new Set([code.server, code.others]);
  return (group, isChanged) => {
    const isOfGroup = (declaration: ts.Declaration): boolean =>
      group.kind === 'type' ? output.has(declaration.getSourceFile()) : declaration === group.root?.parent;
    const isOther = (declaration: ts.Declaration): boolean => {
      const name = findNameNode(declaration);
      return (
        !output.has(declaration.getSourceFile()) && !(name && isChanged(declaration.getSourceFile(), name.getStart()))
      );
    };
    return modules.some(
      (module) =>
        checker.tryGetMemberInModuleExports(group.from, module)?.declarations?.some(isOfGroup) &&
        checker.tryGetMemberInModuleExports(group.to, module)?.declarations?.some(isOther),
    );
  };
}

function addSplices(groups: readonly RenameGroup[], splices: Map<ts.SourceFile, Splice[]>): void {
  const made = new Map<string, { readonly group: RenameGroup; readonly index: number }>();
  for (const group of groups) {
    for (const occurrence of group.occurrences) {
      const { file, start, end } = occurrence;
      const list = splices.get(file) ?? [];
      splices.set(file, list);
      const place = `${file.fileName}:${start}`;
      const other = made.get(place);
      if (!other) {
        made.set(place, { group, index: list.length });
        list.push({ start, end, text: formatOccurrence(group, occurrence) });
      } else if (isKeyAndLocal(other.group, group, occurrence)) list[other.index] = { start, end, text: group.to };
    }
  }
}

// In `const { getPet } = pets`, the name is both the key of an object and a local name. Both change.
function isKeyAndLocal(one: RenameGroup, other: RenameGroup, { node }: Occurrence): boolean {
  return one.kind !== other.kind || (isPattern(node) && (one.root === node) !== (other.root === node));
}

// An object or pattern of the user keeps its key: `{ getPet }` becomes `{ getPet: fetchPet }`.
function formatOccurrence({ kind, from, to, root }: RenameGroup, { node, prefix, suffix }: Occurrence): string {
  const { parent } = node;
  const keepsKey = kind === 'own' && ((node === root && isPattern(node)) || ts.isShorthandPropertyAssignment(parent));
  return keepsKey ? `${from}: ${to}` : `${prefix}${to}${suffix}`;
}

// `vi.mock('./get-pet.js', () => ({ getPet: … }))` contains names of exports of the module. The compiler does not
// connect them.
function addMockedNames(
  groups: readonly RenameGroup[],
  { reader, code }: Searching,
  splices: Map<ts.SourceFile, Splice[]>,
): void {
  const followed = groups.filter(({ kind }) => kind !== 'key');
  const isFollowed = (group: RenameGroup, module: string): boolean =>
    group.occurrences.some(({ file }) => code.findPath(file) === module);
  for (const file of reader.files) {
    for (const { name, specifier } of listMockedNames(file)) {
      const module = code.resolve(specifier, file);
      if (module === undefined) continue;
      const isGenerated = !code.drafts.has(module);
      const group = followed.find(
        (each) => each.from === name.text && (isGenerated ? each.root === undefined : isFollowed(each, module)),
      );
      if (!group) continue;
      const { start, end } = locateName(name);
      const text = ts.isShorthandPropertyAssignment(name.parent) ? `${group.to}: ${group.from}` : group.to;
      addSplice(splices, file, { start, end, text });
    }
  }
}

function addSplice(splices: Map<ts.SourceFile, Splice[]>, file: ts.SourceFile, splice: Splice): void {
  const list = splices.get(file) ?? [];
  splices.set(file, list);
  if (!list.some(({ start }) => start === splice.start)) list.push(splice);
}

function addSpecifiers(
  renamings: readonly Renaming[],
  { reader, code }: Searching,
  splices: Map<ts.SourceFile, Splice[]>,
): void {
  const moved = renamings.filter(({ from, to }) => from.file !== to.file);
  if (moved.length === 0) return;
  for (const file of reader.files) {
    for (const node of listSpecifiers(file)) {
      const near = moved.filter(({ from }) => node.text.includes(`/${from.file}`));
      const path = near.length > 0 ? code.resolve(node.text, file) : undefined;
      const renaming = near.find(({ from }) => path !== undefined && code.isModuleOf(from, path));
      if (!renaming) continue;
      const { from, to } = renaming;
      const start = node.getStart() + 1 + node.text.lastIndexOf(`/${from.file}`) + 1;
      addSplice(splices, file, { start, end: start + from.file.length, text: to.file });
    }
  }
}
