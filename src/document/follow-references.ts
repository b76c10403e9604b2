import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin, formatOrigin, type Origin } from '../diagnostics/origin.js';
import type { OperationFilter } from '../model/operation-filter.js';
import type { OpenReference, ResolvedReference } from './document.js';
import { readFiltered } from './filter-document.js';
import type { GrowingDocument, Region } from './growing-document.js';
import { getResourceRoot } from './identifiers.js';
import { isOpaque, type ValueKind } from './places.js';
import {
  findMember,
  findValue,
  isSchemeUri,
  type LoadFile,
  locateMapping,
  locateReference,
  type Unresolved,
} from './resolve.js';
import type { SourceFiles } from './source-files.js';
import { suggestReference } from './suggest-reference.js';
import { walkReferences } from './walk-references.js';

// Searching for similar names takes longer than everything else, so the number of suggestions is limited.
const mostSuggestions = 100;

/**
 * Follows every reference that can be reached from the entry, reads the files, and reports references without a target.
 * With a filter, only the operations that it keeps are reached.
 */
export function followReferences(
  document: GrowingDocument,
  sources: SourceFiles,
  diagnostics: Diagnostics,
  filter: OperationFilter | undefined,
): void {
  new ReferenceFollower(document, sources, diagnostics).run(filter);
}

class ReferenceFollower {
  readonly #document: GrowingDocument;
  readonly #sources: SourceFiles;
  readonly #diagnostics: Diagnostics;
  readonly regions: Region[] = [];
  /** The security schemes that requirements name. Other requirements refer to a scheme by its URI. */
  readonly schemeNames: Set<string> = new Set();
  #next = 0;
  readonly #queued = new Set<string>();
  /** The objects that were walked, by the kind of place for which they were read. */
  readonly #walked = new Map<ValueKind, Set<object>>();
  /** The references whose target has not been found yet. */
  readonly open: Set<OpenReference> = new Set();
  /** The references without a target, by URI. A file that is read later may declare the identifier. */
  readonly #awaited = new Map<string, OpenReference[]>();
  readonly #arrived: OpenReference[] = [];
  /** Whether files are read for texts that may not be references. This is the last step. */
  #isGuessing = false;
  #suggestions = 0;
  /** The references that were reported because they were resolved against their file. */
  readonly #reported = new Set<string>();

  constructor(document: GrowingDocument, sources: SourceFiles, diagnostics: Diagnostics) {
    this.#document = document;
    this.#sources = sources;
    this.#diagnostics = diagnostics;
  }

