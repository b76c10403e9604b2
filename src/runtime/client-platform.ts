/** Tells whether this is a browser, which keeps cookies and the answers that redirect to itself. */
export function isBrowser(): boolean {
  return !new Request('https://a.invalid', { headers: { cookie: 'a=b' } }).headers.has('cookie');
}
