import type { CharacterSet, PatternNode } from './read-pattern.js';

const mostPositions = 150;
const mostVisits = 10_000;

// A repetition with a larger bound is treated like an unbounded one, as a circle.
const mostCopies = 8;

/**
 * Glushkov's automaton of a pattern. It has a state for each place of a character in the pattern. For each step between
 * states, it has the number of ways to take it.
 */
export interface PatternAutomaton {
  readonly sets: readonly CharacterSet[];
  readonly steps: readonly ReadonlyMap<number, number>[];
  /** The number of times that the repetitions around each state may match it. */
  readonly bounds: readonly number[];
  /** The states after which the whole pattern has matched. */
  readonly accepting: ReadonlySet<number>;
}

interface Part {
  readonly isNullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const nothing: Part = { isNullable: true, first: [], last: [] };

/**
 * Builds the automaton of a pattern, and adds the patterns of its lookaheads and lookbehinds to `looks`. Returns
 * `undefined` for a pattern that is too large.
 */
export function buildAutomaton(pattern: PatternNode, looks: PatternNode[]): PatternAutomaton | undefined {
  const sets: CharacterSet[] = [];
  const steps: Map<number, number>[] = [];
  const bounds: number[] = [];
  let visits = 0;
  const isTooLarge = (): boolean => visits > mostVisits || sets.length > mostPositions;
  const connect = (a: Part, b: Part): void => {
    for (const from of a.last) for (const to of b.first) steps[from]?.set(to, (steps[from]?.get(to) ?? 0) + 1);
  };
  const follow = (a: Part, b: Part): Part => {
    connect(a, b);
    return {
      isNullable: a.isNullable && b.isNullable,
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
    };
  };
  const addState = (set: CharacterSet, bound: number): Part => {
    const state = sets.push(set) - 1;
    steps.push(new Map());
    bounds.push(bound);
    return { isNullable: false, first: [state], last: [state] };
  };
  const addRepeat = ({ part, min, max }: Extract<PatternNode, { kind: 'repeat' }>, bound: number): Part => {
    if (max > mostCopies) {
      const once = add(part, bound * max);
      connect(once, once);
      return { ...once, isNullable: once.isNullable || min === 0 };
    }
    let whole = nothing;
    for (let copy = 0; copy < max; copy++) {
      const once = add(part, bound);
      whole = follow(whole, { ...once, isNullable: once.isNullable || copy >= min });
    }
    return whole;
  };
  const add = (node: PatternNode, bound: number): Part => {
    visits++;
    if (isTooLarge()) return nothing;
    switch (node.kind) {
      case 'set':
        return addState(node.set, bound);
      case 'start':
        return nothing;
      case 'end':
        // No character follows it.
        return addState([], bound);
      case 'look':
        looks.push(node.part);
        return nothing;
      case 'sequence':
        return node.parts.map((part) => add(part, bound)).reduce(follow, nothing);
      case 'choice': {
        const parts = node.parts.map((part) => add(part, bound));
        return {
          isNullable: parts.some((part) => part.isNullable),
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
        };
      }
      case 'repeat':
        return addRepeat(node, bound);
    }
  };
  const accepting = new Set(add(pattern, 1).last);
  return isTooLarge() ? undefined : { sets, steps, bounds, accepting };
}

/** A repetition with at most this bound adds a constant factor. */
export const mostRepeated = 1000;

/** The number of steps that may still be followed. All automata of a pattern share it. */
interface StepBudget {
  steps: number;
}

/**
 * Returns the length of the longest chain of circles of an automaton. A circle is a strongly connected part, which a text
 * can repeat without limit. Between two neighbours, one text can loop in the first circle, lead from it to the second
 * one, and loop in the second one.
 */
export function findLongestChain({ sets, steps, bounds, accepting }: PatternAutomaton, budget: StepBudget): number {
  const masks = buildMasks(sets);
  const mask = (state: number): bigint => masks[state] ?? 0n;
  // The search succeeds when it reaches an accepting state.
  const next = steps.map((targets) => [...targets.keys()].filter((to) => !accepting.has(to)));
  const reached = next.map((targets) => {
    const seen = new Set(targets);
    for (const state of seen) for (const to of next[state] ?? []) seen.add(to);
    return seen;
  });
  const reaches = (from: number, to: number): boolean => reached[from]?.has(to) === true;
  const isSame = (a: number, b: number): boolean => reaches(a, b) && reaches(b, a);
  const states = sets.flatMap((_, state) =>
    reaches(state, state) && !accepting.has(state) && (bounds[state] ?? 0) > mostRepeated ? [state] : [],
  );
  const circles = states
    .filter((state) => !states.some((other) => other < state && isSame(other, state)))
    .map((first) => states.filter((state) => isSame(first, state)));

  // Returns whether one text can do all of this: lead from a state of the first circle back to that state, lead from it
  // to a state of the second circle, and lead from that state back to itself.
  const readsAlike = (from: number, to: number, first: ReadonlySet<number>, second: ReadonlySet<number>): boolean => {
    const size = next.length;
    const keyOf = (a: number, b: number, c: number): number => (a * size + b) * size + c;
    const goal = keyOf(from, to, to);
    const seen = new Set([keyOf(from, from, to)]);
    for (const key of seen) {
      const [a, b, c] = [Math.floor(key / size / size), Math.floor(key / size) % size, key % size];
      for (const x of next[a] ?? []) {
        if (!first.has(x)) continue;
        for (const z of next[c] ?? []) {
          const meet = mask(x) & mask(z);
          if (!second.has(z) || meet === 0n) continue;
          for (const y of next[b] ?? []) {
            if (--budget.steps < 0) return false;
            if ((y !== to && !reaches(y, to)) || (meet & mask(y)) === 0n) continue;
            const following = keyOf(x, y, z);
            if (following === goal) return true;
            seen.add(following);
          }
        }
      }
    }
    return false;
  };
  const lengths = new Map<readonly number[], number>();
  const findLength = (circle: readonly number[]): number => {
    const known = lengths.get(circle);
    if (known !== undefined) return known;
    lengths.set(circle, 0);
    const own = new Set(circle);
    const after = circles.map((other) => {
      if (other === circle || !reaches(circle[0] ?? -1, other[0] ?? -1)) return 0;
      const rest = findLength(other);
      const second = new Set(other);
      return circle.some((from) => other.some((to) => readsAlike(from, to, own, second))) ? rest + 1 : rest;
    });
    const length = Math.max(...after);
    lengths.set(circle, length);
    return length;
  };
  return Math.max(0, ...circles.map(findLength));
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
