import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Project, type SourceFile } from 'ts-morph';
import { findOutputModule } from '../emitters/runtime-modules.js';
import { readRuntimeSource, runtimeFile } from '../files/package-files.js';
import type { RuntimeModule } from '../model/runtime-module.js';
import { breakLines } from '../typescript/break-lines.js';
import { buildImports, type ImportedName, printModule } from '../typescript/print.js';

interface RuntimeFile {
  readonly module: string;
  readonly source: SourceFile;
  readonly imports: readonly RuntimeImport[];
}

/** A name that a file imports. `from` is a path in the runtime, such as `client/contract`, or a package. */
interface RuntimeImport {
  readonly from: string;
  readonly name: string;
  readonly local: string;
  readonly use: 'type' | 'value';
}

/**
 * Merges the files of the runtime into the modules of the output. The keys of `texts` are paths such as
 * `client/contract`, those of the result are modules such as `runtime/client`. Throws an error if a name means different
 * things in two files of one module.
 */
export function buildRuntime(texts: ReadonlyMap<string, string>): Map<string, RuntimeModule> {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const files = new Map(
    [...texts].map(([path, text]): [string, RuntimeFile] => {
      const source = project.createSourceFile(`/${path}.ts`, text);
      return [path, { module: findOutputModule(path), source, imports: listImports(path, source) }];
    }),
  );
  checkNames(files);
  const merged = new Map<string, RuntimeFile[]>();
  for (const file of sortFiles(files)) merged.set(file.module, [...(merged.get(file.module) ?? []), file]);
  return new Map([...merged].map(([module, parts]) => [module, mergeFiles(module, parts, files)]));
}

function listImports(path: string, source: SourceFile): RuntimeImport[] {
  return source.getImportDeclarations().flatMap((declaration) => {
    const specifier = declaration.getModuleSpecifierValue();
    if (declaration.getDefaultImport() || declaration.getNamespaceImport())
      throw new Error(`${path}: only named imports can be merged`);
    const from = specifier.startsWith('.')
      ? posix.join(posix.dirname(path), specifier.replace(/\.js$/, ''))
      : specifier;
    return declaration.getNamedImports().map((named) => ({
      from,
      name: named.getName(),
      local: named.getAliasNode()?.getText() ?? named.getName(),
      use: declaration.isTypeOnly() || named.isTypeOnly() ? ('type' as const) : ('value' as const),
    }));
  });
}

// A name that several files of a module declare or import must mean the same in all of them.
function checkNames(files: ReadonlyMap<string, RuntimeFile>): void {
  const meanings = new Map<string, { readonly path: string; readonly meaning: string }>();
  for (const [path, { module, source, imports }] of files) {
    const imported = new Map(imports.map(({ from, name, local }) => [local, `${name} of ${from}`]));
    for (const symbol of source.getLocals()) {
      const name = symbol.getName();
      const meaning = imported.get(name) ?? `${name} of ${path}`;
      const known = meanings.get(`${module} ${name}`);
      if (known && known.meaning !== meaning)
        throw new Error(`'${name}' means different things in ${known.path} and ${path}, which become ${module}`);
      meanings.set(`${module} ${name}`, { path, meaning });
    }
  }
}

/** Sorts files so that each comes after those whose values it imports. */
function sortFiles(files: ReadonlyMap<string, RuntimeFile>): Set<RuntimeFile> {
  const sorted = new Set<RuntimeFile>();
  const add = (file: RuntimeFile | undefined): void => {
    if (!file || sorted.has(file)) return;
    for (const { from, use } of file.imports) if (use === 'value') add(files.get(from));
    sorted.add(file);
  };
  for (const file of files.values()) add(file);
  return sorted;
}

function mergeFiles(
  module: string,
  parts: readonly RuntimeFile[],
  files: ReadonlyMap<string, RuntimeFile>,
): RuntimeModule {
  const names = new Map<string, ImportedName>();
  const imported = new Set<string>();
  for (const { from, name, local, use } of parts.flatMap((part) => part.imports)) {
    const owner = files.get(from)?.module;
    if (owner === module) continue;
    if (owner !== undefined) imported.add(owner);
    const specifier = owner === undefined ? from : `./${owner.replace('runtime/', '')}.js`;
    const key = `${specifier} ${name} ${local}`;
    if (use === 'value' || !names.has(key)) names.set(key, { specifier, name, local, use });
  }
  const head = names.size > 0 ? `${breakLines(printModule(buildImports([...names.values()])))}\n` : '';
  const pieces = head.split(/(?<=from '\.\/[\w-]+\.)js(?=';)/);
  const body = `${parts.map(({ source }) => printBody(source)).join('\n\n')}\n`;
  const exports = parts.flatMap(({ source }) => source.getExportSymbols().map((symbol) => symbol.getName()));
  return {
    pieces: [...pieces.slice(0, -1), `${pieces.at(-1)}${body}`],
    imports: [...imported].sort(),
    exports: exports.sort(),
  };
}

function printBody(source: SourceFile): string {
  const declarations = source.getImportDeclarations();
  const text = source.getFullText();
  const [start, end] = [declarations[0]?.getStart() ?? 0, declarations.at(-1)?.getEnd() ?? 0];
  return `${text.slice(0, start)}${text.slice(end)}`.trim();
}

/** Writes the prepared runtime to the file that the emitters read. */
export function writeRuntime(): void {
  const text = JSON.stringify(Object.fromEntries(buildRuntime(readRuntimeSource())));
  mkdirSync(new URL('.', runtimeFile), { recursive: true });
  // Writes another file and renames it, because other runs may read the file at the same time.
  const draft = new URL(`${runtimeFile.href}.${Date.now()}`);
  writeFileSync(draft, text);
  renameSync(draft, runtimeFile);
}
