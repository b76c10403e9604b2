import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../document/document.js';

/** A file of a description whose text changes. */
export interface EditedFile {
  /** As `Origin.file` names it. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

const byteOrderMark = '\ufeff';

/** The texts of the files of a description, as they are on disk. */
export class SourceTexts {
  readonly #folder: string;
  readonly #files = new Map<string, { readonly bytes: Uint8Array; readonly text: string; readonly mark: string }>();

  constructor({ folder }: Pick<Document, 'folder'>) {
    this.#folder = folder;
  }

  /** Reads the text of a file, without byte order mark. Throws a `TypeError` if it is not UTF-8. */
  read(file: string): string {
    return this.#open(file).text;
  }

  /** Returns a file with another text. */
  edit(file: string, text: string): EditedFile {
    const { bytes, mark } = this.#open(file);
    return { file, path: join(this.#folder, file), before: bytes, after: Buffer.from(mark + text) };
  }

  #open(file: string): { readonly bytes: Uint8Array; readonly text: string; readonly mark: string } {
    const known = this.#files.get(file);
    if (known) return known;
    const bytes = readFileSync(join(this.#folder, file));
    const all = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const mark = all.startsWith(byteOrderMark) ? byteOrderMark : '';
    const opened = { bytes, text: all.slice(mark.length), mark };
    this.#files.set(file, opened);
    return opened;
  }
}
