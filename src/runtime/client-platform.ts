import { RefusedInputError } from './client-errors.js';

/** Tells whether this is a browser, which keeps cookies and the answers that redirect to itself. */
export function isBrowser(): boolean {
  return !keepsHeader('cookie');
}

/**
 * Gives the value of a header that browsers set themselves, and leave away without a word (WHATWG Fetch, 2.2.2); there
 * it is refused.
 */
export function platformHeader<Value>(name: string, value: Value): Value {
  if (value != null && !keepsHeader(name)) {
    throw new RefusedInputError(name, 'header that can be sent from here: browsers set it themselves');
  }
  return value;
}

function keepsHeader(name: string): boolean {
  return new Request('https://a.invalid', { headers: [[name, 'a']] }).headers.has(name);
}
