import { relative } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { locateAll, printDiagnostics } from '../diagnostics/print-diagnostics.js';
import { standardInput } from '../document/document.js';
import { listSources, locateOptions } from '../format-diagnostics.js';
import type { Run } from '../index.js';
import { buildFinding, type Report } from './report.js';
import type { Terminal } from './terminal.js';

/** The exit codes, on which scripts rely. `cli.ts` exits with 3 after a bug. */
export const exit = { clean: 0, drift: 1, wrongInput: 2 } as const;

/** Prints findings. Returns them for a report, with the exit code that follows from them. */
export async function reportFindings(
  diagnostics: Diagnostics,
  run: Run | undefined,
  terminal: Terminal,
): Promise<Pick<Report, 'findings' | 'exitCode'>> {
  if (diagnostics.list.length === 0) return { findings: [], exitCode: exit.clean };
  const { colours, isVerbose = false, isQuiet = false } = terminal;
  const located = await locateAll(locateOptions(diagnostics, run), listSources(run, terminal.folder));
  const shown = isQuiet ? located.filter(({ subject }) => subject.severity === 'error') : located;
  if (shown.length > 0) terminal.printError(printDiagnostics(shown, { colours, isVerbose }));
  return {
    findings: located.map(({ subject, path, position }) => buildFinding(subject, path, position)),
    exitCode: diagnostics.hasErrors ? exit.wrongInput : exit.clean,
  };
}

/** Formats a path relative to the current folder, or the name of standard input. */
export function formatPath(path: string, { folder }: Pick<Terminal, 'folder'>): string {
  return path === standardInput ? 'standard input' : relative(folder, path) || '.';
}
