import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sets the headers that allow pages of certain origins to read a response (CORS). Returns whether the request was a
 * preflight. If so, it has sent the response.
 */
export function setCorsHeaders(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origins: readonly string[],
): boolean {
  if (origins.length === 0) return false;
  const { origin } = incoming.headers;
  outgoing.setHeader('vary', 'origin');
  const isAllowed = origin !== undefined && origins.includes(origin);
  if (isAllowed) {
    outgoing.setHeader('access-control-allow-origin', origin);
    outgoing.setHeader('access-control-expose-headers', 'x-request-id');
  }
  if (incoming.method !== 'OPTIONS' || !incoming.headers['access-control-request-method']) return false;
  if (isAllowed) {
    outgoing.setHeader('access-control-allow-methods', 'GET, POST, PATCH, DELETE');
    outgoing.setHeader('access-control-allow-headers', 'authorization, content-type, x-organization-id, x-request-id');
    outgoing.setHeader('access-control-max-age', '600');
  }
  outgoing.writeHead(204).end();
  return true;
}
