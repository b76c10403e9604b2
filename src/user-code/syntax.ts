import { ts } from 'ts-morph';

/**
 * Lists all descendants of a node in the order of the text. Uses no recursion, so the stack does not limit the depth.
 */
export function listNodes(node: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const next = listChildren(node);
  for (let child = next.pop(); child; child = next.pop()) {
    nodes.push(child);
    for (const each of listChildren(child)) next.push(each);
  }
  return nodes;
}

// Lists the children in reverse order.
function listChildren(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  // In JavaScript, doc comments contain types.
  if (node.flags & ts.NodeFlags.JavaScriptFile && !ts.isJSDoc(node))
    children.push(...node.getChildren().filter(ts.isJSDoc));
  ts.forEachChild(node, (child) => void children.push(child));
  return children.reverse();
}

/**
 * Returns the outermost expression around a node that has the same value: parentheses, an assertion, or a member of a
 * namespace import.
 */
export function findOuterValue(node: ts.Node): ts.Node {
  const { parent } = node;
  if (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) ||
    isTransparent(parent) ||
    (ts.isExpressionWithTypeArguments(parent) && parent.expression === node)
  ) {
    return findOuterValue(parent);
  }
  return node;
}

/** Returns the expression inside parentheses and assertions. */
export function unwrapValue(node: ts.Expression): ts.Expression {
  return isTransparent(node) ? unwrapValue(node.expression) : node;
}

/** Returns the declared symbol of a name. Follows imports and re-exports. */
export function findSymbol(name: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  return followAlias(checker.getSymbolAtLocation(name), checker);
}

/** Returns the symbol to which an import or a re-export leads, or the symbol itself. */
export function followAlias(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): ts.Symbol | undefined {
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isTransparent(
  node: ts.Node,
): node is
  | ts.ParenthesizedExpression
  | ts.AsExpression
  | ts.SatisfiesExpression
  | ts.NonNullExpression
  | ts.TypeAssertion {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  );
}

/** Returns whether a node only repeats a name, in an import, an export or a type. */
export function isPassedOn(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isExportAssignment(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isNamespaceExport(parent) ||
    ts.isTypeQueryNode(parent) ||
    ts.isQualifiedName(parent) ||
    ts.isTypeReferenceNode(parent)
  );
}

/** Finds the name by which a function can be called: its own, or the name to which it is assigned. */
export function findFunctionName(node: ts.SignatureDeclaration): ts.Node | undefined {
  if (ts.isConstructorDeclaration(node)) return node.parent.name;
  if (node.name && !ts.isComputedPropertyName(node.name)) return node.name;
  const value = findOuterValue(node);
  return findTargetName(value);
}

/** Finds the name to which a value is assigned: a variable, a property, or the left side of `=`. */
export function findTargetName(value: ts.Node): ts.Node | undefined {
  const { parent } = value;
  if (ts.isVariableDeclaration(parent) && parent.initializer === value) return findIdentifier(parent.name);
  if (ts.isPropertyAssignment(parent) && parent.initializer === value) return parent.name;
  if (ts.isPropertyDeclaration(parent) && parent.initializer === value) return parent.name;
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name;
  if (ts.isBindingElement(parent) && parent.initializer !== value) return findIdentifier(parent.name);
  if (ts.isBinaryExpression(parent) && parent.right === value) {
    const left = unwrapValue(parent.left);
    return ts.isPropertyAccessExpression(left) ? left.name : findIdentifier(left);
  }
  return undefined;
}

function findIdentifier(node: ts.Node): ts.Identifier | undefined {
  return ts.isIdentifier(node) ? node : undefined;
}
