import type { Reference } from './code.js';
import { compareText } from './print.js';

/** An import and its name in the module. */
interface LocalName {
  readonly reference: Reference;
  readonly local: string;
}

/** Chooses the names of imports, by their key (`getKey`). The declarations of the module keep their names. */
export function chooseLocalNames(
  used: ReadonlyMap<string, Reference>,
  declared: ReadonlySet<string>,
): ReadonlyMap<string, LocalName> {
  const taken = new Set(declared);
  const wanted = new Set([...used.values()].map((reference) => reference.name));
  const chosen = new Map<string, LocalName>();
  for (const [key, reference] of [...used].sort(([a], [b]) => compareText(a, b))) {
    let local = reference.name;
    for (let number = 2; taken.has(local) || (local !== reference.name && wanted.has(local)); number++)
      local = `${reference.name}_${number}`;
    taken.add(local);
    chosen.set(key, { reference, local });
  }
  return chosen;
}

/** Returns the key of a reference in maps. */
export function getKey({ module, name }: Reference): string {
  return `${module} ${name}`;
}

/** Returns a function from a module of the output to the specifier by which `module` imports it. */
export function createSpecifiers(module: string, extension: string): (imported: string) => string {
  const from = module.split('/').slice(0, -1);
  return (imported) => {
    const to = imported.split('/');
    let shared = 0;
    while (shared < from.length && from[shared] === to[shared]) shared++;
    const up = from.length - shared;
    return `${up === 0 ? './' : '../'.repeat(up)}${to.slice(shared).join('/')}.${extension}`;
  };
}
