import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { artifactKinds } from '../emitters/index.js';
import { manifestName } from '../output/manifest.js';

/** A file of the user's code, read but never changed here. */
export interface UserFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Without byte order mark; absent where the bytes are no UTF-8. */
  readonly text?: string;
  readonly hasMark: boolean;
  /** A link: what it leads to is read, and never written. */
  readonly isLink: boolean;
}

const byteOrderMark = '\ufeff';

/** Encodes a text as it is on disk. */
export function encodeText(text: string, hasMark: boolean): Uint8Array {
  return Buffer.from(`${hasMark ? byteOrderMark : ''}${text}`);
}

/** Checks whether a path is a folder or something below it. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way.split(sep)[0] !== '..' && !way.startsWith(sep) && !/^[A-Za-z]:/.test(way));
}

/** Checks whether `generate` writes a folder: in `out`, or in any folder with a manifest. */
export function isGenerated(folder: string, out: string): boolean {
  const isOutput = dirname(folder) === out || existsSync(join(dirname(folder), manifestName));
  return isOutput && generatedFolders.has(basename(folder));
}

const generatedFolders: ReadonlySet<string> = new Set([...artifactKinds, 'runtime']);

/** Checks by its name whether a file is code, TypeScript or JavaScript, that no compiler made of another file beside it. */
export function isCode(path: string): boolean {
  const [, stem = '', kind] = /^(.*?)(\.d)?\.[cm]?[jt]sx?$/.exec(path) ?? [];
  if (stem === '') return false;
  const isMade = kind === '.d' || /\.[cm]?jsx?$/.test(path);
  return !isMade || !['.ts', '.tsx', '.mts', '.cts'].some((end) => existsSync(stem + end));
}

/** Bytes that are about to be put in place of those on disk, by absolute path. */
export type PendingFiles = ReadonlyMap<string, Uint8Array>;

/** Reads a file with all that it takes to write it back; `undefined` if there is none. */
export function readUserFile(path: string, pending: PendingFiles = new Map(), isLinked = false): UserFile | undefined {
  const prepared = pending.get(path);
  if (!prepared && !statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const bytes = prepared ?? readFileSync(path);
  const isLink = isLinked || (!prepared && lstatSync(path).isSymbolicLink());
  const text = decodeText(bytes);
  if (text === undefined) return { path, bytes, hasMark: false, isLink };
  const hasMark = text.startsWith(byteOrderMark);
  return { path, bytes, text: hasMark ? text.slice(1) : text, hasMark, isLink };
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
