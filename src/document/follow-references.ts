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
import { explainMissing, suggestReference } from './suggest-reference.js';
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
  const regions: Region[] = [];
  /** The security schemes that requirements name. Other requirements refer to a scheme by its URI. */
  const schemeNames: Set<string> = new Set();
  let next = 0;
  const queued = new Set<string>();
  /** The objects that were walked, by the kind of place for which they were read. */
  const walked = new Map<ValueKind, Set<object>>();
  /** The references whose target has not been found yet. */
  const open: Set<OpenReference> = new Set();
  /** The references without a target, by URI. A file that is read later may declare the identifier. */
  const awaited = new Map<string, OpenReference[]>();
  const arrived: OpenReference[] = [];
  /** Whether files are read for texts that may not be references. This is the last step. */
  let isGuessing = false;
  let suggestions = 0;
  /** The references that were reported because they were resolved against their file. */
  const reported = new Set<string>();

  if (filter) {
    readFiltered(document, { regions, schemeNames, open, reach, followPathItem, redirect, drain }, filter, diagnostics);
  } else {
    reach({ file: document.entry, pointer: '' }, 'openapi');
    drain();
  }
  isGuessing = true;
  retry();
  // A pointer may lead through another reference, which may be resolved by now.
  retry();
  // If an object is read as two places, the finding for the more specific one is reported.
  const places = new Set<string>();
  for (const reference of [...open].sort((a, b) => Number(isOpaque(a.place)) - Number(isOpaque(b.place)))) {
    if (!places.has(formatOrigin(reference.at))) report(reference);
    places.add(formatOrigin(reference.at));
  }

  function retry(): void {
    for (const reference of [...open]) follow(reference);
    drain();
  }

  function drain(): void {
    for (;;) {
      const region = regions[next];
      const reference = region ? undefined : arrived.pop();
      if (region) {
        next++;
        walk(region);
      } else if (reference) {
        follow(reference);
      } else {
        return;
      }
    }
  }

  function reach(origin: Origin, place: ValueKind): void {
    const key = `${formatOrigin(origin)} ${place}`;
    if (queued.has(key)) return;
    queued.add(key);
    regions.push({ origin, place });
  }

  function followPathItem(from: Origin, text: string): void {
    // Only reads the file. The filter may omit the path item.
    locate({ kind: '$ref', from, at: buildChildOrigin(from, '$ref'), text, place: 'pathItem' });
  }

  function redirect(reference: OpenReference, text: string, target: Origin): void {
    open.delete(reference);
    document.references.push({ ...reference, text, target });
    reach(target, reference.place);
  }

  function walk({ origin, place }: Region): void {
    const { file, pointer } = origin;
    walkReferences(findValue(document, origin), place, pointer, {
      meet: (written) => {
        const at = { file, pointer: written.at };
        const reference = { ...written, from: { file, pointer: written.from }, at };
        if (!isNoReference(reference)) follow(reference);
        else if (reference.kind === 'security') schemeNames.add(reference.text);
      },
      meetOther: (found, keyword) => {
        diagnostics.report('reference-not-text', { file, pointer: found }, { keyword });
      },
      enter: (object, expected) => {
        const known = walked.get(expected);
        if (!known) walked.set(expected, new Set([object]));
        return !known || known.size < known.add(object).size;
      },
    });
  }

  // OpenAPI 3.0 has no `$dynamicRef`. A security requirement contains only names before 3.2; since 3.2, a name takes
  // precedence over a reference. An example may contain a reference as text.
  function isNoReference({ kind, text, from, place }: OpenReference): boolean {
    const { version, entry } = document;
    if (place === 'sample') return text.startsWith('#') && from.file === entry;
    if (kind === '$dynamicRef') return version === '3.0';
    if (kind !== 'security') return false;
    const schemes = findValue(document, { file: entry, pointer: '/components/securitySchemes' });
    return version !== '3.2' || !isSchemeUri(text) || findMember(schemes, text) !== undefined;
  }

  function follow(reference: OpenReference): void {
    const located = locate(reference);
    if ('failure' in located) {
      open.add(reference);
      const { uri } = located;
      const waiting = awaited.get(uri ?? '') ?? [];
      if (uri !== undefined) awaited.set(uri, waiting);
      waiting.push(reference);
      return;
    }
    open.delete(reference);
    if (reference.place === 'sample') {
      diagnostics.report('reference-in-example', reference.at, { reference: reference.text });
    }
    if (located.meant !== undefined) reportMeant(reference, located.meant);
    const { kind, text, place, from, at } = reference;
    document.references.push({ kind, text, place, from, at, target: located.origin });
    reach(located.origin, place);
    // The bundle contains a schema with an identifier as a whole, or not at all.
    const root = getResourceRoot(document, located.origin);
    if (findMember(findValue(document, root), '$id') !== undefined) reach(root, 'schema');
  }

  // A reference can be followed twice, once for each kind of place for which its object is read.
  function reportMeant({ at, text, place }: OpenReference, meant: string): void {
    if (isOpaque(place) || reported.has(formatOrigin(at))) return;
    reported.add(formatOrigin(at));
    diagnostics.report('reference-against-file', at, { reference: text, meant });
  }

  function locate({ from, kind, text, place }: OpenReference): ResolvedReference | Unresolved {
    const load: LoadFile = (path, isGuess) => {
      // If a text may not be a reference, only files that certainly contain data are read.
      if ((isGuess && !isGuessing) || (isOpaque(place) && !/\.(json|ya?ml)$/i.test(path))) return 'not-found';
      const loaded = sources.load(path, from);
      if (typeof loaded === 'string') return loaded;
      for (const uri of document.add(path, loaded)) {
        for (const waiting of awaited.get(uri) ?? []) arrived.push(waiting);
        awaited.delete(uri);
      }
      return undefined;
    };
    return (kind === 'mapping' ? locateMapping : locateReference)(document, from, text, load);
  }

  function report(reference: OpenReference): void {
    const { kind, text, place, at } = reference;
    const located = locate(reference);
    if (!('failure' in located) || located.failure === 'unreadable' || place === 'sample') return;
    const side = { at: kind === 'security' ? 'key' : 'value' } as const;
    const finding = { reference: text };
    if (place === 'any' || (kind === 'operationRef' && located.failure === 'network')) {
      diagnostics.report('reference-not-followed', at, finding);
    } else if (located.failure === 'not-found') {
      const cause = explainMissing(document, reference);
      const explained = cause ?? ({ variant: 'absent', likely: suggest(reference, located) } as const);
      diagnostics.report('reference-not-found', at, { ...finding, ...explained }, side);
    } else {
      diagnostics.report(codes[located.failure], at, finding, side);
    }
  }

  function suggest(reference: OpenReference, unresolved: Unresolved): string | undefined {
    if (++suggestions > mostSuggestions) return undefined;
    return suggestReference(document, reference, unresolved, (path) => sources.isInside(path));
  }
}

const codes = {
  outside: 'reference-outside',
  network: 'reference-to-network',
  'not-understood': 'reference-not-understood',
} as const;
