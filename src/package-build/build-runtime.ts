import { Project, type SourceFile } from 'ts-morph';
import { findOutputModule, mergedModules } from '../emitters/merged-modules.js';
import type { RuntimeModule } from '../model/runtime-module.js';
import { findModule, mergeModules } from './merge-modules.js';

/**
 * Prepares the modules of the runtime for the emitters. Merges those that belong together, and lists the imports and
 * exports of each. The keys of `texts` and of the result are modules such as `runtime/client`.
 */
export function buildRuntime(texts: ReadonlyMap<string, string>): Map<string, RuntimeModule> {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const files = new Map([...texts].map(([module, text]) => [module, project.createSourceFile(`/${module}.ts`, text)]));
  const modules = [...new Set([...files.keys()].map(findOutputModule))].sort();
  return new Map(
    modules.map((module) => {
      const parts = (mergedModules.get(module) ?? [module]).map((part) => findFile(files, part));
      const [only] = parts;
      const file =
        only && parts.length === 1
          ? only
          : project.createSourceFile(`/merged/${module}.ts`, mergeModules(parts, module));
      return [module, describeModule(file)];
    }),
  );
}

function findFile(files: ReadonlyMap<string, SourceFile>, module: string): SourceFile {
  const file = files.get(module);
  if (!file) throw new Error(`the runtime has no module '${module}'`);
  return file;
}

function describeModule(file: SourceFile): RuntimeModule {
  const text = file.getFullText();
  const imports = new Set<string>();
  const pieces: string[] = [];
  let start = 0;
  for (const literal of file.getImportStringLiterals()) {
    const module = findModule(literal.getLiteralValue());
    if (module === undefined) continue;
    imports.add(module);
    pieces.push(`${text.slice(start, literal.getStart())}'./${module.replace('runtime/', '')}.`);
    start = literal.getEnd() - 1;
  }
  const exports = file.getExportSymbols().map((symbol) => symbol.getName());
  return { pieces: [...pieces, text.slice(start)], imports: [...imports].sort(), exports: exports.sort() };
}
