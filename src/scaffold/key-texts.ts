import { ts } from 'ts-morph';

/** A text that is the key of a member, with the symbol of the member. */
export interface KeyText {
  readonly node: ts.StringLiteralLike;
  readonly symbol: ts.Symbol;
}

/**
 * Finds the member whose key is a text, if the expression around the text also contains the object:
 * `handlers?.['getPet']`, `'getPet' in handlers`, `vi.spyOn(handlers, 'getPet')`, `pick(handlers, ['getPet'])`.
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
 * Finds the text of a constant that is used as a key: `const key = 'getPet'` for `{ [key]: … }` and `handlers[key]`.
 */
export function findConstant(name: ts.Identifier, checker: ts.TypeChecker): KeyText | undefined {
  const { parent } = name;
  const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration;
  const isConstant =
    declaration && ts.isVariableDeclaration(declaration) && declaration.parent.flags & ts.NodeFlags.Const;
  const text = isConstant ? declaration.initializer : undefined;
  if (!text || !ts.isStringLiteralLike(text) || text.getSourceFile() !== name.getSourceFile()) return undefined;
  const object = parent.parent.parent;
  const type =
    ts.isComputedPropertyName(parent) && ts.isObjectLiteralExpression(object)
      ? checker.getContextualType(object)
      : ts.isElementAccessExpression(parent) && parent.argumentExpression === name
        ? checker.getTypeAtLocation(parent.expression)
        : undefined;
  const symbol = type && checker.getNonNullableType(type).getProperty(text.text);
  return symbol && { node: text, symbol };
}

/**
 * Lists the types that the context expects of a text: `const names: (keyof Handlers)[] = ['getPet']`,
 * `name === 'getPet'`, `case 'getPet':`, or an argument for a parameter of type `K extends keyof Handlers`.
 */
export function listAskedTypes(node: ts.StringLiteralLike, checker: ts.TypeChecker): readonly ts.Type[] {
  const { parent } = node;
  if (ts.isCaseClause(parent)) return [checker.getTypeAtLocation(parent.parent.parent.expression)];
  if (ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText())) {
    return [checker.getTypeAtLocation(parent.left === node ? parent.right : parent.left)];
  }
  if (ts.isObjectLiteralElement(parent) && parent.name === node) return [];
  const types = [checker.getContextualType(node), findCollected(node, checker), ...listDeclared(node, checker)];
  return types.flatMap((type) => type ?? []);
}

// In `const open: ReadonlySet<keyof Handlers> = new Set(['getPet'])`, the compiler infers the type of the set from the
// text.
function findCollected(node: ts.Expression, checker: ts.TypeChecker): ts.Type | undefined {
  const list = ts.isAsExpression(node.parent) ? node.parent.parent : node.parent;
  if (!ts.isArrayLiteralExpression(list)) return undefined;
  const outer = ts.isAsExpression(list.parent) ? list.parent.parent : list.parent;
  const isPair = ts.isArrayLiteralExpression(outer);
  const made = isPair ? outer.parent : outer;
  const type = ts.isNewExpression(made) && !made.typeArguments ? checker.getContextualType(made) : undefined;
  if (!type || !(type.flags & ts.TypeFlags.Object)) return undefined;
  return checker.getTypeArguments(type as ts.TypeReference)[isPair ? list.elements.indexOf(node) : 0];
}

// Finds types that are lost in the contextual type of a text: the constraint of a type parameter, and the other
// alternatives of a union of objects.
function listDeclared(node: ts.Expression, checker: ts.TypeChecker): readonly ts.Type[] {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && ts.isObjectLiteralExpression(parent.parent)) {
    const object = parent.parent;
    const types = [checker.getContextualType(object), ...listDeclared(object, checker)];
    const properties = types.flatMap((type) => type?.getProperty(parent.name.getText()) ?? []);
    return properties.map((property) => getBound(checker.getTypeOfSymbol(property), checker));
  }
  if (!ts.isCallExpression(parent)) return [];
  const parameter = checker.getResolvedSignature(parent)?.declaration?.parameters[parent.arguments.indexOf(node)];
  if (!parameter || !ts.isParameter(parameter) || !parameter.type) return [];
  return [getBound(checker.getTypeFromTypeNode(parameter.type), checker)];
}

function getBound(type: ts.Type, checker: ts.TypeChecker): ts.Type {
  return (type.flags & ts.TypeFlags.TypeParameter && checker.getBaseConstraintOfType(type)) || type;
}
