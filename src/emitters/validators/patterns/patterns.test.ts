import { expect, test } from 'vitest';
import { writeSchema } from '../../../../test/model/write-schema.js';
import { Diagnostics } from '../../../diagnostics/diagnostic.js';
import { findPatternDegree, isSlowPattern, Patterns } from './patterns.js';
import { type PatternNode, readPattern } from './read-pattern.js';

test.each<[string, string | undefined]>([
  ['^[a-z]+$', undefined],
  ['^(a+)+$', 'slow-pattern'],
  ['^a*a*$', 'quadratic-pattern'],
  ['^a*a*a*$', 'polynomial-pattern'],
  ['^\\-$', 'pattern-without-unicode'],
])('a problem of the pattern %s is reported once per place: %s', (pattern, code) => {
  const diagnostics = new Diagnostics();
  const patterns = new Patterns(diagnostics);
  const schema = writeSchema('Name', { pattern });
  const expressions = [1, 2].map(() => patterns.read(schema, pattern));
  const name = patterns.read(writeSchema('Map', { patternProperties: [{ pattern, schema }] }), pattern);
  expect(new Set([...expressions, name]).size).toBe(1);
  expect(new Function(`return ${name};`)()).toBeInstanceOf(RegExp);
  const found = diagnostics.list.map((finding) => [finding.code, finding.origin?.pointer]);
  const token = pattern.replaceAll('~', '~0').replaceAll('/', '~1');
  const places = ['/components/schemas/Name/pattern', `/components/schemas/Map/patternProperties/${token}`];
  expect(found).toEqual(code === undefined ? [] : places.map((place) => [code, place]));
});

test('a bounded text makes a quadratic pattern harmless, but not a name of a property', () => {
  const diagnostics = new Diagnostics();
  const patterns = new Patterns(diagnostics);
  patterns.read(writeSchema('Short', { pattern: '^a*a*$', maxLength: 100 }), '^a*a*$');
  expect(diagnostics.list).toEqual([]);
  patterns.read(writeSchema('Map', { maxLength: 100 }), '^a*a*$');
  expect(diagnostics.list.map(({ code }) => code)).toEqual(['quadratic-pattern']);
});

test.each([
  ['^a*$', 1],
  ['^.*.*$', 2],
  ['^.*.*.*.*x', 4],
  ['.*.*.*.*x', 5],
  ['a*a*b', 3],
  ['^a*a*b', 2],
  ['^\\d+\\d+$', 2],
  ['\\s+$', 2],
  ['^\\s+|\\s+$', 2],
  ['\\s*,?\\s*$', 3],
  ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', 2],
  ['^(?!.*--)[a-z-]+$', 1],
  ['^((?!.*x).)*$', 2],
  ['^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$', 1],
  ['(?=.*\\d)x', 2],
  ['^(?:(?=a*a*b)c)', 2],
  ['^(?:(?=a*b)c){1,3}', 1],
  ['^(?:(?=a*b)c)*', 2],
  ['^(?:x|(?=a*b)c)', 1],
  ['^x*(?:y|(?=a*b)c)', 2],
  ['^x{0,9}(?=a*b)c', 1],
  ['^(?:^a*|b)$', 1],
  ['(?:^a*|b*)c', 2],
  ['(?:^a)+b*c', 1],
  ['(?:^a)*b*c', 2],
  ['(?=x)^a*b', 1],
  ['^\\d{1,2000}\\d{1,2000}$', 2],
  ['^a*b*a*a*$', 3],
  ['^a*(?:bc){0,2000}a*$', 2],
  ['^a*(?:bc){1,2000}a*$', 1],
  ['^\\d{1,500}\\d{1,500}$', 1],
])('%s takes time of degree %i', (pattern, degree) => {
  expect(findPatternDegree(pattern)).toBe(degree);
});

test.each([
  '^[a-z]+$',
  '^([a-z]+\\.)+$',
  '^[^/]+(/[^/]+)*$',
  '^(\\+\\d{1,3} )?\\d+( \\d+)*$',
  '^.*foo.*',
  'foo',
  'foo|bar',
  '^foo.*',
  '^[A-Za-z_][A-Za-z0-9_]*$',
  '^arn:aws:[a-z]+:[a-z0-9-]*:\\d{12}:.+$',
  '^\\s*$',
  '^(?:a|b)*$',
  '^https?://.*$',
  '[a-z]+',
  '^#?([a-f0-9]{6}|[a-f0-9]{3})$',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
])('%s takes linear time', (pattern) => {
  expect(findPatternDegree(pattern)).toBe(1);
});

