import { ts } from 'ts-morph';
import type { Code } from './code.js';
import { DerivedNames, groupBy, listTypes, type NamedOperation, type Renaming } from './contract.js';
import { ContractReader, findHandlers, findNameNode, followValue } from './find-handlers.js';
import type { ScaffoldRun } from './scaffold-run.js';
import { listNodes } from './syntax.js';
import { applySplices, type Finding, type Splice } from './task.js';

interface FollowedNames {
  readonly followed: readonly Renaming[];
  /** Renamings that were not done because another handler already has the new name. */
  readonly blocked: readonly Renaming[];
  readonly tasks: readonly Finding[];
  /** The changes, by the path of their file. */
  readonly made: ReadonlyMap<string, readonly Splice[]>;
}

/**
 * Renames each operation with a changed name everywhere in the user's code where the compiler finds it: names of the
 * output, and declarations of the user with the same name. All renamings are done together, so two operations can swap
 * their names.
 */
export function followNames({ same, before, now, current, folder, code }: ScaffoldRun): FollowedNames {
  const renamings = [...same]
    .filter(([to, from]) => to.identifier !== from.identifier || to.type !== from.type || to.file !== from.file)
    .map(([to, from]) => ({ from, to }));
  if (renamings.length === 0) return { followed: [], blocked: [], tasks: [], made: new Map() };
  const all = [...now, ...before];
  code.setContract(all);
  const reader = new ContractReader(code, all);
  const found = findHandlers(code, reader, new Set(all.map(({ identifier }) => identifier)), folder.path);
  const blocked = findBlocked(renamings, (identifier) => found.get(identifier)?.isMapped === false);
  const followed = renamings.filter((renaming) => !blocked.includes(renaming));
  const { resolved, unresolved } = resolveCollisions(
    [...groupOwn(followed, reader, code), ...groupOutput(followed, current, code)],
    code,
  );
  const tasks: Finding[] = blocked.map(({ from, to }) => {
    const node = found.get(to.identifier)?.node;
    return {
      text: `${to.key} is now called \`${to.identifier}\`, not \`${from.identifier}\`, but this \`${to.identifier}\` belongs to another operation; rename or delete it, then run scaffold again`,
      marks: node ? [code.markNode(node)] : [],
    };
  });
  for (const {
    kind,
    from,
    to,
    names: [first],
  } of unresolved) {
    const place = kind === 'type' ? 'the output' : 'the handlers';
    tasks.push({
      text: `\`${from}\` keeps its name here, because \`${to}\` already has another meaning; in ${place} its name is \`${to}\``,
      marks: first ? [code.markNode(first.node)] : [],
    });
  }
  const made = new Map<string, readonly Splice[]>();
  for (const [path, splices] of planSplices(resolved, followed, code)) {
    if (!code.isLink(path)) made.set(path, splices);
    else {
      const text = 'this file is a link, and scaffold does not write through links; change these names by hand';
      const starts = splices.map(({ start }) => start).sort((a, b) => a - b);
      tasks.push({ text, marks: starts.map((start) => code.mark(path, start)) });
    }
  }
  for (const [path, splices] of made) code.splice(path, splices);
  return { followed, blocked, tasks, made };
}

// A blocked operation keeps its old name, which can block further renamings.
function findBlocked(renamings: readonly Renaming[], isHandled: (identifier: string) => boolean): Renaming[] {
  const blocked = new Set<Renaming>();
  for (let size = -1; size !== blocked.size; ) {
    size = blocked.size;
    const leaving = new Set(renamings.filter((each) => !blocked.has(each)).map(({ from }) => from.identifier));
    for (const renaming of renamings) {
      const { from, to } = renaming;
      const isMoving = from.identifier !== to.identifier && isHandled(from.identifier);
      if (isMoving && isHandled(to.identifier) && !leaving.has(to.identifier)) blocked.add(renaming);
    }
  }
  return [...blocked];
}

/** A place where a name is written. */
interface WrittenName {
  readonly node: ts.Node;
  readonly start: number;
  readonly end: number;
  /** The texts to write before and after the new name, so that no other name changes its meaning. */
  readonly prefix: string;
  readonly suffix: string;
}

