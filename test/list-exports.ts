import ts from 'typescript-6';

/**
 * Lists the names that a module exports by its own declarations and lists. `export … from` counts as a use of another
 * module.
 */
export function listExports(file: ts.SourceFile, kind: 'all' | 'values' = 'all'): string[] {
  return file.statements.flatMap((statement) => {
    if (kind === 'values' && (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))) return [];
    if (ts.isExportDeclaration(statement) && !statement.moduleSpecifier && statement.exportClause)
      return ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map((element) => element.name.text)
        : [];
    return isExported(statement) ? listDeclared(statement) : [];
  });
}

/** A use of an export of another module. `*` means all its exports. */
interface ExportUse {
  readonly specifier: string;
  readonly name: string;
}

/** Lists the exports of other modules that a module uses, in every form of import. */
export function listUses(file: ts.SourceFile): ExportUse[] {
  const found: ExportUse[] = [];
  // Imports inside statements and `import('…')` are rare. Searching for them takes longer than everything else.
  const isDeep = /\bimport\s*\(/.test(file.text);
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) for (const name of namesOf(node)) found.push({ specifier, name });
    if (isDeep) ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function listDeclared(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return textOf(node.argument.literal);
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
    ? textOf(node.arguments[0])
    : undefined;
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function namesOf(node: ts.Node): string[] {
  if (ts.isImportDeclaration(node)) {
    const bindings = node.importClause?.namedBindings;
    if (!bindings) return [];
    return ts.isNamedImports(bindings) ? bindings.elements.map(exportedName) : ['*'];
  }
  if (ts.isExportDeclaration(node))
    return node.exportClause && ts.isNamedExports(node.exportClause)
      ? node.exportClause.elements.map(exportedName)
      : ['*'];
  if (ts.isImportTypeNode(node)) return [node.qualifier?.getText().split('.')[0] ?? '*'];
  return listAwaited(node);
}

function exportedName({ propertyName, name }: ts.ImportSpecifier | ts.ExportSpecifier): string {
  return (propertyName ?? name).text;
}

// `const { a } = await import('…')` uses `a`. Any other `import()` could use everything.
function listAwaited({ parent }: ts.Node): string[] {
  const declaration = ts.isAwaitExpression(parent) ? parent.parent : undefined;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !ts.isObjectBindingPattern(declaration.name))
    return ['*'];
  return declaration.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
}
