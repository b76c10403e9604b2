import type { CommandReport } from '../report.js';
import { formatForGitHub } from './github.js';
import { formatAsJson } from './json.js';
import { formatAsMarkdown } from './markdown.js';
import { formatAsSarif } from './sarif.js';

/** The value of `--format`; `text` is for people. */
export type Format = 'text' | 'json' | 'markdown' | 'github' | 'sarif';

/** The values of `--format`. The first one is the default. */
export const formats: readonly [Format, ...Format[]] = ['text', 'json', 'markdown', 'github', 'sarif'];

const machineFormats: { readonly [F in Exclude<Format, 'text'>]: (report: CommandReport) => string } = {
  json: formatAsJson,
  markdown: formatAsMarkdown,
  github: formatForGitHub,
  sarif: formatAsSarif,
};

/** Formats a report for another program. */
export function formatReport(format: Exclude<Format, 'text'>, report: CommandReport): string {
  return machineFormats[format](report);
}