/**
 * All places of a name. They change together. The name is a key of the handlers, a type or function of the output
 * (`type`), or a declaration of the user with the same name (`own`).
 */
interface RenameGroup {
  readonly kind: 'key' | 'type' | 'own';
  readonly from: string;
  readonly to: string;
  /** The name in the declaration. */
  readonly root: ts.Node;
  readonly names: readonly WrittenName[];
}

function groupOutput(renamings: readonly Renaming[], current: ReadonlySet<string>, code: Code): RenameGroup[] {
  const [inServer, inOthers] = [code.server, code.others].map(listDeclared);
  const find = (declared: ReadonlyMap<string, ts.Node> | undefined, kind: 'key' | 'type', from: string, to: string) => {
    const root = declared?.get(from);
    // A search reads all imports of all files. Most names are not mentioned at all, so their search is skipped.
    if (from === to || !root || !code.words.has(from)) return [];
    return [{ kind, from, to, root, names: findNames(root, code, kind === 'key') }];
  };
  const targets = new Map(renamings.map((renaming) => [renaming.from, renaming.to]));
  const before = new DerivedNames([...targets.keys()]);
  const after = new DerivedNames([...targets.values()]);
  return [
    ...renamings.flatMap(({ from, to }) => [
      ...listTypes(from).flatMap((name, index) => find(inServer, 'type', name, listTypes(to)[index] ?? name)),
      ...find(inServer, 'key', from.identifier, to.identifier),
    ]),
    // The names of types, client and validators that are derived from a renamed operation.
    ...[...code.words].flatMap((word) => {
      const found = before.find(word);
      const target = found && targets.get(found.operation);
      const name = found && target && found.formatFor(target);
      const isOther = current.has(word) && !after.find(word); // a component has this name too
      return name === undefined || !current.has(name) || isOther ? [] : find(inOthers, 'type', word, name);
    }),
  ];
}

function listDeclared(file: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const names = listNodes(file).flatMap((node) =>
    ts.isPropertySignature(node) || ts.isTypeAliasDeclaration(node) ? (findNameNode(node) ?? []) : [],
  );
  return new Map(names.map((name) => [name.text, name]));
}

function groupOwn(renamings: readonly Renaming[], reader: ContractReader, code: Code): RenameGroup[] {
  const provided = reader.files.flatMap((file) => reader.listProvided(file));
  const uses = reader.files.flatMap((file) => reader.listUses(file));
  return renamings.flatMap(({ from: before, to: after }) => {
    const [from, to] = [before.identifier, after.identifier];
    const groups = new Map<ts.Node, RenameGroup>();
    const visit = (declaration: ts.NamedDeclaration): void => {
      const root = findNameNode(declaration);
      if (!root || groups.has(root) || root.text !== from || !code.isOwn(declaration.getSourceFile())) return;
      const isShort = ts.isShorthandPropertyAssignment(declaration);
      // The compiler renames the value of a shorthand property, so its key is written out.
      const names = isShort
        ? [{ ...locate(root), suffix: `: ${from}` }, ...listReads(root, code).map(locate)]
        : findNames(root, code);
      // The compiler does not find a name that is written with an escape.
      if (!names.some(({ node }) => node === root)) names.unshift(locate(root));
      groups.set(root, { kind: isShort ? 'key' : 'own', from, to, root, names });
      for (const { node } of isShort ? [] : names) if (isPattern(node)) visit(node.parent);
      for (const next of followValue(declaration, from, reader.checker)) visit(next);
    };
    if (from === to) return [];
    for (const use of uses.filter(({ operation }) => operation === before)) {
      const owner = reader.findOwner(use);
      if (owner) visit(owner);
    }
    for (const { operation, declaration } of provided) if (operation === before && declaration) visit(declaration);
    return [...groups.values()];
  });
}

function listReads(name: ts.Node, code: Code): ts.Node[] {
  const { checker } = code;
  return code
    .listReferences(name)
    .filter((node) => ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)
    .filter((node) => checker.getSymbolAtLocation(node)?.declarations?.some((each) => each === name.parent));
}

