import { ts } from 'ts-morph';
import type { Code } from './code.js';
import { findOuterValue, unwrapValue, walkNodes } from './syntax.js';
import type { Splice } from './task.js';

/** Why a person must change a place. */
export type EditRefusal = 'extraQuery' | 'passed-on' | 'several' | 'comment' | 'statement' | 'value' | 'link';

/**
 * Plans to replace a call of `assume` or `reveal` with its value. `node` is the name of the function. The text of the
 * value stays the same.
 */
export function planUnwrapping(node: ts.Node, id: string, code: Code): readonly Splice[] | EditRefusal {
  const outer = findOuterValue(node);
  const call = outer.parent;
  if (!ts.isCallExpression(call) || call.expression !== outer || call.questionDotToken) return 'passed-on';
  if (!isFixed(node, code)) return 'passed-on';
  const [stated, value] = call.arguments;
  if (!stated || !value || call.arguments.some(ts.isSpreadElement)) return 'passed-on';
  const type = code.checker.getTypeAtLocation(unwrapValue(stated));
  if (!type.isStringLiteral() || type.value !== id) return 'several';
  if (ts.isExpressionStatement(call.parent)) return 'statement';
  if (ts.isPropertyAssignment(call.parent) && call.parent.name.getText() === 'extraQuery') return 'extraQuery';
  const file = node.getSourceFile();
  const [start, end] = [value.getStart(file), value.getEnd()];
  if (hasComment(call.getStart(file), start, file) || hasComment(end, call.getEnd(), file)) return 'comment';
  const [open, close] = needsParentheses(value, call) ? ['(', ')'] : ['', ''];
  return [
    { start: call.getStart(file), end: start, text: open },
    { start: end, end: call.getEnd(), text: close },
  ];
}

// Returns whether a name always means the same function. The name of a parameter, or of a variable that can be assigned
// again, does not.
function isFixed(node: ts.Node, { checker }: Code): boolean {
  const [declared] = checker.getSymbolAtLocation(node)?.declarations ?? [];
  if (!declared) return false;
  if (ts.isVariableDeclaration(declared) || ts.isBindingElement(declared)) {
    return (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0;
  }
  return ts.isImportSpecifier(declared) || ts.isExportSpecifier(declared) || ts.isFunctionDeclaration(declared);
}

/** Returns whether a range of a file contains a comment, outside of literals. */
function hasComment(start: number, end: number, file: ts.SourceFile): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, false, file.languageVariant, file.text.slice(start, end));
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia) return true;
  }
  return false;
}

function needsParentheses(value: ts.Expression, call: ts.CallExpression): boolean {
  const { parent } = call;
  if (ts.isArrowFunction(parent) && parent.body === call) return value.getText().startsWith('{');
  return !canHoldAny(parent, call) && !isPrimary(value);
}

// Returns whether any expression is allowed in a place, except for one with the comma operator. If so, the value needs
// no parentheses there.
function canHoldAny(parent: ts.Node, call: ts.CallExpression): boolean {
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== call;
  if (ts.isBinaryExpression(parent)) {
    return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.right === call;
  }
  return [
    ts.isArrayLiteralExpression,
    ts.isPropertyAssignment,
    ts.isVariableDeclaration,
    ts.isPropertyDeclaration,
    ts.isParameter,
    ts.isReturnStatement,
    ts.isSpreadElement,
    ts.isSpreadAssignment,
    ts.isParenthesizedExpression,
    ts.isTemplateSpan,
    ts.isJsxExpression,
  ].some((is) => is(parent));
}

function isPrimary(value: ts.Expression): boolean {
  if (ts.isOptionalChain(value)) return false;
  return [
    ts.isIdentifier,
    ts.isPropertyAccessExpression,
    ts.isElementAccessExpression,
    ts.isCallExpression,
    ts.isParenthesizedExpression,
    ts.isStringLiteralLike,
    ts.isTemplateExpression,
    ts.isArrayLiteralExpression,
  ].some((is) => is(value));
}

/** A member of an object literal. */
export type ObjectMember = (ts.PropertyAssignment | ts.ShorthandPropertyAssignment) & {
  readonly parent: ts.ObjectLiteralExpression;
};

/**
 * Finds the member of an object literal to which a key belongs. If it is not a plain member, returns why a person must
 * remove it.
 */
export function findMember(key: ts.Node): ObjectMember | EditRefusal {
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
  const file = literal.getSourceFile();
  const nodes =
    literal
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

// Extends a range to the whole line if nothing else is on that line. Otherwise extends it by the spaces after it.
function locateRemoved(text: string, start: number, end: number): Pick<Splice, 'start' | 'end'> {
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const before = text.slice(lineStart, start);
  const [blanks = '', lineEnd] = /^[ \t]*(\r\n|\n|\r)?/.exec(text.slice(end)) ?? [];
  if (before.trim() === '' && lineEnd !== undefined) return { start: lineStart, end: end + blanks.length };
  return { start, end: lineEnd === undefined ? end + blanks.length : end };
}
