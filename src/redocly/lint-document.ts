import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
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
 * Lints a description with Redocly by the rules of `redocly.yaml` in `folder` and reports what it finds, located;
 * does nothing where there is no such file.
 */
export async function lintDocument(spec: string, folder: string, diagnostics: Diagnostics): Promise<void> {
  const config = join(folder, 'redocly.yaml');
  if (!existsSync(config)) return;
  const argv = ['lint', spec, `--config=${config}`, '--format=json', `--max-problems=${mostProblems}`];
  const run = await runRedocly(argv, folder);
  const problems = readProblems(run);
  if (problems === undefined) {
    diagnostics.report('redocly-failed', undefined, { command: 'lint', why: run.complaint });
    return;
  }
  // References may lead through links; origins are told relative to where the description really is.
  const home = dirname(realpathSync(spec));
  for (const { ruleId, severity, message, suggest, location } of problems) {
    const [place] = location;
    const path = place && resolve(folder, place.source.ref);
    const file = path === undefined ? undefined : relative(home, existsSync(path) ? realpathSync(path) : path);
    const origin = file && {
      file: file.split(sep).join('/'),
      pointer: (place?.pointer ?? '').replace(/^#\/?$|^#/, ''),
    };
    diagnostics.report(
      severity === 'warn' ? 'lint-warning' : 'lint-error',
      origin || undefined,
      { rule: ruleId, message, suggest },
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