/**
 * Finds all places of the name at a node with the compiler's search. With `keepsLocals`, each place has a prefix or
 * suffix that keeps the local names around it.
 */
function findNames(root: ts.Node, code: Code, keepsLocals = false): WrittenName[] {
  const { start } = locate(root);
  const found = code.service.findRenameLocations(root.getSourceFile().fileName, start, false, false, {
    providePrefixAndSuffixTextForRename: keepsLocals,
  });
  return (found ?? []).flatMap(({ fileName, textSpan, prefixText = '', suffixText = '' }) => {
    const node = code.findNode(fileName, textSpan.start);
    // The compiler also finds other names for the same: `default` in `export { show as default }`, and those that a
    // module exports beside `export * as server`.
    if (!node || !code.isOwn(node.getSourceFile()) || readName(node) !== readName(root)) return [];
    const end = textSpan.start + textSpan.length;
    return [{ node, start: textSpan.start, end, prefix: prefixText, suffix: suffixText }];
  });
}

function readName(node: ts.Node | undefined): string | undefined {
  return node && (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) ? node.text : undefined;
}

// Returns the place of a name, without quotes.
function locate(node: ts.Node): WrittenName {
  const quote = ts.isStringLiteralLike(node) ? 1 : 0;
  return { node, start: node.getStart() + quote, end: node.getEnd() - quote, prefix: '', suffix: '' };
}

/** Returns whether the name at a node changes too. */
type IsChanged = (node: ts.Node) => boolean;

/**
 * Resolves collisions of new names with existing names. If the new name of a type collides, the type is imported under
 * its old name. If the new name of a declaration of the user collides, the declaration keeps its name. A key does not
 * change if the object already has a key with the new name. A name does not change if a module with `export *` gives the
 * new name another meaning.
 */
function resolveCollisions(
  wanted: readonly RenameGroup[],
  code: Code,
): { readonly resolved: readonly RenameGroup[]; readonly unresolved: readonly RenameGroup[] } {
  const scopes = new Map<ts.SourceFile, ReadonlyMap<string, readonly ts.Node[]>>();
  const isHidden = findStarClashes(code);
  const unresolved: RenameGroup[] = [];
  let resolved = wanted;
  for (;;) {
    const changed = new Set(resolved.flatMap(({ names }) => names.map(({ node }) => node)));
    const isChanged: IsChanged = (node) => changed.has(node);
    const isFree = ({ kind, to }: RenameGroup, { node, suffix }: WrittenName): boolean => {
      const isTaken = listSiblings(node).some(
        (name) => name && name !== node && readName(name) === to && !isChanged(name),
      );
      if (isTaken && kind !== 'type') return false;
      if (isMember(node) || (kind !== 'own' && suffix !== '')) return true;
      const file = node.getSourceFile();
      const scoped = scopes.get(file) ?? listScoped(file);
      scopes.set(file, scoped);
      return (scoped.get(to) ?? []).every(isChanged);
    };
    const next = resolved.flatMap((group): RenameGroup[] => {
      const isClear = !isHidden(group, isChanged);
      if (isClear && group.names.every((name) => isFree(group, name))) return [group];
      if (isClear && group.kind === 'type') return [keepLocalName(group)];
      unresolved.push(group);
      return isClear && group.kind === 'key'
        ? [{ ...group, names: group.names.filter((name) => isFree(group, name)) }]
        : [];
    });
    if (next.every((group, index) => group === resolved[index])) return { resolved: next, unresolved };
    resolved = next;
  }
}

// With `import { FetchPetReply as GetPetReply }`, the uses of the name stay the same.
function keepLocalName(group: RenameGroup): RenameGroup {
  const names = group.names.flatMap((name) => {
    const { parent } = name.node;
    if (!ts.isImportSpecifier(parent) && !ts.isExportSpecifier(parent)) return isMember(name.node) ? [name] : [];
    if (ts.isExportSpecifier(parent) && !parent.parent.parent.moduleSpecifier) return [];
    return [{ ...name, suffix: parent.propertyName === undefined ? ` as ${group.from}` : '' }];
  });
  return { ...group, names };
}

