import type { CodeTable } from '../diagnostics/catalogue.js';
import type { Origin } from '../diagnostics/origin.js';
import type { BuildContext } from './context.js';

/** Returns whether a text is a token (RFC 9110, 5.6.2), as the names of methods and headers must be. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}

/** Reports a name that is sent unchanged and is not a token. */
export function checkToken(
  context: BuildContext,
  origin: Origin,
  finding: CodeTable['name-not-token'],
  at?: 'key',
): void {
  if (!isToken(String(finding.name))) context.report('name-not-token', origin, finding, at);
}
