import { InvalidInputError } from '../values/errors.js';
import { headerText } from '../write/draft.js';
import type { Transport } from './contract.js';
import { followRedirects } from './redirects.js';

const cure = "must be the argument 'accept' of a call, or be set by beforeRequest of withHooks";
/** What the compiler shows for the header. */
type AcceptCure = typeof cure;

/**
 * Creates a transport that adds headers to every request, except `null` and `undefined`. Headers of an operation take
 * precedence. The added headers never follow a redirect to another origin. Throws for `Accept`, which every operation
 * sets itself: a call chooses a media type by its argument `accept`.
 */
export function withHeaders<Name extends string>(
  headers: { readonly [N in Name]?: (Lowercase<N> extends 'accept' ? AcceptCure : string) | null | undefined },
  transport?: Transport,
): Transport {
  const own = Object.fromEntries(
    Object.entries<string | null | undefined>(headers).flatMap(([name, value]) => {
      if (value == null) return [];
      const key = name.toLowerCase();
      if (key === 'accept') throw new InvalidInputError(name, cure);
      return [[key, headerText(name, value)]];
    }),
  );
  const send = followRedirects(transport);
  return (url, init, call) =>
    send(url, { ...init, redirect: init.redirect ?? 'error', headers: { ...own, ...init.headers } }, call);
}
