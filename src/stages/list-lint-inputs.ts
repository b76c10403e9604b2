import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { resolveFolder } from '../files/folder.js';
import { isBelow } from '../files/paths.js';
import type { Settings } from '../options/settle-options.js';

/**
 * Lists the files that influence the lint of Redocly: its configuration, the files to which the configuration leads by
 * relative paths, and the list of ignored findings. Other files than Redocly may read are not among them.
 */
export function listLintInputs({ folder, root = folder }: Pick<Settings, 'folder' | 'root'>): string[] {
  const realFolder = resolveFolder(folder);
  const configuration = join(realFolder, 'redocly.yaml');
  if (!statSync(configuration, { throwIfNoEntry: false })?.isFile()) return [];
  const named = readFileSync(configuration, 'utf8').match(/\.{1,2}\/[^\s'",\]}]+/g) ?? [];
  const paths = [
    configuration,
    join(realFolder, '.redocly.lint-ignore.yaml'),
    ...named.map((path) => resolve(realFolder, path)),
  ];
  const roots = [realFolder, resolveFolder(root)];
  return [...new Set(paths)].filter(
    (path) => existsSync(path) && roots.some((each) => isBelow(realpathSync(path), each)),
  );
}
