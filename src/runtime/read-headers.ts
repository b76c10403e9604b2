import type { ServerRequest } from './server-message.js';

/** Gives the one value of a header; `undefined` where it is absent or repeated. */
export function singleHeader(request: ServerRequest, name: string): string | undefined {
  const values = request.headers.get(name);
  return values?.length === 1 ? values[0] : undefined;
}

/**
 * Gives the bytes of a request's content as its headers tell them (RFC 9112, 6.3): 0 where there is none, `NaN` where
 * nobody knows.
 */
export function contentLength({ headers, hasContent }: ServerRequest): number {
  if (hasContent === false) return 0;
  if (headers.has('transfer-encoding')) return Number.NaN;
  const length = headers.get('content-length')?.[0];
  if (length === undefined && !hasContent) return 0;
  // Whoever frames content by itself has some, whatever the header says.
  return hasContent && Number(length) === 0 ? Number.NaN : Number(length);
}