  run(filter: OperationFilter | undefined): void {
    if (filter) {
      readFiltered(this.#document, this, filter, this.#diagnostics);
    } else {
      this.reach({ file: this.#document.entry, pointer: '' }, 'openapi');
      this.drain();
    }
    this.#isGuessing = true;
    this.#retry();
    // A pointer may lead through another reference, which may be resolved by now.
    this.#retry();
    // If an object is read as two places, the finding for the more specific one is reported.
    const reported = new Set<string>();
    for (const reference of [...this.open].sort((a, b) => Number(isOpaque(a.place)) - Number(isOpaque(b.place)))) {
      if (!reported.has(formatOrigin(reference.at))) this.#report(reference);
      reported.add(formatOrigin(reference.at));
    }
  }

  #retry(): void {
    for (const reference of [...this.open]) this.#follow(reference);
    this.drain();
  }

  drain(): void {
    for (;;) {
      const region = this.regions[this.#next];
      const reference = region ? undefined : this.#arrived.pop();
      if (region) {
        this.#next++;
        this.#walk(region);
      } else if (reference) {
        this.#follow(reference);
      } else {
        return;
      }
    }
  }

  reach(origin: Origin, place: ValueKind): void {
    const key = `${formatOrigin(origin)} ${place}`;
    if (this.#queued.has(key)) return;
    this.#queued.add(key);
    this.regions.push({ origin, place });
  }

  followPathItem(from: Origin, text: string): void {
    // Only reads the file. The filter may omit the path item.
    this.#locate({ kind: '$ref', from, at: buildChildOrigin(from, '$ref'), text, place: 'pathItem' });
  }

  redirect(reference: OpenReference, text: string, target: Origin): void {
    this.open.delete(reference);
    this.#document.references.push({ ...reference, text, target });
    this.reach(target, reference.place);
  }

  #walk({ origin, place }: Region): void {
    const { file, pointer } = origin;
    walkReferences(findValue(this.#document, origin), place, pointer, {
      meet: (written) => {
        const at = { file, pointer: written.at };
        const reference = { ...written, from: { file, pointer: written.from }, at };
        if (!this.#isNoReference(reference)) this.#follow(reference);
        else if (reference.kind === 'security') this.schemeNames.add(reference.text);
      },
      meetOther: (found, keyword) => {
        this.#diagnostics.report('reference-not-text', { file, pointer: found }, { keyword });
      },
      enter: (object, expected) => {
        const walked = this.#walked.get(expected);
        if (!walked) this.#walked.set(expected, new Set([object]));
        return !walked || walked.size < walked.add(object).size;
      },
    });
  }

  // OpenAPI 3.0 has no `$dynamicRef`. A security requirement contains only names before 3.2; since 3.2, a name takes
  // precedence over a reference. An example may contain a reference as text.
  #isNoReference({ kind, text, from, place }: OpenReference): boolean {
    const { version, entry } = this.#document;
    if (place === 'sample') return text.startsWith('#') && from.file === entry;
    if (kind === '$dynamicRef') return version === '3.0';
    if (kind !== 'security') return false;
    const schemes = findValue(this.#document, { file: entry, pointer: '/components/securitySchemes' });
    return version !== '3.2' || !isSchemeUri(text) || findMember(schemes, text) !== undefined;
  }

  #follow(reference: OpenReference): void {
    const located = this.#locate(reference);
    if ('failure' in located) {
      this.open.add(reference);
      const { uri } = located;
      const waiting = this.#awaited.get(uri ?? '') ?? [];
      if (uri !== undefined) this.#awaited.set(uri, waiting);
      waiting.push(reference);
      return;
    }
    this.open.delete(reference);
    if (reference.place === 'sample') {
      this.#diagnostics.report('reference-in-example', reference.at, { reference: reference.text });
    }
    if (located.meant !== undefined) this.#reportMeant(reference, located.meant);
    const { kind, text, place, from, at } = reference;
    this.#document.references.push({ kind, text, place, from, at, target: located.origin });
    this.reach(located.origin, place);
    // The bundle contains a schema with an identifier as a whole, or not at all.
    const root = getResourceRoot(this.#document, located.origin);
    if (findMember(findValue(this.#document, root), '$id') !== undefined) this.reach(root, 'schema');
  }

  // A reference can be followed twice, once for each kind of place for which its object is read.
  #reportMeant({ at, text, place }: OpenReference, meant: string): void {
    if (isOpaque(place) || this.#reported.has(formatOrigin(at))) return;
    this.#reported.add(formatOrigin(at));
    this.#diagnostics.report('reference-against-file', at, { reference: text, meant });
  }

  #locate({ from, kind, text, place }: OpenReference): ResolvedReference | Unresolved {
    const load: LoadFile = (path, isGuess) => {
      // If a text may not be a reference, only files that certainly contain data are read.
      if ((isGuess && !this.#isGuessing) || (isOpaque(place) && !/\.(json|ya?ml)$/i.test(path))) return 'not-found';
      const loaded = this.#sources.load(path, from);
      if (typeof loaded === 'string') return loaded;
      for (const uri of this.#document.add(path, loaded)) {
        for (const waiting of this.#awaited.get(uri) ?? []) this.#arrived.push(waiting);
        this.#awaited.delete(uri);
      }
      return undefined;
    };
    return (kind === 'mapping' ? locateMapping : locateReference)(this.#document, from, text, load);
  }

  #report(reference: OpenReference): void {
    const { kind, text, place, at } = reference;
    const located = this.#locate(reference);
    if (!('failure' in located) || located.failure === 'unreadable' || place === 'sample') return;
    const side = { at: kind === 'security' ? 'key' : 'value' } as const;
    const finding = { reference: text };
    if (place === 'any' || (kind === 'operationRef' && located.failure === 'network')) {
      this.#diagnostics.report('reference-not-followed', at, finding);
    } else if (located.failure === 'not-found') {
      const likely = this.#suggest(reference, located);
      this.#diagnostics.report('reference-not-found', at, { ...finding, likely }, side);
    } else {
      this.#diagnostics.report(codes[located.failure], at, finding, side);
    }
  }

  #suggest(reference: OpenReference, unresolved: Unresolved): string | undefined {
    if (++this.#suggestions > mostSuggestions) return undefined;
    return suggestReference(this.#document, reference, unresolved, (path) => this.#sources.isInside(path));
  }
}

const codes = {
  outside: 'reference-outside',
  network: 'reference-to-network',
  'not-understood': 'reference-not-understood',
} as const;
