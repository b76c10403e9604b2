import { type Code, type CodeTable, catalogue } from './catalogue.js';
import type { Effect, Row, Severity } from './codes/row.js';
import type { Origin } from './origin.js';

/** A place in a source text, both counted from 1, columns in UTF-16 code units. */
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
  /** Whether the finding is about the member's name or about its value; the value unless told. */
  readonly at?: 'key' | 'value';
  /** Given by parsers, which know the place although the file has no pointers yet. */
  readonly position?: Position;
  readonly message: string;
  readonly hint?: string;
}

/** What a diagnostic may be told beside its code and parameters. */
export type Place = { readonly at?: 'key' | 'value'; readonly position?: Position };

/** Collects the diagnostics of a run, so that all errors of a stage are reported at once. */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];

  /** Records a finding of the catalogue at a place of the description. */
  report<C extends Code>(code: C, origin: Origin | undefined, parameters: CodeTable[C], place: Place = {}): void {
    this.#list.push(buildDiagnostic(code, origin, parameters, place));
  }

  /** Records the findings of another collection. */
  include({ list }: Diagnostics): void {
    for (const finding of list) this.#list.push(finding);
  }

  /** Everything recorded so far, in the order of recording. */
  get list(): readonly Diagnostic[] {
    return this.#list;
  }

  /** Reports an error where there are warnings, after which nothing is written. */
  refuseWarnings(): void {
    const count = this.#list.filter(({ severity }) => severity === 'warning').length;
    if (count > 0) this.report('warnings-refused', undefined, { count });
  }

  /** Tells whether a stage has to stop. */
  get hasErrors(): boolean {
    return this.#list.some((diagnostic) => diagnostic.severity === 'error');
  }
}

const rows: { readonly [C in Code]: Row<CodeTable[C]> } = catalogue;

/** What a finding of a code means for the account of keywords, where its row says so. */
export function effectOf(code: Code): Effect | undefined {
  return rows[code].effect;
}

function severityOf(row: Row<never>): Severity {
  if (row.error) return 'error';
  return row.warning ? 'warning' : 'note';
}

/** Makes a diagnostic from its entry in the catalogue. */
export function buildDiagnostic<C extends Code>(
  code: C,
  origin: Origin | undefined,
  parameters: CodeTable[C],
  place: Place = {},
): Diagnostic {
  const row = rows[code];
  const severity = severityOf(row);
  const hint = row.hint?.(parameters);
  return {
    code,
    severity,
    ...(origin && { origin }),
    ...place,
    message: row[severity]?.(parameters) ?? '',
    ...(hint !== undefined && { hint }),
  };
}