/** Lists the names in the scopes of a file, with their places. A name that is not listed is free everywhere in the file. */
export function listScoped(file: ts.SourceFile): ReadonlyMap<string, readonly ts.Node[]> {
  const names = listNodes(file).filter((node): node is ts.Identifier => ts.isIdentifier(node) && !isMember(node));
  return groupBy(names, ({ text }) => text);
}

// Returns a function that returns whether a module would export another declaration under the new name. Such a module
// exports the old name through `export *`, and the new name from elsewhere.
function findStarClashes(code: Code): (group: RenameGroup, isChanged: IsChanged) => boolean {
  const { checker, files } = code;
  const isStar = (node: ts.Statement): boolean => ts.isExportDeclaration(node) && node.exportClause === undefined;
  const modules = files
    .filter(({ statements }) => statements.some(isStar))
    .flatMap((file) => checker.getSymbolAtLocation(file) ?? []);
  const list = (name: string, module: ts.Symbol): readonly ts.NamedDeclaration[] =>
    checker.tryGetMemberInModuleExports(name, module)?.declarations ?? [];
  return ({ root, from, to }, isChanged) =>
    modules.some(
      (module) =>
        list(from, module).some((declaration) => declaration.getSourceFile() === root.getSourceFile()) &&
        list(to, module).some((declaration) => {
          const name = findNameNode(declaration);
          return code.isOwn(declaration.getSourceFile()) && !(name && isChanged(name));
        }),
    );
}

function listSiblings(node: ts.Node): readonly (ts.PropertyName | undefined)[] {
  const { parent } = node;
  const container = isMember(node) || ts.isShorthandPropertyAssignment(parent) ? parent.parent : undefined;
  if (container && ts.isObjectLiteralExpression(container)) return container.properties.map(({ name }) => name);
  return container && ts.isClassLike(container) ? container.members.map(({ name }) => name) : [];
}

/**
 * Returns whether a name is the name of a member of an object or a module. Such a name cannot collide with a name in
 * scope.
 */
function isMember(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isIdentifier(node)) return true;
  if (ts.isPropertyAccessExpression(parent) || ts.isMetaProperty(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isBindingElement(parent)) {
    return parent.propertyName === node;
  }
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return (
    (ts.isObjectLiteralElement(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent)) && parent.name === node
  );
}

function isPattern(node: ts.Node): node is ts.Identifier & { readonly parent: ts.BindingElement } {
  const { parent } = node;
  const isElement = ts.isIdentifier(node) && ts.isBindingElement(parent) && !parent.propertyName;
  return isElement && ts.isObjectBindingPattern(parent.parent);
}

function planSplices(
  groups: readonly RenameGroup[],
  renamings: readonly Renaming[],
  code: Code,
): ReadonlyMap<string, readonly Splice[]> {
  const splices = new Map<string, Map<number, Splice>>();
  const add = (node: ts.Node, splice: Splice, whole: string): void => {
    const path = code.findPath(node.getSourceFile());
    const list = splices.get(path) ?? new Map<number, Splice>();
    const other = list.get(splice.start);
    // In `const { getPet } = pets`, the name is both the key of an object and a local name. Both can change.
    splices.set(
      path,
      list.set(splice.start, other && other.text !== splice.text ? { ...splice, text: whole } : splice),
    );
  };
  for (const group of groups) {
    for (const name of group.names) {
      const { node, start, end } = name;
      add(node, { start, end, text: formatName(group, name) }, group.to);
    }
  }
  const moved = renamings.filter(({ from, to }) => from.file !== to.file);
  for (const file of moved.length > 0 ? code.files : []) {
    for (const node of listNodes(file)) {
      const renaming = ts.isStringLiteralLike(node) && moved.find(({ from }) => isModuleOf(node, from, code));
      if (!renaming) continue;
      const { from, to } = renaming;
      const start = node.getStart() + 1 + node.text.lastIndexOf(`/${from.file}`) + 1;
      add(node, { start, end: start + from.file.length, text: to.file }, to.file);
    }
  }
  return new Map([...splices].map(([path, list]) => [path, [...list.values()]]));
}

