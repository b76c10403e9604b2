import type { Names } from '../naming/names.js';
import { type DescribedOperation, type NamedOperation, typesOf } from './named-operation.js';

/** A name that the output forms from that of an operation, `isGetPetResponse`, other than those of its handler. */
interface DerivedName {
  readonly operation: NamedOperation;
  /** Forms the name that it has where the operation has the names of another. */
  readonly formFor: (operation: NamedOperation) => string;
}

const prefixes = ['', 'is', 'validate', 'with', 'can'];

/** Recognizes the names that the output forms from those of operations. */
export class DerivedNames {
  readonly #byIdentifier: ReadonlyMap<string, NamedOperation>;
  readonly #byType: ReadonlyMap<string, NamedOperation>;

  constructor(operations: readonly NamedOperation[]) {
    this.#byIdentifier = new Map(operations.map((operation) => [operation.identifier, operation]));
    this.#byType = new Map(operations.map((operation) => [operation.type, operation]));
  }

  /** Finds what a word is formed from; `undefined` where it is from nothing. */
  find(word: string): DerivedName | undefined {
    const [, identifier = word, suffix = ''] = /^(.+)(Checks|Transitions)$/.exec(word) ?? [];
    const named = this.#byIdentifier.get(identifier);
    if (named) return { operation: named, formFor: (to) => to.identifier + suffix };
    for (const prefix of prefixes) {
      const found = word.startsWith(prefix) ? this.#findType(prefix, word.slice(prefix.length)) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  // The longest one: `GetPetOwnerReply` is of `getPetOwner`, not of `getPet`.
  #findType(prefix: string, rest: string): DerivedName | undefined {
    for (let length = rest.length; length > 0; length--) {
      const operation = this.#byType.get(rest.slice(0, length));
      const suffix = rest.slice(length);
      const isFormed = suffix === '' ? prefix !== '' : /^[\p{Lu}\d]/u.test(suffix);
      if (!operation || !isFormed) continue;
      if (prefix === '' && typesOf(operation).includes(rest)) return undefined;
      return { operation, formFor: ({ type }) => prefix + type + suffix };
    }
    return undefined;
  }
}

/** Lists all names that the output has for operations and schemas. */
export function listOutputNames(operations: readonly DescribedOperation[], names: Names): ReadonlySet<string> {
  const found = new Set<string>();
  for (const operation of operations) {
    const { identifier, type } = operation;
    for (const suffix of ['', 'Checks', 'Transitions']) found.add(identifier + suffix);
    for (const suffix of ['Args', 'Success', 'Failure', 'Outcome']) found.add(type + suffix);
    for (const name of typesOf(operation)) found.add(name);
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

/** Splits a text into what can be names. */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{ID_Continue}$]+/u);
}
