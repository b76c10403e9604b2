import { ts } from 'ts-morph';

/** A text that is the key of a member, with the symbol of the member. */
export interface KeyText {
  readonly node: ts.StringLiteralLike;
  readonly symbol: ts.Symbol;
}

/**
 * Finds the member with a text as its key, if the same expression names the object: `handlers?.['getPet']`,
 * `'getPet' in handlers`, `vi.spyOn(handlers, 'getPet')`, `pick(handlers, ['getPet'])`.
 */
export function findKeyed(node: ts.StringLiteralLike, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InKeyword && parent.left === node) {
    return findMember(parent.right, node.text, checker);
  }
  if (ts.isElementAccessExpression(parent)) return findMember(parent.expression, node.text, checker);
  const argument = ts.isArrayLiteralExpression(parent) ? parent : node;
  const call = argument.parent;
  if (!ts.isCallExpression(call) || !call.arguments.some((each) => each === argument)) return undefined;
  for (const other of call.arguments) {
    if (other === argument) break; // the object is an argument before the key
    const member = ts.isStringLiteralLike(other) ? undefined : findMember(other, node.text, checker);
    if (member) return member;
  }
  return undefined;
}

function findMember(object: ts.Expression, name: string, checker: ts.TypeChecker): ts.Symbol | undefined {
  return checker.getNonNullableType(checker.getTypeAtLocation(object)).getProperty(name);
}

/**
 * Finds the type that the context of a text expects: `const names: (keyof Handlers)[] = ['getPet']`, `name ===
 * 'getPet'`, `case 'getPet':`, or an argument for a parameter of type `K extends keyof Handlers`.
 */
export function findAskedType(node: ts.StringLiteralLike, checker: ts.TypeChecker): ts.Type | undefined {
  const { parent } = node;
  if (ts.isCaseClause(parent)) return checker.getTypeAtLocation(parent.parent.parent.expression);
  if (ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText())) {
    return checker.getTypeAtLocation(parent.left === node ? parent.right : parent.left);
  }
  if (ts.isCallExpression(parent)) {
    const index = parent.arguments.indexOf(node);
    const parameter = checker.getResolvedSignature(parent)?.declaration?.parameters[index];
    const type =
      parameter && ts.isParameter(parameter) && parameter.type && checker.getTypeFromTypeNode(parameter.type);
    // The parameter of a class, as in `Set<keyof Handlers>`, has no constraint. Its context has the argument.
    const constraint = type && type.flags & ts.TypeFlags.TypeParameter && checker.getBaseConstraintOfType(type);
    if (constraint && !(constraint.flags & ts.TypeFlags.Unknown)) return constraint;
  }
  const isValue = ts.isExpression(node) && !ts.isObjectLiteralElement(parent);
  return isValue ? checker.getContextualType(node) : undefined;
}
