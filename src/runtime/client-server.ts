import { makeClient } from './client.js';
import { RefusedInputError } from './client-errors.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey } from './client-types.js';

/** A server of an operation (OpenAPI 3.2, 4.5). */
export interface OwnServer {
  /** As written, `https://{region}.files.example.com`; what is relative is so to the client's `baseUrl`. */
  readonly url: string;
  /** What its variables are unless the client says otherwise. */
  readonly variables: Readonly<Record<string, string>>;
  /** The servers of the whole API, as written: at another one, it has to be told where this one is. */
  readonly roots: readonly string[];
}

/**
 * Makes an operation call the server that the description gives for it, or what stands for that in `servers` of the
 * client.
 */
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
  const told: unknown = Reflect.get(Object(client.servers), url);
  if (typeof told === 'string') return makeClient({ ...client, baseUrl: told });
  const given: Readonly<Record<string, unknown>> = Object(told);
  const filled = url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(given, name) ? given[name] : variables[name];
    if (typeof value !== 'string') throw new RefusedInputError(`servers: ${name}`, 'text');
    return value;
  });
  // Whoever calls another deployment than the described one, such as one for tests, does not mean to call the real one
  // here.
  if (
    isAbsolute(filled) &&
    told === undefined &&
    roots.length > 0 &&
    !roots.some((root) => isAt(client.baseUrl, root))
  ) {
    throw new RefusedInputError(
      `servers: ${url}`,
      'address that the client was told, though it calls another server than the described one',
    );
  }
  return makeClient({ ...client, baseUrl: new URL(filled, `${client.baseUrl}/`).href });
}

// A variable of a server stands for any text.
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
