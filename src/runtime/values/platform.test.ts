import { afterEach, expect, test, vi } from 'vitest';
import { isBrowser, platformHeader } from './platform.js';

afterEach(() => vi.unstubAllGlobals());

/** A browser drops the headers that it sets itself. */
function startBrowser(): void {
  const BrowserRequest = class extends Request {
    constructor(url: string, init: RequestInit) {
      super(url, init);
      this.headers.delete('cookie');
    }
  };
  vi.stubGlobal('Request', BrowserRequest);
}

test('Node keeps each header', () => {
  expect(isBrowser()).toBe(false);
  expect(platformHeader('cookie', 'a=1')).toBe('a=1');
});

test('a browser refuses the headers that it sets itself, if they have a value', () => {
  startBrowser();
  expect(isBrowser()).toBe(true);
  expect(platformHeader('x-trace', 'a')).toBe('a');
  expect(platformHeader('cookie', undefined)).toBeUndefined();
  expect(platformHeader('cookie', null)).toBeNull();
  expect(() => platformHeader('cookie', 'a=1')).toThrow('browsers set this header themselves');
  expect(() => platformHeader('cookie', '')).toThrow('browsers set this header themselves');
});
