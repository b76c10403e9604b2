import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Document } from '../document/document.js';
import { closeFiles, pathOf } from './closed-files.js';
import { listOwnRules } from './own-rules.js';
import { openReferences } from './print-definition.js';
import { type RedoclyRun, runRedocly } from './run-redocly.js';

/** A finding of `redocly lint --format=json`. */
interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly suggest: readonly string[];
  readonly location: readonly {
    readonly source: { readonly ref: string };
    readonly pointer?: string;
    readonly reportOnKey?: boolean;
  }[];
}

const mostProblems = 1000;

/**
 * Lints a description with Redocly by the rules of `redocly.yaml` in `folder` and reports each finding at its place; does
 * nothing without that file. Redocly reads only the files of the description. A finding is an error if `redocly.yaml`
 * itself sets its rule to `error`, else a warning.
 */
export async function lintDocument(
  document: Document,
  folder: string,
  seconds: number,
  diagnostics: Diagnostics,
): Promise<void> {
  const home = realpathSync(folder);
  const config = join(home, 'redocly.yaml');
  if (!existsSync(config)) return;
  const spec = pathOf(document, document.entry);
  const argv = ['lint', spec, `--config=${config}`, '--format=json', `--max-problems=${mostProblems}`];
  const run = await runRedocly({ argv, folder: home, seconds, files: closeFiles(document) });
  const problems = readProblems(run);
  if (problems === undefined) {
    diagnostics.report('redocly-failed', undefined, { command: 'lint', why: run.complaint });
    return;
  }
  const files = new Map([...document.files.keys()].map((file) => [pathOf(document, file), file]));
  const ownRules = listOwnRules(readFileSync(config, 'utf8'), home, spec);
  for (const { ruleId, severity, message, suggest, location } of problems) {
    const [place] = location;
    const file = place && files.get(resolve(home, place.source.ref));
    const pointer = openReferences((place?.pointer ?? '').replace(/^#\/?$|^#/, ''));
    diagnostics.report(
      severity === 'error' && ownRules.has(ruleId) ? 'lint-error' : 'lint-warning',
      file === undefined ? undefined : { file, pointer },
      { rule: ruleId, message: openReferences(message), suggest },
      place?.reportOnKey ? { at: 'key' } : {},
    );
  }
}

function readProblems({ output }: RedoclyRun): readonly Problem[] | undefined {
  try {
    const report: { problems: readonly Problem[] } = JSON.parse(output);
    return report.problems;
  } catch {
    return undefined;
  }
}
