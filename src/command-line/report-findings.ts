import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { locateAll, printDiagnostics } from '../diagnostics/print-diagnostics.js';
import type { Run } from '../index.js';
import { buildFinding, type Report } from './report.js';
import type { Terminal } from './terminal.js';

/** Exit codes, which scripts rely on. A bug exits with 3, in `cli.ts`. */
export const exit = { clean: 0, drift: 1, wrongInput: 2 } as const;

/** Prints findings, and returns them for a report, with the exit code that they alone lead to. */
export async function reportFindings(
  diagnostics: Diagnostics,
  run: Run | undefined,
  terminal: Terminal,
): Promise<Pick<Report, 'findings' | 'exitCode'>> {
  const folder = run === undefined ? terminal.folder : run.document?.folder;
  const places = {
    readText: (file: string) => readText(folder, file),
    showPath: (file: string) =>
      file.includes('://') ? file : showPath(folder === undefined ? file : join(folder, file), terminal),
  };
  const { colours, isVerbose = false } = terminal;
  const located = await locateAll(diagnostics.list, places);
  terminal.printError(printDiagnostics(located, { colours, isVerbose }));
  return {
    findings: located.map(({ diagnostic, path, position }) => buildFinding(diagnostic, path, position)),
    exitCode: diagnostics.hasErrors ? exit.wrongInput : exit.clean,
  };
}

function readText(folder: string | undefined, file: string): Uint8Array | undefined {
  if (folder === undefined) return undefined;
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** Formats a path relative to the current folder. */
export function showPath(path: string, { folder }: Pick<Terminal, 'folder'>): string {
  return relative(folder, path) || '.';
}
