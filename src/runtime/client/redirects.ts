import { InvalidInputError } from '../values/errors.js';
import { isBrowser } from '../values/platform.js';
import { makeClient } from './client.js';
import type { Transport, TransportInit } from './contract.js';

/**
 * Creates a transport that follows redirects. To another origin, it sends only the headers `accept` and `content-type`.
 * Browsers hide redirects, so in a browser a redirect is an error if the request has other headers.
 */
export function followRedirects(transport?: Transport): Transport {
  return async (url, init, call) => {
    const send: Transport = transport ?? fetch;
    // A redirect that the description declares is a response.
    if (init.redirect === 'manual' || isBrowser()) return send(url, init, call);
    let address = url;
    let request: TransportInit = { ...init, redirect: 'manual' };
    // Browsers follow the same number of redirects (WHATWG Fetch, 4.4).
    for (let hops = 0; hops <= 20; hops += 1) {
      const response = await send(address, request, call);
      const location = response.headers.get('location');
      if (!/^30[12378]$/.test(`${response.status}`) || location === null) return response;
      // Not awaited: if a transport cloned the response, the promise settles only when the clone ends.
      response.body?.cancel().catch(() => {});
      const next = new URL(location, address);
      if (next.username || next.password) throw new InvalidInputError('Location', 'must be a URL without credentials');
      // The rules for the base URL apply: `http` only on this machine, or if allowed.
      makeClient({ ...call.client, baseUrl: `${next.protocol}//${next.host}` }, 'Location');
      request = followRequest(request, response.status, next.origin === new URL(address).origin);
      address = next.href;
    }
    throw new InvalidInputError('Location', 'leads to more than 20 redirects');
  };
}

// After 303, and after 301 or 302 to a POST, browsers send a GET (RFC 9110, 15.4).
function followRequest(request: TransportInit, status: number, isSameOrigin: boolean): TransportInit {
  const { accept, 'content-type': contentType, ...own } = request.headers;
  const becomesGet = status === 303 ? !/^(GET|HEAD)$/.test(request.method) : status < 303 && request.method === 'POST';
  const { body, ...rest } = request;
  const keepsBody = !becomesGet && body != null;
  return {
    ...rest,
    ...(becomesGet && { method: 'GET' }),
    ...(keepsBody && { body }),
    headers: {
      ...(accept !== undefined && { accept }),
      ...(isSameOrigin && own),
      ...(keepsBody && contentType !== undefined && { 'content-type': contentType }),
    },
  };
}
