import { ts } from 'ts-morph';

/** A text that is the key of a member. */
export interface KeyText {
  readonly node: ts.StringLiteralLike;
  readonly symbol: ts.Symbol;
}

/**
 * Finds the member that a text is the key of, where it stands beside the object: `'getPet' in handlers`,
 * `vi.spyOn(handlers, 'getPet')`, `pick(handlers, ['getPet'])`.
 */
export function findKeyed(node: ts.StringLiteralLike, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InKeyword && parent.left === node) {
    return findMember(parent.right, node.text, checker);
  }
  const argument = ts.isArrayLiteralExpression(parent) ? parent : node;
  const call = argument.parent;
  if (!ts.isCallExpression(call) || !call.arguments.some((each) => each === argument)) return undefined;
  for (const other of call.arguments) {
    if (other === argument) break; // what a call speaks of comes first
    const member = ts.isStringLiteralLike(other) ? undefined : findMember(other, node.text, checker);
    if (member) return member;
  }
  return undefined;
}

function findMember(object: ts.Expression, name: string, checker: ts.TypeChecker): ts.Symbol | undefined {
  return checker.getNonNullableType(checker.getTypeAtLocation(object)).getProperty(name);
}
