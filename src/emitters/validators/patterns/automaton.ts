import type { CharacterSet, PatternNode } from './read-pattern.js';

const mostPositions = 150;
const mostVisits = 10_000;

// A repetition with a larger bound is treated like an unbounded one, as a circle.
const mostCopies = 8;

interface Part {
  readonly isNullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const nothing: Part = { isNullable: true, first: [], last: [] };
const tooLarge: unknown = { name: 'TooLarge' };

/**
 * Glushkov's automaton of a pattern. It has a state for each place of a character in the pattern. For each step between
 * states, it has the number of ways to take it.
 */
export class PatternAutomaton {
  readonly sets: CharacterSet[] = [];
  readonly steps: Map<number, number>[] = [];
  /** The number of times that the repetitions around each state may match it. */
  readonly bounds: number[] = [];
  /** The states after which the whole pattern has matched. */
  readonly accepting: ReadonlySet<number>;
  readonly #looks: PatternNode[];
  #visits = 0;

  private constructor(node: PatternNode, looks: PatternNode[]) {
    this.#looks = looks;
    this.accepting = new Set(this.#add(node, 1).last);
  }

  /**
   * Builds the automaton of a pattern, and adds the patterns of its lookaheads and lookbehinds to `looks`. Returns
   * `undefined` for a pattern that is too large.
   */
  static build(node: PatternNode, looks: PatternNode[]): PatternAutomaton | undefined {
    try {
      return new PatternAutomaton(node, looks);
    } catch (error) {
      if (error !== tooLarge) throw error;
      return undefined;
    }
  }

  #add(node: PatternNode, bound: number): Part {
    if (++this.#visits > mostVisits) throw tooLarge;
    switch (node.kind) {
      case 'set':
        return this.#addState(node.set, bound);
      case 'start':
        return nothing;
      case 'end':
        // No character follows it.
        return this.#addState([], bound);
      case 'look':
        this.#looks.push(node.part);
        return nothing;
      case 'sequence':
        return node.parts.map((part) => this.#add(part, bound)).reduce((a, b) => this.#follow(a, b), nothing);
      case 'choice': {
        const parts = node.parts.map((part) => this.#add(part, bound));
        return {
          isNullable: parts.some((part) => part.isNullable),
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
        };
      }
      case 'repeat':
        return this.#repeat(node, bound);
    }
  }

  #addState(set: CharacterSet, bound: number): Part {
    if (this.sets.length >= mostPositions) throw tooLarge;
    const state = this.sets.push(set) - 1;
    this.steps.push(new Map());
    this.bounds.push(bound);
    return { isNullable: false, first: [state], last: [state] };
  }

  #repeat({ part, min, max }: Extract<PatternNode, { kind: 'repeat' }>, bound: number): Part {
    if (max > mostCopies) {
      const once = this.#add(part, bound * max);
      this.#connect(once, once);
      return { ...once, isNullable: once.isNullable || min === 0 };
    }
    let whole = nothing;
    for (let copy = 0; copy < max; copy++) {
      const once = this.#add(part, bound);
      whole = this.#follow(whole, { ...once, isNullable: once.isNullable || copy >= min });
    }
    return whole;
  }

  #follow(a: Part, b: Part): Part {
    this.#connect(a, b);
    return {
      isNullable: a.isNullable && b.isNullable,
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
    };
  }

  #connect(a: Part, b: Part): void {
    for (const from of a.last)
      for (const to of b.first) this.steps[from]?.set(to, (this.steps[from]?.get(to) ?? 0) + 1);
  }
}

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