// An object or pattern of the user keeps its key: `{ getPet }` becomes `{ getPet: fetchPet }`.
function formatName({ kind, from, to, root }: RenameGroup, { node, prefix, suffix }: WrittenName): string {
  const isShort = ts.isShorthandPropertyAssignment(node.parent) || (node === root && isPattern(node));
  return kind !== 'key' && prefix + suffix === '' && isShort ? `${from}: ${to}` : `${prefix}${to}${suffix}`;
}

function isModuleOf(node: ts.StringLiteralLike, operation: NamedOperation, code: Code): boolean {
  if (!node.text.includes(`/${operation.file}`)) return false;
  const path = code.resolve(node.text, node.getSourceFile());
  return path !== undefined && code.isModuleOf(operation, path);
}

/**
 * Renames places that the compiler's search does not find, but that do not compile with the old name, such as the text
 * in `Pick<Handlers, 'getPet'>`. Undoes the changes of a file that do not remove errors.
 */
export function repairNames({ now, current, code }: ScaffoldRun, followed: readonly Renaming[]): void {
  const targets = new Map<string, string>();
  for (const { from, to } of followed) {
    const names = [from.identifier, ...listTypes(from)].map(
      (name, index) => [name, [to.identifier, ...listTypes(to)][index]] as const,
    );
    for (const [name, target] of names) if (target !== undefined && !current.has(name)) targets.set(name, target);
  }
  if (targets.size === 0) return;
  code.setContract(now, { handlers: false, handler: () => false });
  // A change can reveal further errors.
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const file of code.files) {
      const path = code.findPath(file);
      const text = code.drafts.get(path)?.text ?? '';
      const mistakes = code.listErrors(file);
      const splices = mistakes.flatMap((mistake) => planRepair(file, mistake, targets, code));
      if (splices.length === 0 || code.isLink(path)) continue;
      const unique = [...new Map(splices.map((splice) => [splice.start, splice])).values()];
      code.setText(path, applySplices(text, unique));
      const [changed] = code.files.filter((each) => code.findPath(each) === path);
      const isBetter = changed && code.listErrors(changed).length < mistakes.length;
      code.setText(path, text);
      if (isBetter) code.splice(path, unique);
      isChanged ||= Boolean(isBetter);
    }
  }
}

// Plans the change of the only old name in the text to which an error refers, or in the declaration that it names: the
// error about `const first: keyof Handlers = 'getPet'` is at `first`.
function planRepair(
  file: ts.SourceFile,
  { start, length }: Pick<ts.TextSpan, 'start' | 'length'>,
  targets: ReadonlyMap<string, string>,
  code: Code,
): Splice[] {
  const declaration = code.findNode(code.findPath(file), start)?.parent;
  const inside = listNames(file, start, start + length, targets);
  const names =
    inside.length > 0 || !declaration ? inside : listNames(file, declaration.getStart(file), declaration.end, targets);
  const [node, ...others] = names;
  const to = targets.get(node?.text ?? '');
  if (!node || to === undefined || others.length > 0) return [];
  const { parent, text: from } = node;
  const quote = ts.isStringLiteralLike(node) ? 1 : 0;
  const range = { start: node.getStart(file) + quote, end: node.getEnd() - quote };
  if (ts.isShorthandPropertyAssignment(parent)) {
    const hasValue = code.checker.getShorthandAssignmentValueSymbol(parent) !== undefined;
    return [{ ...range, text: hasValue ? `${to}: ${from}` : `${from}: ${to}` }];
  }
  const isKey = ts.isBindingElement(parent) && !parent.propertyName && ts.isObjectBindingPattern(parent.parent);
  return [{ ...range, text: isKey ? `${to}: ${from}` : to }];
}

function listNames(
  file: ts.SourceFile,
  start: number,
  end: number,
  targets: ReadonlyMap<string, string>,
): (ts.Identifier | ts.StringLiteralLike)[] {
  return listNodes(file)
    .filter((node) => ts.isIdentifier(node) || ts.isStringLiteralLike(node))
    .filter((node) => start <= node.getStart(file) && node.getEnd() <= end && targets.has(node.text));
}
