import { type Code, type CodeTable, catalogue } from './catalogue.js';
import { type Effect, formatMessage, type Row, type Severity } from './codes/row.js';
import type { Origin } from './origin.js';

/** A place in a source text. Line and column count from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One finding about the input, ready to be located and printed. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** Absent for findings about the command line. */
  readonly origin?: Origin;
  /** Whether the finding is about the member's name or its value; the value by default. */
  readonly at?: 'key' | 'value';
  /** Set by parsers, which know the place before the file has pointers. */
  readonly position?: Position;
  readonly message: string;
  readonly hint?: string;
}

/** Where a finding points, beside its origin. */
type Place = { readonly at?: 'key' | 'value'; readonly position?: Position };

/** Collects the diagnostics of a run, so that a run reports all errors of a stage together. */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];

  /** Records a finding of the catalogue at a place of the description. */
  report<C extends Code>(code: C, origin: Origin | undefined, parameters: CodeTable[C], place: Place = {}): void {
    this.#list.push(buildDiagnostic(code, origin, parameters, place));
  }

  /** Records the findings of another collection. */
  include({ list }: Pick<Diagnostics, 'list'>): void {
    for (const finding of list) this.#list.push(finding);
  }

  /** All findings so far, in the order in which they were recorded. */
  get list(): readonly Diagnostic[] {
    return this.#list;
  }

  /** Reports an error if there are warnings, so that nothing is written (`--strict`). */
  refuseWarnings(): void {
    const count = this.#list.filter(({ severity }) => severity === 'warning').length;
    if (count > 0) this.report('warnings-refused', undefined, { count });
  }

  /** Whether the run stops after this stage. */
  get hasErrors(): boolean {
    return this.#list.some((diagnostic) => diagnostic.severity === 'error');
  }
}

const rows: { readonly [C in Code]: Row<CodeTable[C]> } = catalogue;

/** Returns what findings of a code mean for the account of keywords, if their row defines it. */
export function findEffect(code: Code): Effect | undefined {
  return rows[code].effect;
}

function findSeverity(row: Row<never>): Severity {
  if (row.error) return 'error';
  return row.warning ? 'warning' : 'note';
}

/** Builds a diagnostic from its row in the catalogue. */
function buildDiagnostic<C extends Code>(
  code: C,
  origin: Origin | undefined,
  parameters: CodeTable[C],
  place: Place = {},
): Diagnostic {
  const row = rows[code];
  const severity = findSeverity(row);
  const hint = row.hint?.(parameters);
  return {
    code,
    severity,
    ...(origin && { origin }),
    ...place,
    message: formatMessage(row[severity] ?? {}, parameters),
    ...(hint !== undefined && { hint }),
  };
}
