import { ts } from 'ts-morph';

/** Lists the other type arguments beside a text: `Handlers` for `'getPet'` in `Pick<Handlers, 'getPet'>`. */
export function listOtherArguments(literal: ts.LiteralTypeNode): readonly ts.TypeNode[] {
  const argument = findArgument(literal);
  return listTypeArguments(argument.parent).filter((other) => other !== argument);
}

/**
 * Finds the constraint of the type parameter for which a text is the argument:
 * `type Handler<K extends keyof Handlers>`.
 */
export function findConstraint(literal: ts.LiteralTypeNode, checker: ts.TypeChecker): ts.Type | undefined {
  const argument = findArgument(literal);
  const { parent } = argument;
  // `type One<K extends keyof Handlers = 'getPet'>`
  if (ts.isTypeParameterDeclaration(parent))
    return parent.default === argument && parent.constraint
      ? checker.getTypeFromTypeNode(parent.constraint)
      : undefined;
  const index = listTypeArguments(parent).indexOf(argument);
  const constraints = listParameters(parent, checker).map((parameters) => parameters[index]?.constraint);
  const constraint = constraints.find((each) => each !== undefined);
  return constraint && checker.getTypeFromTypeNode(constraint);
}

/**
 * Finds the type with which a text is compared: the type of `K` in `K extends 'getPet' ? … : …`, and of `name` in
 * `name is 'getPet'`.
 */
export function findCompared(literal: ts.LiteralTypeNode, checker: ts.TypeChecker): ts.Type | undefined {
  const argument = findArgument(literal);
  const { parent } = argument;
  if (ts.isConditionalTypeNode(parent) && parent.extendsType === argument) {
    const type = checker.getTypeFromTypeNode(parent.checkType);
    return type.flags & ts.TypeFlags.TypeParameter ? checker.getBaseConstraintOfType(type) : type;
  }
  if (!ts.isTypePredicateNode(parent) || !ts.isIdentifier(parent.parameterName)) return undefined;
  const symbol = checker.getSymbolAtLocation(parent.parameterName);
  return symbol && checker.getTypeOfSymbol(symbol);
}

function findArgument(literal: ts.LiteralTypeNode): ts.TypeNode {
  let argument: ts.TypeNode = literal;
  for (;;) {
    const { parent } = argument;
    if (!ts.isUnionTypeNode(parent) && !ts.isParenthesizedTypeNode(parent)) return argument;
    argument = parent;
  }
}

function listTypeArguments(node: ts.Node): readonly ts.TypeNode[] {
  const hasArguments =
    ts.isTypeReferenceNode(node) ||
    ts.isImportTypeNode(node) ||
    ts.isExpressionWithTypeArguments(node) ||
    ts.isCallExpression(node) ||
    ts.isNewExpression(node);
  return hasArguments ? (node.typeArguments ?? []) : [];
}

// A name can have several declarations, because declarations of an interface are merged.
function listParameters(node: ts.Node, checker: ts.TypeChecker): readonly (readonly ts.TypeParameterDeclaration[])[] {
  if (ts.isCallExpression(node)) {
    const declaration = checker.getResolvedSignature(node)?.declaration;
    return declaration && !ts.isJSDocSignature(declaration) ? [listOwnParameters(declaration)] : [];
  }
  const name = findTypeName(node);
  const symbol = name && checker.getSymbolAtLocation(name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (target?.declarations ?? []).map(listOwnParameters);
}

function listOwnParameters(declaration: ts.Node): readonly ts.TypeParameterDeclaration[] {
  const hasParameters =
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isInterfaceDeclaration(declaration) ||
    ts.isClassLike(declaration) ||
    ts.isFunctionLike(declaration);
  return hasParameters ? (declaration.typeParameters ?? []) : [];
}

function findTypeName(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node) || ts.isNewExpression(node)) return node.expression;
  return ts.isImportTypeNode(node) ? node.qualifier : undefined;
}
