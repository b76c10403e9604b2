import type { Duplex } from 'node:stream';
import type { Server } from '../server/message.js';
import { dropStream } from '../server/pipe.js';
import { reasonOf } from '../server/refusal.js';
import { closeAfter, closeInStages } from './closing.js';
import { isHttp2Request, type NodeIncoming, type NodeOutgoing, NodeRequest, sendResponse } from './message.js';

/** The reason why a request is refused before the server reads it. */
export type Fault = readonly [code: number, message: string];

const notHttp: Fault = [400, 'request: is not HTTP/1.1'];
const otherVersion: Fault = [505, 'request: must be HTTP/1.1'];

// A name, or an address in brackets, and a port (RFC 9110, 7.2, and RFC 3986, 3.2.2 and 3.2.3).
const hostValue = /^(?:\[[\w.~!$&'()*+,;=:-]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Finds faults that Node accepts: a version other than HTTP/1, or not exactly one valid `Host` (RFC 9112, 2.3 and 3.2).
 */
export function findFault(incoming: NodeIncoming): Fault | undefined {
  const { httpVersion, rawHeaders } = incoming;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    if (isHttp2Request(incoming)) return undefined;
    // Node considers a request line without version as HTTP/0.9.
    return httpVersion === '0.9' ? notHttp : otherVersion;
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name !== 'Host' && (name?.length !== 4 || name.toLowerCase() !== 'host')) continue;
    hosts += 1;
    if (!hostValue.test(rawHeaders[index + 1] ?? '')) return [400, 'host: must be a name or an address, and a port'];
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return [400, 'host: must be present exactly once'];
}

/** The error that Node reports for bytes that are not a request. */
export interface ReadError extends Error {
  readonly code?: unknown;
  /** The received bytes, if there are any. */
  readonly rawPacket?: unknown;
  /** The position of the mistake in these bytes. */
  readonly bytesParsed?: number | undefined;
}

/** Returns the fault for an error of Node. */
export function faultOf(error: ReadError): Fault {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'headers: are too large'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'request: did not arrive in time'];
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, 'body: has chunk extensions that are too large'];
    case 'HPE_INVALID_METHOD':
      return isRequestLine(error) ? [501, 'method: is unknown'] : notHttp;
    case 'HPE_INVALID_VERSION':
      return / HTTP\/[02-9]\.\d$/.test(decodePacket(error).slice(0, error.bytesParsed)) ? otherVersion : notHttp;
    default:
      return notHttp;
  }
}

// Returns whether the text around an unknown method is a request line (RFC 9110, 9.1).
function isRequestLine(error: ReadError): boolean {
  const text = decodePacket(error);
  let start = error.bytesParsed ?? 0;
  while (start > 0 && /[!#$%&'*+.^_`|~\w-]/.test(text.charAt(start - 1))) start -= 1;
  const end = text.indexOf('\n', start);
  return /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/\d\.\d\r?$/.test(text.slice(start, end < 0 ? undefined : end));
}

function decodePacket({ rawPacket }: ReadError): string {
  return rawPacket instanceof Uint8Array ? Buffer.from(rawPacket).toString('latin1') : '';
}

/** Responds to a request that the server does not receive. Its connection accepts no further request. */
export function refuseRequest(
  server: Server<never>,
  [code, message]: Fault,
  incoming: NodeIncoming,
  outgoing: NodeOutgoing,
  platform: unknown = incoming,
): void {
  const request = new NodeRequest(incoming, outgoing, incoming.url ?? '', platform);
  const close = closeAfter(incoming, outgoing, server.limits);
  sendResponse(server.refuse(code, message, request), incoming, outgoing, close);
}

/** Responds to bytes that are not a request, and closes their connection. */
export function refuseConnection(server: Server<never>, [code, message]: Fault, socket: Duplex): void {
  const response = server.refuse(code, message);
  dropStream(response.body);
  const body = typeof response.body === 'string' || response.body instanceof Uint8Array ? response.body : '';
  const lines = [
    `HTTP/1.1 ${response.code} ${reasonOf(response.code)}`,
    ...response.headers.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    // The header that a server with a clock sends (RFC 9110, 6.6.1).
    `date: ${new Date().toUTCString()}`,
    'connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  closeInStages(socket, server.limits);
}
