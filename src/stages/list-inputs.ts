import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Document, standardInput } from '../document/document.js';
import { findLogoFile } from '../document/logo.js';
import { resolveFolder } from '../files/folder.js';
import type { Settings } from '../options/settle-options.js';
import { listEmitterFiles } from '../own-emitters/list-emitter-files.js';
import { listLintInputs } from './list-lint-inputs.js';

/** Lists the files that a run reads: the absolute path of each, by its name in messages. */
export function listInputs(document: Document, settings: Settings): Map<string, string> {
  const { folder, previous, previousOverlays = [] } = settings;
  const files = [...document.files.keys(), ...document.overlays.map(({ file }) => file)]
    .filter((file) => file !== standardInput)
    .map((file) => join(document.folder, file));
  const all = [
    ...files,
    ...listLintInputs(settings),
    ...listOwnInputs(settings),
    ...listPageInputs(document, settings),
    ...[previous, ...previousOverlays].filter((path) => path !== undefined),
  ].filter((path) => existsSync(path));
  return new Map(all.map((path) => [relative(resolveFolder(folder), path), path]));
}

/**
 * Lists the absolute paths of the style and the logo. Only the pages of the reference contain these. The files may not
 * exist.
 */
export function listPageInputs(document: Document | undefined, { style, kinds }: Settings): readonly string[] {
  if (!kinds.has('reference')) return [];
  return [style, document && findLogoFile(document)].filter((path) => path !== undefined);
}

/** Lists the absolute paths of the files of the project's emitters. */
export function listOwnInputs({ stated, folder, configurationFiles = [] }: Settings): readonly string[] {
  const files = stated.some(({ module }) => module === undefined) ? configurationFiles : [];
  return [...new Set([...files, ...listEmitterFiles(stated, folder)])].filter((path) => existsSync(path));
}
