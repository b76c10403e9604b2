import { isAbsolute } from 'node:path';
import { listModuleFiles } from './list-module-files.js';
import { resolveSpecifier } from './resolve-specifier.js';
import type { StatedEmitter } from './stated-emitter.js';

/**
 * Lists the absolute paths of the files of the stated emitters: their modules, and the modules that these import by
 * relative paths.
 */
export function listEmitterFiles(stated: readonly StatedEmitter[], folder: string): readonly string[] {
  const entries = stated.flatMap(({ module }) => (module === undefined ? [] : (findEntry(module, folder) ?? [])));
  return [...new Set(entries.flatMap(listModuleFiles))];
}

// An emitter of this package is not such a file. For these emitters, the manifest records the version of the package.
function findEntry(module: string, folder: string): string | undefined {
  if (isAbsolute(module)) return module;
  return module.startsWith('lacuna/') ? undefined : resolvePackage(module, folder);
}

function resolvePackage(module: string, folder: string): string | undefined {
  try {
    return resolveSpecifier(module, folder);
  } catch {
    return undefined; // The run itself reports it.
  }
}
