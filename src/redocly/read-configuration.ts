import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, isAbsolute, join, resolve } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import type { Limits } from '../document/limits.js';
import { SourceFiles } from '../document/source-files.js';

/** What `redocly.yaml` contains. */
interface Configuration {
  readonly value: unknown;
  /** The texts of the file and of those to which it leads, by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A file that a configuration names. */
interface Named {
  readonly reference: string;
  readonly path: string;
  readonly from: Origin;
  readonly isPlugin?: boolean;
}

/**
 * Reads the `redocly.yaml` at an absolute path, and the files to which it leads by `extends` and `$ref`, within the
 * limits of a description. Reports addresses, and files and plugins outside of `roots`. If there are errors, returns
 * `undefined`. `folder` is the folder of the description.
 */
export function readConfiguration(
  config: string,
  { folder, roots }: { readonly folder: string; readonly roots: readonly string[] },
  limits: Limits,
  diagnostics: Diagnostics,
): Configuration | undefined {
  const sources = new SourceFiles({ folder, roots }, limits, diagnostics);
  const ignored = join(dirname(config), '.redocly.lint-ignore.yaml');
  const open = [config, ...(existsSync(ignored) ? [ignored] : [])].map((path): Named => {
    const file = sources.nameFile(path);
    return { reference: file, path, from: { file, pointer: '' } };
  });
  const values: unknown[] = [];
  const texts = new Map<string, string>();
  for (const { reference, path, from, isPlugin } of open) {
    if (texts.has(path)) continue;
    const bytes = isAddress(reference) ? 'address' : sources.readBytes(path, from);
    if (bytes === 'address' || bytes === 'outside' || bytes === 'not-found')
      diagnostics.report('lint-reference', from, { variant: bytes === 'not-found' ? 'absent' : bytes, reference });
    if (typeof bytes === 'string' || isPlugin) continue;
    texts.set(path, Buffer.from(bytes).toString('utf8'));
    // Redocly reads other files, such as Markdown, as text. It reports an empty file itself.
    if (!/\.(?:ya?ml|json)$/i.test(path) || texts.get(path)?.trim() === '') continue;
    const file = sources.parse(bytes, sources.nameFile(path));
    if (file === 'unreadable') continue;
    values.push(file.value);
    // Another parser could find other references in the text.
    if (file.value !== null) texts.set(path, JSON.stringify(file.value));
    open.push(...listNamed(file.value, { file: file.file, pointer: '' }, { folder: dirname(path), config }));
  }
  return diagnostics.hasErrors ? undefined : { value: values[0], texts };
}

type ConfigurationFile = { readonly folder: string; readonly config: string };

/** Lists the files that a value names. `key` is the key of the member in which the value is. */
function* listNamed(value: unknown, from: Origin, place: ConfigurationFile, key = ''): Generator<Named> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      yield* listNamed(member, buildChildOrigin(from, name), place, Array.isArray(value) ? key : name);
  } else if (typeof value === 'string') {
    const reference = key === '$ref' ? value.replace(/#.*/s, '') : value;
    const isFile = key === '$ref' ? reference !== '' : key === 'extends' && (isAddress(value) || extname(value) !== '');
    if (isFile) yield { reference, path: resolve(place.folder, reference), from };
    const path = key === 'plugins' ? findPlugin(value, place) : undefined;
    if (path !== undefined) yield { reference, path, from, isPlugin: true };
  }
}

// Finds the file of a plugin as Redocly does. Returns `undefined` for a module of an installed package.
function findPlugin(reference: string, { folder, config }: ConfigurationFile): string | undefined {
  const path = resolve(folder, reference);
  const isFile = existsSync(path);
  if (!isFile && !isAddress(reference) && !/^\.{1,2}(?:[/\\]|$)/.test(reference) && !isAbsolute(reference))
    return undefined;
  try {
    return createRequire(config).resolve(isFile ? path : reference);
  } catch {
    return path;
  }
}

function isAddress(reference: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(reference);
}
