import { formatText } from '../../diagnostics/show-text.js';
import { encodeMarkdownCode, encodeMarkdownText } from '../../text/encode.js';
import {
  type CommandReport,
  type Finding,
  listAffected,
  type Report,
  type ReportedDrift,
  type ReportedItem,
} from '../report.js';

/** Formats a report as Markdown, for a comment in a pull request. */
export function formatAsMarkdown({ command, descriptions }: CommandReport): string {
  return descriptions.map((report) => formatDescription(command, report)).join('\n');
}

function formatDescription(command: string, report: Report): string {
  const { name, out, findings, drifts = [], updateCommand = '', tasks = [], written, items } = report;
  const subject = name ?? out;
  const title = `### ${encodeMarkdownCode(`lacuna ${command}`)}${subject === undefined ? '' : `: ${encodeMarkdownText(subject)}`}`;
  const places = tasks.map(({ text, places: [place] }) => ({ text, place: place && formatPlace(place) }));
  const blocks = [
    title,
    formatOutcome(report),
    formatTable(['', 'code', 'place', ''], findings.map(listCells)),
    ...drifts.map(formatDrift),
    drifts.length > 0 ? `To update: ${encodeMarkdownCode(updateCommand)}` : '',
    places
      .map(({ text, place }) => `- ${place === undefined ? '' : `${place}: `}${encodeMarkdownText(formatText(text))}`)
      .join('\n'),
    written === undefined ? '' : formatWritten(written),
    formatListed(report.listed ?? []),
    items === undefined || items.open.length === 0 ? '' : formatItems(items),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function formatOutcome({ findings, drifts = [], tasks = [], listed = [] }: Report): string {
  const counts = [
    ...(['error', 'warning', 'note'] as const).map((severity) =>
      formatCount(findings.filter((finding) => finding.severity === severity).length, severity),
    ),
    formatCount(drifts.length, 'difference'),
    formatCount(tasks.length, 'task'),
    formatCount(listed.length, 'open item'),
  ].filter((count) => count !== '');
  return counts.length === 0 ? 'Nothing to report.' : `${counts.join(', ')}.`;
}

function formatCount(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function listCells({ severity, code, message, hint, ...place }: Finding): string[] {
  const text = hint === undefined ? message : `${message} (hint: ${hint})`;
  return [severity, encodeMarkdownCode(code), encodeCell(formatPlace(place)), encodeMarkdownText(formatText(text))];
}

function formatPlace({ path, line, column }: Partial<Pick<Finding, 'path' | 'line' | 'column'>>): string {
  if (path === undefined) return '';
  return encodeMarkdownCode(formatText(line === undefined ? path : `${path}:${line}:${column}`));
}

// A vertical bar begins the next cell, even inside code.
function encodeCell(code: string): string {
  return code.replaceAll('|', '\\|');
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function formatDrift({ path, cause, diff }: ReportedDrift): string {
  const head = `- ${encodeMarkdownCode(formatText(path))} ${encodeMarkdownText(formatText(cause))}`;
  if (diff === '') return head;
  const longest = Math.max(2, ...[...diff.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${head}\n\n${fence}diff\n${diff}\n${fence}`;
}

function formatWritten({ added, changed, removed }: NonNullable<Report['written']>): string {
  return `Files: ${added.length} added, ${changed.length} changed, ${removed.length} removed.`;
}

function formatListed(items: readonly ReportedItem[]): string {
  const cells = items.map((item) => [
    encodeMarkdownCode(item.id),
    item.kind,
    encodeMarkdownText(formatText(item.question)),
    encodeMarkdownText(formatText(listAffected(item).join(', '))),
    encodeMarkdownText(formatText(item.owner ?? '')),
  ]);
  return formatTable(['item', 'kind', 'question', 'affects', 'owner'], cells);
}

function formatItems({ open, opened, answered, removed, omitted }: NonNullable<Report['items']>): string {
  const list = (ids: readonly string[]): string => ids.map((id) => encodeMarkdownCode(id)).join(', ');
  const changes = [
    ...(opened.length > 0 ? [`New since the last run: ${list(opened)}.`] : []),
    ...(answered.length > 0 ? [`Answered: ${list(answered)}.`] : []),
    ...(omitted.length > 0 ? [`Omitted by the filter: ${list(omitted)}.`] : []),
    ...(removed.length > 0 ? [`Removed without an answer: ${list(removed)}.`] : []),
  ];
  return [`${formatCount(open.length, 'item')} not shown.`, ...changes].join(' ');
}
