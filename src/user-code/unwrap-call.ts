import { ts } from 'ts-morph';
import type { Code } from './code.js';
import { findOuterValue, unwrapValue } from './syntax.js';
import type { Splice } from './task.js';

/** Why a person must change a place. */
export type FixRefusal = 'extraQuery' | 'passed-on' | 'several' | 'comment' | 'statement' | 'value' | 'link';

/**
 * Plans to replace a call of `assume` or `reveal` with its value. `node` is the name of the function. The text of the
 * value stays the same.
 */
export function planUnwrapping(node: ts.Node, id: string, code: Code): readonly Splice[] | FixRefusal {
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
export function hasComment(start: number, end: number, file: ts.SourceFile): boolean {
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
