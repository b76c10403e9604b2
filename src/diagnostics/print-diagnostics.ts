import type { Diagnostic, Position } from './diagnostic.js';
import { LineIndex } from './line-index.js';
import type { Placed } from './locate.js';
import type { Origin } from './origin.js';
import { formatSentence, formatText, wrapText } from './show-text.js';

/** Access to the files that contain the places of findings. */
export interface Files {
  /** Returns a file (`Origin.file`) as text or as bytes, or `undefined` if it cannot be read. */
  readonly readText: (file: string) => string | Uint8Array | undefined;
  /** Formats the path of a file, usually relative to the current folder. */
  readonly showPath: (file: string) => string;
  /** Returns the place where a value is written, if it was moved after the description was parsed. */
  readonly findWritten?: (origin: Origin) => Origin;
}

/** How findings are printed. */
interface PrintOptions {
  readonly colours: boolean;
  /**
   * Whether to print each warning and note with its place. Otherwise there is one line per code. Errors are always
   * printed in full.
   */
  readonly isVerbose: boolean;
}

/** A subject with its place, ready to print. */
export interface Located<T = Diagnostic> {
  readonly subject: T;
  /** The path as `formatPath` formats it. Empty for a finding without a file. */
  readonly path: string;
  readonly position: Position | undefined;
  readonly lines?: LineIndex;
}

// The most errors with one code that are printed in full. The others are counted.
const mostErrors = 50;

/**
 * Formats findings for people, sorted by file and line, with equal ones in a group. The result ends with a line break
 * unless it is empty.
 */
export function printDiagnostics(findings: readonly Located[], options: PrintOptions): string {
  const { isVerbose } = options;
  const groups = new Map<string, Located[]>();
  const shown = new Map<string, number>();
  for (const one of findings) {
    const { code, severity, message } = one.subject;
    const isError = severity === 'error';
    const isBrief = !isError && !isVerbose;
    const own = isBrief ? `brief ${code}` : `${code} ${message} ${isError ? printPlace(one) : ''}`;
    const count = shown.get(code) ?? 0;
    const isShown = !isError || groups.has(own) || count < mostErrors;
    const group = groups.get(isShown ? own : code) ?? [];
    if (isShown && group.length === 0) shown.set(code, count + 1);
    group.push(one);
    groups.set(isShown ? own : code, group);
  }
  const printed = [...groups].map(([key, group]) => printGroup(group, key, options.colours)).join('');
  const hasMore = [...groups].some(([key, group]) => key.startsWith('brief ') && (group[1] || showsMore(group[0])));
  return hasMore ? `${printed}to see all places with source lines and hints, add --verbose\n` : printed;
}

// Returns whether a finding in full has more than its line: a hint or lines of its source.
function showsMore(finding: Located | undefined): boolean {
  return finding?.subject.hint !== undefined || (finding?.lines !== undefined && finding.position !== undefined);
}

/** Finds the places of subjects, such as findings, and sorts them by file and line. */
export async function locateAll<T extends Placed>(subjects: readonly T[], from: Files): Promise<Located<T>[]> {
  const files = new Map<string | undefined, (Placed & { readonly subject: T })[]>();
  for (const subject of subjects) {
    // The position that a parser reports belongs to the file that it read.
    const { at, position, origin: shown } = subject;
    const origin = shown && !position ? (from.findWritten?.(shown) ?? shown) : shown;
    const placed = { subject, ...(at && { at }), ...(position && { position }), ...(origin && { origin }) };
    const list = files.get(origin?.file) ?? [];
    files.set(origin?.file, list);
    list.push(placed);
  }
  const located: Located<T>[] = [];
  for (const [file, list] of files) {
    const path = file === undefined ? '' : from.showPath(file);
    const content = file === undefined ? undefined : from.readText(file);
    if (content === undefined) {
      located.push(...list.map(({ subject, position }) => ({ subject, path, position })));
      continue;
    }
    const { locateInFile } = await import('./locate.js');
    const text = typeof content === 'string' ? content : decodeText(content);
    const lines = new LineIndex(text);
    const positions = await locateInFile(list, text, lines);
    located.push(...list.map((one) => ({ subject: one.subject, path, position: positions.get(one), lines })));
  }
  return located.sort(comparePlaces);
}

// Also decodes text that could not be parsed, because its lines are printed.
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

function comparePlaces(a: Located<unknown>, b: Located<unknown>): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  const [m, n] = [a.position, b.position];
  return (m?.line ?? 0) - (n?.line ?? 0) || (m?.column ?? 0) - (n?.column ?? 0);
}

function printGroup(group: readonly Located[], key: string, colours: boolean): string {
  const [first, second] = group;
  if (first === undefined) return '';
  const { code, severity, message, hint } = first.subject;
  if (key === code) return `and ${group.length} more ${code}, first at ${printPlace(first)}\n`;
  const place = printPlace(first);
  const isBrief = key === `brief ${code}`;
  const label = `${severity} ${code}:`;
  const others = isBrief && second ? ` (${group.length} of this kind)` : '';
  const start = `${place && `${place}: `}${label} `;
  const text = wrapText(`${formatSentence(message)}${others}`, 4, start.length);
  const head = `${place && `${place}: `}${addColour(label, colours ? colourOf[severity] : undefined)} ${text}\n`;
  if (isBrief) return head;
  const frame = first.lines && first.position ? printCodeFrame(first.lines, first.position) : '';
  const places = new Set(group.map(printPlace));
  places.delete(place);
  const rest = [...places].map((other) => `  also at ${other}\n`).join('');
  const help = hint === undefined ? '' : `  ${wrapText(`hint: ${formatSentence(hint)}`, 4, 2)}\n`;
  return `${head}${frame}${help}${rest}`;
}

function printPlace({ path, position }: Located<unknown>): string {
  const place = position ? `:${position.line}:${position.column}` : '';
  return path && `${formatText(path)}${place}`;
}

const colourOf = { error: 31, warning: 33, note: 36 } as const;

function addColour(text: string, colour: number | undefined): string {
  return colour === undefined ? text : `\u001b[${colour}m${text}\u001b[39m`;
}

const widest = 120;

/**
 * Prints the line of a position with its neighbours and a caret below it. Lines end with LF. Long lines are cut around
 * the caret.
 */
function printCodeFrame(lines: LineIndex, { line, column }: Position): string {
  const from = column > widest - 20 ? column - widest / 2 : 1;
  const numbers = [line - 1, line, line + 1];
  const width = String(line + 1).length;
  return numbers
    .map((number) => {
      const text = lines.lineAt(number);
      if (text === undefined || (number > line && text.trim() === '')) return '';
      const row = `${number === line ? '>' : ' '} ${String(number).padStart(width)} |`;
      const quoted = `${row} ${shortenLine(text, from)}`.trimEnd();
      if (number !== line) return `${quoted}\n`;
      const indent = ' '.repeat(shortenLine(text.slice(0, column - 1), from).length);
      return `${quoted}\n  ${' '.repeat(width)} | ${indent}^\n`;
    })
    .join('');
}

function shortenLine(text: string, from: number): string {
  const before = from > 1 && text.length >= from ? '…' : '';
  const after = text.length > from - 1 + widest ? '…' : '';
  return `${before}${formatText(text.slice(from - 1, from - 1 + widest))}${after}`;
}
