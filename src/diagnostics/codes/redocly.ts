import { type Catalogue, entry } from './entry.js';

/** Findings of Redocly, with what each is told. */
export interface RedoclyCodes {
  'lint-error': LintFinding;
  'lint-warning': LintFinding;
  'redocly-failed': { command: string; why: string };
}

interface LintFinding {
  readonly rule: string;
  readonly message: string;
  /** Names that may have been meant. */
  readonly suggest: readonly string[];
}

/** Findings of Redocly, with how each is worded. */
export const redoclyCodes: Catalogue<RedoclyCodes> = {
  'lint-error': entry('error', wordMessage, wordSuggestions),
  'lint-warning': entry('warning', wordMessage, wordSuggestions),
  'redocly-failed': entry(
    'error',
    ({ command, why }) => `Redocly's '${command}' does not run: ${why}`,
    ({ command }) => (command === 'lint' ? 'mend redocly.yaml, or remove it to do without lint' : undefined),
  ),
};

function wordMessage({ rule, message }: LintFinding): string {
  return `${message.replace(/\.$/, '')} (${rule})`;
}

function wordSuggestions({ suggest }: LintFinding): string | undefined {
  return suggest.length === 0 ? undefined : `did you mean ${suggest.map((name) => `'${name}'`).join(' or ')}?`;
}
