import { InvalidInputError } from '../values/errors.js';
import { type Draft, headerText } from '../write/draft.js';
import type { Security } from './client.js';

/**
 * Requires a bearer token (RFC 6750, 2.1), also for OAuth 2 or OpenID Connect. `name` is the key of the scheme in
 * `auth`.
 */
export function bearer(name: string): Security {
  return async (draft, refusals) => {
    const credential = draft.client.auth?.[name];
    const isAsked = typeof credential === 'function';
    const token = isAsked ? await credential(refusals) : credential;
    if (!token)
      throw new InvalidInputError(`auth.${name}`, `must be a credential, but ${describeMissing(draft, name)}`);
    draft.headers['authorization'] = `Bearer ${headerText(`auth.${name}`, token)}`;
    return isAsked && !draft.once ? `${token}` : undefined;
  };
}

/** Says why a client has no credential for a scheme. Quotes no value but `undefined` and `null`. */
export function describeMissing({ client: { auth } }: Draft, name: string): string {
  if (!Object.hasOwn(auth ?? {}, name)) return 'createClient has none';
  const given = auth?.[name];
  return typeof given === 'function' ? 'its function returned none' : `it is ${given == null ? given : 'empty'}`;
}
