import { formatText } from '../../diagnostics/show-text.js';
import type { CommandReport, Finding } from '../report.js';

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** Formats a report as workflow commands of GitHub Actions, one annotation per finding, difference and task. */
export function formatForGitHub({ descriptions }: CommandReport): string {
  const lines = descriptions.flatMap(({ findings, drifts = [], updateCommand, tasks = [], listed = [] }) => [
    ...findings.map(formatFinding),
    ...drifts.map(({ path, cause, state }) =>
      formatCommand('error', { file: path, title: `drift-${state}` }, `${path} ${cause}; to update: ${updateCommand}`),
    ),
    ...tasks.map(({ text, places: [place] }) =>
      formatCommand('warning', { file: place?.path, line: place?.line, col: place?.column, title: 'scaffold' }, text),
    ),
    ...listed.map(({ id, question, places: [place] }) =>
      formatCommand('notice', { file: place?.path, line: place?.line, col: place?.column, title: id }, question),
    ),
  ]);
  return lines.join('');
}

function formatFinding({ severity, code, message, hint, path, line, column }: Finding): string {
  const text = hint === undefined ? message : `${message}\nhint: ${hint}`;
  return formatCommand(commands[severity], { file: path, line, col: column, title: code }, text);
}

interface Properties {
  readonly [name: string]: string | number | undefined;
}

function formatCommand(command: string, properties: Properties, message: string): string {
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
