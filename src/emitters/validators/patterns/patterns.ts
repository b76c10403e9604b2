import type { Diagnostics } from '../../../diagnostics/diagnostic.js';
import { buildChildOrigin, formatOrigin } from '../../../diagnostics/origin.js';
import type { KeywordSchema } from '../../../model/schema.js';
import { encodePattern } from '../../../typescript/encode-pattern.js';
import { buildAutomaton, findLongestChain, mostRepeated, type PatternAutomaton } from './automaton.js';
import { type CharacterSet, type PatternNode, readPattern } from './read-pattern.js';

/** The maximum length of an analysed pattern, in characters. The analysis takes time quadratic in the length. */
const longestPattern = 2000;

/**
 * Returns whether backtracking can take time exponential in the length of a text. It can if a repeated part matches a
 * text in two ways, because n repetitions then match in 2^n ways. Patterns in lookaheads are checked separately.
 */
export function isSlowPattern(pattern: string): boolean {
  if (pattern.length > longestPattern) return false;
  const waiting = [readPattern(pattern)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const automaton = buildAutomaton(node, waiting);
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

// A match with at most this number of steps takes a negligible time.
const mostWork = 10_000_000;

// The maximum number of steps of the search in one pattern. A pattern that needs more is not reported.
const mostSteps = 300_000;

/**
 * Returns the degree of a polynomial in the length of the text. The polynomial limits the time that a backtracking
 * matcher takes for a text that does not match. The degree is 1 for a pattern that takes linear time, and if texts of
 * at most `maxLength` characters take little time. It has no meaning for a pattern that can take exponential time.
 *
 * The degree is that of the ambiguity of the automaton (Weber and Seidl, On the degree of ambiguity of finite automata,
 * 1991): the length of a chain of circles. For each circle and the next one, there is a text that both read, and that
 * also leads from one to the other.
 */
export function findPatternDegree(pattern: string, maxLength: number = Number.POSITIVE_INFINITY): number {
  if (pattern.length > longestPattern) return 1;
  const budget = { steps: mostSteps };
  const searches = listSearches(readPattern(pattern), false);
  const degrees = searches.map((search) => {
    const automaton = buildAutomaton(search, []);
    return automaton ? 1 + findLongestChain(automaton, budget) : 1;
  });
  const degree = Math.max(1, ...degrees);
  return maxLength ** degree <= mostWork ? 1 : degree;
}

const anyText: PatternNode = {
  kind: 'repeat',
  part: { kind: 'set', set: [[0, 0x10ffff]] },
  min: 0,
  max: Number.POSITIVE_INFINITY,
};

// Lists the patterns that are searched for: the pattern itself and those of its lookaheads and lookbehinds.
function listSearches(node: PatternNode, isRepeated: boolean): PatternNode[] {
  const branches = node.kind === 'choice' ? node.parts : [node];
  return branches.flatMap((branch) => {
    const isTriedOnce = !isRepeated && isAnchored(branch);
    // A pattern without an anchor is tried at each position of the text.
    const search: PatternNode = isTriedOnce ? branch : { kind: 'sequence', parts: [anyText, branch] };
    return [search, ...listLookarounds(branch, !isTriedOnce)];
  });
}

function listLookarounds(node: PatternNode, isRepeated: boolean): PatternNode[] {
  switch (node.kind) {
    case 'look':
      return isRepeated ? listSearches(node.part, true) : [node.part, ...listLookarounds(node.part, false)];
    case 'sequence': {
      let isBehindRepetition = isRepeated;
      return node.parts.flatMap((part) => {
        const lookarounds = listLookarounds(part, isBehindRepetition);
        isBehindRepetition ||= isUnbounded(part);
        return lookarounds;
      });
    }
    case 'choice':
      return node.parts.flatMap((part) => listLookarounds(part, isRepeated));
    case 'repeat':
      return listLookarounds(node.part, isRepeated || isUnbounded(node));
    default:
      return [];
  }
}

function isUnbounded(node: PatternNode): boolean {
  if (node.kind === 'repeat') return node.max > mostRepeated || isUnbounded(node.part);
  return (node.kind === 'sequence' || node.kind === 'choice') && node.parts.some(isUnbounded);
}

function isAnchored(node: PatternNode): boolean {
  switch (node.kind) {
    case 'start':
      return true;
    case 'sequence': {
      const first = node.parts.find((part) => part.kind !== 'look');
      return first !== undefined && isAnchored(first);
    }
    case 'choice':
      return node.parts.every(isAnchored);
    case 'repeat':
      return node.min > 0 && isAnchored(node.part);
    default:
      return false;
  }
}

/** Encodes the patterns of a description. Reports the problems of a pattern once per place. */
export class Patterns {
  readonly #diagnostics: Diagnostics;
  readonly #reported = new Set<string>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Returns the expression of a pattern: a value of `pattern`, or a name under `patternProperties`. */
  read(schema: KeywordSchema, pattern: string): string {
    const { isUnicode, expression } = encodePattern(pattern);
    const isName = schema.pattern !== pattern;
    const origin = isName
      ? buildChildOrigin(schema.origin, 'patternProperties', pattern)
      : buildChildOrigin(schema.origin, 'pattern');
    if (this.#reported.has(formatOrigin(origin))) return expression;
    this.#reported.add(formatOrigin(origin));
    const place = isName ? ({ at: 'key' } as const) : {};
    if (!isUnicode) this.#diagnostics.report('pattern-without-unicode', origin, { pattern }, place);
    if (isSlowPattern(pattern)) this.#diagnostics.report('slow-pattern', origin, { pattern }, place);
    else {
      const degree = findPatternDegree(pattern, isName ? undefined : schema.maxLength);
      if (degree > 2) this.#diagnostics.report('polynomial-pattern', origin, { pattern, degree }, place);
      else if (degree === 2) this.#diagnostics.report('quadratic-pattern', origin, { pattern }, place);
    }
    return expression;
  }
}
