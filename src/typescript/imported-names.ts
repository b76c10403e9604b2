import type { Reference } from './code.js';

/**
 * The names that a module imports, by the module that declares them. A name without a reference is only exported again.
 */
export type ImportedNames = Map<string, Map<string, Reference | undefined>>;

/** Finds the names that are imported from a module, or starts with none. */
export function findNames(imported: ImportedNames, module: string): Map<string, Reference | undefined> {
  let names = imported.get(module);
  if (!names) {
    names = new Map();
    imported.set(module, names);
  }
  return names;
}

/** Lists the references to imported names, each once. */
export function listUsed(...all: readonly ImportedNames[]): Reference[] {
  const used: Reference[] = [];
  for (const imported of all)
    for (const names of imported.values()) for (const reference of names.values()) if (reference) used.push(reference);
  return used;
}
