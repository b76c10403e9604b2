import { ts } from 'ts-morph';

/**
 * Finds the declarations of a symbol that has a certain name. `export { show as getPet }` and
 * `import { show as getPet }` are declarations of `getPet`, although the compiler would continue to `show`. So is
 * `import getPet` if the imported declaration has another name.
 */
export function listDeclarationsOf(
  symbol: ts.Symbol | undefined,
  name: string,
  checker: ts.TypeChecker,
): readonly ts.Declaration[] {
  const seen = new Set<ts.Symbol>();
  let imported: ts.Declaration | undefined;
  for (let at = symbol; at && !seen.has(at); at = followAlias(at, checker)) {
    seen.add(at);
    if (!(at.flags & ts.SymbolFlags.Alias)) {
      return imported && at.name !== name ? [imported] : (at.declarations ?? []);
    }
    const declaration = at.declarations?.[0];
    if (declaration && isRenaming(declaration, name)) return [declaration];
    if (declaration && ts.isImportClause(declaration) && declaration.name?.text === name) imported = declaration;
  }
  return [];
}

function isRenaming(declaration: ts.Declaration, name: string): boolean {
  if (!ts.isExportSpecifier(declaration) && !ts.isImportSpecifier(declaration)) return false;
  const { propertyName } = declaration;
  return declaration.name.text === name && propertyName !== undefined && propertyName.text !== name;
}

// Follows one step: from an import to the export with its name, and from an export to what it exports.
function followAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol | undefined {
  const declaration = symbol.declarations?.[0];
  if (!declaration) return undefined;
  if (ts.isImportSpecifier(declaration)) {
    const { propertyName, name, parent } = declaration;
    return findExport(parent.parent.parent.moduleSpecifier, (propertyName ?? name).text, checker);
  }
  if (ts.isImportClause(declaration)) return findExport(declaration.parent.moduleSpecifier, 'default', checker);
  if (ts.isExportSpecifier(declaration)) {
    const { propertyName, name, parent } = declaration;
    const module = parent.parent.moduleSpecifier;
    if (module) return findExport(module, (propertyName ?? name).text, checker);
    return checker.getExportSpecifierLocalTargetSymbol(declaration);
  }
  return checker.getAliasedSymbol(symbol);
}

function findExport(module: ts.Node, name: string, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(module);
  return symbol && checker.tryGetMemberInModuleExports(name, symbol);
}
