import { expect, test } from 'vitest';
import { buildAutomaton, findLongestChain, type PatternAutomaton } from './automaton.js';
import { type PatternNode, readPattern } from './read-pattern.js';

const build = (pattern: string, looks: PatternNode[] = []): PatternAutomaton | undefined =>
  buildAutomaton(readPattern(pattern), looks);
const includes = (automaton: PatternAutomaton, state: number, character: string): boolean =>
  (automaton.sets[state] ?? []).some(([from, to]) => from <= character.charCodeAt(0) && character.charCodeAt(0) <= to);

// Follows the steps from the state of the first character, which no other pattern here reads.
function accepts(automaton: PatternAutomaton, text: string): boolean {
  let states = new Set(automaton.sets.flatMap((_, state) => (includes(automaton, state, '<') ? [state] : [])));
  for (const character of text.slice(1)) {
    const next = [...states].flatMap((state) => [...(automaton.steps[state]?.keys() ?? [])]);
    states = new Set(next.filter((state) => includes(automaton, state, character)));
  }
  return [...states].some((state) => automaton.accepting.has(state));
}

const texts = [''].concat(['a', 'b', 'aa', 'ab', 'ba', 'bb', 'aab', 'abab', 'bbb', 'aaaa', 'aaaaaaaaaa']);

test.each(['a', 'a*', 'a+b?', '(?:a|b)*', '(?:ab){2}', 'a{2,3}b?', '[ab]{1,3}', 'a{9,20}', '(?:a|bb)+', 'b{0,2}'])(
  'the automaton of <%s reads what the engine matches',
  (pattern) => {
    const automaton = build(`<${pattern}`);
    const read = texts.filter((text) => automaton && accepts(automaton, `<${text}`));
    // A repetition with a large bound is read as one without.
    const engine = new RegExp(`^<${pattern.replace('{9,20}', '+')}$`);
    expect(read).toEqual(texts.filter((text) => engine.test(`<${text}`)));
  },
);

test('a step that can be taken in two ways has the count 2', () => {
  const ways = build('(a*)*')?.steps.flatMap((targets) => [...targets.values()]) ?? [];
  expect(Math.max(...ways)).toBeGreaterThan(1);
  expect(Math.max(...(build('a*')?.steps.flatMap((targets) => [...targets.values()]) ?? []))).toBe(1);
});

test('the patterns of lookaheads are listed separately, and a pattern that is too large has no automaton', () => {
  const looks: PatternNode[] = [];
  expect(build('a(?=b)c', looks)?.sets).toHaveLength(2);
  expect(looks).toHaveLength(1);
  expect(build('a'.repeat(151))).toBeUndefined();
  expect(build('a'.repeat(150))).toBeDefined();
});

function findLength(pattern: string, steps = 100_000): number | undefined {
  const automaton = build(pattern);
  return automaton && findLongestChain(automaton, { steps });
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
  expect(findLength(pattern)).toBe(length);
});

test('a search that takes too many steps finds nothing', () => {
  expect(findLength('a*a*c', 0)).toBe(0);
});
