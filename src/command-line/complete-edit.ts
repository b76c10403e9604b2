import type { PlannedRun } from '../configuration/plan-runs.js';
import type { EditedFile } from '../index.js';
import { runGenerate } from './commands.js';
import type { Report } from './report.js';
import { formatPath } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Shows what an edit changed in a description, and generates; with `dryRun`, only shows it. */
export async function completeEdit(
  edited: readonly EditedFile[],
  reported: Report,
  { run, terminal, dryRun }: { readonly run: PlannedRun; readonly terminal: Terminal; readonly dryRun: boolean },
): Promise<Report> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff'); // loads the comparison by lines
  for (const { path, before, after } of edited) {
    const shown = formatPath(path, terminal);
    const [old, now] = [before, after].map((bytes) => Buffer.from(bytes).toString('utf8'));
    terminal.print(
      createTwoFilesPatch(shown, shown, old ?? '', now ?? '', undefined, undefined, {
        context: 2,
        headerOptions: FILE_HEADERS_ONLY,
      }),
    );
  }
  if (!dryRun) return runGenerate(run, terminal);
  return {
    ...reported,
    written: { added: [], changed: edited.map(({ path }) => formatPath(path, terminal)), removed: [] },
  };
}
