import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { normalizeReturns } from '../diagnostics/line-index.js';
import type { Document } from '../document/document.js';
import { decodeText } from '../document/parse-text.js';
import { hashText } from '../files/hash-text.js';
import { decodeUtf8, encodeUtf8, type MarkedText } from '../files/utf8-text.js';

/** A file of a description, or an overlay, whose text changes. */
export interface EditedFile {
  /** The name that `Origin.file` has for it. */
  readonly file: string;
  /** The absolute path. */
  readonly path: string;
  /** The bytes before the change. Absent if the file is new. */
  readonly before?: Uint8Array;
  /** The bytes after the change. Absent if the file is removed. */
  readonly after?: Uint8Array;
}

type Source = MarkedText & {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether its lines end with CR alone. In `text`, they end with LF. */
  readonly isReturned: boolean;
};

/** The texts on disk of the files of a description and of its overlays. */
export interface SourceTexts {
  /** Returns the text of a file, without byte order mark. LF replaces a CR that is not followed by LF. */
  read(file: string): string;
  /** Returns the file with a new text. */
  edit(file: string, text: string): EditedFile;
}

/**
 * Reads the texts of all files of a description and of its overlays. Reports each file that changed after the
 * description was read, because the pointers of the description may lead to other places in it. If there is such a
 * file, returns `undefined`.
 */
export function readSourceTexts(
  { folder, files, overlays }: Document,
  diagnostics: Diagnostics,
): SourceTexts | undefined {
  const sources = new Map<string, Source>();
  const all = [...files.values(), ...overlays];
  for (const { file, hash } of all) {
    const path = join(folder, file);
    const origin = { file, pointer: '' };
    const bytes = readBytes(path);
    const text = bytes && decodeText(bytes, origin, diagnostics);
    if (bytes && text === undefined) continue;
    const decoded = bytes && hashText(bytes) === hash ? decodeUtf8(bytes) : undefined;
    const lines = decoded && normalizeReturns(decoded.text);
    const isReturned = lines !== decoded?.text;
    const isMixed = isReturned && decoded?.text.includes('\n');
    if (decoded && bytes && lines !== undefined && !isMixed)
      sources.set(file, { ...decoded, text: lines, isReturned, path, bytes });
    else diagnostics.report('file-unreadable', origin, { variant: isMixed ? 'mixed' : 'changed', likely: undefined });
  }
  if (sources.size < all.length) return undefined;
  const get = (file: string): Source => {
    const source = sources.get(file);
    if (!source) throw new RangeError(`'${file}' is not a file of the description`);
    return source;
  };
  return {
    read: (file) => get(file).text,
    edit: (file, text) => {
      const { bytes, hasMark, path, isReturned } = get(file);
      const written = isReturned ? text.replaceAll('\n', '\r') : text;
      return { file, path, before: bytes, after: encodeUtf8({ text: written, hasMark }) };
    },
  };
}

function readBytes(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
