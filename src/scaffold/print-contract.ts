import { encodePropertyKey } from '../typescript/encode.js';
import { DerivedNames } from './derived-names.js';
import { listTypes, type NamedOperation } from './named-operation.js';

/** Whether each type of the generated server requires a type argument. Without an `Arity`, the argument is optional. */
export interface Arity {
  /** Whether `Handlers` requires it. */
  readonly handlers: boolean;
  /** Returns whether the handler type of an operation requires it. */
  readonly handler: (operation: NamedOperation) => boolean;
}

/** Stubs of the output. The compiler reads them in place of the output. */
interface Contract {
  /** The stub of the server. */
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
