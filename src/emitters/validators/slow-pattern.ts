import { type CharacterSet, type PatternNode, readPattern } from './read-pattern.js';

// Larger patterns are not looked at: the time of this grows with the square of their size.
const longest = 2000;
const mostPositions = 150;
const mostVisits = 10_000;

// A repetition bounded beyond this is as good as unbounded.
const mostCopies = 8;

/**
 * Tells whether matching by backtracking can take time exponential in the length of a text: whether a repeated part
 * matches one text in two ways, so that n of them match in 2^n ways. Patterns in lookaheads are looked at by themselves.
 */
export function isSlowPattern(pattern: string): boolean {
  if (pattern.length > longest) return false;
  const waiting = [readPattern(pattern)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const automaton = new Automaton();
    try {
      automaton.add(node, waiting);
    } catch (error) {
      if (error !== tooLarge) throw error;
      continue;
    }
    if (isAmbiguousInCircles(automaton)) return true;
  }
  return false;
}

const tooLarge: unknown = { name: 'TooLarge' };

interface Part {
  readonly isNullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const nothing: Part = { isNullable: true, first: [], last: [] };

// The automaton of Glushkov: a state for each place of a character, and for each step the number of ways to take it.
class Automaton {
  readonly sets: CharacterSet[] = [];
  readonly steps: Map<number, number>[] = [];
  #visits = 0;

  add(node: PatternNode, looks: PatternNode[]): Part {
    if (++this.#visits > mostVisits) throw tooLarge;
    switch (node.kind) {
      case 'set':
        if (this.sets.length >= mostPositions) throw tooLarge;
        this.sets.push(node.set);
        this.steps.push(new Map());
        return { isNullable: false, first: [this.sets.length - 1], last: [this.sets.length - 1] };
      case 'look':
        looks.push(node.part);
        return nothing;
      case 'sequence':
        return node.parts.map((part) => this.add(part, looks)).reduce((a, b) => this.#follow(a, b), nothing);
      case 'choice': {
        const parts = node.parts.map((part) => this.add(part, looks));
        return {
          isNullable: parts.some((part) => part.isNullable),
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
        };
      }
      case 'repeat':
        return this.#repeat(node, looks);
    }
  }

  #repeat({ part, min, max }: Extract<PatternNode, { kind: 'repeat' }>, looks: PatternNode[]): Part {
    if (max > mostCopies) {
      const once = this.add(part, looks);
      this.#connect(once, once);
      return { ...once, isNullable: once.isNullable || min === 0 };
    }
    let whole = nothing;
    for (let copy = 0; copy < max; copy++) {
      const once = this.add(part, looks);
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

// Two walks through the automaton that read the same text, begin and end at the same state, and differ in between.
function isAmbiguousInCircles({ sets, steps }: Automaton): boolean {
  const size = sets.length;
  const reach = (starts: readonly number[], isForward: boolean): Set<number> => {
    const seen = new Set(starts);
    for (const pair of seen) for (const next of isForward ? after(pair) : before(pair)) seen.add(next);
    return seen;
  };
  const backward: number[][] = sets.map(() => []);
  steps.forEach((targets, from) => {
    for (const to of targets.keys()) backward[to]?.push(from);
  });
  const meet = (a: number, b: number): boolean => a === b || overlap(sets[a] ?? [], sets[b] ?? []);
  const pairs = (as: Iterable<number>, bs: readonly number[]): number[] =>
    [...as].flatMap((a) => bs.filter((b) => meet(a, b)).map((b) => a * size + b));
  const after = (pair: number): number[] =>
    pairs(steps[Math.floor(pair / size)]?.keys() ?? [], [...(steps[pair % size]?.keys() ?? [])]);
  const before = (pair: number): number[] =>
    pairs(backward[Math.floor(pair / size)] ?? [], backward[pair % size] ?? []);
  for (let state = 0; state < size; state++) {
    const own = state * size + state;
    const forward = reach(after(own), true);
    if (!forward.has(own)) continue;
    const circle = reach([own], false);
    for (const pair of forward) {
      if (!circle.has(pair)) continue;
      const [a, b] = [Math.floor(pair / size), pair % size];
      if (a !== b) return true;
      // Two ways to take one step, as in `(a*)*`.
      for (const [to, ways] of steps[a] ?? []) if (ways > 1 && circle.has(to * size + to)) return true;
    }
  }
  return false;
}

function overlap(a: CharacterSet, b: CharacterSet): boolean {
  return a.some(([from, to]) => b.some(([low, high]) => from <= high && low <= to));
}
