import type { Origin } from '../diagnostics/origin.js';
import type { FilteredOperation } from '../model/operation-filter.js';
import type { ValueKind } from './places.js';

/** A description after reading. It has all files that its references reach, parsed but not interpreted. */
export interface Document {
  /** The absolute real path of the description's folder, to which each `Origin.file` is relative. */
  readonly folder: string;
  /** The absolute real paths of the folders whose files may be read, at any depth. */
  readonly roots: readonly string[];
  /** The `Origin.file` of the entry file. */
  readonly entry: string;
  /** The version in the `openapi` field. If there were errors, it has no meaning. */
  readonly version: OpenApiVersion;
  /** The files by `Origin.file`. A file that could not be parsed is missing. */
  readonly files: ReadonlyMap<string, DocumentFile>;
  /** The texts in which findings have their places, by `Origin.file`, as far as this run parsed them. */
  readonly texts: ReadonlyMap<string, string>;
  /** The `Origin.file` of each path that a reference names, by the absolute path. */
  readonly paths: ReadonlyMap<string, string>;
  /** The places of `$id`, `$anchor` and `$dynamicAnchor`. */
  readonly identifiers: IdentifierIndex;
  /**
   * The targets of the pointers that were followed, by the value at which they begin. Many references lead to the same
   * target, and values do not change.
   */
  readonly targets: Map<object, Map<string, ResolvedReference>>;
  /** Every reference with a target, each once, in the order of following them. */
  readonly references: readonly Reference[];
  /** The overlays that were applied to the description, in order. */
  readonly overlays: readonly DocumentFile[];
  /** The value of the description before overlays. */
  readonly written: unknown;
  /**
   * The origin of each value that an overlay or a filter added or moved, by its pointer. It also applies to everything
   * inside the value.
   */
  readonly moved: ReadonlyMap<string, Origin>;
  /** The absolute paths of all files that were looked up, including missing and unreadable ones. */
  readonly looked: readonly string[];
  /** The operations that a filter leaves out. */
  readonly filtered: readonly FilteredOperation[];
  /** The parts that a filter removed from the files: operations, and components that only these need. */
  readonly removed: readonly ResolvedReference[];
  /**
   * The list items that a filter leaves out: tags, and their names in groups. They remain in their files, because the
   * place of an item is its index.
   */
  readonly omitted: readonly Origin[];
}

/** The identifiers that schemas and descriptions declare. Empty for OpenAPI 3.0, which has none. */
export interface IdentifierIndex {
  /** The root of each resource, by its absolute URI without fragment. */
  readonly resources: ReadonlyMap<string, Origin>;
  /** The absolute URI of each resource, by the `formatOrigin` of its root. */
  readonly uris: ReadonlyMap<string, string>;
  /** The place of each `$anchor` and `$dynamicAnchor`, by the `formatOrigin` of the resource, then by name. */
  readonly anchors: ReadonlyMap<string, ReadonlyMap<string, Origin>>;
  /** The place of each `$dynamicAnchor`, by the `formatOrigin` of the resource, then by name. */
  readonly dynamicAnchors: ReadonlyMap<string, ReadonlyMap<string, Origin>>;
}

/** The name of a description that is read from standard input, as an option and as `Origin.file`. */
export const standardInput = '-';

/** The versions of OpenAPI that can be read. */
export type OpenApiVersion = '3.0' | '3.1' | '3.2';

/** One file of a description. */
export interface DocumentFile {
  readonly file: string;
  readonly format: 'json' | 'yaml';
  /** The hash of the bytes of the file. */
  readonly hash: string;
  /**
   * The parsed value: null, booleans, numbers, strings, arrays and plain objects that inherit nothing unsafe. No two
   * places share an object.
   */
  readonly value: unknown;
  /** The text of each number that JavaScript writes in another way, such as `1.0`, by its JSON pointer. */
  readonly numbers: ReadonlyMap<string, string>;
}

/** A reference from one place of the description to another. */
export interface Reference {
  /** The object that contains it, which decides its base URI. */
  readonly from: Origin;
  /** The place of its text. For a security requirement, it is the member whose name is the text. */
  readonly at: Origin;
  readonly kind: '$ref' | '$dynamicRef' | 'operationRef' | 'mapping' | 'security';
  readonly text: string;
  /** The place that the specification expects at the target. */
  readonly place: ValueKind;
  readonly target: Origin;
}

/** A reference as written, with the pointers of the object that contains it and of its text. */
export type WrittenReference = Pick<Reference, 'kind' | 'text' | 'place'> & {
  readonly from: string;
  readonly at: string;
};

/** A reference whose target has not been found yet. */
export type OpenReference = Omit<Reference, 'target'>;

/**
 * The target of a reference: its origin and its value. If there is no target, the value is `undefined`, and the reading
 * of the document has reported that.
 */
export interface ResolvedReference {
  readonly origin: Origin;
  readonly value: unknown;
  /**
   * The URI to which the specification resolves the reference, if nothing is there and the reference was resolved
   * against the file instead.
   */
  readonly meant?: string;
}
