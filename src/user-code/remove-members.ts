import { ts } from 'ts-morph';
import { findOuterValue, walkNodes } from './syntax.js';
import type { Splice } from './task.js';
import { type FixRefusal, hasComment } from './unwrap-call.js';

/** A list whose parts are separated by commas: the members of an object, or the names of an import. */
type MemberList = ts.ObjectLiteralExpression | ts.NamedImports;

/** A member of an object literal. */
export type ObjectMember = (ts.PropertyAssignment | ts.ShorthandPropertyAssignment) & {
  readonly parent: ts.ObjectLiteralExpression;
};

/**
 * Finds the member of an object literal to which a key belongs. If it is not a plain member, returns why a person must
 * remove it.
 */
export function findMember(key: ts.Node): ObjectMember | FixRefusal {
  const name = ts.isComputedPropertyName(key.parent) ? key.parent : key;
  const member = name.parent;
  const isMember = ts.isPropertyAssignment(member) || ts.isShorthandPropertyAssignment(member);
  if (!isMember || member.name !== name || !ts.isObjectLiteralExpression(member.parent)) return 'passed-on';
  return ts.isPropertyAssignment(member) && hasEffect(member.initializer) ? 'value' : member;
}

function hasEffect(value: ts.Expression): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    found ||= effects.some((is) => is(node));
  };
  visit(value);
  walkNodes(value, visit);
  return found;
}

const effects = [
  ts.isCallExpression,
  ts.isNewExpression,
  ts.isAwaitExpression,
  ts.isYieldExpression,
  ts.isBinaryExpression,
  ts.isPostfixUnaryExpression,
  ts.isTaggedTemplateExpression,
];

/**
 * Plans to remove members of an object literal, and the lines that become empty. Also removes a property `wireNames`
 * that becomes empty.
 */
export function planRemovals(literal: ts.ObjectLiteralExpression, members: readonly ts.Node[]): readonly Splice[] {
  const value = findOuterValue(literal);
  const holder = value.parent;
  const isEmptied = literal.properties.every((member) => members.includes(member));
  const isWireNames = ts.isPropertyAssignment(holder) && holder.name.getText() === 'wireNames';
  const isClear = !hasComment(literal.getStart() + 1, literal.getEnd() - 1, literal.getSourceFile());
  if (isEmptied && isClear && isWireNames) return planRemovals(holder.parent, [holder]);
  return removeFromList(literal, members);
}

/** Plans to remove members of a list and their commas. */
export function removeFromList(list: MemberList, members: readonly ts.Node[]): readonly Splice[] {
  const file = list.getSourceFile();
  const nodes =
    list
      .getChildren(file)
      .find(({ kind }) => kind === ts.SyntaxKind.SyntaxList)
      ?.getChildren(file) ?? [];
  const kept = nodes.filter((node) => node.kind !== ts.SyntaxKind.CommaToken && !members.includes(node));
  const last = kept.at(-1);
  return members.map((member) => {
    const index = nodes.indexOf(member);
    const comma = nodes[index + 1];
    const [start, end] = [member.getStart(file), (comma ?? member).getEnd()];
    // The last member may have no comma. Then the comma of the member before it is removed.
    if (!comma && last && nodes[index - 2] === last && !hasComment(last.getEnd(), start, file)) {
      return { start: last.getEnd(), end, text: '' };
    }
    return { ...locateRemoved(file.text, start, end), text: '' };
  });
}

/** Extends a range to the whole line if nothing else is on that line. Otherwise extends it by the spaces after it. */
export function locateRemoved(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const before = text.slice(lineStart, start);
  const [blanks = '', lineEnd] = /^[ \t]*(\r\n|\n|\r)?/.exec(text.slice(end)) ?? [];
  if (before.trim() === '' && lineEnd !== undefined) return { start: lineStart, end: end + blanks.length };
  return { start, end: lineEnd === undefined ? end + blanks.length : end };
}
