import type { Names } from '../naming/names.js';
import { type DescribedOperation, listTypes, type NamedOperation } from './named-operation.js';

/** A name that the output derives from an operation, such as `isGetPetResponse`. Names of its handler do not count. */
interface DerivedName {
  readonly operation: NamedOperation;
  /** Formats the corresponding name of another operation. */
  readonly formatFor: (operation: NamedOperation) => string;
}

const prefixes = ['', 'is', 'validate', 'with', 'can'];

/** Recognizes the names that the output derives from the names of operations. */
export class DerivedNames {
  readonly #byIdentifier: ReadonlyMap<string, NamedOperation>;
  readonly #byType: ReadonlyMap<string, NamedOperation>;

  constructor(operations: readonly NamedOperation[]) {
    this.#byIdentifier = new Map(operations.map((operation) => [operation.identifier, operation]));
    this.#byType = new Map(operations.map((operation) => [operation.type, operation]));
  }

  /** Finds the operation from which a name is derived. Returns `undefined` if there is none. */
  find(word: string): DerivedName | undefined {
    const [, identifier = word, suffix = ''] = /^(.+)(Checks|Transitions)$/.exec(word) ?? [];
    const named = this.#byIdentifier.get(identifier);
    if (named) return { operation: named, formatFor: (to) => to.identifier + suffix };
    for (const prefix of prefixes) {
      const found = word.startsWith(prefix) ? this.#nameType(prefix, word.slice(prefix.length)) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  // Prefers the longest match: `GetPetOwnerReply` belongs to `getPetOwner`, not to `getPet`.
  #nameType(prefix: string, rest: string): DerivedName | undefined {
    for (let length = rest.length; length > 0; length--) {
      const operation = this.#byType.get(rest.slice(0, length));
      const suffix = rest.slice(length);
      const isFormed = suffix === '' ? prefix !== '' : /^[\p{Lu}\d]/u.test(suffix);
      if (!operation || !isFormed) continue;
      if (prefix === '' && listTypes(operation).includes(rest)) return undefined;
      return { operation, formatFor: ({ type }) => prefix + type + suffix };
    }
    return undefined;
  }
}

/** Lists all names of operations and schemas in the output. */
export function listOutputNames(operations: readonly DescribedOperation[], names: Names): ReadonlySet<string> {
  const found = new Set<string>();
  for (const operation of operations) {
    const { identifier, type } = operation;
    for (const suffix of ['', 'Checks', 'Transitions']) found.add(identifier + suffix);
    for (const suffix of ['Args', 'Success', 'Failure', 'Outcome']) found.add(type + suffix);
    for (const name of listTypes(operation)) found.add(name);
    found.add(`can${type}`);
    for (const parameter of operation.operation.parameters) {
      const member = names.operations.get(operation.operation)?.parameters.get(parameter) ?? '';
      found.add(`validate${type}${member.charAt(0).toUpperCase()}${member.slice(1)}`);
    }
  }
  for (const { declarations } of names.schemas.values()) {
    for (const { name } of declarations)
      for (const form of [name, `is${name}`, `validate${name}`, `with${name}Defaults`]) found.add(form);
  }
  return found;
}

/** A part of a text that can be a name. */
interface Word {
  readonly word: string;
  readonly offset: number;
}

/**
 * Finds the parts of a text that can be names, even after an escape (`\\bgetPet`) or before the end of a regular
 * expression (`getPet$/`).
 */
export function scanWords(text: string): Word[] {
  return [...text.matchAll(/[\p{ID_Continue}$]+/gu)].flatMap(({ 0: word, index: offset }) => {
    const words = [{ word, offset }];
    if (text[offset - 1] === '\\') words.push({ word: word.slice(1), offset: offset + 1 });
    return /^[/|]/.test(text.slice(offset + word.length)) && word.endsWith('$')
      ? words.flatMap((each) => [each, { ...each, word: each.word.slice(0, -1) }])
      : words;
  });
}
