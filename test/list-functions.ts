import ts from 'typescript-6';

/** A function that a module declares at its top level. */
interface NamedFunction {
  readonly name: string;
  readonly isExported: boolean;
}

/** Lists the functions that a module declares at its top level, as a declaration or as a constant, in their order. */
export function listFunctions(file: ts.SourceFile): NamedFunction[] {
  return file.statements.flatMap((statement) => {
    const isExported = ts.canHaveModifiers(statement) && isExporting(statement);
    return listNames(statement).map((name) => ({ name, isExported }));
  });
}

function listNames(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer && ts.isFunctionLike(initializer) ? [name.getText()] : [],
  );
}

function isExporting(node: ts.HasModifiers): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}
