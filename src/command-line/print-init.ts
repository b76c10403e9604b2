import { hasInstalled, type Project } from '../init/project.js';
import type { InitStep } from '../init/step.js';

/** Formats what `init` recognised, what it did to each file, and the tasks that remain. */
export function printInit(
  project: Project,
  steps: readonly InitStep[],
  show: (path: string) => string,
  isDryRun: boolean,
): string {
  const rows = steps.filter(({ lines }) => lines === undefined);
  const width = Math.max(0, ...rows.map(({ path }) => show(path).length));
  const formatRow = ({ path, what, change }: InitStep): string => {
    const state = change === undefined ? 'kept' : change.before === undefined ? 'added' : 'changed';
    return `  ${(isDryRun && change ? `would be ${state}` : state).padEnd(isDryRun ? 16 : 7)}  ${show(path).padEnd(width)}  ${what}\n`;
  };
  const left = steps.flatMap(({ path, what, lines }) =>
    lines ? [`  - ${show(path)}: ${what}:\n${lines.map((line) => `      ${line}\n`).join('')}`] : [],
  );
  return [
    `  detected: ${[project.frameworks[0] ?? 'no framework', project.manager].join(', ')}\n`,
    ...rows.map(formatRow),
    ...listInstalls(project),
    ...(left.length > 0 ? ['\n  to do by hand:\n', ...left] : []),
    '\n',
  ].join('');
}

function listInstalls(project: Project): readonly string[] {
  const { manager, usesTypeScript, isBrowser } = project;
  const needed = ['lacuna', ...(usesTypeScript || isBrowser ? [] : ['oxc-transform'])];
  const missing = needed.filter((name) => !hasInstalled(project, name));
  if (missing.length === 0) return [];
  const flags = { npm: 'install --save-dev', pnpm: 'add --save-dev', yarn: 'add --dev', bun: 'add --dev' };
  return [`  next: ${manager} ${flags[manager]} ${missing.join(' ')}\n`];
}
