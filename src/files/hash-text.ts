import { hash } from 'node:crypto';

/**
 * Returns the first 16 hexadecimal digits of the SHA-256 of a text. They are enough to notice an edit. CRLF counts as
 * LF, because version control and editors change line ends.
 */
export function hashText(text: string | Uint8Array): string {
  // Bytes without a CR need not be decoded.
  const isPlain = typeof text !== 'string' && !text.includes(carriageReturn);
  return hash('sha256', isPlain ? text : normalizeLineEnds(decodeText(text))).slice(0, hashLength);
}

const carriageReturn = 13;

export const hashLength = 16;

/** Returns a text with LF in place of CRLF. */
export function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n/g, '\n') : text;
}

export function decodeText(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
}
