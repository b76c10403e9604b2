import { headerText } from '../write/draft.js';
import type { Transport } from './contract.js';
import { followRedirects } from './redirects.js';

/**
 * Creates a transport that adds headers to every request, except `null` and `undefined`. Headers of an operation take
 * precedence. The added headers never follow a redirect to another origin.
 */
export function withHeaders(
  headers: Readonly<Record<string, string | null | undefined>>,
  transport?: Transport,
): Transport {
  const own = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value == null ? [] : [[name.toLowerCase(), headerText(name, value)]],
    ),
  );
  const send = followRedirects(transport);
  return (url, init, call) =>
    send(url, { ...init, redirect: init.redirect ?? 'error', headers: { ...own, ...init.headers } }, call);
}
