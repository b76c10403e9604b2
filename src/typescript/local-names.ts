import { UniqueNames } from '../model/unique-names.js';
import { joinPascal, splitWords } from '../naming/words.js';
import type { Reference } from './code.js';
import { compareText } from './print.js';

/**
 * Chooses the names of imports that cannot keep their own, by their key (`getKey`). The declarations of the module keep
 * their names.
 */
export function chooseLocalNames(
  used: readonly Reference[],
  declared: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  const wanted = new Set<string>();
  for (const { name } of used) wanted.add(name);
  // In most modules, all names differ, and their order decides nothing.
  if (wanted.size === used.length && ![...declared].some((name) => wanted.has(name))) return chosen;
  const names = new UniqueNames([...declared, ...wanted]);
  const taken = new Set(declared);
  const keys = used.map((reference) => [getKey(reference), reference] as const);
  for (const [key, { name, module }] of keys.sort(([a], [b]) => compareText(a, b))) {
    const source = joinPascal(splitWords(module.slice(module.lastIndexOf('/') + 1)));
    if (taken.has(name)) chosen.set(key, names.take(`${name}From${source}`));
    taken.add(name);
  }
  return chosen;
}

/** Returns the key of a reference in maps. */
export function getKey({ module, name }: Reference): string {
  return `${module} ${name}`;
}

/** Returns a function from a module of the output to the specifier by which `module` imports it. */
export function createSpecifiers(module: string, extension: string): (imported: string) => string {
  const folder = getFolder(module);
  return (imported) => {
    let shared = folder;
    let up = '';
    for (; !imported.startsWith(shared); shared = getFolder(shared.slice(0, -1))) up += '../';
    return `${up || './'}${imported.slice(shared.length)}.${extension}`;
  };
}

// Returns the folder of a path, with a slash at its end, or an empty text.
function getFolder(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
