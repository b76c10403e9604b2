import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodePointerToken, formatOrigin, type Origin } from '../diagnostics/origin.js';
import type { Document, Reference } from './document.js';
import { getResourceRoot } from './identifiers.js';
import { findMember, findValue } from './resolve.js';

/** A schema of the bundle with an identifier. References inside it are relative to the identifier. */
interface BundledResource {
  readonly root: Origin;
  readonly uri: string;
  /** Whether the URI is relative to the bundle. */
  readonly isRelative: boolean;
}

/**
 * The schemas of the bundle that have an identifier. References inside such a schema are relative to its identifier, so
 * they cannot lead to a place of the bundle without an identifier. The bundle omits the identifier of a schema that
 * contains such a reference, and of the schemas that refer to it. It keeps the identifier if several schemas declare
 * the same dynamic anchor, because only identifiers distinguish these. An anchor that only one schema declares becomes
 * an ordinary target.
 */
export class BundleResources {
  /** The roots of the schemas whose identifiers the bundle omits, by `formatOrigin`. */
  readonly omitted: Map<string, Origin> = new Map();
  readonly #document: Document;
  readonly #needsIdentifier: (root: Origin) => boolean;
  /** The URI of the bundle itself, its `$self`. */
  readonly #ownUri: string | undefined;

  constructor(document: Document, needsIdentifier: (root: Origin) => boolean) {
    this.#document = document;
    this.#needsIdentifier = needsIdentifier;
    const uri = document.identifiers.uris.get(formatOrigin({ file: document.entry, pointer: '' }));
    this.#ownUri = uri?.startsWith('file:') ? undefined : uri;
    let before = -1;
    while (this.omitted.size > before) {
      before = this.omitted.size;
      for (const reference of document.references) this.#omitUnreachable(reference);
    }
  }

  /** Returns whether the nearest schema with an identifier around an origin keeps its identifier in the bundle. */
  isKept(origin: Origin): boolean {
    return !this.omitted.has(formatOrigin(getResourceRoot(this.#document, origin)));
  }

  /**
   * Finds the schema with an identifier to which an origin belongs in the bundle. Returns `undefined` for the bundle
   * itself.
   */
  find(origin: Origin): BundledResource | undefined {
    let root = getResourceRoot(this.#document, origin);
    while (!this.isKept(root) && root.pointer !== '')
      root = getResourceRoot(this.#document, {
        ...root,
        pointer: root.pointer.slice(0, root.pointer.lastIndexOf('/')),
      });
    const hasIdentifier =
      findMember(findValue(this.#document, root), '$id') !== undefined || this.#needsIdentifier(root);
    if (!hasIdentifier || !this.isKept(root)) return undefined;
    const uri = this.#document.identifiers.uris.get(formatOrigin(root));
    if (uri !== undefined && !uri.startsWith('file:')) return { root, uri, isRelative: false };
    const path =
      uri === undefined ? root.file : relative(this.#document.folder, fileURLToPath(uri)).split(sep).join('/');
    return { root, uri: encodeURI(path).replaceAll('#', '%23'), isRelative: true };
  }

  /** Prints the URI by which one schema with an identifier, or the bundle, refers to another. */
  printUri(own: BundledResource | undefined, its: BundledResource | undefined): string {
    if (own === undefined) return '';
    if (its === undefined) return this.#ownUri ?? '';
    return own.isRelative && its.isRelative ? posix.relative(posix.dirname(own.uri), its.uri) : its.uri;
  }

  #omitUnreachable(reference: Reference): void {
    if (isName(this.#document, reference)) return;
    const [own, its] = [this.find(reference.from), this.find(reference.target)];
    if (own === undefined || (its ? own.isRelative || !its.isRelative : this.#ownUri !== undefined)) return;
    const root = [its?.root, own.root].find((one) => one && !this.#hasSharedAnchor(one));
    if (root) this.omitted.set(formatOrigin(root), root);
  }

  #hasSharedAnchor(root: Origin): boolean {
    const { dynamicAnchors } = this.#document.identifiers;
    const names = [...(dynamicAnchors.get(formatOrigin(root))?.keys() ?? [])];
    return names.some((name) => [...dynamicAnchors.values()].filter((anchors) => anchors.has(name)).length > 1);
  }
}

/**
 * Returns whether a value of `mapping` is the name of a component schema rather than a reference (OpenAPI 3.2, 4.25.3).
 */
export function isName({ entry }: Document, { kind, text, target }: Reference): boolean {
  const pointer = `/components/schemas/${encodePointerToken(text)}`;
  return kind === 'security' || (kind === 'mapping' && target.file === entry && target.pointer === pointer);
}
