/** A finding of Redocly. */
interface LintFinding {
  readonly rule: string;
  readonly message: string;
  /** Names that the user may have meant. */
  readonly suggest: readonly string[];
}

/** Findings of Redocly. */
export const redoclyCodes = {
  'lint-error': {
    error: (finding: LintFinding): string => formatFinding(finding),
    hint: (finding: LintFinding): string | undefined => formatSuggestions(finding),
  },
  'lint-warning': {
    warning: (finding: LintFinding): string => formatFinding(finding),
    hint: (finding: LintFinding): string | undefined => formatSuggestions(finding),
    effect: 'advice',
  },
  'lint-reference': {
    error: {
      address: "'{reference}' is an address, but only 'lacuna fetch' uses the network",
      outside: "'{reference}' leads to a file outside the folder of 'redocly.yaml'",
      absent: "there is no file '{reference}'",
    },
    hint: {
      address: 'download the file into this folder, and name it here',
      outside: 'if this is intended, name a folder that contains both: --root DIR',
    },
  },
  'redocly-failed': {
    error: "Redocly's '{command}' failed: {why}",
    hint: ({ command }: { command: string }): string | undefined =>
      command === 'lint' ? 'fix redocly.yaml, or remove it to run without lint' : undefined,
  },
} as const;

function formatFinding({ rule, message }: LintFinding): string {
  return `${message.replace(/\.$/, '')} (${rule})`;
}

function formatSuggestions({ suggest }: LintFinding): string | undefined {
  return suggest.length === 0 ? undefined : `did you mean ${suggest.map((name) => `'${name}'`).join(' or ')}?`;
}
