import { InvalidInputError } from '../values/errors.js';
import { platformHeader } from '../values/platform.js';
import { writeCookie } from '../write/cookie.js';
import { type Draft, headerText, setHeader } from '../write/draft.js';
import { writeQuery } from '../write/query.js';
import { writeText } from '../write/text.js';
import { describeMissing } from './auth.js';
import type { Security } from './client.js';
import { followRedirects } from './redirects.js';

/** Adds a credential to a request. */
export type Scheme = (draft: Draft, credential: unknown) => void;

/**
 * Requires the credentials of one of several alternatives: the first one for which the client has the credentials of
 * all schemes. An alternative without schemes comes last.
 */
export function secureAny(alternatives: readonly (readonly (readonly [name: string, scheme: Scheme])[])[]): Security {
  return async (draft, refusals) => {
    const { auth } = draft.client;
    const missing = new Set<string>();
    for (const schemes of alternatives) {
      const given = schemes.map(([name]) => auth?.[name]);
      const credentials = await Promise.all(given.map((one) => (typeof one === 'function' ? one(refusals) : one)));
      for (const [index, [name]] of schemes.entries())
        if (!credentials[index]) missing.add(`auth.${name}: ${describeMissing(draft, name)}`);
      if (!credentials.every(Boolean)) continue;
      for (const [index, [, scheme]] of schemes.entries()) scheme(draft, credentials[index]);
      const canChange = !draft.once && given.some((one) => typeof one === 'function');
      return canChange ? JSON.stringify(credentials) : undefined;
    }
    const needed = alternatives.map((schemes) => schemes.map(([name]) => `auth.${name}`).join(' and ')).join(', or ');
    throw new InvalidInputError(needed, `must be a credential (${[...missing].join('; ')})`);
  };
}

/** Sends a bearer token (RFC 6750, 2.1). */
export function bearerToken(draft: Draft, token: unknown): void {
  setAuthorization(draft, 'Bearer', token);
}

/** Sends user and password (RFC 7617), encoded as UTF-8. */
export function basic(draft: Draft, credential: unknown): void {
  const { username, password } = Object(credential);
  const user = writeText('auth: username', username);
  if (user.includes(':')) throw new InvalidInputError('auth: username', "must not contain ':'");
  const bytes = new TextEncoder().encode(`${user}:${writeText('auth: password', password)}`);
  setAuthorization(draft, 'Basic', btoa(String.fromCharCode(...bytes)));
}

/** Sends a credential under another authentication scheme (RFC 9110, 11.4). */
export function httpScheme(scheme: string): Scheme {
  return (draft, credential) => setAuthorization(draft, scheme, credential);
}

// The platform does not send this header to another origin (WHATWG Fetch, 4.4), but it would follow a redirect from
// `https` to `http`.
function setAuthorization(draft: Draft, scheme: string, credential: unknown): void {
  draft.headers['authorization'] = `${scheme} ${headerText('authorization', credential)}`;
  keepFromRedirects(draft);
}

/** Sends an API key as a header. */
export function headerKey(name: string): Scheme {
  return (draft, key) => {
    setHeader(draft, name, key);
    keepFromRedirects(draft);
  };
}

/** Sends an API key as a header that browsers set themselves. */
export function platformKey(name: string): Scheme {
  const put = headerKey(name);
  return (draft, key) => put(draft, platformHeader(name, key));
}

/** Sends an API key in the query. */
export function queryKey(name: string): Scheme {
  return (draft, key) => writeQuery(draft, name, key);
}

/** Sends an API key as a cookie. */
export function cookieKey(name: string): Scheme {
  return (draft, key) => {
    writeCookie(draft, name, key, true);
    keepFromRedirects(draft);
  };
}

function keepFromRedirects(draft: Draft): void {
  const { client } = draft;
  draft.client = { ...client, transport: followRedirects(client.transport) };
}
