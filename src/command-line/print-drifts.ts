import type { Drift } from '../output/compare-artifacts.js';

const causes = {
  stale: 'is stale: the description, the options or lacuna changed since it was generated',
  edited: 'was edited by hand after it was generated',
  missing: 'is missing',
  orphaned: 'is orphaned: the manifest lists it, and it is no longer produced',
} as const;

/** Words the differences that `check` found: per file the cause and the diff, then the command that mends them all. */
export function printDrifts(drifts: readonly Drift[], out: string, mend: string): string {
  const files = drifts.map(
    ({ path, state, diff }) => `${out}/${path} ${causes[state]}\n${diff && `${indent(diff)}\n`}`,
  );
  const total = `${drifts.length} ${drifts.length === 1 ? 'file differs' : 'files differ'}`;
  return `${files.join('\n')}\n${total}; to mend: ${mend}\n`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
