import type { ServerRequest } from './message.js';

/** Returns the value of a header, or `undefined` if it is absent or repeated. */
export function singleHeader(request: ServerRequest, name: string): string | undefined {
  const values = request.headers.get(name);
  return values?.length === 1 ? values[0] : undefined;
}

/**
 * Returns the length of the content in bytes according to the headers (RFC 9112, 6.3): 0 if there is none, `NaN` if it
 * is unknown.
 */
export function contentLength({ headers, hasContent }: ServerRequest): number {
  if (hasContent === false) return 0;
  if (headers.has('transfer-encoding')) return Number.NaN;
  const length = headers.get('content-length')?.[0];
  if (length === undefined && !hasContent) return 0;
  // If the adapter states that there is content, this is more reliable than the header.
  return hasContent && Number(length) === 0 ? Number.NaN : Number(length);
}
