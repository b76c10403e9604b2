import { resolve } from 'node:path';
import type { EditOptions } from '../answers/edit-description.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import type { EditRun } from '../index.js';
import { noFiles } from '../options/option-table.js';
import { runGenerate } from './commands.js';
import type { CommandLine } from './parse-arguments.js';
import type { Report } from './report.js';
import { formatPath } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Prints what an edit changed in a description and its overlays, then generates. With `dryRun`, only prints. */
export async function completeEdit(
  { edited, after: options }: Required<Pick<EditRun, 'edited' | 'after'>>,
  reported: Report,
  { run, terminal, dryRun }: { readonly run: PlannedRun; readonly terminal: Terminal; readonly dryRun: boolean },
): Promise<Report> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff'); // loads the comparison by lines
  if (edited.length === 0) terminal.print('  nothing to change in the description\n');
  for (const { path, before, after } of edited) {
    const shown = formatPath(path, terminal);
    const [old, now] = [before, after].map((bytes) => Buffer.from(bytes ?? []).toString('utf8'));
    terminal.print(
      createTwoFilesPatch(shown, shown, old ?? '', now ?? '', undefined, undefined, {
        context: 2,
        headerOptions: FILE_HEADERS_ONLY,
      }),
    );
  }
  if (!dryRun) return runGenerate({ ...run, options }, terminal);
  return {
    ...reported,
    written: { added: [], changed: edited.map(({ path }) => formatPath(path, terminal)), removed: [] },
  };
}

/** Returns the options of an edit that the command line states. */
export function readEditOptions({ dryRun, into }: CommandLine, { folder }: Terminal): EditOptions {
  if (into === undefined) return { dryRun };
  return { dryRun, into: into === noFiles ? into : resolve(folder, into) };
}
