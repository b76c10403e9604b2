import type { Code } from '../diagnostics/catalogue.js';
import { type Diagnostic, effectOf } from '../diagnostics/diagnostic.js';
import { type Origin, originKey } from '../diagnostics/origin.js';
import type { Coverage } from './coverage.js';
import type { Readers } from './read-log.js';

/** What an account is made of. */
export interface CoverageInput {
  readonly coverage: Coverage;
  readonly files: Iterable<{ readonly file: string; readonly value: unknown }>;
  readonly references: readonly { readonly from: Origin; readonly at: Origin; readonly target: Origin }[];
  readonly findings: readonly Diagnostic[];
}

/** What is known about each place of the description, from everything inside it and everything that it refers to. */
export class Evidence {
  readonly #readers = new Map<string, Set<string>>();
  readonly #visited = new Set<string>();
  readonly #findings = new Map<string, Diagnostic[]>();
  readonly #inside = new Map<string, Diagnostic[]>();
  readonly #explained = new Set<string>();

  constructor({ coverage, references, findings }: CoverageInput) {
    for (const { origin, readers } of coverage.log.listPlaces()) this.#addReaders(origin, withoutNaming(readers));
    for (const { origin } of coverage.visits) for (const key of pathTo(origin)) this.#visited.add(key);
    for (const finding of findings) this.#addFinding(finding);
    const kinds = new Map(coverage.visits.map((visit) => [originKey(visit.origin), visit.object]));
    this.#follow(references.filter(({ from }) => !ownReaders.includes(kinds.get(originKey(from)) ?? '')));
  }

  /** Returns the readers of what is at a place, below it, or at the targets of the references there. */
  readersAt(origin: Origin): Iterable<string> {
    return this.#readers.get(originKey(origin)) ?? [];
  }

  /** Returns whether any object at a place or below it was visited. */
  isVisitedBelow(origin: Origin): boolean {
    return this.#visited.has(originKey(origin));
  }

  /** Returns the codes of the findings about a place; `withInside`: also of those about what is inside. */
  findingsAt(origin: Origin, withInside: boolean): string[] {
    const found = (withInside ? this.#inside : this.#findings).get(originKey(origin)) ?? [];
    return [...new Set(found.map(({ code }) => code))];
  }

  /** Returns whether a finding at the place or around it says that it is ignored. */
  isIgnored(origin: Origin): boolean {
    return pathTo(origin).some((key) => this.#findings.get(key)?.some(({ code }) => effectOf(code) === 'ignored'));
  }

  /** Returns whether a finding about the place itself says how it is read instead. */
  isFound(origin: Origin): boolean {
    return this.#explained.has(originKey(origin));
  }

  /**
   * Returns whether a finding at the place says how it is read instead, or a finding around it explains it: what an
   * artifact omits, or that nothing is emitted of the whole.
   */
  isExplained(origin: Origin): boolean {
    const own = originKey(origin);
    for (const key of pathTo(origin))
      if (this.#explained.has(key) && (key === own || !this.#readers.has(key) || this.#isReduced(key))) return true;
    return false;
  }

  /** Returns whether there is a finding about anything inside. */
  hasFindingsInside(origin: Origin): boolean {
    return this.#inside.has(originKey(origin));
  }

  #addReaders(origin: Origin, readers: Readers): boolean {
    let isNew = false;
    for (const key of pathTo(origin)) {
      const known = this.#readers.get(key) ?? new Set();
      if (readers.size > 0) this.#readers.set(key, known);
      for (const reader of readers) {
        isNew ||= !known.has(reader);
        known.add(reader);
      }
    }
    return isNew;
  }

  #addFinding(finding: Diagnostic): void {
    if (!finding.origin) return;
    const key = originKey(finding.origin);
    // A linter reports what is wrong, not how it is read instead.
    if (effectOf(finding.code) !== 'advice') this.#explained.add(key);
    this.#findings.set(key, [...(this.#findings.get(key) ?? []), finding]);
    for (const outer of pathTo(finding.origin)) this.#inside.set(outer, [...(this.#inside.get(outer) ?? []), finding]);
  }

  // The target of a reference is used at the place of the reference, and omitted if that place is.
  #follow(references: CoverageInput['references']): void {
    const live = references.filter(({ at }) => !this.#isLeftOut(at));
    for (let isNew = true; isNew; ) {
      isNew = false;
      for (const { from, at, target } of live) {
        const readers = this.#readers.get(originKey(target));
        if (readers && this.#addReaders(at, readers)) isNew = true;
        const key = originKey(target);
        if (!this.#explained.has(originKey(from)) || this.#explained.has(key)) continue;
        this.#explained.add(key);
        isNew = true;
      }
    }
  }

  #isReduced(key: string): boolean {
    return this.#findings.get(key)?.some(({ code }) => isLeavingOut(code)) ?? false;
  }

  #isLeftOut(origin: Origin): boolean {
    return pathTo(origin).some((key) => this.#findings.get(key)?.some(({ code }) => effectOf(code) === 'unused'));
  }
}

function isLeavingOut(code: Code): boolean {
  const effect = effectOf(code);
  return effect === 'reduced' || effect === 'unused';
}

// The model has the references of these, so who reads them is known.
const ownReaders: readonly string[] = ['Schema Object', 'Discriminator Object', 'Link Object'];

// Naming walks through all of the model, and most of what it passes has no part in any name.
function withoutNaming(readers: Readers): Readers {
  return new Set([...readers].filter((reader) => reader !== 'naming'));
}

/** Returns the keys of a place and of everything around it, the place first. */
function pathTo({ file, pointer }: Origin): string[] {
  const keys: string[] = [];
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
    keys.push(originKey({ file, pointer: pointer.slice(0, end) }));
  keys.push(originKey({ file, pointer: '' }));
  return keys;
}
