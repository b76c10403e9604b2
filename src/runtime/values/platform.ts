import { InvalidInputError } from './errors.js';

/** Returns whether this is a browser. Browsers manage cookies themselves and hide redirects. */
export function isBrowser(): boolean {
  return !canKeepHeader('cookie');
}

/**
 * Returns the value of a header that browsers set themselves. Throws in a browser, which would ignore the value (WHATWG
 * Fetch, 2.2.2).
 */
export function platformHeader<Value>(name: string, value: Value): Value {
  if (value != null && !canKeepHeader(name)) {
    throw new InvalidInputError(name, 'cannot be sent from here, because browsers set this header themselves');
  }
  return value;
}

function canKeepHeader(name: string): boolean {
  return new Request('https://a.invalid', { headers: [[name, 'a']] }).headers.has(name);
}
