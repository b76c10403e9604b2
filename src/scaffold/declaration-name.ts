import { ts } from 'ts-morph';

/** Returns the name of a declaration, without quotes. */
export function findName(declaration: ts.NamedDeclaration): string | undefined {
  return findNameNode(declaration)?.text;
}

/** Returns the identifier or the text that is the name of a declaration, even in the form `['getPet']() {}`. */
export function findNameNode({ name }: ts.NamedDeclaration): ts.Identifier | ts.StringLiteralLike | undefined {
  const node = name && ts.isComputedPropertyName(name) ? name.expression : name;
  return node && (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && !isVariableKey(node) ? node : undefined;
}

// In `[getPet]() {}`, the name is the value of a variable.
function isVariableKey(node: ts.Node): boolean {
  return ts.isIdentifier(node) && ts.isComputedPropertyName(node.parent);
}
