import type { Operation } from '../../model/api.js';
import type { NotShown } from '../../model/element.js';
import { collectSchemas, listMessageSchemas } from '../../model/walk-schemas.js';
import type { Names, OperationNames } from '../../naming/names.js';
import { importType, type Reference } from '../../typescript/code.js';

export { type ChangeTypes, printStylePlan } from './print-value.js';
export { listUsedSchemes } from './security.js';

/** The barrel of the server. */
export const serverModule = 'server/index';

/** A module of the server that only exports parts of the runtime: an adapter for a platform, or `docs`. */
interface Adapter {
  readonly name: string;
  /** The module of the runtime; by default that of the same name. */
  readonly runtime?: string;
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** The adapters of the server, and the module that serves its documentation. */
export const adapters: readonly Adapter[] = [
  { name: 'node', values: ['listen', 'toNodeHandler'], types: ['Listening', 'ListenOptions', 'NodeHandler'] },
  { name: 'fetch', values: ['toFetchHandler'], types: ['FetchHandler'] },
  {
    name: 'fastify',
    values: ['toClientErrorHandler', 'toFastifyPlugin', 'toFrameworkErrors'],
    types: ['ClientErrorHandler', 'FastifyPlugin', 'FrameworkErrors'],
  },
  { name: 'docs', runtime: 'server', values: ['serveDocs'], types: ['ServeDocs'] },
];

/** The names of the types of an operation's handler. */
interface HandlerTypes {
  readonly received: Reference;
  readonly reply: Reference;
  readonly handler: Reference;
}

/** Returns references to the types of an operation's handler, in the operation's own module. */
export function nameHandlerTypes(operation: Operation, names: Names): HandlerTypes {
  const named = nameOf(operation, names);
  const type = (suffix: string): Reference => importType(`server/${named.file}`, named.type + suffix);
  return { received: type('Received'), reply: type('Reply'), handler: type('Handler') };
}

/** Returns the identifier of an operation, which is also the name of its handler. */
export function findIdentifier(operation: Operation, names: Names): string {
  return nameOf(operation, names).identifier;
}

function nameOf(operation: Operation, names: Names): OperationNames {
  const named = names.operations.get(operation);
  if (!named) throw new Error(`the operation at ${operation.origin.pointer} has no name`);
  return named;
}

/** Returns the type of the principal that the handler of an operation receives, or `undefined` without security. */
export function printPrincipal({ security }: Operation): 'Principal' | 'Principal | undefined' | 'undefined' {
  if (security.every(({ schemes }) => schemes.length === 0)) return 'undefined';
  return security.some(({ schemes }) => schemes.length === 0) ? 'Principal | undefined' : 'Principal';
}

/** The type variable for the request that the adapter received. */
export const platform = 'Platform';

/** Returns whether an operation requires authentication, so that the type of all handlers depends on the principal. */
export function hasPrincipal(operations: readonly Operation[]): boolean {
  return operations.some((operation) => printPrincipal(operation) !== 'undefined');
}

/**
 * Lists the gaps that must be answered before a handler can be written. These are the gaps of the operation and its
 * parameters, and of the schemas of unknown shape in its bodies and responses.
 */
export function listHoles(operation: Operation): NotShown[] {
  const gaps = [operation, ...operation.parameters].flatMap((element) => element.notShown);
  const schemas = [...collectSchemas(listMessageSchemas(operation).map((used) => used.schema))];
  const shapes = schemas.flatMap((schema) => (schema.kind === 'not-shown' ? schema.gap : []));
  return [...new Set([...gaps, ...shapes])].filter(({ kind }) => holes.has(kind));
}

// Gaps of other kinds, such as a unit, appear only in the handler's doc comment.
const holes: ReadonlySet<NotShown['kind']> = new Set(['shape', 'parameters', 'parameter-name', 'errors']);
