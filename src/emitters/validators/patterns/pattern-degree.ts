import { PatternAutomaton } from './pattern-automaton.js';
import { mostRepeated, PatternCircles } from './pattern-circles.js';
import { type PatternNode, readPattern } from './read-pattern.js';
import { longestPattern } from './slow-pattern.js';

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
    const automaton = PatternAutomaton.build(search, []);
    return automaton ? 1 + new PatternCircles(automaton, budget).findLongestChain() : 1;
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
