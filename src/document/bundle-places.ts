import { basename, extname } from 'node:path';
import { encodePointerToken, formatOrigin, type Origin, splitPointer } from '../diagnostics/origin.js';
import { UniqueNames } from '../model/unique-names.js';
import type { Document, Reference } from './document.js';
import { getResourceRoot } from './identifiers.js';
import { findComponentSection, findOwnSection, isOpaque, nameExtraSection, type ValueKind } from './places.js';
import { findMember, findValue, resolveReference } from './resolve.js';

/** A part of another file, and its pointer in the bundle. */
interface BundledPart {
  readonly origin: Origin;
  readonly pointer: string;
  /** The reference that the part replaces; absent: the part is a separate component. */
  readonly insteadOf?: Reference;
}

// The maximum depth of parts that replace references inside each other. It limits the depth of the bundle.
const deepestPlace = 100;

/** Decides the place of every value of a description in the bundle. */
export class BundlePlaces {
  /** The parts in the order in which they were found. */
  readonly parts: BundledPart[] = [];
  readonly #document: Document;
  /** The references to each place of another file, by that place. */
  readonly #targets = new Map<string, Reference[]>();
  readonly #placed = new Map<string, BundledPart>();
  /** The used names by section. */
  readonly #names = new Map<string, UniqueNames>();

  constructor(document: Document) {
    this.#document = document;
    const outward = document.references.filter(
      (reference) => reference.target.file !== document.entry && !isCopied(document, reference),
    );
    for (const reference of outward) {
      const { target } = reference;
      const references = this.#targets.get(formatOrigin(target)) ?? [];
      this.#targets.set(formatOrigin(target), references);
      references.push(reference);
      // A schema with an identifier remains whole, so that references to the identifier remain valid.
      const root = getResourceRoot(document, target);
      const isSchema = findMember(findValue(document, root), '$id') !== undefined;
      if (isSchema && !this.#targets.has(formatOrigin(root))) this.#targets.set(formatOrigin(root), []);
    }
    for (const { target } of outward) this.#place(target);
  }

  /** Returns the pointer of an origin in the bundle, or `undefined` if the bundle does not contain it. */
  locate(origin: Origin): string | undefined {
    if (origin.file === this.#document.entry) return origin.pointer;
    const root = this.#rootOf(origin);
    const part = root && this.#placed.get(formatOrigin(root));
    return part && part.pointer + origin.pointer.slice(part.origin.pointer.length);
  }

  /**
   * Returns whether a schema that is a whole file has dynamic anchors and no identifier. The bundle adds an identifier,
   * so that its anchors remain distinct from those of other schemas.
   */
  needsIdentifier({ file, pointer }: Origin): boolean {
    const { entry, identifiers } = this.#document;
    const key = formatOrigin({ file, pointer });
    if (file === entry || identifiers.uris.has(key) || !identifiers.dynamicAnchors.has(key)) return false;
    return this.#targets.get(key)?.some(({ place }) => place === 'schema') ?? false;
  }

  /** Finds the outermost part that contains an origin, so that the bundle contains no value twice. */
  #rootOf({ file, pointer }: Origin): Origin | undefined {
    for (let end = 0; end >= 0; end = pointer.indexOf('/', end + 1)) {
      const origin = { file, pointer: pointer.slice(0, end) };
      if (this.#targets.has(formatOrigin(origin))) return origin;
    }
    return this.#targets.has(formatOrigin({ file, pointer })) ? { file, pointer } : undefined;
  }

  #place(target: Origin): void {
    const origin = this.#rootOf(target);
    if (origin === undefined || this.#placed.has(formatOrigin(origin))) return;
    const references = this.#targets.get(formatOrigin(origin)) ?? [];
    const place =
      references.find((reference) => this.#sectionOf(reference.place))?.place ?? references[0]?.place ?? 'schema';
    const section = this.#sectionOf(place);
    const insteadOf = references.find((reference) => this.#isReplaceable(reference, section));
    const pointer = insteadOf && this.locate(insteadOf.from);
    const part: BundledPart =
      insteadOf === undefined || pointer === undefined
        ? {
            origin,
            pointer: this.#nameComponent(section ?? nameExtraSection(place), origin),
          }
        : { origin, pointer, insteadOf };
    this.#placed.set(formatOrigin(origin), part);
    this.parts.push(part);
  }

  #sectionOf(place: ValueKind): string | undefined {
    return findOwnSection(place, this.#document.version);
  }

  // Returns whether a reference is replaced by its target. It is replaced if it is a component of the entry that is
  // only a reference. It is also replaced if its target is an object without a section among the components, or a path
  // item, because few tools read path items as components. A reference that has other members beside it, or is inside
  // its own target, cannot be replaced.
  #isReplaceable({ kind, from, place }: Reference, section: string | undefined): boolean {
    const tokens = splitPointer(this.locate(from) ?? '');
    const isAlias =
      from.file === this.#document.entry && tokens[0] === 'components' && tokens[1] === findComponentSection(place);
    if (section !== undefined && section !== 'pathItems' && !(isAlias && tokens.length === 3)) return false;
    const isAlone = Object.keys(findValue(this.#document, from) ?? {}).length === 1;
    return kind === '$ref' && isAlone && tokens.length > 0 && tokens.length < deepestPlace;
  }

  #nameComponent(section: string, { file, pointer }: Origin): string {
    const wanted = splitPointer(pointer).at(-1) ?? basename(file, extname(file));
    const name = wanted.replaceAll(/[^A-Za-z0-9._-]/g, '_') || 'component';
    const names = this.#names.get(section) ?? new UniqueNames(this.#listComponents(section), '-');
    this.#names.set(section, names);
    return `/components/${section}/${encodePointerToken(names.take(name))}`;
  }

  // The components, or a section of them, may be in a separate file.
  #listComponents(section: string): string[] {
    const root = { file: this.#document.entry, pointer: '' };
    let found = resolveReference(this.#document, root, `#/components/${section}`);
    for (let hops = 0; hops < deepestPlace && found; hops++) {
      const reference = findMember(found.value, '$ref');
      if (typeof reference !== 'string') return Object.keys(found.value ?? {});
      found = resolveReference(this.#document, found.origin, reference);
    }
    return [];
  }
}

/** Returns whether a reference is replaced by a copy of a string or number from another file. */
export function isCopied(document: Document, { from, place, kind, target }: Reference): boolean {
  if (!isOpaque(place) || kind !== '$ref' || target.file === document.entry) return false;
  const value = findValue(document, target);
  const isAlone = Object.keys(findValue(document, from) ?? {}).length === 1;
  return isAlone && (typeof value !== 'object' || value === null);
}
