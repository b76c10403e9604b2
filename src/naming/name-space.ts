import type { CodeTable } from '../diagnostics/catalogue.js';
import { type Origin, originKey } from '../diagnostics/origin.js';
import { joinKebab, splitWords } from './words.js';

/** The OpenAPI word of a thing that is named; in PascalCase it keeps its name apart from a reserved one. */
export type Thing = 'Schema' | 'Operation' | 'Parameter' | 'Response' | 'RequestBody' | 'Header' | 'SecurityScheme';

/** A name that a thing would like to have. */
export interface Wish {
  readonly thing: Thing;
  readonly name: string;
  /** Where the thing is written: decides who is first, and where changes are told. */
  readonly origin: Origin;
  /** The same name with its symbols spelled out, for when others want `name` too. */
  readonly spelled?: string;
  /** Wanted by its author (`x-identifier`): goes before all others. */
  readonly explicit?: boolean;
  /** Tried before a number when the name is taken. */
  readonly alternative?: string;
  /** Why `name` is not what a person would expect, where that is so. */
  readonly because?: Reason;
  /** What was written, where `because` is given. */
  readonly written?: string;
  /** Names that it cannot have, beside those that nothing can. */
  readonly reserved?: ReadonlySet<string>;
  /** Every name that comes with a name, itself included; only itself unless given. */
  readonly withDerived?: (name: string) => readonly string[];
}

/** Why a name is not what a person would expect. */
export type Reason =
  | { readonly variant: 'not-identifier' | 'look-alike' }
  | { readonly variant: 'too-long'; readonly limit: number }
  | { readonly variant: 'several-locations' | 'reserved'; readonly name: string }
  | { readonly variant: 'taken'; readonly name: string; readonly holder: string };

/** Is told each name that is not what a person would expect. */
export type Tell = (origin: Origin, change: CodeTable['name-changed']) => void;

/** Names that must differ from each other and from the reserved ones. */
export class NameSpace {
  readonly #reserved: ReadonlySet<string>;
  readonly #tellChange: Tell;
  readonly #join: (name: string, ending: string) => string;
  readonly #holders = new Map<string, Origin>();
  readonly #numbers = new Map<string, number>();

  /** `join` puts a number or the word of a thing behind a name. */
  constructor(
    reserved: ReadonlySet<string>,
    tell: Tell,
    join: (name: string, ending: string) => string = joinIdentifier,
  ) {
    this.#reserved = reserved;
    this.#tellChange = tell;
    this.#join = join;
  }

  /**
   * Chooses names for things of equal rank, whatever their order: a name goes to the one who is first by `x-identifier`,
   * then by origin; the others have their symbols spelled out, else get a number.
   */
  chooseAll<W extends Wish>(wishes: readonly W[]): Map<W, string> {
    const rivals = countNames(wishes);
    const sorted = wishes
      .map((wish) =>
        wish.spelled !== undefined && !wish.explicit && (rivals.get(wish.name) ?? 0) > 1
          ? { wish, name: wish.spelled }
          : { wish, name: wish.name },
      )
      .sort(
        ({ wish: a }, { wish: b }) =>
          Number(b.explicit ?? false) - Number(a.explicit ?? false) || compareOrigin(a.origin, b.origin),
      );
    const chosen = new Map<W, string>();
    for (const { wish, name } of sorted) if (this.#claim(wish, name)) chosen.set(wish, name);
    for (const { wish, name } of sorted) if (!chosen.has(wish)) chosen.set(wish, this.#chooseOther(wish, name));
    for (const [wish, name] of chosen) this.#tell(wish, name);
    return new Map(wishes.map((wish) => [wish, chosen.get(wish) ?? wish.name]));
  }

  /** Chooses a name for one thing, after all those that came before. */
  choose(wish: Wish): string {
    const name = this.#claim(wish, wish.name) ? wish.name : this.#chooseOther(wish, wish.name);
    this.#tell(wish, name);
    return name;
  }

  #chooseOther(wish: Wish, name: string): string {
    const suffixed = this.#isReserved(wish, name) ? this.#join(name, wish.thing) : wish.alternative;
    if (suffixed !== undefined && this.#claim(wish, suffixed)) return suffixed;
    const base = suffixed ?? name;
    for (let number = this.#numbers.get(base) ?? 2; ; number++) {
      const numbered = this.#join(base, String(number));
      if (!this.#claim(wish, numbered)) continue;
      this.#numbers.set(base, number + 1);
      return numbered;
    }
  }

  #claim(wish: Wish, name: string): boolean {
    const names = wish.withDerived?.(name) ?? [name];
    if (names.some((each) => this.#isReserved(wish, each) || this.#holders.has(each))) return false;
    for (const each of names) this.#holders.set(each, wish.origin);
    return true;
  }

  #isReserved({ reserved }: Wish, name: string): boolean {
    return this.#reserved.has(name) || (reserved?.has(name) ?? false);
  }

  #tell(wish: Wish, chosen: string): void {
    if (chosen === wish.name && wish.because === undefined) return;
    const wanted = wish.written ?? wish.name;
    const byAuthor = this.#join === joinIdentifier && wish.thing !== 'SecurityScheme';
    this.#tellChange(wish.origin, { wanted, chosen, byAuthor, ...(wish.because ?? this.#reason(wish)) });
  }

  #reason(wish: Wish): Reason {
    const names = wish.withDerived?.(wish.name) ?? [wish.name];
    for (const name of names) {
      if (this.#isReserved(wish, name)) return { variant: 'reserved', name };
      const holder = this.#holders.get(name);
      if (holder) return { variant: 'taken', name, holder: originKey(holder) };
    }
    return { variant: 'look-alike' };
  }
}

function joinIdentifier(name: string, ending: string): string {
  return /\d$/.test(name) && /^\d/.test(ending) ? `${name}_${ending}` : name + ending;
}

/** Puts a number or the word of a thing behind a file name. */
export function joinFile(name: string, ending: string): string {
  return `${name}-${joinKebab(splitWords(ending))}`;
}

/** Orders origins by file and pointer, which no reordering of the description changes. */
export function compareOrigin(a: Origin, b: Origin): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.pointer < b.pointer ? -1 : a.pointer > b.pointer ? 1 : 0;
}

function countNames(wishes: readonly Wish[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of wishes) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
