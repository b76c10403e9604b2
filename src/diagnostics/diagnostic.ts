import { relative } from 'node:path';
import { type Code, type CodeTable, catalogue } from './catalogue.js';
import { type Effect, formatHint, formatWording, type Row, type Severity } from './codes/row.js';
import type { Origin } from './origin.js';

/** A place in a text. Line and column begin at 1. Columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A finding about the input. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** The place. Absent for findings about the command line. */
  readonly origin?: Origin;
  /** Chooses whether the finding is about the name of the member or its value; the value by default. */
  readonly at?: 'key' | 'value';
  /** The position, if a parser reported the finding. The file has no JSON pointers at that time. */
  readonly position?: Position;
  readonly message: string;
  readonly hint?: string;
}

/** Details of the place in addition to the origin. */
type PlaceDetails = { readonly at?: 'key' | 'value'; readonly position?: Position };

/** Ends a run, or a command, that has reported errors. */
export class Stop extends Error {
  readonly diagnostics: Diagnostics;

  constructor(diagnostics: Diagnostics) {
    super('there are errors');
    this.diagnostics = diagnostics;
  }
}

/** Collects the findings of a run, so that it can report all errors of a stage together. */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];

  /** Adds a finding of the catalogue at a place of the description. */
  report<C extends Code>(
    code: C,
    origin: Origin | undefined,
    parameters: CodeTable[C],
    place: PlaceDetails = {},
  ): void {
    this.#list.push(buildDiagnostic(code, origin, parameters, place));
  }

  /** Adds an error and ends the run. */
  stop<C extends Code>(code: C, origin: Origin | undefined, parameters: CodeTable[C], place: PlaceDetails = {}): never {
    this.report(code, origin, parameters, place);
    throw new Stop(this);
  }

  /** Ends the run if there is an error. */
  stopOnErrors(): void {
    if (this.hasErrors) throw new Stop(this);
  }

  /** Returns a result, or ends the run if it is absent because of an error. */
  stopIfAbsent<T>(result: T | undefined): T {
    this.stopOnErrors();
    if (result === undefined) throw new Stop(this);
    return result;
  }

  /** Adds the findings of another collection. */
  include({ list }: Pick<Diagnostics, 'list'>): void {
    for (const finding of list) this.#list.push(finding);
  }

  /** All findings so far, in the order in which they were added. */
  get list(): readonly Diagnostic[] {
    return this.#list;
  }

  /** Adds an error if there are warnings, so that nothing is written (`--strict`). */
  refuseWarnings(): void {
    const count = this.#list.filter(({ severity }) => severity === 'warning').length;
    if (count > 0) this.report('warnings-as-errors', undefined, { count });
  }

  /** Whether there is an error, so that the run stops after this stage. */
  get hasErrors(): boolean {
    return this.#list.some((diagnostic) => diagnostic.severity === 'error');
  }
}

const rows: { readonly [C in Code]: Row } = catalogue;

/** Returns the effect that the row of a code states for a keyword, if it states one. */
export function findEffect(code: Code): Effect | undefined {
  return rows[code].effect;
}

/** Returns the options that a finding of a code is about. */
export function listOptions(code: Code): readonly string[] {
  return rows[code].options ?? [];
}

function findSeverity(row: Row): Severity {
  if (row.error) return 'error';
  return row.warning ? 'warning' : 'note';
}

/** Builds a finding from its row in the catalogue. */
function buildDiagnostic<C extends Code>(
  code: C,
  origin: Origin | undefined,
  parameters: CodeTable[C],
  place: PlaceDetails = {},
): Diagnostic {
  const row = rows[code];
  const severity = findSeverity(row);
  const hint = formatHint(row, parameters);
  return {
    code,
    severity,
    ...(origin && { origin }),
    ...place,
    message: formatWording(row[severity], parameters) ?? '',
    ...(hint !== undefined && { hint }),
  };
}

/** A place in a file, as `Diagnostics.report` takes it. Empty if the place is unknown. */
export type FilePlace = readonly [] | readonly [Origin, { readonly position: Position }];

/** Returns the place of a position in a file. `folder` is the folder of the description. */
export function buildFilePlace(
  found: { readonly path: string; readonly position: Position } | undefined,
  folder: string,
): FilePlace {
  return found ? [{ file: relative(folder, found.path), pointer: '' }, { position: found.position }] : [];
}
