import { buildChildOrigin, formatOrigin } from '../diagnostics/origin.js';
import { formatText } from '../diagnostics/show-text.js';
import type { CoverageRow, Use } from '../index.js';

/**
 * Formats how keywords are used, one keyword per line, so that tools can search the text. A line contains the use, the
 * place `file#pointer` and the object. Then it lists the kinds of artifacts that contain the keyword, and the codes of
 * the findings about it. The last line has the totals.
 */
export function printCoverage(rows: readonly CoverageRow[]): string {
  const sums = new Map<Use, number>();
  for (const { use } of rows) sums.set(use, (sums.get(use) ?? 0) + 1);
  const total = `${rows.length} keywords: ${[...sums].map(([use, sum]) => `${sum} ${use}`).join(', ')}`;
  return `${rows.map(printRow).join('')}${total}\n`;
}

function printRow({ origin, object, keyword, use, readers, findings }: CoverageRow): string {
  const place = formatOrigin(keyword === '' ? origin : buildChildOrigin(origin, keyword));
  const cells = [use.padEnd(13), formatText(place), object, readers.join(','), findings.join(',')];
  return `${cells.join('\t').trimEnd()}\n`;
}
