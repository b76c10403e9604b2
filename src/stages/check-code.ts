import { relative } from 'node:path';
import type { GenerateOptions } from '../options/options.js';
import { findUsesOf } from './find-uses.js';
import type { Run } from './read-api.js';

/** Reports each place in the user's code that uses an answered item, as an error. Loads a compiler, which is slow. */
export async function checkCode(run: Run, options: GenerateOptions): Promise<void> {
  const { api, document, diagnostics } = run;
  if (!api || !document) return;
  const { uses, open } = await findUsesOf(run, options);
  for (const { id, kind, isGone, path, line, column } of uses) {
    if (id === undefined ? !isGone : open.has(id)) continue;
    const origin = { file: relative(document.folder, path), pointer: '' };
    const finding = id === undefined ? ({ variant: 'gone', kind } as const) : ({ variant: 'named', id, kind } as const);
    diagnostics.report('code-uses-answered', origin, finding, { position: { line, column } });
  }
}
