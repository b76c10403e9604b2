import type { Origin } from '../diagnostics/origin.js';
import type { IdentifierIndex } from './identifiers.js';

/** A description as read: all files that its references reach, parsed; nothing interpreted. */
export interface Document {
  /** Absolute real path of the folder of the description, to which each `Origin.file` is relative. */
  readonly folder: string;
  /** The description itself, as `Origin.file`. */
  readonly entry: string;
  /** By the `openapi` field; of no meaning where reading found errors. */
  readonly version: OpenApiVersion;
  /** By `Origin.file`; a file that could not be parsed is missing. */
  readonly files: ReadonlyMap<string, DocumentFile>;
  /** The `Origin.file` of each path that a reference named, by that path, absolute. */
  readonly paths: ReadonlyMap<string, string>;
  /** Where `$id`, `$anchor` and `$dynamicAnchor` stand. */
  readonly identifiers: IdentifierIndex;
}

/** The versions of OpenAPI that are read. */
export type OpenApiVersion = '3.0' | '3.1' | '3.2';

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
