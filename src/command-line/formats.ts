import { formatCount, formatText } from '../diagnostics/show-text.js';
import { encodeMarkdownCode, encodeMarkdownText } from '../text/encode.js';
import type { Format } from './flag-table.js';
import {
  type CommandReport,
  type Finding,
  formatPlace,
  listAffected,
  type Place,
  type Report,
  type ReportedDrift,
  type ReportedGap,
} from './report.js';

/** Formats a report for another program. */
export function formatReport(format: Exclude<Format, 'text'>, report: CommandReport): string {
  return machineFormats[format](report);
}

const machineFormats: { readonly [F in Exclude<Format, 'text'>]: (report: CommandReport) => string } = {
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  markdown: formatAsMarkdown,
  github: formatForGitHub,
  sarif: formatAsSarif,
};

// For a comment in a pull request.
function formatAsMarkdown({ command, descriptions }: CommandReport): string {
  return descriptions.map((report) => formatDescription(command, report)).join('\n');
}

function formatDescription(command: string, report: Report): string {
  const { name, out, findings, drifts = [], updateCommand = '', tasks = [], written, gaps } = report;
  const subject = name ?? out;
  const title = `### ${encodeMarkdownCode(`lacuna ${command}`)}${subject === undefined ? '' : `: ${encodeMarkdownText(subject)}`}`;
  const places = tasks.map(({ text, places: [place] }) => ({ text, place: place && encodePlace(place) }));
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
    gaps === undefined || gaps.open.length === 0 ? '' : formatGaps(gaps),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function formatOutcome({ findings, drifts = [], tasks = [], listed = [] }: Report): string {
  const severities = (['error', 'warning', 'note'] as const).map(
    (severity) => [findings.filter((finding) => finding.severity === severity), severity] as const,
  );
  const lists = [...severities, [drifts, 'difference'], [tasks, 'task'], [listed, 'open gap']] as const;
  const counts = lists.flatMap(([{ length }, noun]) => (length === 0 ? [] : [formatCount(length, noun)]));
  return counts.length === 0 ? 'Nothing to report.' : `${counts.join(', ')}.`;
}

function listCells({ severity, code, message, hint, ...place }: Finding): string[] {
  const text = hint === undefined ? message : `${message} (hint: ${hint})`;
  // A vertical bar begins the next cell, even inside code.
  const cell = encodePlace(place).replaceAll('|', '\\|');
  return [severity, encodeMarkdownCode(code), cell, encodeMarkdownText(formatText(text))];
}

function encodePlace({ path, ...position }: Partial<Place>): string {
  return path === undefined ? '' : encodeMarkdownCode(formatText(formatPlace({ path, ...position })));
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

function formatListed(gaps: readonly ReportedGap[]): string {
  const cells = gaps.map((gap) => [
    encodeMarkdownCode(gap.id),
    gap.kind,
    encodeMarkdownText(formatText(gap.question)),
    encodeMarkdownText(formatText(listAffected(gap).join(', '))),
    encodeMarkdownText(formatText(gap.owner ?? '')),
  ]);
  return formatTable(['gap', 'kind', 'question', 'affects', 'owner'], cells);
}

function formatGaps({ open, opened, answered, removed, omitted }: NonNullable<Report['gaps']>): string {
  const list = (ids: readonly string[]): string => ids.map((id) => encodeMarkdownCode(id)).join(', ');
  const changes = [
    ...(opened.length > 0 ? [`New since the last run: ${list(opened)}.`] : []),
    ...(answered.length > 0 ? [`Answered: ${list(answered)}.`] : []),
    ...(omitted.length > 0 ? [`Omitted by the filter: ${list(omitted)}.`] : []),
    ...(removed.length > 0 ? [`Removed without an answer: ${list(removed)}.`] : []),
  ];
  return [`${formatCount(open.length, 'gap')} not shown.`, ...changes].join(' ');
}

/** A finding, a difference, a task or a gap, as GitHub and SARIF show it. */
interface Annotation {
  readonly severity: Finding['severity'];
  /** The id of its rule in SARIF. */
  readonly rule: string;
  readonly title: string;
  readonly text: string;
  readonly hint?: string | undefined;
  readonly places: readonly Place[];
}

function listAnnotations({ findings, drifts = [], updateCommand = '', tasks = [], listed = [] }: Report): Annotation[] {
  return [
    ...findings.map(({ severity, code, message, hint, path, ...position }) => ({
      severity,
      rule: code,
      title: code,
      text: message,
      hint,
      places: path === undefined ? [] : [{ path, ...position }],
    })),
    ...drifts.map(({ path, state, cause }) => {
      const [rule, text] = [`drift-${state}`, `${path} ${cause}; to update: ${updateCommand}`];
      return { severity: 'error' as const, rule, title: rule, text, places: [{ path }] };
    }),
    ...tasks.map((task) => ({ severity: 'warning' as const, rule: 'scaffold-task', title: 'scaffold', ...task })),
    ...listed.map(({ id, question: text, places }) => {
      return { severity: 'note' as const, rule: `gap-${id}`, title: id, text, places: places.slice(0, 1) };
    }),
  ];
}

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

// Workflow commands of GitHub Actions, one per annotation.
function formatForGitHub({ descriptions }: CommandReport): string {
  return descriptions.flatMap(listAnnotations).map(formatAnnotation).join('');
}

function formatAnnotation({ severity, title, text, hint, places: [place] }: Annotation): string {
  const properties = { file: place?.path, line: place?.line, col: place?.column, title };
  return formatCommand(commands[severity], properties, hint === undefined ? text : `${text}\nhint: ${hint}`);
}

function formatCommand(command: string, properties: object, message: string): string {
  const list = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeProperty(String(value))}`],
  );
  return `::${command} ${list.join(',')}::${encodeMessage(message)}\n`;
}

// A line break would begin another command. The runner decodes these sequences.
function encodeMessage(text: string): string {
  return text
    .split('\n')
    .map((line) => formatText(line).replaceAll('%', '%25'))
    .join('%0A');
}

function encodeProperty(text: string): string {
  return formatText(text).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C');
}

// SARIF 2.1.0, the format of code scanning.
function formatAsSarif({ descriptions, lacuna, exitCode }: CommandReport): string {
  const results = descriptions.flatMap(listAnnotations).map(buildResult);
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].sort().map((id) => ({ id }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'lacuna', version: lacuna, rules } },
        columnKind: 'utf16CodeUnits',
        // A difference is a result, not a failure of the tool.
        invocations: [{ executionSuccessful: exitCode < 2, exitCode }],
        results,
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function buildResult({ severity, rule, text, hint, places }: Annotation) {
  return {
    ruleId: rule,
    level: severity,
    message: { text: hint === undefined ? text : `${text}\nHint: ${hint}` },
    ...(places.length > 0 && { locations: places.map(buildLocation) }),
  };
}

function buildLocation({ path, line, column }: Place): object {
  const uri = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column } };
  return { physicalLocation: { artifactLocation: { uri }, ...region } };
}
