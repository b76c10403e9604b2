import type { Origin } from '../diagnostics/origin.js';

/** A description as read: all files that its references reach, parsed; nothing interpreted. */
export interface Document {
  /** Absolute real path of the folder of the description, to which each `Origin.file` is relative. */
  readonly folder: string;
  /** The description itself, as `Origin.file`. */
  readonly entry: string;
  /** By `Origin.file`. */
  readonly files: ReadonlyMap<string, DocumentFile>;
}

/** One file of a description. */
export interface DocumentFile {
  readonly file: string;
  readonly format: 'json' | 'yaml';
  /** The parsed value: null, booleans, numbers, strings, arrays and plain objects without prototype surprises. */
  readonly value: unknown;
}

/**
 * Where a reference leads: the origin of its target and the value there. `undefined` where nothing stands there
 * (reported when the document was read).
 */
export interface ResolvedReference {
  readonly origin: Origin;
  readonly value: unknown;
}
