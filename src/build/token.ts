/** Tells whether a text is a token (RFC 9110, 5.6.2), as the names of methods and headers must be. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}
