import { expect, test } from 'vitest';
import { PatternAutomaton } from './pattern-automaton.js';
import { PatternCircles } from './pattern-circles.js';
import { readPattern } from './read-pattern.js';

function findLongestChain(pattern: string, steps = 100_000): number | undefined {
  const automaton = PatternAutomaton.build(readPattern(pattern), []);
  return automaton && new PatternCircles(automaton, { steps }).findLongestChain();
}

test.each([
  ['abc', 0],
  ['a*', 0],
  ['a*b*c', 0],
  ['a*a*c', 1],
  ['a*(?:b|a)*c', 1],
  ['a*a*a*c', 2],
  ['[ab]*b*[bc]*d', 2],
  ['(?:ab)*(?:ab)*c', 1],
  ['(?:ab)*(?:ba)*c', 0],
  // A bounded repetition adds a constant factor.
  ['a{0,1000}a{0,1000}c', 0],
  ['a{0,1001}a{0,1001}c', 1],
] as const)('a text can loop in %s and loop again after it, %i times', (pattern, length) => {
  expect(findLongestChain(pattern)).toBe(length);
});

test('a search that takes too many steps finds nothing', () => {
  expect(findLongestChain('a*a*c', 0)).toBe(0);
});