// Counts the characters that a backtracking matcher compares, because engines do not report their steps.
function countSteps(pattern: string, text: string): number {
  let steps = 0;
  const match = (node: PatternNode, at: number, rest: (at: number) => boolean): boolean => {
    switch (node.kind) {
      case 'start':
        return at === 0 && rest(at);
      case 'end':
        return at === text.length && rest(at);
      case 'set': {
        steps += 1;
        const code = text.charCodeAt(at);
        return node.set.some(([from, to]) => from <= code && code <= to) && rest(at + 1);
      }
      case 'look':
        return match(node.part, at, () => true) && rest(at);
      case 'choice':
        return node.parts.some((part) => match(part, at, rest));
      case 'sequence': {
        const [first, ...others] = node.parts;
        return first ? match(first, at, (next) => match({ kind: 'sequence', parts: others }, next, rest)) : rest(at);
      }
      case 'repeat': {
        const [min, max] = [Math.max(0, node.min - 1), node.max - 1];
        const again = (next: number): boolean => next > at && match({ ...node, min, max }, next, rest);
        return (node.max > 0 && match(node.part, at, again)) || (node.min === 0 && rest(at));
      }
    }
  };
  const node = readPattern(pattern);
  for (let start = 0; start <= text.length && !match(node, start, () => true); start++);
  return steps;
}

test.each([
  ['^[a-z]+$', (n: number) => `${'a'.repeat(n)}!`],
  ['^a*a*b', (n: number) => 'a'.repeat(n)],
  ['.*.*.*x', (n: number) => 'a'.repeat(n)],
  ['^.*.*.*.*x', (n: number) => 'a'.repeat(n)],
  ['\\s+$', (n: number) => `${' '.repeat(n)}x`],
  ['\\s*,?\\s*$', (n: number) => `${' '.repeat(n)}x`],
  ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', (n: number) => `a@${'.'.repeat(n)}@`],
  ['(?=.*\\d)x', (n: number) => 'a'.repeat(n)],
  ['^.*foo.*', (n: number) => 'fo'.repeat(n)],
] as const)('the number of steps of %s grows with the degree that is found', (pattern, textOf) => {
  const growth = Math.log2(countSteps(pattern, textOf(28)) / countSteps(pattern, textOf(14)));
  expect(Math.round(growth + 0.25)).toBe(findPatternDegree(pattern));
});

test('a limit of the length of the text limits the work', () => {
  expect(findPatternDegree('^a*a*b', 3000)).toBe(1);
  expect(findPatternDegree('^a*a*b', 4000)).toBe(2);
  expect(findPatternDegree('^a*a*a*b', 200)).toBe(1);
  expect(findPatternDegree('^a*a*a*b', 300)).toBe(3);
});

test('a pattern of any size is checked in limited time', () => {
  expect(findPatternDegree(`^${'[a-z]*'.repeat(140)}$`)).toBeGreaterThan(1);
  expect(findPatternDegree(`^${'(?:[a-z][0-9a-z]*-)*'.repeat(40)}$`)).toBeGreaterThanOrEqual(1);
  expect(findPatternDegree(`^${'[a-z]*'.repeat(2000)}$`)).toBe(1);
  expect(findPatternDegree(`${'('.repeat(900)}a${')'.repeat(900)}`)).toBe(1);
});

test.each([
  '^(a+)+$',
  '^(a*)*$',
  '^x(?:(?:ab)*)*y$',
  '(a|a)*b',
  '^(\\w+\\s?)*$',
  '^([a-z0-9]+[-_]?)*$',
  '^(a|ab|b)*$',
  '(x+x+)+y',
  '^(?=(a+)+$)b',
  '^(\\d{1,50}){1,50}$',
  '^([^@]+)*@',
  '^(?:[a-zA-Z0-9]+\\.?)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([\\w-.]+)+$',
])('%s can take exponential time', (pattern) => {
  expect(isSlowPattern(pattern)).toBe(true);
});

test.each([
  '^[a-z]+$',
  '^([a-z]+\\.)+$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^[^/]+(/[^/]+)*$',
  '^(?:a|b)*$',
  '^([a-z]{2,3})(-[A-Z]{2})?$',
  '^(\\+\\d{1,3} )?\\d+( \\d+)*$',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
  '[\\]\\[-]+(?:x[^]]*)?',
  '^\\u{1F600}+$',
  '',
])('%s cannot', (pattern) => {
  expect(isSlowPattern(pattern)).toBe(false);
});

test('a pattern of any size is checked in limited time', () => {
  expect(isSlowPattern(`${'('.repeat(30)}${'){8}'.repeat(30)}`)).toBe(false);
  expect(isSlowPattern(`${'('.repeat(900)}a${')'.repeat(900)}`)).toBe(false);
  expect(isSlowPattern(`${'('.repeat(20_000)}a${')'.repeat(20_000)}`)).toBe(false);
  const nested = `${'('.repeat(40)}a${'*)'.repeat(40)}`;
  expect(isSlowPattern(nested)).toBe(true);
  expect(isSlowPattern(`^${'[a-z]*'.repeat(2000)}$`)).toBe(false);
  expect(isSlowPattern(`^${'a{1,8}'.repeat(300)}$`)).toBe(false);
  expect(isSlowPattern(`${'(a{8}'.repeat(30)}${')'.repeat(30)}`)).toBe(false);
});
