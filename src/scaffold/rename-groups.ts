import { ts } from 'ts-morph';
import { walkNodes } from './visit-nodes.js';

/** A place where a name is written. */
export interface Occurrence {
  readonly file: ts.SourceFile;
  readonly node: ts.Node;
  readonly start: number;
  readonly end: number;
  /** The texts to write before and after the new name, so that no other name changes its meaning. */
  readonly prefix: string;
  readonly suffix: string;
}

/**
 * All places of a name. They change together. The name is a key of the handlers, a type of the output, or a declaration
 * of the user with the same name (`own`).
 */
export class RenameGroup {
  readonly kind: 'key' | 'type' | 'own';
  readonly from: string;
  readonly to: string;
  readonly occurrences: readonly Occurrence[];
  /** The name in the declaration of the user. */
  readonly root: ts.Node | undefined;
  readonly #starts: ReadonlySet<string>;

  constructor(
    kind: RenameGroup['kind'],
    [from, to]: readonly [from: string, to: string],
    occurrences: readonly Occurrence[],
    root?: ts.Node,
  ) {
    this.kind = kind;
    this.from = from;
    this.to = to;
    this.occurrences = occurrences;
    this.root = root;
    this.#starts = new Set(occurrences.map(({ file, start }) => formatPosition(file, start)));
  }

  has(file: ts.SourceFile, start: number): boolean {
    return this.#starts.has(formatPosition(file, start));
  }
}

/** Returns whether the name at a position of a file changes too. */
export type IsChanged = (file: ts.SourceFile, start: number) => boolean;

/**
 * Resolves collisions of new names with existing names. If the new name of a type collides, the type is imported under
 * its old name. If the new name of a declaration of the user collides, the declaration keeps its name. A key does not
 * change if the object already has a key with the new name. A name does not change if a module with `export *` gives the
 * new name another meaning (`isHidden`).
 */
export function settleGroups(
  wanted: readonly RenameGroup[],
  isHidden: (group: RenameGroup, isChanged: IsChanged) => boolean,
): {
  readonly settled: readonly RenameGroup[];
  readonly unsettled: readonly RenameGroup[];
} {
  const names = new FileNames();
  const unsettled: RenameGroup[] = [];
  let settled = wanted;
  for (;;) {
    const isChanged: IsChanged = (file, start) => settled.some((group) => group.has(file, start));
    const next = settled.flatMap((group) => {
      if (isHidden(group, isChanged)) {
        unsettled.push(group);
        return [];
      }
      const isFree = (occurrence: Occurrence): boolean => names.isFree(group, occurrence, isChanged);
      if (group.occurrences.every(isFree)) return [group];
      if (group.kind === 'type') return [keepLocalName(group)];
      unsettled.push(group);
      const { kind, from, to, occurrences } = group;
      return kind === 'own' ? [] : [new RenameGroup(kind, [from, to], occurrences.filter(isFree))];
    });
    if (next.every((group, index) => group === settled[index])) return { settled: next, unsettled };
    settled = next;
  }
}

// With `import { FetchPetReply as GetPetReply }`, the uses of the name stay the same.
function keepLocalName({ kind, from, to, occurrences }: RenameGroup): RenameGroup {
  const kept = occurrences.flatMap((occurrence) => {
    const { parent } = occurrence.node;
    if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) {
      const isWhole = parent.propertyName === undefined;
      const isFromContract = !ts.isExportSpecifier(parent) || parent.parent.parent.moduleSpecifier !== undefined;
      if (!isFromContract) return [];
      return [{ ...occurrence, suffix: isWhole ? ` as ${from}` : '' }];
    }
    return isMember(occurrence.node) ? [occurrence] : [];
  });
  return new RenameGroup(kind, [from, to], kept);
}

/** Finds collisions of new names with the names in a file. */
class FileNames {
  readonly #scoped = new Map<ts.SourceFile, ReadonlyMap<string, readonly number[]>>();

  isFree({ kind, to }: RenameGroup, { file, node, suffix }: Occurrence, isChanged: IsChanged): boolean {
    const siblings = isMember(node) || ts.isShorthandPropertyAssignment(node.parent) ? listSiblings(node) : [];
    const isTaken = siblings.some(
      (name) => findText(name) === to && name !== node && !isChanged(file, findStart(name)),
    );
    if (isTaken && kind !== 'type') return false;
    if (isMember(node) || (kind !== 'own' && suffix !== '')) return true;
    return !(this.#listScopedNames(file).get(to) ?? []).some((start) => !isChanged(file, start));
  }

  #listScopedNames(file: ts.SourceFile): ReadonlyMap<string, readonly number[]> {
    const known = this.#scoped.get(file);
    if (known) return known;
    const names = new Map<string, number[]>();
    walkNodes(file, (node) => {
      if (!ts.isIdentifier(node) || isMember(node)) return;
      names.set(node.text, [...(names.get(node.text) ?? []), node.getStart()]);
    });
    this.#scoped.set(file, names);
    return names;
  }
}

function listSiblings({ parent }: ts.Node): readonly (ts.PropertyName | undefined)[] {
  const container = parent.parent;
  if (ts.isObjectLiteralExpression(container)) return container.properties.map(({ name }) => name);
  return ts.isClassLike(container) ? container.members.map(({ name }) => name) : [];
}

/**
 * Returns whether a name is the name of a member of an object or a module. Such a name cannot collide with a name in
 * scope.
 */
export function isMember(node: ts.Node): boolean {
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

function findText(name: ts.PropertyName | undefined): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
}

function findStart(name: ts.PropertyName | undefined): number {
  return name ? name.getStart() + (ts.isStringLiteralLike(name) ? 1 : 0) : -1;
}

function formatPosition(file: ts.SourceFile, start: number): string {
  return `${file.fileName}:${start}`;
}
