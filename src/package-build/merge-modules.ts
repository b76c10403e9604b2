import { posix } from 'node:path';
import type { ImportDeclaration, SourceFile } from 'ts-morph';
import { findOutputModule } from '../emitters/merged-modules.js';
import { breakLines } from '../typescript/break-lines.js';
import { buildImports, type ImportedName, printModule } from '../typescript/print.js';

/** Returns the module of the output to which a specifier in the runtime leads, or `undefined` for a package. */
export function findModule(specifier: string): string | undefined {
  return specifier.startsWith('./') ? findOutputModule(`runtime/${posix.basename(specifier, '.js')}`) : undefined;
}

/**
 * Merges the texts of modules into one module, `module`. Removes imports of each other, and writes each other import
 * once. Throws an error if two modules declare the same name.
 */
export function mergeModules(files: readonly SourceFile[], module: string): string {
  checkNames(files, module);
  const imports = new Map<string, ImportedName>();
  for (const one of files.flatMap((file) => file.getImportDeclarations()).flatMap(listImported)) {
    if (findModule(one.specifier) === module) continue;
    const key = `${one.specifier} ${one.name} ${one.local}`;
    if (one.use === 'value' || !imports.has(key)) imports.set(key, one);
  }
  const head = breakLines(printModule(buildImports([...imports.values()])));
  return `${head}\n${files.map(printBody).join('\n\n')}\n`;
}

function listImported(declaration: ImportDeclaration): ImportedName[] {
  const specifier = declaration.getModuleSpecifierValue();
  if (declaration.getDefaultImport() || declaration.getNamespaceImport())
    throw new Error(`${declaration.getSourceFile().getBaseName()}: only named imports can be merged`);
  const module = findModule(specifier);
  return declaration.getNamedImports().map((named) => ({
    specifier: module === undefined ? specifier : `./${module.replace('runtime/', '')}.js`,
    name: named.getName(),
    local: named.getAliasNode()?.getText() ?? named.getName(),
    use: declaration.isTypeOnly() || named.isTypeOnly() ? 'type' : 'value',
  }));
}

function checkNames(files: readonly SourceFile[], module: string): void {
  const owners = new Map<string, string>();
  for (const file of files)
    for (const name of listDeclared(file)) {
      const owner = owners.get(name);
      if (owner !== undefined)
        throw new Error(`${owner} and ${file.getBaseName()} both declare '${name}', but become one module, ${module}`);
      owners.set(name, file.getBaseName());
    }
}

function listDeclared(file: SourceFile): string[] {
  const imported = new Set(
    file
      .getImportDeclarations()
      .flatMap(listImported)
      .map(({ local }) => local),
  );
  return file
    .getLocals()
    .map((symbol) => symbol.getName())
    .filter((name) => !imported.has(name));
}

function printBody(file: SourceFile): string {
  const imports = file.getImportDeclarations();
  const text = file.getFullText();
  const [start, end] = [imports[0]?.getStart() ?? 0, imports.at(-1)?.getEnd() ?? 0];
  return `${text.slice(0, start)}${text.slice(end)}`.trim();
}
