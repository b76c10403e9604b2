import type { CodeTable } from '../diagnostics/catalogue.js';
import { formatOrigin, type Origin } from '../diagnostics/origin.js';
import { joinKebab, splitWords } from './words.js';

/**
 * The OpenAPI term for the named object. In PascalCase, it is the suffix that distinguishes a name from a reserved one.
 */
export type Thing = 'Schema' | 'Operation' | 'Parameter' | 'Response' | 'RequestBody' | 'Header' | 'SecurityScheme';

/** A proposed name for an object. */
export interface Candidate {
  readonly thing: Thing;
  readonly name: string;
  /** The place of the object. It decides the order. A changed name is reported at this place. */
  readonly origin: Origin;
  /** The name with its symbols spelled out. It is used if other candidates have the same `name`. */
  readonly spelled?: string;
  /** Whether the author chose the name (`x-identifier`). Such names take precedence over all others. */
  readonly explicit?: boolean;
  /** The name to try before a number if `name` is taken. */
  readonly alternative?: string;
  /** The reason why `name` differs from what people expect, if it does. */
  readonly because?: Reason;
  /** The text in the description; set together with `because`. */
  readonly written?: string;
  /** The names that this object cannot have, in addition to those that are reserved for all objects. */
  readonly reserved?: ReadonlySet<string>;
  /** Lists the names that are emitted together with a name, including itself; only itself by default. */
  readonly withDerived?: (name: string) => readonly string[];
}

/** The reason why a name differs from what people expect. */
type Reason =
  | { readonly variant: 'not-identifier' | 'look-alike' }
  | { readonly variant: 'too-long'; readonly limit: number }
  | { readonly variant: 'several-locations' | 'reserved'; readonly name: string }
  | { readonly variant: 'taken'; readonly name: string; readonly holder: string };

/** Reports a name that differs from what people expect. */
export type ReportChange = (origin: Origin, change: CodeTable['name-changed']) => void;

/** A set of names that must differ from each other and from the reserved ones. */
export class NameSpace {
  readonly #reserved: ReadonlySet<string>;
  readonly #reportChange: ReportChange;
  readonly #join: (name: string, ending: string) => string;
  readonly #holders = new Map<string, Origin>();
  readonly #numbers = new Map<string, number>();

  /** `join` appends a number or the OpenAPI term to a name. */
  constructor(
    reserved: ReadonlySet<string>,
    report: ReportChange,
    join: (name: string, ending: string) => string = joinIdentifier,
  ) {
    this.#reserved = reserved;
    this.#reportChange = report;
    this.#join = join;
  }

  /**
   * Chooses names for objects of the same kind. The order of the candidates does not matter. If several have the same
   * name, the first keeps it: one with an `x-identifier`, or else the first by origin. The names of the others have
   * their symbols spelled out, or get a number.
   */
  chooseAll<W extends Candidate>(candidates: readonly W[]): Map<W, string> {
    const rivals = countNames(candidates);
    const sorted = candidates
      .map((candidate) =>
        candidate.spelled !== undefined && !candidate.explicit && (rivals.get(candidate.name) ?? 0) > 1
          ? { candidate, name: candidate.spelled }
          : { candidate, name: candidate.name },
      )
      .sort(
        ({ candidate: a }, { candidate: b }) =>
          Number(b.explicit ?? false) - Number(a.explicit ?? false) || compareOrigin(a.origin, b.origin),
      );
    const chosen = new Map<W, string>();
    for (const { candidate, name } of sorted) if (this.#claim(candidate, name)) chosen.set(candidate, name);
    for (const { candidate, name } of sorted)
      if (!chosen.has(candidate)) chosen.set(candidate, this.#chooseOther(candidate, name));
    for (const [candidate, name] of chosen) this.#report(candidate, name);
    return new Map(candidates.map((candidate) => [candidate, chosen.get(candidate) ?? candidate.name]));
  }

  /** Chooses a name for one object, after all previous ones. */
  choose(candidate: Candidate): string {
    const name = this.#claim(candidate, candidate.name) ? candidate.name : this.#chooseOther(candidate, candidate.name);
    this.#report(candidate, name);
    return name;
  }

  #chooseOther(candidate: Candidate, name: string): string {
    const names = candidate.withDerived?.(name) ?? [name];
    const isReserved = names.some((each) => this.#isReserved(candidate, each));
    const suffixed = isReserved ? this.#join(name, candidate.thing) : candidate.alternative;
    if (suffixed !== undefined && this.#claim(candidate, suffixed)) return suffixed;
    const base = suffixed ?? name;
    for (let number = this.#numbers.get(base) ?? 2; ; number++) {
      const numbered = this.#join(base, String(number));
      if (!this.#claim(candidate, numbered)) continue;
      this.#numbers.set(base, number + 1);
      return numbered;
    }
  }

  #claim(candidate: Candidate, name: string): boolean {
    const names = candidate.withDerived?.(name) ?? [name];
    for (const each of names) if (this.#isReserved(candidate, each) || this.#holders.has(each)) return false;
    for (const each of names) this.#holders.set(each, candidate.origin);
    return true;
  }

  #isReserved({ reserved }: Candidate, name: string): boolean {
    return this.#reserved.has(name) || (reserved?.has(name) ?? false);
  }

  #report(candidate: Candidate, chosen: string): void {
    if (chosen === candidate.name && candidate.because === undefined) return;
    const wanted = candidate.written ?? candidate.name;
    const byAuthor = this.#join === joinIdentifier && candidate.thing !== 'SecurityScheme';
    this.#reportChange(candidate.origin, {
      wanted,
      chosen,
      byAuthor,
      ...(candidate.because ?? this.#reason(candidate)),
    });
  }

  #reason(candidate: Candidate): Reason {
    const names = candidate.withDerived?.(candidate.name) ?? [candidate.name];
    for (const name of names) {
      if (this.#isReserved(candidate, name)) return { variant: 'reserved', name };
      const holder = this.#holders.get(name);
      if (holder) return { variant: 'taken', name, holder: formatOrigin(holder) };
    }
    return { variant: 'look-alike' };
  }
}

function joinIdentifier(name: string, ending: string): string {
  return /\d$/.test(name) && /^\d/.test(ending) ? `${name}_${ending}` : name + ending;
}

/** Appends a number or the OpenAPI term to a file name. */
export function joinFile(name: string, ending: string): string {
  return `${name}-${joinKebab(splitWords(ending))}`;
}

/** Compares origins by file and pointer. Reordering the description does not change this order. */
export function compareOrigin(a: Origin, b: Origin): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.pointer < b.pointer ? -1 : a.pointer > b.pointer ? 1 : 0;
}

function countNames(candidates: readonly Candidate[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of candidates) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
