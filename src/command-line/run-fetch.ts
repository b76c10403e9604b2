import { omitUndefined } from '../configuration/omit-undefined.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { locateAll, printDiagnostics } from '../diagnostics/print-diagnostics.js';
import { formatText } from '../diagnostics/show-text.js';
import { Folder, resolveFolder } from '../files/folder.js';
import { type FetchedFile, fetchDescriptions, pinsName } from './fetch-descriptions.js';
import type { CommandLine } from './parse-arguments.js';
import { buildFinding, exit, type Report } from './report.js';
import type { Terminal } from './terminal.js';

const mostDifferences = 20;

/** Runs `fetch` and prints what changed. It is the only command that uses the network. */
export async function runFetch(
  { words, options, flags }: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<Report> {
  const isCheck = flags.has('check');
  const [url, other] = words;
  if (other !== undefined) diagnostics.report('unexpected-argument', undefined, { argument: other });
  const folder = new Folder(resolveFolder(terminal.folder), '.');
  const request = { folder, isCheck, ...omitUndefined({ url, out: options.out, limits: options.limits }) };
  const sources = new Map<string, Uint8Array>();
  const fetched = diagnostics.hasErrors ? [] : await fetchDescriptions(request, sources, diagnostics);
  const files = { readText: (file: string) => sources.get(file), showPath: (file: string) => file };
  const located = await locateAll(diagnostics.list, files);
  // Warnings are printed one by one, because each is about one URL.
  const told = terminal.isQuiet ? located.filter(({ subject }) => subject.severity === 'error') : located;
  terminal.printError(printDiagnostics(told, { colours: terminal.colours, isVerbose: true }));
  const shown = terminal.isQuiet ? fetched.filter(({ state }) => isCheck && state !== 'unchanged') : fetched;
  const width = Math.max(...shown.map(({ path }) => path.length));
  for (const file of shown) terminal.print(printFile(file, isCheck, width));
  if (shown.length > 0 && !isCheck) terminal.print(`  recorded in ${pinsName}\n`);
  const changed = fetched.filter(({ state }) => state !== 'unchanged');
  const listPaths = (state: FetchedFile['state']): string[] =>
    fetched.filter((file) => file.state === state).map(({ path }) => path);
  return {
    findings: located.map(buildFinding),
    ...(!isCheck && { written: { added: listPaths('added'), changed: listPaths('changed'), removed: [] } }),
    exitCode: diagnostics.hasErrors ? exit.wrongInput : isCheck && changed.length > 0 ? exit.drift : exit.clean,
  };
}

function printFile({ path, url, sha256, state, differences }: FetchedFile, isCheck: boolean, width: number): string {
  const change = isCheck && state === 'added' ? 'is not recorded, or missing' : state;
  const more = differences.length - mostDifferences;
  return [
    `  ${path.padEnd(width)}   ${change.padEnd(9)}   ${formatText(url)}   SHA-256 ${sha256.slice(0, 16)}…`,
    ...differences.slice(0, mostDifferences).map((line) => `    ${formatText(line)}`),
    ...(more > 0 ? [`    … and ${more} more`] : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
