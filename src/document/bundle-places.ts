import { basename, extname } from 'node:path';
import { encodePointerToken, type Origin, originKey, pointerTokens } from '../diagnostics/origin.js';
import type { Document, Reference } from './document.js';
import { componentSection, isOpaque, type Place } from './places.js';
import { memberOf, resolveReference, resourceRoot, valueAt } from './resolve.js';

/** A part of another file and the pointer at which the bundle holds it. */
interface BundledPart {
  readonly origin: Origin;
  readonly pointer: string;
  /** The reference in whose place it stands; without, it is a component of its own. */
  readonly insteadOf?: Reference;
}

// Parts stand in place of references inside each other no deeper than this, so that the bundle does not grow deep.
const deepestPlace = 100;

/** Decides for every place of a description where the bundle holds it. */
export class BundlePlaces {
  /** In the order in which they were found. */
  readonly parts: BundledPart[] = [];
  readonly #document: Document;
  /** The references to each place of another file, by that place. */
  readonly #targets = new Map<string, Reference[]>();
  readonly #placed = new Map<string, BundledPart>();
  /** By section the names that are taken, each with the number that the next one of that name gets. */
  readonly #taken = new Map<string, Map<string, number>>();

  constructor(document: Document) {
    this.#document = document;
    const outward = document.references.filter(
      (reference) => reference.target.file !== document.entry && !isCopied(document, reference),
    );
    for (const reference of outward) {
      const { target } = reference;
      const references = this.#targets.get(originKey(target)) ?? [];
      this.#targets.set(originKey(target), references);
      references.push(reference);
      // A schema that has an identifier stays whole, so that what refers to it by that still can.
      const root = resourceRoot(document, target);
      const isSchema = memberOf(valueAt(document, root), '$id') !== undefined;
      if (isSchema && !this.#targets.has(originKey(root))) this.#targets.set(originKey(root), []);
    }
    for (const { target } of outward) this.#place(target);
  }

  /** Gives the pointer of an origin in the bundle; `undefined` for what the bundle does not hold. */
  locate(origin: Origin): string | undefined {
    if (origin.file === this.#document.entry) return origin.pointer;
    const root = this.#rootOf(origin);
    const part = root && this.#placed.get(originKey(root));
    return part && part.pointer + origin.pointer.slice(part.origin.pointer.length);
  }

  /** Tells whether a schema that is a file has dynamic anchors and no identifier: among those of the bundle they would get lost. */
  needsIdentifier({ file, pointer }: Origin): boolean {
    const { entry, identifiers } = this.#document;
    const key = originKey({ file, pointer });
    if (file === entry || identifiers.uris.has(key) || !identifiers.dynamicAnchors.has(key)) return false;
    return this.#targets.get(key)?.some(({ place }) => place === 'schema') ?? false;
  }

  /** The part that an origin belongs to is the outermost one, so that no value stands in the bundle twice. */
  #rootOf({ file, pointer }: Origin): Origin | undefined {
    for (let end = 0; end >= 0; end = pointer.indexOf('/', end + 1)) {
      const origin = { file, pointer: pointer.slice(0, end) };
      if (this.#targets.has(originKey(origin))) return origin;
    }
    return this.#targets.has(originKey({ file, pointer })) ? { file, pointer } : undefined;
  }

  #place(target: Origin): void {
    const origin = this.#rootOf(target);
    if (origin === undefined || this.#placed.has(originKey(origin))) return;
    const references = this.#targets.get(originKey(origin)) ?? [];
    const place =
      references.find((reference) => this.#sectionOf(reference.place))?.place ?? references[0]?.place ?? 'schema';
    const section = this.#sectionOf(place);
    const insteadOf = references.find((reference) => this.#isReplaceable(reference, section));
    const stands = insteadOf && this.locate(insteadOf.from);
    const part: BundledPart =
      insteadOf === undefined || stands === undefined
        ? { origin, pointer: this.#nameComponent(section ?? `x-${componentSection(place) ?? 'referenced'}`, origin) }
        : { origin, pointer: stands, insteadOf };
    this.#placed.set(originKey(origin), part);
    this.parts.push(part);
  }

  #sectionOf(place: Place): string | undefined {
    const section = componentSection(place);
    const { version } = this.#document;
    if (section === 'mediaTypes') return version === '3.2' ? section : undefined;
    return section === 'pathItems' && version === '3.0' ? undefined : section;
  }

  // A component of the entry that is nothing but a reference gives its name to what it refers to. What has no section
  // among the components stands in place of a reference, and so do path items, since few tools know them as components.
  // Beside other members nothing can stand in place, and nothing inside itself.
  #isReplaceable({ kind, from, place }: Reference, section: string | undefined): boolean {
    const tokens = pointerTokens(this.locate(from) ?? '');
    const isAlias =
      from.file === this.#document.entry && tokens[0] === 'components' && tokens[1] === componentSection(place);
    if (section !== undefined && section !== 'pathItems' && !(isAlias && tokens.length === 3)) return false;
    const isAlone = Object.keys(valueAt(this.#document, from) ?? {}).length === 1;
    return kind === '$ref' && isAlone && tokens.length > 0 && tokens.length < deepestPlace;
  }

  #nameComponent(section: string, { file, pointer }: Origin): string {
    const wanted = pointerTokens(pointer).at(-1) ?? basename(file, extname(file));
    const name = wanted.replaceAll(/[^A-Za-z0-9._-]/g, '_') || 'component';
    const taken = this.#taken.get(section) ?? new Map(this.#listComponents(section).map((known) => [known, 2]));
    this.#taken.set(section, taken);
    let free = name;
    for (let number = taken.get(name) ?? 2; taken.has(free); number++) {
      free = `${name}-${number}`;
      taken.set(name, number + 1);
    }
    taken.set(free, 2);
    return `/components/${section}/${encodePointerToken(free)}`;
  }

  // The components, or a section of them, may stand in a file of their own.
  #listComponents(section: string): string[] {
    const root = { file: this.#document.entry, pointer: '' };
    let found = resolveReference(this.#document, root, `#/components/${section}`);
    for (let hops = 0; hops < deepestPlace && found; hops++) {
      const reference = memberOf(found.value, '$ref');
      if (typeof reference !== 'string') return Object.keys(found.value ?? {});
      found = resolveReference(this.#document, found.origin, reference);
    }
    return [];
  }
}

/** Tells whether a reference gives way to a copy of a text or number in another file, to which nothing could refer. */
export function isCopied(document: Document, { from, place, kind, target }: Reference): boolean {
  if (!isOpaque(place) || kind !== '$ref' || target.file === document.entry) return false;
  const value = valueAt(document, target);
  const isAlone = Object.keys(valueAt(document, from) ?? {}).length === 1;
  return isAlone && (typeof value !== 'object' || value === null);
}
