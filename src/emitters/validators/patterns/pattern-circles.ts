import type { PatternAutomaton } from './pattern-automaton.js';
import type { CharacterSet } from './read-pattern.js';

/** A repetition with at most this bound adds a constant factor. */
export const mostRepeated = 1000;

/** The number of steps that may still be followed. All automata of a pattern share it. */
interface StepBudget {
  steps: number;
}

/** The circles of an automaton: its strongly connected parts. A text can repeat each of them without limit. */
export class PatternCircles {
  readonly #budget: StepBudget;
  readonly #masks: readonly bigint[];
  readonly #next: readonly (readonly number[])[];
  readonly #reached: readonly ReadonlySet<number>[];
  /** The states of each circle. */
  readonly #circles: readonly (readonly number[])[];
  readonly #lengths = new Map<number, number>();

  constructor({ sets, steps, bounds, accepting }: PatternAutomaton, budget: StepBudget) {
    this.#budget = budget;
    this.#masks = buildMasks(sets);
    // The search succeeds when it reaches an accepting state.
    this.#next = steps.map((targets) => [...targets.keys()].filter((to) => !accepting.has(to)));
    this.#reached = this.#next.map((targets) => collectReachable(targets, this.#next));
    const isOnCircle = (state: number): boolean => this.#reached[state]?.has(state) === true;
    const states = sets.flatMap((_, state) =>
      isOnCircle(state) && !accepting.has(state) && (bounds[state] ?? 0) > mostRepeated ? [state] : [],
    );
    const isSame = (a: number, b: number): boolean => this.#reaches(a, b) && this.#reaches(b, a);
    this.#circles = states
      .filter((state) => !states.some((other) => other < state && isSame(other, state)))
      .map((first) => states.filter((state) => isSame(first, state)));
  }

  /**
   * Returns the length of the longest chain of circles. Between two neighbours, one text can loop in the first circle,
   * lead from it to the second one, and loop in the second one.
   */
  findLongestChain(): number {
    return Math.max(0, ...this.#circles.map((_, index) => this.#lengthFrom(index)));
  }

  #lengthFrom(index: number): number {
    const known = this.#lengths.get(index);
    if (known !== undefined) return known;
    this.#lengths.set(index, 0);
    const lengths = this.#circles.map((_, other) => {
      if (other === index || !this.#isBefore(index, other)) return 0;
      return this.#lengthFrom(other) + (this.#isAmbiguous(index, other) ? 1 : 0);
    });
    const length = Math.max(...lengths);
    this.#lengths.set(index, length);
    return length;
  }

  #isBefore(index: number, other: number): boolean {
    return this.#reaches(this.#circles[index]?.[0] ?? -1, this.#circles[other]?.[0] ?? -1);
  }

  #reaches(from: number, to: number): boolean {
    return this.#reached[from]?.has(to) === true;
  }

  // Returns whether one text can do all of this: lead from a state of the first circle back to that state, lead from it
  // to a state of the second circle, and lead from that state back to itself.
  #isAmbiguous(index: number, other: number): boolean {
    const [first = [], second = []] = [this.#circles[index], this.#circles[other]];
    return first.some((from) => second.some((to) => this.#readsAlike(from, to, new Set(first), new Set(second))));
  }

  #readsAlike(from: number, to: number, first: ReadonlySet<number>, second: ReadonlySet<number>): boolean {
    const size = this.#next.length;
    const keyOf = (a: number, b: number, c: number): number => (a * size + b) * size + c;
    const goal = keyOf(from, to, to);
    const seen = new Set([keyOf(from, from, to)]);
    for (const key of seen) {
      const [a, b, c] = [Math.floor(key / size / size), Math.floor(key / size) % size, key % size];
      for (const x of this.#after(a)) {
        if (!first.has(x)) continue;
        for (const z of this.#after(c)) {
          if (!second.has(z) || this.#meet(x, z) === 0n) continue;
          for (const y of this.#after(b)) {
            if (--this.#budget.steps < 0) return false;
            if ((y !== to && !this.#reaches(y, to)) || (this.#meet(x, z) & this.#mask(y)) === 0n) continue;
            const next = keyOf(x, y, z);
            if (next === goal) return true;
            seen.add(next);
          }
        }
      }
    }
    return false;
  }

  #after(state: number): readonly number[] {
    return this.#next[state] ?? [];
  }

  #mask(state: number): bigint {
    return this.#masks[state] ?? 0n;
  }

  #meet(a: number, b: number): bigint {
    return this.#mask(a) & this.#mask(b);
  }
}

function collectReachable(starts: readonly number[], next: readonly (readonly number[])[]): ReadonlySet<number> {
  const seen = new Set(starts);
  for (const state of seen) for (const to of next[state] ?? []) seen.add(to);
  return seen;
}

// Builds a mask for each set: one bit per run of characters that no set separates. Sets have a character in common if
// their masks have a bit in common.
function buildMasks(sets: readonly CharacterSet[]): readonly bigint[] {
  const starts = [...new Set(sets.flatMap((set) => set.flatMap(([from, to]) => [from, to + 1])))].sort((a, b) => a - b);
  return sets.map((set) =>
    starts.reduce((mask, start, index) => {
      return set.some(([from, to]) => from <= start && start <= to) ? mask | (1n << BigInt(index)) : mask;
    }, 0n),
  );
}
