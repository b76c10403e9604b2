import { InvalidInputError } from '../values/errors.js';
import { isBrowser } from '../values/platform.js';
import { type Draft, setHeader } from './draft.js';
import { type Encode, encodeReserved } from './parts.js';
import { type EncodedPair, explodedPairs, formPairs } from './query-styles.js';

/**
 * Writes any value as a cookie by style `form`, percent-encoded. Throws where cookies cannot be sent, such as in
 * browsers.
 */
export function writeFormCookie(draft: Draft, name: string, value: unknown, encode?: Encode): void {
  addCookies(draft, name, formPairs(name, value, encode));
}

/** Writes any value by style `form` with `explode`: a cookie per item or member. Throws like `writeFormCookie`. */
export function writeExplodedFormCookie(draft: Draft, name: string, value: unknown, encode?: Encode): void {
  addCookies(draft, name, explodedPairs(name, value, encode));
}

/**
 * Writes any value as cookies by style `cookie`, unchanged. Throws if a cookie cannot contain it (RFC 6265, 4.1.1). As
 * in the example of OpenAPI 3.2 (4.12.7), a value may contain spaces, but not at its ends, where readers remove them.
 */
export function writeCookie(draft: Draft, name: string, value: unknown, explode: boolean): void {
  addCookies(draft, name, (explode ? explodedPairs : formPairs)(name, value, checkValue, checkName));
}

/** Like `encodeReserved`, but also encodes the delimiters of cookies. */
export function encodeReservedCookie(text: string): string {
  return encodeReserved(text).replace(/[,;]/g, encodeURIComponent);
}

function addCookies(draft: Draft, name: string, pairs: readonly EncodedPair[]): void {
  if (pairs.length === 0) return;
  // Browsers silently ignore the header.
  if (isBrowser()) {
    throw new InvalidInputError(name, 'cannot be sent from here, because browsers send cookies themselves');
  }
  const before = draft.headers['cookie'];
  const cookies = pairs.map((pair) => pair.join('='));
  setHeader(draft, 'cookie', [...(before === undefined ? [] : [before]), ...cookies].join('; '));
}

function checkValue(text: string, name: string): string {
  if (/^ | $/.test(text) || /[^ !#-+\--:<-[\]-~]/.test(text.replace(/^"(.*)"$/s, '$1')))
    throw new InvalidInputError(name, 'has a character that cookies cannot contain');
  return text;
}

function checkName(text: string, name: string): string {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(text)) throw new InvalidInputError(name, 'is not a valid cookie name');
  return text;
}
