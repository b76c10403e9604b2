import type { CommandReport, Finding, Report } from '../report.js';

/** Formats a report as SARIF 2.1.0, the format of code scanning. */
export function formatAsSarif({ descriptions, lacuna, exitCode }: CommandReport): string {
  const results = descriptions.flatMap(listResults);
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

interface Result {
  readonly ruleId: string;
  readonly level: Finding['severity'];
  readonly message: { readonly text: string };
  readonly locations?: readonly object[];
}

function listResults({ findings, drifts = [], updateCommand = '', tasks = [], listed = [] }: Report): Result[] {
  return [
    ...findings.map((finding) => ({
      ...buildResult(finding.code, finding.severity, formatText(finding)),
      ...(finding.path !== undefined && { locations: [buildLocation(finding.path, finding)] }),
    })),
    ...drifts.map(({ path, state, cause }) => ({
      ...buildResult(`drift-${state}`, 'error', `${path} ${cause}; to update: ${updateCommand}`),
      locations: [buildLocation(path)],
    })),
    ...tasks.map(({ text, places }) => ({
      ...buildResult('scaffold-task', 'warning', text),
      locations: places.map((place) => buildLocation(place.path, place)),
    })),
    ...listed.map(({ id, question, places }) => ({
      ...buildResult(`item-${id}`, 'note', question),
      locations: places.slice(0, 1).map((place) => buildLocation(place.path, place)),
    })),
  ];
}

function buildResult(ruleId: string, level: Result['level'], text: string): Result {
  return { ruleId, level, message: { text } };
}

function formatText({ message, hint }: Finding): string {
  return hint === undefined ? message : `${message}\nHint: ${hint}`;
}

function buildLocation(path: string, { line, column }: Partial<Pick<Finding, 'line' | 'column'>> = {}): object {
  const uri = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column } };
  return { physicalLocation: { artifactLocation: { uri }, ...region } };
}
