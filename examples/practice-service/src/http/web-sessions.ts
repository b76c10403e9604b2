import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerRequest, ServerSettings } from '../../generated/sandbox/server/index.js';
import { findCaller, type TokenHolder } from '../authenticate.js';
import type { Database } from '../database/schema.js';
import { createSecret, hashSecret } from '../tokens.js';

/** The callers of requests of the page. Their tokens stay in the service. */
export type WebCallers = WeakMap<ServerRequest, TokenHolder>;

const lifetime = 8 * 60 * 60;
const cookieName = 'practice_session';
const largestLogin = 4_096;

/**
 * Handles `/web/session`: `POST` with a token begins a session, `GET` returns it, and `DELETE` ends it. The page has
 * the session in a cookie that its scripts cannot read.
 */
export async function answerSession(
  database: Database,
  isSecure: boolean,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const secret = readCookie(incoming.headers.cookie ?? '');
  if (incoming.method === 'POST') return beginSession(database, isSecure, incoming, outgoing);
  const session = await findSession(database, secret);
  if (!session) return sendJson(outgoing, 401, { error: 'there is no session', details: {} });
  if (incoming.method === 'GET') return sendJson(outgoing, 200, { email: session.email, csrf: session.csrf });
  if (incoming.method !== 'DELETE') return sendJson(outgoing, 405, { error: 'method not allowed', details: {} });
  if (incoming.headers['x-csrf-token'] !== session.csrf)
    return sendJson(outgoing, 403, { error: 'the page did not send its token', details: {} });
  await database.deleteFrom('web_sessions').where('digest', '=', hashSecret(secret)).execute();
  outgoing.setHeader('set-cookie', writeCookie('', 0, isSecure));
  sendJson(outgoing, 200, {});
}

async function beginSession(
  database: Database,
  isSecure: boolean,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // A form of another site cannot send this media type without a preflight (CORS).
  if (incoming.headers['content-type'] !== 'application/json')
    return sendJson(outgoing, 415, { error: 'send JSON', details: {} });
  const caller = await findCaller(database, await readToken(incoming));
  if (!caller) return sendJson(outgoing, 401, { error: 'this token is not valid', details: {} });
  const [secret, csrf, now] = [createSecret(), createSecret(), Date.now()];
  await database.deleteFrom('web_sessions').where('expires_at', '<', now).execute();
  await database
    .insertInto('web_sessions')
    .values({ digest: hashSecret(secret), token_id: caller.tokenId, csrf, expires_at: now + lifetime * 1000 })
    .execute();
  outgoing.setHeader('set-cookie', writeCookie(secret, lifetime, isSecure));
  sendJson(outgoing, 200, { email: caller.email, csrf });
}

/**
 * Creates the check of a server that the page calls below `/web/api` with its cookie. Every request that does not only
 * read needs `x-csrf-token`.
 */
export function admitWebSessions(database: Database, callers: WebCallers): NonNullable<ServerSettings['admit']> {
  return async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const session = await findSession(database, readCookie(request.headers.get('cookie')?.join('; ') ?? ''));
    if (!session) return { code: 401, message: 'there is no session' };
    if (!isRead && request.headers.get('x-csrf-token')?.join() !== session.csrf)
      return { code: 403, message: 'the page did not send its token' };
    const inner = toApiRequest(request);
    callers.set(inner, session);
    return inner;
  };
}

// The API requires a bearer token, so the request receives one. `WebCallers` identifies the caller.
function toApiRequest(request: ServerRequest): ServerRequest {
  const headers = new Map(request.headers.entries());
  headers.delete('cookie');
  headers.set('authorization', ['Bearer page']);
  return {
    method: request.method,
    target: request.target.slice('/web/api'.length),
    headers,
    hasContent: request.hasContent,
    body: request.body,
    signal: request.signal,
  };
}

async function findSession(
  database: Database,
  secret: string,
): Promise<(TokenHolder & { readonly csrf: string }) | undefined> {
  if (secret === '') return undefined;
  return database
    .selectFrom('web_sessions')
    .innerJoin('tokens', 'tokens.id', 'web_sessions.token_id')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([
      'tokens.id as tokenId',
      'tokens.user_id as userId',
      'users.email as email',
      'tokens.wallet_id as walletId',
    ])
    .select('web_sessions.csrf')
    .where('web_sessions.digest', '=', hashSecret(secret))
    .where('web_sessions.expires_at', '>', Date.now())
    .where('tokens.revoked_at', 'is', null)
    .executeTakeFirst();
}

async function readToken(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) {
    text += chunk;
    if (text.length > largestLogin) return '';
  }
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'token' in body ? String(body.token) : '';
  } catch {
    return '';
  }
}

function readCookie(header: string): string {
  return new RegExp(`(?:^|; *)${cookieName}=([\\w-]+)`).exec(header)?.[1] ?? '';
}

function writeCookie(secret: string, seconds: number, isSecure: boolean): string {
  return `${cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/web; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
}

function sendJson(outgoing: ServerResponse, code: number, body: object): void {
  const text = JSON.stringify(body);
  outgoing.writeHead(code, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  outgoing.end(text);
}
