import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One row or sentence of the API document. */
export interface Statement {
  /** The section: `2.1`, `introduction`, or `4.2 GET /balance` for the part of 4.2 about an operation. */
  readonly section: string;
  /** The cells of a table row; empty for a sentence. */
  readonly cells: readonly string[];
  readonly text: string;
}

const path = join(process.env['LACUNA_SHARED'] ?? '../shared', 'seed/api-document.md');

/** The path of the API document, and whether the file exists. */
export const apiDocument: { readonly path: string; readonly isThere: boolean } = { path, isThere: existsSync(path) };

/** Reads the API document as a list of statements: its title, each sentence and each table row. */
export function readStatements(): Statement[] {
  const statements: Statement[] = [];
  let section = 'introduction';
  for (const line of readFileSync(path, 'utf8')
    .split('\n')
    .map((text) => text.trim())) {
    const heading = /^##+ ([\d.]+?)\.? /.exec(line)?.[1];
    const operation = /^\*\*(.+)\*\*$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    else if (operation !== undefined) section = `${section.split(' ')[0]} ${operation}`;
    else statements.push(...readLine(section, line));
  }
  return statements;
}

function readLine(section: string, line: string): Statement[] {
  if (/^\|[-|]+$/.test(line)) return [];
  if (line.startsWith('|')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return [{ section, cells, text: cells.join(' | ') }];
  }
  return splitSentences(line.replace(/^(-|\d+\.|#) /, '')).map((text) => ({ section, cells: [], text }));
}

/** Splits a text after each full stop before a capital letter, a brace or a code span. Line breaks count as spaces. */
export function splitSentences(text: string): string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=\.) (?=[A-Z{`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
