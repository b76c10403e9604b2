/**
 * Encodes text in a charset other than UTF-8. Returns `undefined` if the text has a character that cannot be encoded.
 * For ISO 8859-1, all its characters can be. For any other charset, only ASCII can be, because nearly all charsets
 * share ASCII.
 */
export function encodeCharset(text: string, charset: string): Uint8Array<ArrayBuffer> | undefined {
  if (/^utf-?(16|32)/i.test(charset)) return undefined;
  // Readers decode ISO 8859-1 as windows-1252, which differs from 128 to 159 (WHATWG Encoding, 4.2).
  const isLatin = /^(iso-8859-1|latin1|windows-1252)$/i.test(charset);
  if ((isLatin ? /[^\0-\x7f\xa0-\xff]/ : /[^\0-\x7f]/).test(text)) return undefined;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * Adds `charset=utf-8` to a text type without a charset if its text has characters outside ASCII. Readers may take
 * another charset for the default (RFC 2046, 4.1.2; RFC 6657, 4).
 */
export function nameCharset(mediaType: string, text: string): string {
  return /^text\/(?!.*;\s*charset\s*=)/i.test(mediaType) && /[^\0-\x7f]/.test(text)
    ? `${mediaType}; charset=utf-8`
    : mediaType;
}
