import type { Format } from '../flag-table.js';
import type { CommandReport } from '../report.js';
import { formatForGitHub } from './github.js';
import { formatAsMarkdown } from './markdown.js';
import { formatAsSarif } from './sarif.js';

const machineFormats: { readonly [F in Exclude<Format, 'text'>]: (report: CommandReport) => string } = {
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  markdown: formatAsMarkdown,
  github: formatForGitHub,
  sarif: formatAsSarif,
};

/** Formats a report for another program. */
export function formatReport(format: Exclude<Format, 'text'>, report: CommandReport): string {
  return machineFormats[format](report);
}
