import type { CodeTable } from '../../diagnostics/catalogue.js';

/** The content that was downloaded. */
interface Downloaded {
  readonly bytes: Uint8Array;
  /** The URL of the response, if redirects led to another one. */
  readonly redirectedTo?: string;
}

/** Why nothing was downloaded. The finding `not-fetched` reports it. */
type Refused = { readonly why: CodeTable['not-fetched'] };

/** The limits of a download. */
interface DownloadLimits {
  /** The most bytes of the decoded content. */
  readonly bytes: number;
  /** The most seconds from the request to the last byte. */
  readonly seconds: number;
}

const mostRedirects = 5;

class TooLarge extends Error {}

/**
 * Downloads the content of an `http` or `https` URL within limits. Follows at most five redirects, but none from
 * `https` to `http`.
 */
export async function fetchFile(address: string, limits: DownloadLimits): Promise<Downloaded | Refused> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return { why: { variant: 'address', url: address } };
  if (new URL(address).username !== '') return { why: { variant: 'credentials', url: address } };
  const signal = AbortSignal.timeout(limits.seconds * 1000);
  try {
    return await follow(new URL(address), limits, signal);
  } catch (error) {
    if (signal.aborted) return { why: { variant: 'timeout', url: address, seconds: limits.seconds } };
    if (error instanceof TooLarge) return { why: { variant: 'size', url: address, limit: limits.bytes } };
    return { why: { variant: 'network', url: address, what: formatCause(error) } };
  }
}

async function follow(first: URL, limits: DownloadLimits, signal: AbortSignal): Promise<Downloaded | Refused> {
  let url = first;
  for (let count = 0; count <= mostRedirects; count++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { accept: 'application/json, application/yaml, */*' },
    });
    const location = answer.headers.get('location');
    if (answer.status >= 300 && answer.status < 400 && location !== null) {
      await answer.body?.cancel();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (next === undefined || !/^https?:$/.test(next.protocol))
        return { why: { variant: 'redirect', url: first.href, to: location } };
      if (url.protocol === 'https:' && next.protocol === 'http:')
        return { why: { variant: 'redirect', url: first.href, to: next.href } };
      url = next;
      continue;
    }
    if (!answer.ok) {
      await answer.body?.cancel();
      return { why: { variant: 'status', url: first.href, status: answer.status } };
    }
    const bytes = await readBytes(answer, limits.bytes);
    return { bytes, ...(url !== first && { redirectedTo: url.href }) };
  }
  return { why: { variant: 'redirects', url: first.href, count: mostRedirects } };
}

async function readBytes(answer: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > most) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// The error of `fetch` says only that it failed. Its `cause` has the reason.
function formatCause(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message;
}
