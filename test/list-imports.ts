import ts from 'typescript-6';

/** One import of a module, in any form. */
interface Import {
  /** Whether it imports only types, so that nothing is loaded. */
  readonly isType: boolean;
  /** The specifier. Absent if code computes it. */
  readonly specifier: string | undefined;
}

/**
 * Lists the imports of a module: `import`, `export … from`, `import()`, types by `import('…')`, `import … = require()`,
 * `require()`.
 */
export function listImports(text: string): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const one = importOf(node);
    if (one) found.push({ isType: one.isType, specifier: textOf(one.from) });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest));
  return found;
}

function importOf(node: ts.Node): { readonly isType: boolean; readonly from: ts.Node | undefined } | undefined {
  if (ts.isImportDeclaration(node))
    return { isType: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword, from: node.moduleSpecifier };
  if (ts.isExportDeclaration(node) && node.moduleSpecifier)
    return { isType: node.isTypeOnly, from: node.moduleSpecifier };
  if (ts.isImportTypeNode(node)) return { isType: true, from: node.argument };
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
    return { isType: node.isTypeOnly, from: node.moduleReference.expression };
  if (!ts.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isImport || isRequire ? { isType: false, from: node.arguments[0] } : undefined;
}

function textOf(node: ts.Node | undefined): string | undefined {
  if (node && ts.isLiteralTypeNode(node)) return textOf(node.literal);
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}
