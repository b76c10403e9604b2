import { type Security, setHeader } from './client.js';
import { RefusedInputError } from './client-errors.js';

/** Requires a bearer token (RFC 6750, 2.1), that of OAuth 2 or OpenID Connect too, by the scheme's key in `auth`. */
export function bearer(name: string): Security {
  return async (draft) => {
    const credential = draft.client.auth?.[name];
    const token = typeof credential === 'function' ? await credential() : credential;
    if (!token) throw new RefusedInputError(`auth.${name}`, 'credential');
    setHeader(draft, 'authorization', `Bearer ${token}`);
  };
}
