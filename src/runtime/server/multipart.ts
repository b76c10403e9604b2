import { Malformed } from '../read/json.js';
import { listParameters } from '../read/media-type.js';

/** One part of a multipart body. */
export interface Part {
  readonly name: string;
  readonly fileName: string | undefined;
  /** The media type; absent: `text/plain`. */
  readonly contentType: string | undefined;
  /** The headers, by name in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly bytes: Uint8Array;
}

const maxParts = 1000;
const maxHead = 8192;

/**
 * Splits multipart content (RFC 2046, 5.1.1) into its parts. The parts of `multipart/form-data` (RFC 7578) have names,
 * those of other types need none (`isPositional`).
 */
export function readMultipart(bytes: Uint8Array, boundary: string, isPositional = false): Part[] {
  // With one character per byte, positions in the text are positions in the bytes.
  const text = new TextDecoder('latin1').decode(bytes);
  const delimiter = `\r\n--${boundary}`;
  const parts: Part[] = [];
  let position = text.startsWith(delimiter.slice(2)) ? delimiter.length - 2 : findAfter(text, delimiter, 0);
  while (text.startsWith('\r\n', skipBlanks(text, position))) {
    const start = skipBlanks(text, position) + 2;
    const end = text.indexOf(delimiter, start - 2);
    if (end < 0) throw new Malformed('ends within a part');
    const headEnd = text.startsWith('\r\n', start) ? start : text.indexOf('\r\n\r\n', start) + 2;
    if (headEnd < start || headEnd > end) throw new Malformed('has a part whose headers do not end');
    if (headEnd - start > maxHead) throw new Malformed(`has a part with more than ${maxHead} bytes of headers`);
    const part = readHead(decodeUtf8(bytes.subarray(start, headEnd)), bytes.subarray(headEnd + 2, end), isPositional);
    parts.push(part);
    if (parts.length > maxParts) throw new Malformed(`has more than ${maxParts} parts`);
    position = end + delimiter.length;
  }
  // Only blanks may follow the boundary on its line.
  const end = skipBlanks(text, position + 2);
  if (!text.startsWith('--', position) || (end < text.length && !text.startsWith('\r\n', end)))
    throw new Malformed('does not end with its boundary');
  return parts;
}

function findAfter(text: string, delimiter: string, from: number): number {
  const found = text.indexOf(delimiter, from);
  if (found < 0) throw new Malformed('does not begin with its boundary');
  return found + delimiter.length;
}

function skipBlanks(text: string, position: number): number {
  let at = position;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function readHead(head: string, bytes: Uint8Array, isPositional: boolean): Part {
  const headers = new Map<string, string[]>();
  // A line that begins with white space continues the previous line (RFC 5322, 2.2.3).
  for (const line of head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    if (colon <= 0) throw new Malformed('has a part with a line that is not a header');
    const name = line.slice(0, colon).trim().toLowerCase();
    // Readers disagree about which of two such headers counts.
    const values = headers.get(name) ?? [];
    if (known.has(name) && values.length > 0) throw new Malformed(`has a part with '${name}' more than once`);
    headers.set(name, [...values, line.slice(colon + 1).trim()]);
  }
  const disposition = headers.get('content-disposition')?.[0] ?? '';
  const parameters = readParameters(disposition);
  const name = parameters.get('name');
  if (!isPositional && (!/^form-data\s*;/i.test(disposition) || name === undefined))
    throw new Malformed('has a part without a name');
  return {
    name: name ?? '',
    fileName: parameters.get('filename'),
    contentType: headers.get('content-type')?.[0],
    headers,
    bytes,
  };
}

// The headers that have a meaning in a part (RFC 7578, 4.8). Others are ignored.
const known: ReadonlySet<string> = new Set(['content-disposition', 'content-type', 'content-transfer-encoding']);

function readParameters(disposition: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of listParameters(disposition)) {
    if (parameters.has(name)) throw new Malformed(`has a part with '${name}' more than once`);
    parameters.set(name, decodeNames(value));
  }
  return parameters;
}

// Browsers percent-encode only quotes and line ends (WHATWG HTML, 4.10.21.8).
function decodeNames(value: string): string {
  return value.replace(/%(22|0d|0a)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Malformed('has headers of a part that are not text in utf-8');
  }
}
