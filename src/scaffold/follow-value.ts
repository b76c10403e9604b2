import { ts } from 'ts-morph';

/**
 * Finds the symbol of the value of a member: `getPet` and `getPet: pets.getPet` lead to another declaration with the
 * same name.
 */
export function followValue(declaration: ts.Node, identifier: string, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (ts.isShorthandPropertyAssignment(declaration)) {
    return checker.getShorthandAssignmentValueSymbol(declaration);
  }
  if (!ts.isPropertyAssignment(declaration)) return undefined;
  const value = unwrapExpression(declaration.initializer);
  const name = ts.isPropertyAccessExpression(value) ? value.name : value;
  if (!ts.isIdentifier(name) || name.text !== identifier) return undefined;
  return checker.getSymbolAtLocation(name);
}

function unwrapExpression(expression: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression);
  return isWrapped ? unwrapExpression(expression.expression) : expression;
}
