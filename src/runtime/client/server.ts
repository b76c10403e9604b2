import { InvalidInputError } from '../values/errors.js';
import { makeClient } from './client.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey } from './contract.js';

/** A server that an operation declares for itself (OpenAPI 3.2, 4.5). */
export interface OwnServer {
  /**
   * The URL as in the description, such as `https://{region}.files.example.com`. A relative one is relative to
   * `baseUrl`.
   */
  readonly url: string;
  /** The default values of its variables. */
  readonly variables: Readonly<Record<string, string>>;
  /**
   * The servers of the whole API, as in the description. A client of any other server must name the operation's server
   * itself.
   */
  readonly roots: readonly string[];
}

/** Creates an operation that calls its own server, or the server that the client's option `servers` names for it. */
export function callAt<Args, Success extends Outcome<StatusKey, unknown>, Failure extends Outcome<StatusKey, unknown>>(
  operation: Operation<Args, Success, Failure>,
  server: OwnServer,
): Operation<Args, Success, Failure> {
  const { id, outcome } = operation;
  const call = async (client: Client, args: Args, options?: CallOptions): Promise<Success['body']> =>
    operation(moveClient(client, server), args, options);
  return Object.assign(call, {
    id,
    outcome: async (client: Client, args: Args, options?: CallOptions) =>
      outcome(moveClient(client, server), args, options),
  });
}

function moveClient(client: Client, { url, variables, roots }: OwnServer): Client {
  // The operation itself reports that the client is missing.
  if (!client?.baseUrl) return client;
  const own: unknown = Reflect.get(Object(client.servers), url);
  const move = (baseUrl: string): Client => makeClient({ ...client, baseUrl }, `servers: ${url}`);
  if (typeof own === 'string') return move(own);
  const filled = fillVariables(url, variables, Object(own));
  // A client of another deployment, such as a test system, must not call the described server.
  if (
    isAbsolute(filled) &&
    own === undefined &&
    roots.length > 0 &&
    !roots.some((root) => isAt(client.baseUrl, root))
  ) {
    throw new InvalidInputError(
      `servers: ${url}`,
      'must be in the options of the client, because its baseUrl is not a described server',
    );
  }
  return move(/^https?:/i.test(filled) ? filled : new URL(filled, `${client.baseUrl}/`).href);
}

function fillVariables(
  url: string,
  defaults: OwnServer['variables'],
  values: Readonly<Record<string, unknown>>,
): string {
  return url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = (Object.hasOwn(values, name) ? values[name] : undefined) ?? defaults[name];
    if (typeof value !== 'string') throw new InvalidInputError(`servers: ${name}`, 'must be a string');
    return value;
  });
}

/** Returns the address of a server of the whole API. A variable without a value has its default. */
export type ServerUrl<Servers> = <Url extends keyof Servers>(url: Url, variables?: Servers[Url]) => string;

/** Creates the function that returns the address of a server, from the defaults of variables by URL. */
export function serverUrlOf(
  servers: Readonly<Record<string, OwnServer['variables']>>,
): (url: string, variables?: object) => string {
  return (url, variables) => fillVariables(url, servers[url] ?? {}, { ...variables });
}

// A variable may have any value.
function isAt(baseUrl: string, root: string): boolean {
  if (!isAbsolute(root)) return true;
  const texts = root
    .replace(/\/$/, '')
    .split(/\{[^{}]*\}/)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${texts.join('.*')}(/|$)`, 'i').test(baseUrl);
}

function isAbsolute(url: string): boolean {
  return /^([a-z][a-z\d+.-]*:|\/\/|\{)/i.test(url);
}
