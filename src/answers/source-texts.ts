import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../document/document.js';
import { decodeUtf8, encodeUtf8, type MarkedText } from '../files/utf8-text.js';

/** A file of a description whose text changes. */
export interface EditedFile {
  /** As `Origin.file` names it. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** The texts of the files of a description, as they are on disk. */
export class SourceTexts {
  readonly #folder: string;
  readonly #files = new Map<string, MarkedText & { readonly bytes: Uint8Array }>();

  constructor({ folder }: Pick<Document, 'folder'>) {
    this.#folder = folder;
  }

  /** Reads the text of a file, without byte order mark. Throws a `TypeError` if it is not UTF-8. */
  read(file: string): string {
    return this.#open(file).text;
  }

  /** Returns a file with another text. */
  edit(file: string, text: string): EditedFile {
    const { bytes, hasMark } = this.#open(file);
    return { file, path: join(this.#folder, file), before: bytes, after: encodeUtf8({ text, hasMark }) };
  }

  #open(file: string): MarkedText & { readonly bytes: Uint8Array } {
    const known = this.#files.get(file);
    if (known) return known;
    const bytes = readFileSync(join(this.#folder, file));
    const decoded = decodeUtf8(bytes);
    if (!decoded) throw new TypeError(`'${file}' is not UTF-8`);
    const opened = { ...decoded, bytes };
    this.#files.set(file, opened);
    return opened;
  }
}
