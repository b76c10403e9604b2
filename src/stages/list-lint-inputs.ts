import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { resolveFolder } from '../files/folder.js';

/**
 * Lists the files that influence the lint of Redocly: its configuration, the files to which the configuration leads by
 * relative paths, and the list of ignored findings.
 */
export function listLintInputs(folder: string): string[] {
  const realFolder = resolveFolder(folder);
  const configuration = join(realFolder, 'redocly.yaml');
  if (!existsSync(configuration)) return [];
  const named = readFileSync(configuration, 'utf8').match(/\.{1,2}\/[^\s'",\]}]+/g) ?? [];
  const paths = [
    configuration,
    join(realFolder, '.redocly.lint-ignore.yaml'),
    ...named.map((path) => resolve(realFolder, path)),
  ];
  return [...new Set(paths)].filter((path) => existsSync(path));
}
