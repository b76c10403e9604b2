import { PatternAutomaton } from './pattern-automaton.js';
import { type CharacterSet, readPattern } from './read-pattern.js';

/** The maximum length of an analysed pattern, in characters. The analysis takes time quadratic in the length. */
export const longestPattern = 2000;

/**
 * Returns whether backtracking can take time exponential in the length of a text. It can if a repeated part matches a
 * text in two ways, because n repetitions then match in 2^n ways. Patterns in lookaheads are checked separately.
 */
export function isSlowPattern(pattern: string): boolean {
  if (pattern.length > longestPattern) return false;
  const waiting = [readPattern(pattern)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const automaton = PatternAutomaton.build(node, waiting);
    if (automaton && isAmbiguousInCircles(automaton)) return true;
  }
  return false;
}

// Searches for two walks that read the same text, begin and end at the same state, and differ in between.
function isAmbiguousInCircles({ sets, steps }: PatternAutomaton): boolean {
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
  const meet = (a: number, b: number): boolean => a === b || hasOverlap(sets[a] ?? [], sets[b] ?? []);
  const pairs = (as: Iterable<number>, bs: readonly number[]): number[] =>
    [...as].flatMap((a) => bs.filter((b) => meet(a, b)).map((b) => a * size + b));
  const after = (pair: number): number[] =>
    pairs(steps[Math.floor(pair / size)]?.keys() ?? [], [...(steps[pair % size]?.keys() ?? [])]);
  const before = (pair: number): number[] =>
    pairs(backward[Math.floor(pair / size)] ?? [], backward[pair % size] ?? []);
  for (let state = 0; state < size; state++) {
    if (sets[state]?.length === 0) continue;
    const own = state * size + state;
    const forward = reach(after(own), true);
    if (!forward.has(own)) continue;
    const circle = reach([own], false);
    for (const pair of forward) {
      if (!circle.has(pair)) continue;
      const [a, b] = [Math.floor(pair / size), pair % size];
      if (a !== b) return true;
      // A step that can be taken in two ways, as in `(a*)*`.
      for (const [to, ways] of steps[a] ?? []) if (ways > 1 && circle.has(to * size + to)) return true;
    }
  }
  return false;
}

function hasOverlap(a: CharacterSet, b: CharacterSet): boolean {
  return a.some(([from, to]) => b.some(([low, high]) => from <= high && low <= to));
}
