import type { Code } from '../../src/diagnostics/catalogue.js';
import { type Diagnostic, findEffect } from '../../src/diagnostics/diagnostic.js';
import { formatOrigin, type Origin } from '../../src/diagnostics/origin.js';
import type { Coverage } from './coverage.js';
import type { Readers } from './read-log.js';

/** The input of a list of coverage. */
export interface CoverageInput {
  readonly coverage: Coverage;
  readonly files: Iterable<{ readonly file: string; readonly value: unknown }>;
  readonly references: readonly { readonly from: Origin; readonly at: Origin; readonly target: Origin }[];
  readonly findings: readonly Diagnostic[];
}

/**
 * The facts about each place of the description. They include the facts about everything inside the place and about the
 * targets of its references.
 */
export class Evidence {
  readonly #readers = new Map<string, Set<string>>();
  readonly #visited = new Set<string>();
  readonly #findings = new Map<string, Diagnostic[]>();
  readonly #inside = new Map<string, Diagnostic[]>();
  readonly #explained = new Set<string>();

  constructor({ coverage, references, findings }: CoverageInput) {
    for (const { origin, readers } of coverage.log.listPlaces()) this.#addReaders(origin, omitNaming(readers));
    for (const { origin } of coverage.visits) for (const key of listPathTokens(origin)) this.#visited.add(key);
    for (const finding of findings) this.#addFinding(finding);
    const kinds = new Map(coverage.visits.map((visit) => [formatOrigin(visit.origin), visit.object]));
    this.#follow(references.filter(({ from }) => !ownReaders.includes(kinds.get(formatOrigin(from)) ?? '')));
  }

  /** Returns the readers of the value at a place, of the values inside it, and of the targets of references there. */
  readersAt(origin: Origin): Iterable<string> {
    return this.#readers.get(formatOrigin(origin)) ?? [];
  }

  /** Returns whether an object at a place or inside it was visited. */
  isVisitedBelow(origin: Origin): boolean {
    return this.#visited.has(formatOrigin(origin));
  }

  /** Returns the codes of the findings about a place. `withInside` also includes findings about what is inside it. */
  findingsAt(origin: Origin, withInside: boolean): string[] {
    const found = (withInside ? this.#inside : this.#findings).get(formatOrigin(origin)) ?? [];
    return [...new Set(found.map(({ code }) => code))];
  }

  /** Returns whether a finding says that the value at a place, or a value around it, is ignored. */
  isIgnored(origin: Origin): boolean {
    return listPathTokens(origin).some((key) =>
      this.#findings.get(key)?.some(({ code }) => findEffect(code) === 'ignored'),
    );
  }

  /** Returns whether a finding about the place itself says how lacuna reads it. */
  isFound(origin: Origin): boolean {
    return this.#explained.has(formatOrigin(origin));
  }

  /**
   * Returns whether a finding about the place, or about a place around it, says what happens to it. A finding around it
   * counts only if it says that something is omitted, or that nothing is emitted.
   */
  isExplained(origin: Origin): boolean {
    const own = formatOrigin(origin);
    for (const key of listPathTokens(origin))
      if (this.#explained.has(key) && (key === own || !this.#readers.has(key) || this.#isReduced(key))) return true;
    return false;
  }

  /** Returns whether there is a finding about anything inside a place. */
  hasFindingsInside(origin: Origin): boolean {
    return this.#inside.has(formatOrigin(origin));
  }

  #addReaders(origin: Origin, readers: Readers): boolean {
    let isNew = false;
    for (const key of listPathTokens(origin)) {
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
    const key = formatOrigin(finding.origin);
    // A linter reports mistakes. It does not say how lacuna reads them.
    if (findEffect(finding.code) !== 'advice') this.#explained.add(key);
    this.#findings.set(key, [...(this.#findings.get(key) ?? []), finding]);
    for (const outer of listPathTokens(finding.origin))
      this.#inside.set(outer, [...(this.#inside.get(outer) ?? []), finding]);
  }

  // A reader of the target of a reference also reads the reference. If the place of a reference is omitted, its target
  // is not read there.
  #follow(references: CoverageInput['references']): void {
    const live = references.filter(({ at }) => !this.#isLeftOut(at));
    for (let isNew = true; isNew; ) {
      isNew = false;
      for (const { from, at, target } of live) {
        const readers = this.#readers.get(formatOrigin(target));
        if (readers && this.#addReaders(at, readers)) isNew = true;
        const key = formatOrigin(target);
        if (!this.#explained.has(formatOrigin(from)) || this.#explained.has(key)) continue;
        this.#explained.add(key);
        isNew = true;
      }
    }
  }

  #isReduced(key: string): boolean {
    return this.#findings.get(key)?.some(({ code }) => isLeavingOut(code)) ?? false;
  }

  #isLeftOut(origin: Origin): boolean {
    return listPathTokens(origin).some((key) =>
      this.#findings.get(key)?.some(({ code }) => findEffect(code) === 'unused'),
    );
  }
}

function isLeavingOut(code: Code): boolean {
  const effect = findEffect(code);
  return effect === 'reduced' || effect === 'unused';
}

// The model keeps the references of these objects, so the log itself shows who reads them.
const ownReaders: readonly string[] = ['Schema Object', 'Discriminator Object', 'Link Object'];

// Naming reads the whole model, but most of it has no influence on names.
function omitNaming(readers: Readers): Readers {
  return new Set([...readers].filter((reader) => reader !== 'naming'));
}

/** Returns the keys of a place and of all places around it, the place first. */
function listPathTokens({ file, pointer }: Origin): string[] {
  const keys: string[] = [];
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
    keys.push(formatOrigin({ file, pointer: pointer.slice(0, end) }));
  keys.push(formatOrigin({ file, pointer: '' }));
  return keys;
}
