import { encodePropertyKey } from '../typescript/encode.js';
import { DerivedNames } from './derived-names.js';
import { type NamedOperation, typesOf } from './named-operation.js';

/** How many type arguments a type of the generated server takes; by default none or one, as the user writes it. */
export interface Arity {
  readonly handlers: boolean;
  /** Checks it for the handler type of an operation. */
  readonly handler: (operation: NamedOperation) => boolean;
}

/** A stand-in for the output: what the compiler reads in its place. */
interface Contract {
  readonly server: string;
  /** Of types, client and validators. */
  readonly others: string;
  /** The modules that there are, by path below the output, without extension. */
  readonly modules: readonly string[];
}

/**
 * Prints a stand-in for the output that has the names of operations and nothing else, so that the user's code can be asked
 * what it means by them: the generated one may be of another time, or not be there. Of the names that are formed from those
 * of operations it has those among `words`.
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

/** Lists the modules that the output has for an operation, by path below it, without extension. */
export function listModules({ file }: NamedOperation): string[] {
  return ['types/operations', 'client', 'server', 'validators/operations'].map((folder) => `${folder}/${file}`);
}

function printServer(operations: readonly NamedOperation[], arity: Arity | undefined): string {
  const keys = new Set(operations.map(({ identifier }) => identifier));
  const principal = arity === undefined ? '<Principal = unknown>' : arity.handlers ? '<Principal>' : '';
  const types = new Map<string, string>();
  for (const operation of operations) {
    const [received, reply, handler] = typesOf(operation);
    const parameters = arity === undefined ? '<Principal = unknown>' : arity.handler(operation) ? '<Principal>' : '';
    types.set(received, '').set(reply, '').set(handler, parameters);
  }
  return [
    `export interface Handlers${principal} {`,
    ...[...keys].map((key) => `  ${encodePropertyKey(key)}: any;`),
    '}',
    `type Keys = keyof Handlers${principal && '<unknown>'};`,
    `export declare const unimplemented: Handlers${principal && '<unknown>'};`,
    `export declare function createServer<Principal>(handlers: Handlers${principal && '<Principal>'}, options?: any): any;`,
    ...[...types].map(([name, parameters]) => `export type ${name}${parameters} = any;`),
    '',
  ].join('\n');
}
