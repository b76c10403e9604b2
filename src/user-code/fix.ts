import { ts } from 'ts-morph';
import type { Code } from './code.js';
import { type DroppedName, listDroppedNames, listUnused, type UsesOfNames } from './dropped-names.js';
import { findMember, locateRemoved, type ObjectMember, planRemovals, removeFromList } from './remove-members.js';
import { findOuterValue } from './syntax.js';
import type { Splice } from './task.js';
import { type FixRefusal, planUnwrapping } from './unwrap-call.js';
import type { ItemUse } from './use.js';

/** A change of the user's code that is needed after an answer. Offsets belong to the file as it was read. */
export interface Fix {
  readonly use: ItemUse & { readonly id: string };
  /** The removal of a call of `assume` or `reveal` around a value. */
  readonly unwrapped?: {
    readonly splices: readonly Splice[];
    /** Further offsets at which the compiler can report that the value does not fit. */
    readonly heads: readonly number[];
  };
  /** The wire name that is removed. */
  readonly removed?: ObjectMember;
  /** The names in the removed code. */
  readonly names: readonly DroppedName[];
}

/** Plans the change for one use, or returns why a person must change it. */
export function planFix(use: ItemUse & { readonly id: string }, code: Code): Fix | FixRefusal {
  const node = code.findNode(use.path, use.start);
  if (!node) return 'passed-on';
  if (use.kind === 'wireNames') {
    const removed = findMember(node);
    return typeof removed === 'string' ? removed : { use, removed, names: listDroppedNames([removed], code) };
  }
  const splices = planUnwrapping(node, use.id, code);
  if (typeof splices === 'string') return splices;
  const { parent: call } = findOuterValue(node);
  const others = ts.isCallExpression(call) ? call.arguments.filter((_, index) => index !== 1) : [];
  return { use, unwrapped: { splices, heads: listHeads(call) }, names: listDroppedNames([node, ...others], code) };
}

// If a value does not fit, the compiler often reports this at the name of its property or variable.
function listHeads(call: ts.Node): readonly number[] {
  const heads: number[] = [];
  for (let node = call; !ts.isStatement(node) && !ts.isFunctionLike(node); node = node.parent) {
    if (node !== call && (ts.isCallExpression(node) || ts.isNewExpression(node))) break;
    heads.push(node.getStart());
    if (ts.isVariableDeclaration(node)) break;
    if (ts.isReturnStatement(node.parent)) heads.push(node.parent.getStart());
  }
  return heads;
}

/** Lists the names in the code that the changes remove. */
export function listNames(fixes: readonly Fix[]): readonly DroppedName[] {
  return fixes.flatMap(({ names }) => names);
}

/** Lists the changes of each file. Also removes an import if the last use of its name is removed. */
export function listChanges(
  fixes: readonly Fix[],
  uses: UsesOfNames,
  code: Code,
): ReadonlyMap<string, readonly Splice[]> {
  const changes = new Map<string, Splice[]>();
  const add = (path: string, splices: readonly Splice[]): void => {
    changes.set(path, [...(changes.get(path) ?? []), ...splices]);
  };
  for (const { use, unwrapped } of fixes) if (unwrapped) add(use.path, unwrapped.splices);
  const removed = fixes.flatMap(({ removed: member }) => member ?? []);
  for (const [literal, members] of groupByParent(removed)) {
    add(code.findPath(literal.getSourceFile()), planRemovals(literal, members));
  }
  const unused = listUnused(listNames(fixes), uses).filter(ts.isImportSpecifier);
  for (const [list, specifiers] of groupByParent(unused)) {
    add(code.findPath(list.getSourceFile()), removeImports(list, specifiers));
  }
  return changes;
}

function removeImports(list: ts.NamedImports, specifiers: readonly ts.ImportSpecifier[]): readonly Splice[] {
  const clause = list.parent;
  const isWhole = list.elements.length === specifiers.length && !clause.name;
  if (!isWhole) return removeFromList(list, specifiers);
  const statement = clause.parent;
  const { text } = statement.getSourceFile();
  return [{ ...locateRemoved(text, statement.getStart(), statement.getEnd()), text: '' }];
}

function groupByParent<Node extends { readonly parent: ts.Node }>(
  nodes: readonly Node[],
): ReadonlyMap<Node['parent'], readonly Node[]> {
  const groups = new Map<Node['parent'], Node[]>();
  for (const node of nodes) groups.set(node.parent, [...(groups.get(node.parent) ?? []), node]);
  return groups;
}
