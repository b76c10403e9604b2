import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { normalizeReturns } from '../diagnostics/line-index.js';
import { decodeText } from '../document/decode-text.js';
import type { Document } from '../document/document.js';
import { hashText } from '../files/hash-text.js';
import { decodeUtf8, encodeUtf8, type MarkedText } from '../files/utf8-text.js';

/** A file of a description, or an overlay, whose text changes. */
export interface EditedFile {
  /** As `Origin.file` names it. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  /** Absent if the file is new. */
  readonly before?: Uint8Array;
  /** Absent if the file is removed. */
  readonly after?: Uint8Array;
}

type Source = MarkedText & {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether its lines end in CR alone, which is LF in the text. */
  readonly isReturned: boolean;
};

/** The texts of the files of a description and of its overlays, as they are on disk. */
export class SourceTexts {
  readonly #sources: ReadonlyMap<string, Source>;

  constructor(sources: ReadonlyMap<string, Source>) {
    this.#sources = sources;
  }

  /** Returns the text of a file of the description, without byte order mark; LF replaces CR alone. */
  read(file: string): string {
    return this.#get(file).text;
  }

  /** Returns a file with another text. */
  edit(file: string, text: string): EditedFile {
    const { bytes, hasMark, path, isReturned } = this.#get(file);
    const written = isReturned ? text.replaceAll('\n', '\r') : text;
    return { file, path, before: bytes, after: encodeUtf8({ text: written, hasMark }) };
  }

  #get(file: string): Source {
    const source = this.#sources.get(file);
    if (!source) throw new RangeError(`'${file}' is not a file of the description`);
    return source;
  }
}

/**
 * Reads the texts of all files of a description that was read from files, and of its overlays. Reports files that changed since, and returns
 * `undefined` then: pointers into the description may lead elsewhere in them.
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
  return sources.size === all.length ? new SourceTexts(sources) : undefined;
}

function readBytes(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
