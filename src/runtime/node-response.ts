import type { ServerResponse as HttpResponse, IncomingMessage } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Writable } from 'node:stream';
import { isStream, type ServerResponse } from './server-message.js';

/** A request of `node:http`, or of `node:http2` in its compatibility form. */
export type NodeIncoming = IncomingMessage | Http2ServerRequest;

/** A response of `node:http`, or of `node:http2` in its compatibility form. */
export type NodeOutgoing = HttpResponse | Http2ServerResponse;

/** Sends a response; `close`: the connection takes no further request (HTTP/1.1 alone). */
export function sendResponse(
  response: ServerResponse,
  incoming: NodeIncoming,
  outgoing: NodeOutgoing,
  close: boolean,
): void {
  const { code, headers } = response;
  const isBodiless = code === 204 || code === 304;
  const body = isBodiless ? undefined : response.body;
  const lines: string[] = [];
  for (const [name, value] of headers) lines.push(name, value);
  const size = typeof body === 'string' || body instanceof Uint8Array ? Buffer.byteLength(body) : 0;
  if (size > 0 || (!isBodiless && !isStream(body) && incoming.method !== 'HEAD'))
    lines.push('content-length', String(size));
  if (isHttp2(outgoing)) outgoing.writeHead(code, groupLines(lines));
  else {
    if (close) lines.push('connection', 'close');
    outgoing.writeHead(code, lines);
  }
  if (body === undefined) outgoing.end();
  else if (isStream(body)) void sendStream(body, outgoing);
  // ASCII is the same in Latin-1, which Node writes faster.
  else if (body.length === size) outgoing.end(body, 'latin1');
  else outgoing.end(body);
}

function isHttp2(outgoing: NodeOutgoing): outgoing is Http2ServerResponse {
  return outgoing.req.httpVersionMajor === 2;
}

// HTTP/2 knows no list of lines: several values of one name stand together.
function groupLines(lines: readonly string[]): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = (lines[index] ?? '').toLowerCase();
    groups.set(name, [...(groups.get(name) ?? []), lines[index + 1] ?? '']);
  }
  return Object.fromEntries(groups);
}

// No faster than the caller reads, and no longer than the caller is there.
async function sendStream(stream: AsyncIterable<string | Uint8Array>, outgoing: Writable): Promise<void> {
  const source = stream[Symbol.asyncIterator]();
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve));
  void closed.then(() => source.return?.()).catch(() => undefined);
  try {
    for (;;) {
      const step = await source.next();
      if (step.done || outgoing.destroyed) break;
      if (!outgoing.write(step.value)) {
        await Promise.race([new Promise<void>((resolve) => outgoing.once('drain', resolve)), closed]);
      }
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}
