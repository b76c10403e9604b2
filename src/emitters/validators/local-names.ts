import { reservedNames } from '../../naming/reserved-names.js';
import { joinCamel, splitWords } from '../../naming/words.js';
import { type Code, code, importValue, type Reference } from '../../typescript/code.js';
import { readField } from './read-field.js';
import type { Shape } from './rules.js';

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

/** The parameters of the functions of validators. */
export const parameters: { readonly [N in 'value' | 'found' | 'at' | 'depth']: Reference } = {
  value: nameLocal('value'),
  found: nameLocal('found'),
  at: nameLocal('at'),
  depth: nameLocal('depth'),
};
const parameterNames = Object.keys(parameters);

/** The nesting depth of a function as an argument, and that of the functions that it calls. */
interface DepthArguments {
  readonly own: Code;
  readonly next: Code;
}

const notCounted: DepthArguments = { own: code``, next: code`` };
const counted: { readonly [S in Shape]: DepthArguments } = {
  guard: { own: code`, ${parameters.depth}`, next: code`, ${parameters.depth} + 1` },
  collect: { own: code`, ${parameters.found}.depth`, next: code`, ${parameters.found}.depth + 1` },
};

/** Returns the depth arguments of a function. Those of a function that does not count its depth are empty. */
export function getDepthArguments(shape: Shape, isCounting: boolean): DepthArguments {
  return isCounting ? counted[shape] : notCounted;
}

/**
 * The names inside the functions of a program, and the expressions that read fields. Descriptions repeat few properties
 * very often.
 */
export class FieldNames {
  readonly #known = new Map<string, string>();
  readonly #references = new Map<string, Reference>();
  readonly #reads = new Map<Reference, Map<string, Code>>();

  /** Returns the reference to a name inside a function. All functions of the program use the same object. */
  refer(name: string): Reference {
    let reference = this.#references.get(name);
    if (!reference) {
      reference = nameLocal(name);
      this.#references.set(name, reference);
    }
    return reference;
  }

  /** Returns the expression that reads a field. All functions of the program use the same object. */
  read(fields: Reference, property: string): Code {
    const known = this.#reads.get(fields)?.get(property);
    if (known) return known;
    const read = readField(fields, property);
    const ofFields = this.#reads.get(fields) ?? new Map<string, Code>();
    this.#reads.set(fields, ofFields.set(property, read));
    return read;
  }

  /** Returns `createdAt` for `created_at`, or `field` if the property has no usable name. */
  of(property: string): string {
    let name = this.#known.get(property);
    if (name === undefined) {
      name = joinCamel(splitWords(property));
      const isUsable = /^[a-z][A-Za-z0-9]*$/.test(name) && name.length <= longestName && !reservedNames.has(name);
      if (!isUsable) name = 'field';
      this.#known.set(property, name);
    }
    return name;
  }
}

/** The names inside one function, besides those of its parameters. */
export class LocalNames {
  readonly #taken: Set<string> = new Set(parameterNames);
  readonly #fieldNames: FieldNames;

  constructor(fieldNames: FieldNames) {
    this.#fieldNames = fieldNames;
  }

  /** Returns an unused name: the word itself, or the word with a number. */
  name(word: string): Reference {
    let name = word;
    for (let count = 2; this.#taken.has(name); count++) name = `${word}${count}`;
    this.#taken.add(name);
    return this.#fieldNames.refer(name);
  }

  /** Returns the expression that reads a field. Its value is `undefined` if the field is absent. */
  readField(fields: Reference, property: string): Code {
    return this.#fieldNames.read(fields, property);
  }

  /** Returns an unused name for a property. */
  nameField(property: string): Reference {
    return this.name(this.#fieldNames.of(property));
  }
}
