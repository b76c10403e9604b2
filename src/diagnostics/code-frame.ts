import type { Position } from './diagnostic.js';
import type { LineIndex } from './line-index.js';
import { formatText } from './show-text.js';

const widest = 120;

/**
 * Prints the line of a position with its neighbours and a caret below it. Lines end with LF. Long lines are cut around
 * the caret.
 */
export function printCodeFrame(lines: LineIndex, { line, column }: Position): string {
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
