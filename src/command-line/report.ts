import { relative, resolve } from 'node:path';
import type { Severity } from '../diagnostics/codes/row.js';
import { type Diagnostic, type Diagnostics, type Position, Stop } from '../diagnostics/diagnostic.js';
import { type Located, locateAll, printDiagnostics } from '../diagnostics/print-diagnostics.js';
import { standardInput } from '../document/document.js';
import type { Drift, GapUse, Run } from '../index.js';
import type { NotShown } from '../model/element.js';
import { listSources, locateOptions } from '../pipeline/format-diagnostics.js';
import type { Terminal } from './terminal.js';

/** The report about one description, for people and for programs. Paths are relative to the current folder. */
export interface Report {
  /** The name of the description, if the configuration has several. */
  readonly name?: string;
  readonly spec?: string;
  /** The output folder. */
  readonly out?: string;
  readonly findings: readonly Finding[];
  /**
   * The paths that `generate` or `scaffold` added, changed and removed. In a dry run, those that it would add, change
   * or remove.
   */
  readonly written?: {
    readonly added: readonly string[];
    readonly changed: readonly string[];
    readonly removed: readonly string[];
  };
  /** The ids of the open gaps, and the changes since the last run. */
  readonly gaps?: {
    readonly open: readonly string[];
    readonly opened: readonly string[];
    readonly answered: readonly string[];
    /** Gaps that were removed without an answer in `x-resolved`. */
    readonly removed: readonly string[];
    /** Gaps that the filter omits now. */
    readonly omitted: readonly string[];
  };
  /** The gaps that `gaps` lists. */
  readonly listed?: readonly ReportedGap[];
  /** The gaps that an overlay answers instead of the description (`gaps`). */
  readonly overlaid?: readonly AnsweredByOverlay[];
  /** The places in the user's code that use gaps (`gaps uses`). */
  readonly uses?: readonly ReportedUse[];
  /** The differences that `check` found. */
  readonly drifts?: readonly ReportedDrift[];
  /** The command that resolves the differences. */
  readonly updateCommand?: string;
  /** The tasks that `scaffold` leaves to the user. */
  readonly tasks?: readonly ReportedTask[];
  /**
   * 0: no errors or differences; 1: `check` found a difference, or tasks remain; 2: the input or the command line is
   * wrong.
   */
  readonly exitCode: number;
}

/** An error, a warning or a note. */
export interface Finding extends Partial<Position> {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The path. Absent for findings about the command line. `line` and `column` begin at 1. */
  readonly path?: string;
}

/** A file that differs from the one that would be generated. */
export interface ReportedDrift extends Pick<Drift, 'state' | 'diff'> {
  readonly path: string;
  /** Why it differs, as a sentence without subject. */
  readonly cause: string;
}

/** An open gap, with all its extensions. */
export interface ReportedGap extends Pick<NotShown, 'id' | 'kind' | 'question' | 'source' | 'known' | 'operations'> {
  readonly guess?: string;
  readonly owner?: string;
  readonly issue?: string;
  readonly since?: string;
  /** Whether it affects every one of several operations. */
  readonly affectsEvery: boolean;
  /** What answers it in the description. */
  readonly answer: string;
  /** The commands that answer it, one for each form of an answer. */
  readonly commands: readonly string[];
  /** The objects that have it. The first one contains it in full. */
  readonly places: readonly Place[];
  /** The generated files that contain it, with the lines. */
  readonly files?: readonly { readonly kind: string; readonly path: string; readonly lines: readonly number[] }[];
  /** The places in the user's code that use it (`gaps show`). */
  readonly uses?: readonly Omit<ReportedUse, 'id' | 'state'>[];
}

export interface AnsweredByOverlay {
  /** Its path. */
  readonly overlay: string;
  readonly ids: readonly string[];
}

/** A place that uses a gap. */
export interface ReportedUse extends Pick<GapUse, 'kind' | 'line' | 'column'> {
  /** The id. Absent if the code does not contain it, or if the imported name is no longer generated. */
  readonly id?: string;
  readonly path: string;
  /** `unknown`: the code does not contain the id. */
  readonly state: 'open' | 'closed' | 'unknown';
}

interface ReportedTask {
  readonly text: string;
  readonly places: readonly Place[];
  /** The lines to write. */
  readonly lines?: readonly string[];
}

export function buildFinding({ subject, path, position }: Located<Diagnostic>): Finding {
  const { severity, code, message, hint } = subject;
  const place = path === '' ? {} : buildPlace(path, position);
  return { severity, code, message, ...(hint !== undefined && { hint }), ...place };
}

/** A place in a file. `line` and `column` begin at 1. */
export interface Place extends Partial<Position> {
  readonly path: string;
}

export function buildPlace(path: string, position: Position | undefined): Place {
  return { path, ...(position && { line: position.line, column: position.column }) };
}

export function formatPlace({ path, line, column }: Place): string {
  return line === undefined ? path : `${path}:${line}:${column}`;
}

/** The report of a command about all its descriptions. */
export interface CommandReport {
  readonly command: string;
  readonly lacuna: string;
  readonly exitCode: number;
  readonly descriptions: readonly Report[];
}

/** The exit codes, on which scripts rely. `cli.ts` exits with 3 after a bug. */
export const exit = { clean: 0, drift: 1, wrongInput: 2 } as const;

/** Prints findings. Returns them for a report, with the exit code that follows from them. */
export async function reportFindings(
  diagnostics: Diagnostics,
  run: Run | undefined,
  terminal: Terminal,
): Promise<Pick<Report, 'findings' | 'exitCode'>> {
  if (diagnostics.list.length === 0) return { findings: [], exitCode: exit.clean };
  const { colours, isVerbose = false, isQuiet = false } = terminal;
  const located = await locateAll(locateOptions(diagnostics, run), listSources(run, terminal.folder));
  const shown = isQuiet ? located.filter(({ subject }) => subject.severity === 'error') : located;
  if (shown.length > 0) terminal.printError(printDiagnostics(shown, { colours, isVerbose }));
  return {
    findings: located.map(buildFinding),
    exitCode: diagnostics.hasErrors ? exit.wrongInput : exit.clean,
  };
}

/** Formats a path relative to the current folder, or the name of standard input. */
export function formatPath(path: string, { folder }: Pick<Terminal, 'folder'>): string {
  return path === standardInput ? 'standard input' : relative(folder, path) || '.';
}

/**
 * Runs a command, or a part of it. If errors end it, prints them. This is the only place of the command line that
 * catches such errors.
 */
export async function reportStop(
  terminal: Terminal,
  run: () => Promise<readonly Report[]>,
): Promise<readonly Report[]> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return [await reportFindings(error.diagnostics, undefined, terminal)];
  }
}

/** Formats the description and the output folder of a run. */
export function listPlaces(
  { folder, spec, out }: Run['settings'],
  terminal: Terminal,
): { readonly spec: string; readonly out: string } {
  const shown = formatPath(spec, terminal);
  return { spec: shown, out: formatPath(resolve(folder, out.shown), terminal) };
}

/** Formats the operations that a gap affects. */
export function listAffected({ operations, affectsEvery }: ReportedGap): readonly string[] {
  return affectsEvery ? ['every operation'] : operations;
}
