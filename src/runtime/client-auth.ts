import { type Draft, type Security, setHeader } from './client.js';
import { RefusedInputError } from './client-errors.js';

/** Puts a credential on a request. */
export type Scheme = (draft: Draft, credential: unknown) => void;

/** Requires the credential of one security scheme, by its key in `auth`. */
export function secure(name: string, scheme: Scheme): Security {
  return async (draft) => {
    const credential = draft.client.auth?.[name];
    const value = typeof credential === 'function' ? await credential() : credential;
    if (!value) throw new RefusedInputError(`auth.${name}`, 'credential');
    scheme(draft, value);
  };
}

/** Sends a bearer token (RFC 6750, 2.1), those of OAuth 2 and OpenID Connect too. */
export function bearer(draft: Draft, token: unknown): void {
  setHeader(draft, 'authorization', `Bearer ${token}`);
}
