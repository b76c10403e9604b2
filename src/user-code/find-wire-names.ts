import { ts } from 'ts-morph';
import type { Code } from './code.js';
import { unwrapValue, walkNodes } from './syntax.js';

/** A name that the user's code gives a parameter. */
interface BoundName {
  /** The key in the code. It is the id of the item. */
  readonly node: ts.Node;
  readonly id: string;
}

/**
 * Finds the keys that are ids of items, in all values of a property `wireNames`. Values can be object literals,
 * variables, spread objects, results of the user's functions, and assigned values.
 */
export function findWireNames(code: Code, ids: ReadonlySet<string>): readonly BoundName[] {
  const found: BoundName[] = [];
  for (const file of code.files) {
    walkNodes(file, (node) => {
      const value = findValue(node);
      if (value) found.push(...listKeys(value, code, new Set()));
    });
  }
  return found.filter(({ id }) => ids.has(id));
}

function findValue(node: ts.Node): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) {
    return isWireNames(node.name) ? node.initializer : undefined;
  }
  if (ts.isShorthandPropertyAssignment(node)) return isWireNames(node.name) ? node.name : undefined;
  if (ts.isJsxAttribute(node) && isWireNames(node.name)) {
    return node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : undefined;
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  return ts.isPropertyAccessExpression(node.left) && isWireNames(node.left.name) ? node.right : undefined;
}

function isWireNames(name: ts.Node): boolean {
  return (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === 'wireNames';
}

function listKeys(expression: ts.Expression, code: Code, seen: Set<ts.Node>): readonly BoundName[] {
  const value = unwrapValue(expression);
  if (seen.has(value)) return [];
  seen.add(value);
  if (ts.isObjectLiteralExpression(value)) return value.properties.flatMap((each) => listMember(each, code, seen));
  if (ts.isConditionalExpression(value)) {
    return [value.whenTrue, value.whenFalse].flatMap((each) => listKeys(each, code, seen));
  }
  if (ts.isBinaryExpression(value)) return [value.left, value.right].flatMap((each) => listKeys(each, code, seen));
  const initializer = findInitializer(value, code);
  return initializer ? listKeys(initializer, code, seen) : listOfType(value, code);
}

function listMember(member: ts.ObjectLiteralElementLike, code: Code, seen: Set<ts.Node>): readonly BoundName[] {
  if (ts.isSpreadAssignment(member)) return listKeys(member.expression, code, seen);
  const { name } = member;
  if (ts.isComputedPropertyName(name)) {
    const type = code.checker.getTypeAtLocation(name.expression);
    return type.isStringLiteral() ? [{ node: name, id: type.value }] : [];
  }
  return [{ node: name, id: name.text }];
}

function findInitializer(value: ts.Expression, { checker }: Code): ts.Expression | undefined {
  const symbol = ts.isShorthandPropertyAssignment(value.parent)
    ? checker.getShorthandAssignmentValueSymbol(value.parent)
    : checker.getSymbolAtLocation(ts.isPropertyAccessExpression(value) ? value.name : value);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declared = target?.valueDeclaration;
  const hasInitializer =
    declared &&
    (ts.isVariableDeclaration(declared) || ts.isPropertyAssignment(declared) || ts.isPropertyDeclaration(declared));
  return hasInitializer ? declared.initializer : undefined;
}

// Lists the keys of the type of a value, if the user's code declares them. This finds keys in the result of a function.
function listOfType(value: ts.Expression, code: Code): readonly BoundName[] {
  return code.checker
    .getTypeAtLocation(value)
    .getProperties()
    .flatMap(({ name, valueDeclaration }) => {
      const node = valueDeclaration && ts.getNameOfDeclaration(valueDeclaration);
      return node && code.isOwn(node.getSourceFile()) ? [{ node, id: name }] : [];
    });
}
