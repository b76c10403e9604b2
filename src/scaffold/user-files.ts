import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { artifactKinds } from '../emitters/index.js';
import { decodeRoughly, decodeUtf8 } from '../files/utf8-text.js';
import { manifestName } from '../output/manifest.js';

/** A file of the user's code, as it was read. */
export interface UserFile {
  /** The absolute path. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The text without byte order mark. Absent if the bytes are not UTF-8. */
  readonly text?: string;
  /** Whether the file begins with a byte order mark. */
  readonly hasMark: boolean;
  /** Whether the path leads through a link. The target is read but never written. */
  readonly isLink: boolean;
}

/**
 * Returns whether a folder contains generated files: whether it has the name of a kind of artifacts, and is in `out` or
 * beside another manifest.
 */
export function isGenerated(folder: string, out: string): boolean {
  const isOutput = dirname(folder) === out || existsSync(join(dirname(folder), manifestName));
  return isOutput && generatedFolders.has(basename(folder));
}

const generatedFolders: ReadonlySet<string> = new Set([...artifactKinds, 'runtime']);

/**
 * Returns whether a path is that of a TypeScript or JavaScript file. Files that a compiler made from a file beside them
 * do not count.
 */
export function isCode(path: string): boolean {
  const [, stem = '', kind] = /^(.*?)(\.d)?\.[cm]?[jt]sx?$/.exec(path) ?? [];
  if (stem === '') return false;
  const isMade = kind === '.d' || /\.[cm]?jsx?$/.test(path);
  return !isMade || !['.ts', '.tsx', '.mts', '.cts'].some((end) => existsSync(stem + end));
}

/**
 * Returns whether a path is that of a file that contains code among other text. Its names are listed, but the compiler
 * cannot follow them.
 */
export function isComponent(path: string): boolean {
  return /\.(?:vue|svelte|astro|mdx)$/.test(path);
}

/** The largest size of a data file that is searched for names, in bytes. */
const mostBytes = 1 << 20;

/** Reads a file without code, such as JSON or Markdown. Returns `undefined` if it is too large or is not text. */
export function readData(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > mostBytes) return undefined;
  const text = decodeRoughly(readFileSync(path));
  return text.includes('\0') ? undefined : text;
}

/** The new bytes of files that an interrupted run did not complete, by absolute path. */
export type PendingFiles = ReadonlyMap<string, Uint8Array>;

/**
 * Reads a file, and the facts that are needed to write it. Returns `undefined` if there is no file. `pending` has
 * precedence over the disk.
 */
export function readUserFile(path: string, pending: PendingFiles = new Map(), isLinked = false): UserFile | undefined {
  const prepared = pending.get(path);
  if (!prepared && !statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const bytes = prepared ?? readFileSync(path);
  const isLink = isLinked || (!prepared && lstatSync(path).isSymbolicLink());
  return { path, bytes, hasMark: false, ...decodeUtf8(bytes), isLink };
}
