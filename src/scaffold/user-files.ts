import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { artifactKinds } from '../emitters/index.js';
import { decodeUtf8 } from '../files/utf8-text.js';
import { manifestName } from '../output/manifest.js';

/** A file of the user's code, as it was read. */
export interface UserFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Without byte order mark; absent if the bytes are not UTF-8. */
  readonly text?: string;
  /** Whether the file begins with a byte order mark. */
  readonly hasMark: boolean;
  /** Whether the file was reached through a link. Its target is read, but never written. */
  readonly isLink: boolean;
}

/** Returns whether `generate` writes a folder: one of `out` or of any other folder with a manifest. */
export function isGenerated(folder: string, out: string): boolean {
  const isOutput = dirname(folder) === out || existsSync(join(dirname(folder), manifestName));
  return isOutput && generatedFolders.has(basename(folder));
}

const generatedFolders: ReadonlySet<string> = new Set([...artifactKinds, 'runtime']);

/** Returns whether a name is that of a TypeScript or JavaScript file that no compiler made from a file beside it. */
export function isCode(path: string): boolean {
  const [, stem = '', kind] = /^(.*?)(\.d)?\.[cm]?[jt]sx?$/.exec(path) ?? [];
  if (stem === '') return false;
  const isMade = kind === '.d' || /\.[cm]?jsx?$/.test(path);
  return !isMade || !['.ts', '.tsx', '.mts', '.cts'].some((end) => existsSync(stem + end));
}

/** Returns whether a name is that of a file with code inside: its names are listed, but the compiler cannot follow them. */
export function isComponent(path: string): boolean {
  return /\.(?:vue|svelte|astro|mdx)$/.test(path);
}

/** The size of the largest file of data that is searched for names, in bytes. */
const mostBytes = 1 << 20;

/** Reads a file that has no code, such as JSON or Markdown; `undefined` if it is large or no text. */
export function readData(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > mostBytes) return undefined;
  const text = decodeUtf8(readFileSync(path))?.text;
  return text?.includes('\0') ? undefined : text;
}

/** The new bytes of files that an interrupted run did not complete, by absolute path. */
export type PendingFiles = ReadonlyMap<string, Uint8Array>;

/**
 * Reads a file, and what writing it back needs; `undefined` if there is no file. `pending` has priority over the disk.
 */
export function readUserFile(path: string, pending: PendingFiles = new Map(), isLinked = false): UserFile | undefined {
  const prepared = pending.get(path);
  if (!prepared && !statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const bytes = prepared ?? readFileSync(path);
  const isLink = isLinked || (!prepared && lstatSync(path).isSymbolicLink());
  return { path, bytes, hasMark: false, ...decodeUtf8(bytes), isLink };
}
