import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Document, standardInput } from '../document/document.js';
import { resolveFolder } from '../files/folder.js';
import type { Settings } from '../options/settle-options.js';
import { listEmitterFiles } from '../own-emitters/stated-emitter.js';

/** Lists the files that a run reads: how messages name each, and its absolute path. */
export function listInputs(document: Document, settings: Settings): Map<string, string> {
  const { folder, previous } = settings;
  const files = [...document.files.keys(), ...document.overlays.map(({ file }) => file)]
    .filter((file) => file !== standardInput)
    .map((file) => join(document.folder, file));
  const all = [
    ...files,
    ...listLintInputs(folder),
    ...listOwnInputs(settings),
    ...(previous === undefined ? [] : [previous]),
  ];
  return new Map(all.map((path) => [relative(resolveFolder(folder), path), path]));
}

/** Lists the files of the project's emitters, absolute. */
export function listOwnInputs({ stated, folder, emitterFiles = [] }: Settings): readonly string[] {
  const files = stated.some(({ module }) => module === undefined) ? emitterFiles : [];
  return [...new Set([...files, ...listEmitterFiles(stated, folder)])].filter((path) => existsSync(path));
}

/** Lists the files that decide how Redocly lints: its configuration, what that names by a relative path, ignored findings. */
export function listLintInputs(folder: string): string[] {
  const home = resolveFolder(folder);
  const configuration = join(home, 'redocly.yaml');
  if (!existsSync(configuration)) return [];
  const named = readFileSync(configuration, 'utf8').match(/\.{1,2}\/[^\s'",\]}]+/g) ?? [];
  const paths = [configuration, join(home, '.redocly.lint-ignore.yaml'), ...named.map((path) => resolve(home, path))];
  return [...new Set(paths)].filter((path) => existsSync(path));
}
