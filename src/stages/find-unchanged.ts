import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { standardInput } from '../document/document.js';
import { hashText } from '../files/hash-text.js';
import { isInterrupted } from '../files/is-interrupted.js';
import { formatSystemError } from '../files/system-error.js';
import type { Settings } from '../options/settle-options.js';
import type { Manifest } from '../output/manifest.js';
import { isRelease, readVersion } from '../package-files.js';
import { hashBounds } from './hash-bounds.js';
import { listLintInputs } from './list-lint-inputs.js';

/**
 * Returns whether a run would write the same output again. It would if nothing changed in the version of lacuna, the
 * options, the files that the last run read, and the files that it wrote. Files are compared by their hashes.
 */
export async function isUnchanged(settings: Settings): Promise<boolean> {
  const { manifest, out } = settings;
  if (!manifest?.run || !isRelease() || manifest.run.lacuna !== readVersion()) return false;
  if (!isDeepStrictEqual(manifest.options, settings.recorded)) return false;
  // The manifest does not record the files to which an earlier description refers.
  if (settings.previous !== undefined || manifest.run.bounds !== hashBounds(settings)) return false;
  // An emitter that a program passes as a value can have changed.
  if (settings.stated.some(({ module }) => module === undefined) && !settings.configurationFiles) return false;
  if (isInterrupted({ folder: out, journalFolder: '' })) return false;
  try {
    return (await hasSameInputs(manifest.run.inputs, settings)) && hasSameOutput(manifest, settings);
  } catch (error) {
    if (formatSystemError(error) === undefined) throw error;
    return false; // The run itself reports it.
  }
}

async function hasSameInputs(inputs: ReadonlyMap<string, string>, settings: Settings): Promise<boolean> {
  const { input, spec, out, limits } = settings;
  const paths = new Map(
    [...inputs].map(([path, hash]) => [path === standardInput ? path : join(out.path, path), hash]),
  );
  const needed = [
    input ? standardInput : realpathSync.native(spec),
    ...listLintInputs(settings),
    ...(await findOwnInputs(settings)),
  ];
  if (needed.some((path) => !paths.has(path))) return false;
  const hashOf = (path: string): string | undefined =>
    path === standardInput ? input && hashText(input) : hashInput(path, limits.fileBytes);
  return [...paths].every(([path, hash]) => hashOf(path) === hash);
}

async function findOwnInputs(settings: Settings): Promise<readonly string[]> {
  if (settings.stated.length === 0) return [];
  const { listOwnInputs } = await import('./list-inputs.js'); // loads a tokenizer
  return listOwnInputs(settings);
}

/**
 * Returns the hash of a file. Returns an empty text if there is no file, it is too large or it cannot be read. The run
 * itself reports this.
 */
export function hashInput(path: string, mostBytes: number): string {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= mostBytes ? hashText(readFileSync(path)) : '';
  } catch {
    return '';
  }
}

// The size of the buffer. Almost every generated file is smaller.
const bufferBytes = 1_000_000;

function hasSameOutput({ files }: Manifest, { out }: Settings): boolean {
  const buffer = Buffer.allocUnsafe(bufferBytes);
  for (const [path, { hash }] of files) {
    const bytes = out.read(path, buffer);
    if (bytes === undefined || hashText(bytes) !== hash) return false;
  }
  return files.size > 0;
}
