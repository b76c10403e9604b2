import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
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

/**
 * Reads the TypeScript files below a folder, and beside handlers those of JavaScript too, that `isWanted`, those of a
 * dependency and generated ones aside. Links to folders are not followed.
 */
export function readUserFiles(
  folder: string,
  handlers: string,
  out: string,
  isWanted: (path: string, text: string) => boolean,
): UserFile[] {
  const isTyped = (path: string): boolean => /(?<!\.d)\.[cm]?tsx?$/.test(path);
  const paths = new Set([
    ...listFiles(folder, out, isTyped),
    ...listFiles(handlers, out, (path) => isTyped(path) || isOwnScript(path)),
  ]);
  return [...paths].sort().flatMap((path) => {
    const file = readUserFile(path);
    return file && (file.text === undefined || isWanted(path, file.text)) ? [file] : [];
  });
}

/** Gives the bytes of a text as they stand on disk. */
export function encodeText(text: string, hasMark: boolean): Uint8Array {
  return Buffer.from(`${hasMark ? byteOrderMark : ''}${text}`);
}

/** Tells whether a path is a folder or something below it. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way.split(sep)[0] !== '..' && !way.startsWith(sep) && !/^[A-Za-z]:/.test(way));
}

/** Tells whether a folder is one of those that `generate` writes, into `out` or wherever a manifest stands. */
export function isGenerated(folder: string, out: string): boolean {
  const isOutput = dirname(folder) === out || existsSync(join(dirname(folder), manifestName));
  return isOutput && generatedFolders.has(basename(folder));
}

const generatedFolders: ReadonlySet<string> = new Set([...artifactKinds, 'runtime']);

function* listFiles(folder: string, out: string, isCode: (path: string) => boolean): Iterable<string> {
  if (isGenerated(folder, out) || !lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) yield* listFiles(path, out, isCode);
    } else if (isCode(path)) yield path;
  }
}

// What a compiler made of another file is not the user's.
function isOwnScript(path: string): boolean {
  return /\.[cm]?jsx?$/.test(path) && !['ts', 'tsx'].some((end) => existsSync(path.replace(/jsx?$/, end)));
}

/** Reads a file with what it takes to write it back; `undefined` where there is none. */
export function readUserFile(path: string): UserFile | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const bytes = readFileSync(path);
  const isLink = lstatSync(path).isSymbolicLink();
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
