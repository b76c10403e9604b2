import { buildChildOrigin, formatOrigin, type Origin } from '../../src/diagnostics/origin.js';
import type { Coverage, Visit } from './coverage.js';
import { type CoverageInput, Evidence } from './evidence.js';
import { findPurpose, isNamed, listMembers } from './keyword-uses.js';

/**
 * How a keyword of the description is used:
 *
 * - `emitted`: it is in artifacts.
 * - `rejected`: the run has errors, so it emits nothing.
 * - `reported`: a finding says how lacuna reads it.
 * - `documentation`: it is only for people.
 * - `reading`: it only says how the description is read.
 * - `empty`: its value has no members or items.
 * - `not visited`: no stage visited its object.
 * - `not used`: no artifact contains it.
 */
type Use = 'emitted' | 'rejected' | 'reported' | 'documentation' | 'reading' | 'empty' | 'not visited' | 'not used';

/** One row of the coverage: a keyword of an object, or an object that was not visited. */
export interface CoverageRow {
  readonly origin: Origin;
  /** The OpenAPI name of the object that has the keyword. */
  readonly object: string;
  /** Empty for an object that was not visited. */
  readonly keyword: string;
  readonly use: Use;
  /** The kinds of artifacts that contain it. `naming` means all modules, `planning` means client and server. */
  readonly readers: readonly string[];
  /** The codes of the findings about it. */
  readonly findings: readonly string[];
}

interface Place {
  readonly origin: Origin;
  readonly value: unknown;
  /** Whether it is inside a keyword that is only for people. */
  readonly isDocumentation: boolean;
}

type Member = Place & { readonly keyword: string };

/**
 * Lists every keyword of every object in the files, in their order. An object that was not visited has one row without
 * keyword.
 */
export function listCoverageRows(input: CoverageInput): CoverageRow[] {
  const lister = new Lister(input);
  return [...input.files].flatMap(({ file, value }) =>
    lister.listFile({ origin: { file, pointer: '' }, value, isDocumentation: false }),
  );
}

class Lister {
  readonly #visits: ReadonlyMap<string, Visit>;
  readonly #reached: ReadonlySet<string>;
  readonly #evidence: Evidence;
  readonly #coverage: Coverage;
  readonly #isRejected: boolean;

  constructor(input: CoverageInput) {
    const { coverage, findings } = input;
    this.#coverage = coverage;
    this.#visits = new Map(coverage.visits.map((visit) => [formatOrigin(visit.origin), visit]));
    this.#reached = new Set(coverage.reached.map(formatOrigin));
    this.#evidence = new Evidence(input);
    this.#isRejected = findings.some(({ severity }) => severity === 'error');
  }

  listFile(root: Place): CoverageRow[] {
    const rows: CoverageRow[] = [];
    const waiting: Place[] = [root];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const { origin, value, isDocumentation } = place;
      if (typeof value !== 'object' || value === null || this.#reached.has(formatOrigin(origin))) continue;
      const members = Object.entries(value).map(([keyword, child]) => ({
        keyword,
        origin: buildChildOrigin(origin, keyword),
        value: child as unknown,
        isDocumentation,
      }));
      const visit = this.#visits.get(formatOrigin(origin));
      const inside = visit ? members.flatMap((member) => this.#addRow(rows, visit, member) ?? []) : members;
      if (!visit && !Array.isArray(value) && members.some((member) => this.#isMissed(member)))
        rows.push(this.#listMissed(origin));
      waiting.push(...inside.reverse());
    }
    return rows;
  }

  /** Adds the row of a keyword. Returns the value of the keyword if it can contain OpenAPI objects. */
  #addRow(rows: CoverageRow[], visit: Visit, member: Member): Place | undefined {
    const { origin, object, data } = visit;
    const { keyword, origin: place } = member;
    const isData = data.includes(keyword) || keyword.startsWith('x-');
    const readers = this.#readersOf(visit, keyword);
    const findings = this.#evidence.findingsAt(place, isData);
    const use = this.#useOf(visit, member, readers);
    rows.push({ origin, object, keyword, use, readers, findings });
    if (isData || (use === 'reported' && !this.#evidence.isVisitedBelow(place))) return undefined;
    const isDocumentation = member.isDocumentation || findPurpose(object, keyword) === 'documentation';
    return { ...member, isDocumentation };
  }

  #readersOf({ origin, object }: Visit, keyword: string): string[] {
    const { log } = this.#coverage;
    const found = new Set(this.#evidence.readersAt(buildChildOrigin(origin, keyword)));
    for (const member of listMembers(object, keyword)) {
      const [part = '', inner] = member.split('/');
      const readers =
        inner === undefined ? log.readersOf(origin, part) : log.readersOf(buildChildOrigin(origin, part), inner);
      for (const reader of readers) if (reader !== 'naming' || isNamed(part)) found.add(reader);
    }
    return [...found].sort();
  }

  #useOf(
    { object, taken, data }: Visit,
    { keyword, origin, value, isDocumentation }: Member,
    readers: readonly string[],
  ): Use {
    if (this.#isRejected) return 'rejected';
    if (this.#evidence.isIgnored(origin)) return 'reported';
    if (isDocumentation) return 'documentation';
    if (readers.length > 0) return 'emitted';
    if (keyword.startsWith('x-') && !data.includes(keyword)) return 'documentation';
    if (this.#evidence.isFound(origin)) return 'reported';
    const purpose = findPurpose(object, keyword);
    if (purpose) return purpose;
    if (this.#evidence.isExplained(origin) || this.#evidence.hasFindingsInside(origin)) return 'reported';
    if (taken !== 'all' && !taken.includes(keyword)) return 'not visited';
    return isEmpty(value) ? 'empty' : 'not used';
  }

  #listMissed(origin: Origin): CoverageRow {
    const use = this.#isRejected ? 'rejected' : this.#evidence.isExplained(origin) ? 'reported' : 'not visited';
    return {
      origin,
      object: 'object',
      keyword: '',
      use,
      readers: [],
      findings: this.#evidence.findingsAt(origin, true),
    };
  }

  // A map of objects is never visited itself, and all its members are objects. If a member is plain data, this is not a
  // map but an object that no stage visited.
  #isMissed({ origin, value }: Place): boolean {
    return typeof value !== 'object' && typeof value !== 'boolean' && !this.#reached.has(formatOrigin(origin));
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
