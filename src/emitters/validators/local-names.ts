import { reservedNames } from '../../naming/reserved-names.js';
import { joinCamel, splitWords } from '../../naming/words.js';
import { importValue, type Reference } from '../../typescript/code.js';

/** The maximum length of the name of a constant, if the name comes from a property. */
const longestName = 24;

const local = '';

/** Creates a reference to a name inside a function. */
export function nameLocal(name: string): Reference {
  return importValue(local, name);
}

/** Returns whether a reference is to a name inside a function. */
export function isLocal({ module }: Reference): boolean {
  return module === local;
}

/** The names inside one function. */
export class LocalNames {
  readonly #taken: Set<string>;

  constructor(parameters: readonly string[]) {
    this.#taken = new Set(parameters);
  }

  /** Returns an unused name: the word itself, or the word with a number. */
  name(word: string): Reference {
    let name = word;
    for (let count = 2; this.#taken.has(name); count++) name = `${word}${count}`;
    this.#taken.add(name);
    return nameLocal(name);
  }

  /** Returns a name for a property: `createdAt` for `created_at`, or `field` if the property has no usable name. */
  nameField(property: string): Reference {
    const name = joinCamel(splitWords(property));
    const isUsable = /^[a-z][A-Za-z0-9]*$/.test(name) && name.length <= longestName && !reservedNames.has(name);
    return this.name(isUsable ? name : 'field');
  }
}
