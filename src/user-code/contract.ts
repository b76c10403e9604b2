import type { Api, Operation } from '../model/api.js';
import type { Names, OperationNames } from '../naming/names.js';
import { encodePropertyKey } from '../typescript/code.js';

/** The names of an operation in the generated server. */
export interface NamedOperation extends Pick<OperationNames, 'identifier' | 'type' | 'file'> {
  /** The method and path, such as `GET /pets/{id}`. They identify an operation whose name changes. */
  readonly key: string;
}

export type DescribedOperation = NamedOperation & { readonly operation: Operation };

/** An operation with a name that changed since the last run. */
export interface Renaming {
  readonly from: NamedOperation;
  readonly to: NamedOperation;
}

/** Lists the operations with their names, in the order of the description. */
export function listNamedOperations(api: Api, names: Names): DescribedOperation[] {
  return api.operations.map((operation) => {
    const named = names.operations.get(operation);
    if (!named) throw new Error(`the operation at ${operation.origin.pointer} has no name`);
    const { identifier, type, file } = named;
    return { key: `${operation.method} ${operation.path.template}`, identifier, type, file, operation };
  });
}

/**
 * Finds the earlier operation of each operation, and the operations that were removed. A path with other names of
 * parameters is still the same.
 */
export function compareOperations(
  before: readonly NamedOperation[],
  now: readonly NamedOperation[],
): { readonly same: ReadonlyMap<NamedOperation, NamedOperation>; readonly removed: readonly NamedOperation[] } {
  const same = new Map<NamedOperation, NamedOperation>();
  const rest = new Set(before);
  for (const keyOf of [({ key }: NamedOperation) => key, formatKeyWithoutNames]) {
    const known = groupBy([...rest], keyOf);
    const wanted = groupBy(
      now.filter((operation) => !same.has(operation)),
      keyOf,
    );
    for (const [key, [operation, ...more]] of wanted) {
      const [last, ...others] = known.get(key) ?? [];
      if (!operation || !last || more.length > 0 || others.length > 0) continue;
      same.set(operation, last);
      rest.delete(last);
    }
  }
  return { same, removed: [...rest] };
}

/** Groups the entries of a list by a text. */
export function groupBy<T>(list: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const group = groups.get(keyOf(each)) ?? [];
    group.push(each);
    groups.set(keyOf(each), group);
  }
  return groups;
}

function formatKeyWithoutNames({ key }: NamedOperation): string {
  return key.replace(/\{[^}]*\}/g, '{}');
}

/** Lists the types that the generated server exports for an operation, in a fixed order. */
export function listTypes({ type }: NamedOperation): readonly [received: string, reply: string, handler: string] {
  return [`${type}Received`, `${type}Reply`, `${type}Handler`];
}

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

/** Whether each type of the generated server requires a type argument. Without an `Arity`, the argument is optional. */
export interface Arity {
  readonly handlers: boolean;
  readonly handler: (operation: NamedOperation) => boolean;
}

/** Stubs of the output. The compiler reads them in place of the output. */
interface Contract {
  readonly server: string;
  /** The stub of types, client and validators. */
  readonly others: string;
  /** The paths of all modules below the output, without extension. */
  readonly modules: readonly string[];
}

/**
 * A key of the stub that is no operation. Types derived from `keyof Handlers` contain it. Unions that a user writes do
 * not contain it.
 */
export const everyKey = 'every key';

/**
 * Prints stubs of the output with the names of operations, and with the derived names that are in `words`. The compiler
 * finds the user's names in these stubs, because the generated output can be outdated or absent.
 */
export function printContract(
  operations: readonly NamedOperation[],
  words: ReadonlySet<string>,
  arity?: Arity,
): Contract {
  const derived = new DerivedNames(operations);
  const names = [...words].filter((word) => derived.find(word));
  return {
    server: printServer(operations, arity),
    others: `${names.map((name) => `export type ${name} = any;\nexport declare const ${name}: any;\n`).join('')}export {};\n`,
    modules: [
      ...['types', 'client', 'server', 'validators'].map((kind) => `${kind}/index`),
      'client/check-calls',
      'types/transitions',
      ...operations.flatMap(listModules),
    ],
  };
}

/** Lists the modules of an operation as paths below the output, without extension. */
export function listModules({ file }: NamedOperation): string[] {
  return ['types/operations', 'client', 'server', 'validators/operations'].map((folder) => `${folder}/${file}`);
}

function printServer(operations: readonly NamedOperation[], arity: Arity | undefined): string {
  const keys = new Set(operations.map(({ identifier }) => identifier));
  const principal = arity === undefined ? '<Principal = unknown>' : arity.handlers ? '<Principal>' : '';
  const types = new Map<string, string>();
  for (const operation of operations) {
    const [received, reply, handler] = listTypes(operation);
    const parameters = arity === undefined ? '<Principal = unknown>' : arity.handler(operation) ? '<Principal>' : '';
    types.set(received, '').set(reply, '').set(handler, parameters);
  }
  return [
    `export interface Handlers${principal} {`,
    ...[...keys, ...(arity === undefined ? [everyKey] : [])].map((key) => `  ${encodePropertyKey(key)}: any;`),
    '}',
    `export declare const unimplemented: Handlers${principal && '<unknown>'};`,
    `export declare function createServer<Principal>(handlers: Handlers${principal && '<Principal>'}, options?: any): any;`,
    ...[...types].map(([name, parameters]) => `export type ${name}${parameters} = any;`),
    '',
  ].join('\n');
}
