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
    effect: 'advice' as const,
  },
  'redocly-failed': {
    error: ({ command, why }: { command: string; why: string }): string => `Redocly's '${command}' failed: ${why}`,
    hint: ({ command }: { command: string }): string | undefined =>
      command === 'lint' ? 'fix redocly.yaml, or remove it to run without lint' : undefined,
  },
};

function formatFinding({ rule, message }: LintFinding): string {
  return `${message.replace(/\.$/, '')} (${rule})`;
}

function formatSuggestions({ suggest }: LintFinding): string | undefined {
  return suggest.length === 0 ? undefined : `did you mean ${suggest.map((name) => `'${name}'`).join(' or ')}?`;
}
