import { readdirSync } from 'node:fs';
import { joinFolder, type Project } from './project.js';

const deepest = 4;

/**
 * Lists the folders with a `package.json` that match the patterns of a workspace. Paths are below the folder of the
 * workspace.
 */
export function listPackages(
  { root, packagePath }: Pick<Project, 'root' | 'packagePath'>,
  patterns: readonly string[],
): readonly string[] {
  if (patterns.length === 0) return [];
  const [included, excluded] = [false, true].map((isExcluded) =>
    patterns
      .filter((pattern) => pattern.startsWith('!') === isExcluded)
      .map((pattern) => toExpression(pattern.replace(/^!/, ''))),
  );
  const isSelected = (folder: string): boolean =>
    (included ?? []).some((pattern) => pattern.test(folder)) &&
    !(excluded ?? []).some((pattern) => pattern.test(folder));
  const found: string[] = [];
  const walk = (folder: string, depth: number): void => {
    if (
      folder !== '' &&
      isSelected(folder) &&
      root.find(joinFolder(packagePath, `${folder}/package.json`)).state === 'file'
    )
      found.push(folder);
    if (depth === deepest) return;
    for (const entry of readdirSync(root.locate(joinFolder(packagePath, folder)), { withFileTypes: true })) {
      if (entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
        walk(joinFolder(folder, entry.name), depth + 1);
    }
  };
  walk('', 0);
  return found.sort();
}

// `*` matches any characters except `/`, and `**` matches any folders.
function toExpression(pattern: string): RegExp {
  const steps = pattern
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
    .split('/')
    .map((step) => (step === '**' ? '.+' : step.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')));
  return new RegExp(`^${steps.join('/')}$`);
}
