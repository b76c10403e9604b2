import { readFileSync } from 'node:fs';
import ts from 'typescript-6';

/**
 * Mistakes in one place of a module that somebody could make. They are found in its syntax tree.
 * @typedef {{ file: string, line: number, start: number, end: number, text: string, was: string }} Mistake
 */

const swapped = new Map(
  [
    ['===', '!=='],
    ['<', '<='],
    ['>', '>='],
    ['+', '-'],
    ['*', '/'],
    ['&&', '||'],
  ].flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);
swapped.set('??', '&&');

/** Lists the mistakes of a module in order. Code that only concerns types has none. */
export function listMistakes(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, text) => {
    const start = node.getStart(source);
    const was = source.text.slice(start, node.end);
    if (was === text) return;
    const { line } = source.getLineAndCharacterOfPosition(start);
    found.push({ file, line: line + 1, start, end: node.end, text, was });
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    for (const text of changesOf(node, source)) add(node, text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function changesOf(node, source) {
  const text = (part) => part.getText(source);
  if (ts.isBinaryExpression(node)) {
    const other = swapped.get(text(node.operatorToken));
    return other === undefined ? [] : [`${text(node.left)} ${other} ${text(node.right)}`];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) return [text(node.operand)];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  if (ts.isNumericLiteral(node)) return [String(Number(node.text) + 1)];
  if (ts.isStringLiteral(node)) return isMessage(node) ? [] : [node.text === '' ? "'mistake'" : "''"];
  if (ts.isRegularExpressionLiteral(node)) return changesOfPattern(node.text);
  if (ts.isConditionalExpression(node)) return [`(${text(node.whenTrue)})`, `(${text(node.whenFalse)})`];
  if (ts.isIfStatement(node)) return [text(node).replace(text(node.expression), 'false'), ...without(node, text)];
  if (ts.isExpressionStatement(node)) return [';'];
  if (ts.isCallExpression(node)) return withoutCall(node, text);
  if (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent)) return ['...[]'];
  return [];
}

// Replaces the condition of an `if` with true. If there is an `else`, the change of the condition to false is enough.
function without(node, text) {
  return node.elseStatement ? [] : [text(node).replace(text(node.expression), 'true')];
}

// Calls on a text, a list or a promise before it is used, such as `.trim()` or `.slice(1)`.
const steps =
  /^(?:trim|trimStart|trimEnd|toLowerCase|toUpperCase|slice|filter|sort|reverse|replace|replaceAll|concat)$/;

function withoutCall(node, text) {
  if (!ts.isPropertyAccessExpression(node.expression) || !steps.test(node.expression.name.text)) return [];
  return [text(node.expression.expression)];
}

// Messages of errors are for people. Tests check that there is an error, and not its text.
function isMessage(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isThrowStatement(at) || ts.isNewExpression(at)) return true;
    if (ts.isStatement(at)) return false;
  }
  return false;
}

function changesOfPattern(pattern) {
  const changes = [
    pattern.replace(/^\/\^/, '/'),
    pattern.replace(/\$\/([a-z]*)$/, '/$1'),
    pattern.replace(/\[\^/, '['),
    pattern.replace(/\/([a-z]*)i([a-z]*)$/, '/$1$2'),
    pattern.replace(/\+(?=[^+?\]])/, '*'),
  ];
  return [...new Set(changes)].filter((one) => one !== pattern && isPattern(one));
}

function isPattern(literal) {
  const end = literal.lastIndexOf('/');
  try {
    return Boolean(new RegExp(literal.slice(1, end), literal.slice(end + 1)));
  } catch {
    return false;
  }
}
