import type { CommandReport } from '../report.js';

/** Formats a report as one JSON text. */
export function formatAsJson(report: CommandReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
