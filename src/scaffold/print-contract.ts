import { encodePropertyKey } from '../typescript/encode.js';
import { type NamedOperation, typesOf } from './named-operation.js';

/** What a type of the generated server takes as arguments; where nothing is said, none or one, as the user writes it. */
export interface Arity {
  readonly handlers: boolean;
  /** Tells it of the handler type of an operation. */
  readonly handler: (operation: NamedOperation) => boolean;
}

/**
 * Prints a stand-in for the generated server that has its names and nothing else, so that the user's code can be asked what
 * it means by them: the generated one may be of another time, or not be there.
 */
export function printContract(operations: readonly NamedOperation[], arity?: Arity): string {
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
    `export declare const unimplemented: Handlers${principal && '<unknown>'};`,
    `export declare function createServer<Principal>(handlers: Handlers${principal && '<Principal>'}, options?: any): any;`,
    ...[...types].map(([name, parameters]) => `export type ${name}${parameters} = any;`),
    '',
  ].join('\n');
}
