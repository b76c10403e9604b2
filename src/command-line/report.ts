import type { Severity } from '../diagnostics/codes/row.js';
import type { Diagnostic, Position } from '../diagnostics/diagnostic.js';
import type { Drift, ItemUse } from '../index.js';
import type { NotShown } from '../model/not-shown.js';

/**
 * The report of a command about one description, for people and for programs. Paths are relative to the current folder.
 */
export interface Report {
  /** The name of the description in the configuration, if that has several. */
  readonly name?: string;
  readonly spec?: string;
  /** The output folder. */
  readonly out?: string;
  readonly findings: readonly Finding[];
  /** The paths that `generate` or `scaffold` added, changed and removed; of a dry run, those that it would. */
  readonly written?: {
    readonly added: readonly string[];
    readonly changed: readonly string[];
    readonly removed: readonly string[];
  };
  /** The ids of the items that are not shown, and what changed since the last run. */
  readonly items?: {
    readonly open: readonly string[];
    readonly opened: readonly string[];
    readonly answered: readonly string[];
    /** Without an answer in `x-resolved`. */
    readonly removed: readonly string[];
  };
  /** The items that `items` lists. */
  readonly listed?: readonly ReportedItem[];
  /** The items that an overlay answers, in place of the description (`items`). */
  readonly overlaid?: readonly AnsweredByOverlay[];
  /** The places in the user's code that lean on items (`items uses`). */
  readonly uses?: readonly ReportedUse[];
  /** The differences that `check` found. */
  readonly drifts?: readonly ReportedDrift[];
  /** The command that resolves the differences. */
  readonly mend?: string;
  /** What `scaffold` leaves to do by hand. */
  readonly tasks?: readonly ReportedTask[];
  /** 0: clean; 1: `check` found a difference, or tasks are left; 2: the input or the command line is wrong. */
  readonly exitCode: number;
}

/** An error, a warning or a note. */
export interface Finding extends Partial<Position> {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Absent for findings about the command line. `line` and `column` count from 1. */
  readonly path?: string;
}

/** A file that is not as it would be generated. */
export interface ReportedDrift extends Pick<Drift, 'state' | 'diff'> {
  readonly path: string;
  /** Why it differs, a sentence without subject. */
  readonly cause: string;
}

/** An open item, and every field of it that begins with `x-`. */
export interface ReportedItem extends Pick<NotShown, 'id' | 'kind' | 'question' | 'source' | 'known' | 'operations'> {
  readonly guess?: string;
  readonly owner?: string;
  readonly issue?: string;
  readonly since?: string;
  /** Whether it affects every operation, if there are several. */
  readonly affectsEvery: boolean;
  /** How it is answered in the description. */
  readonly answer: string;
  /** The commands that answer it; one for each form of an answer. */
  readonly commands: readonly string[];
  /** The objects that have it, the one on which it is written in full first. */
  readonly places: readonly (Partial<Position> & { readonly path: string })[];
  /** The generated files that name it, with the lines. */
  readonly carriers?: readonly { readonly kind: string; readonly path: string; readonly lines: readonly number[] }[];
  /** The places in the user's code that lean on it (`items show`). */
  readonly uses?: readonly Omit<ReportedUse, 'id' | 'state'>[];
}

/** What an overlay answers. */
export interface AnsweredByOverlay {
  /** Its path. */
  readonly overlay: string;
  readonly ids: readonly string[];
}

/** A place that leans on an item. */
export interface ReportedUse extends Pick<ItemUse, 'kind' | 'line' | 'column'> {
  /** Absent if the code does not show which item, or if what it imports is no longer generated. */
  readonly id?: string;
  readonly path: string;
  /** `unknown`: the code does not show which item. */
  readonly state: 'open' | 'closed' | 'unknown';
}

/** A task for the user. */
interface ReportedTask {
  readonly text: string;
  readonly places: readonly (Position & { readonly path: string })[];
  /** What to write, line by line. */
  readonly lines?: readonly string[];
}

/** Builds the finding of a report. */
export function buildFinding(
  { severity, code, message, hint }: Diagnostic,
  path: string,
  position: Position | undefined,
): Finding {
  return {
    severity,
    code,
    message,
    ...(hint !== undefined && { hint }),
    ...(path !== '' && { path }),
    ...(position && { line: position.line, column: position.column }),
  };
}

/** The report of a whole command. */
export interface CommandReport {
  readonly command: string;
  readonly lacuna: string;
  readonly exitCode: number;
  readonly descriptions: readonly Report[];
}
