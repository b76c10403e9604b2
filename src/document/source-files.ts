import { readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Code, CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Origin } from '../diagnostics/origin.js';
import { hashText } from '../files/hash-text.js';
import { isBelow } from '../files/paths.js';
import type { DocumentFile } from './document.js';
import type { Limits } from './limits.js';
import { parseText } from './parse-text.js';

/**
 * The result of loading a path: a file, or the reason why there is none. The cause of `unreadable` was already
 * reported.
 */
type LoadedFile = DocumentFile | 'not-found' | 'outside' | 'unreadable';

/** Parsed files without findings, by `Origin.file`. A later run takes those whose bytes have the same hash. */
export type ParsedFiles = Map<string, DocumentFile>;

/** The limits of reading. */
interface Readable {
  readonly folder: string;
  readonly roots: readonly string[];
  readonly contents?: ReadonlyMap<string, Uint8Array> | undefined;
  /** The files that an earlier run parsed. Receives those of this run. */
  readonly parsed?: ParsedFiles | undefined;
}

/** Reads files below the allowed folders, within limits, each once. */
export class SourceFiles {
  /** The texts of the files that were parsed, by `Origin.file`. */
  readonly texts: Map<string, string> = new Map();
  readonly #folder: string;
  readonly #roots: readonly string[];
  readonly #limits: Limits;
  readonly #diagnostics: Diagnostics;
  readonly #parsed: ParsedFiles | undefined;
  /** The results by requested path and by real path. */
  readonly #loaded = new Map<string, LoadedFile>();
  /** The contents that replace files on disk, by real path. */
  readonly #contents: ReadonlyMap<string, Uint8Array>;
  readonly #budget: { left: number };
  #count = 0;
  #bytes = 0;
  #isFull = false;

  /** `folder`, `roots` and the keys of `contents` are absolute real paths; files are named relative to `folder`. */
  constructor({ folder, roots, contents = new Map(), parsed }: Readable, limits: Limits, diagnostics: Diagnostics) {
    this.#parsed = parsed;
    this.#folder = folder;
    this.#roots = roots;
    this.#contents = contents;
    this.#limits = limits;
    this.#diagnostics = diagnostics;
    this.#budget = { left: limits.aliases };
  }

  /** Reads and parses the file at an absolute path, once. `from` is the place that names it. */
  load(path: string, from: Origin): LoadedFile {
    const known = this.#loaded.get(path);
    if (known !== undefined) return known;
    const real = this.#findRealPath(path);
    const file = real.problem ?? this.#loaded.get(real.path) ?? this.#read(real.path, from);
    this.#loaded.set(path, file);
    if (real.problem === undefined) this.#loaded.set(real.path, file);
    return file;
  }

  /** Parses a file that is not on disk, such as standard input. */
  parse(bytes: Uint8Array, file: string): DocumentFile | 'unreadable' {
    return this.#refuseSize(bytes.length, { file, pointer: '' }) ?? this.#parse(bytes, file);
  }

  /** The absolute paths that were looked up. */
  get looked(): readonly string[] {
    return [...this.#loaded.keys()];
  }

  /** Names a real path as `Origin.file`. */
  nameFile(path: string): string {
    return relative(this.#folder, path).split(sep).join('/');
  }

  /** Returns whether the text of an absolute path allows its file to be read. Links are checked later. */
  isInside(path: string): boolean {
    return this.#roots.some((root) => isBelow(path, root));
  }

  // A path that leads outside is not accessed, so that no message reveals what is there.
  #findRealPath(path: string): { path: string; problem?: 'not-found' | 'outside' } {
    if (!this.isInside(path)) return { path, problem: 'outside' };
    // An edit may add a file.
    if (this.#contents.has(path)) return { path };
    try {
      const real = realpathSync.native(path);
      if (!this.isInside(real)) return { path, problem: 'outside' };
      return statSync(real).isFile() ? { path: real } : { path, problem: 'not-found' };
    } catch {
      return { path, problem: 'not-found' };
    }
  }

  /** Reads a file that is not parsed. `from` is the place that names it. */
  readBytes(path: string, from: Origin): Uint8Array | Exclude<LoadedFile, DocumentFile> {
    const real = this.#findRealPath(path);
    return real.problem ?? this.#readBytes(real.path, from);
  }

  #read(path: string, from: Origin): LoadedFile {
    const bytes = this.#readBytes(path, from);
    return typeof bytes === 'string' ? bytes : this.#parse(bytes, this.nameFile(path));
  }

  #readBytes(path: string, from: Origin): Uint8Array | 'unreadable' {
    try {
      const content = this.#contents.get(path);
      const size = content?.length ?? statSync(path).size;
      return this.#refuseSize(size, from) ?? content ?? readFileSync(path);
    } catch (error) {
      return this.#refuse('file-unreadable', from, { ...describeError(error), likely: undefined });
    }
  }

  #parse(bytes: Uint8Array, file: string): DocumentFile | 'unreadable' {
    const parsing = { limits: this.#limits, budget: this.#budget, diagnostics: this.#diagnostics };
    const known = this.#parsed?.get(file);
    const hash = hashText(bytes);
    if (known?.hash === hash) return known;
    const before = this.#diagnostics.list.length;
    const content = parseText(bytes, file, parsing);
    if (content === undefined) return 'unreadable';
    const { text, ...parsedText } = content;
    this.texts.set(file, text);
    const parsed: DocumentFile = { file, hash, ...parsedText };
    // A file with findings is parsed again, so that its findings are reported again.
    if (this.#diagnostics.list.length === before) this.#parsed?.set(file, parsed);
    return parsed;
  }

  // Exceeding the limit of all files together is reported once.
  #refuseSize(size: number, from: Origin): 'unreadable' | undefined {
    const { files, fileBytes, totalBytes } = this.#limits;
    if (size > fileBytes) return this.#refuse('file-size-limit', from, { limit: fileBytes, size });
    if (this.#isFull) return 'unreadable';
    this.#count++;
    this.#bytes += size;
    this.#isFull = this.#count > files || this.#bytes > totalBytes;
    if (this.#count > files) return this.#refuse('file-count-limit', from, { limit: files });
    return this.#isFull ? this.#refuse('total-size-limit', from, { limit: totalBytes }) : undefined;
  }

  #refuse<C extends Code>(code: C, from: Origin, parameters: CodeTable[C]): 'unreadable' {
    this.#diagnostics.report(code, from, parameters);
    return 'unreadable';
  }
}

// The message of the system would contain the absolute path.
function describeError(error: unknown): Unreadable {
  if (!(error instanceof Error && 'code' in error)) throw error;
  if (error.code === 'EACCES' || error.code === 'EPERM') return { variant: 'permission' };
  return { variant: 'system', code: String(error.code) };
}

type Unreadable = { readonly variant: 'permission' } | { readonly variant: 'system'; readonly code: string };
