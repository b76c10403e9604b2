import { expect, test } from 'vitest';
import { readPattern } from './read-pattern.js';

// The characters up to U+3000, and those around U+FEFF. These two are the last characters of white space.
const codes = [...Array.from({ length: 0x3002 }, (_, code) => code), 0xfefe, 0xfeff, 0xff00];

/** The characters that a class of characters matches. */
function listMatched(characterClass: string): string {
  const pattern = readPattern(characterClass);
  const [part] = pattern.kind === 'sequence' ? pattern.parts : [];
  const set = part?.kind === 'set' ? part.set : [];
  return String.fromCharCode(...codes.filter((code) => set.some(([from, to]) => from <= code && code <= to)));
}

function listMatchedByEngine(characterClass: string): string {
  const expression = new RegExp(`^${characterClass}$`);
  const characters = codes.map((code) => String.fromCharCode(code));
  return characters.filter((character) => expression.test(character)).join('');
}

test.each([
  '.',
  'a',
  '\\d',
  '\\D',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '\\t',
  '\\n',
  '\\v',
  '\\f',
  '\\r',
  '\\0',
  '\\.',
  '\\x41',
  '\\u0041',
  '[abc]',
  '[a-f]',
  '[a-fx0-3]',
  '[^a-f]',
  '[^]',
  '[]',
  '[-a]',
  '[a-]',
  '[a^]',
  '[\\b]',
  '[\\x41-\\x43]',
  '[A-\\u0043]',
  '[\\]-a]',
  '[\\w.-]',
  '[\\w-.]',
  '[.-\\d]',
  '[\\d-\\s]',
  '[^\\w-.]',
  '[^\\0-\\x1f]',
  '[^a-dc-f]',
  '[^a-db-c]',
])('%s matches what the engine matches', (characterClass) => {
  expect(listMatched(characterClass)).toBe(listMatchedByEngine(characterClass));
});

test.each([
  ['[^\\u{0}-\\u{10FFFE}]', [[0x10ffff, 0x10ffff]]],
  ['[^\\u{0}-\\u{10FFFF}]', []],
])('%s matches only the remaining characters', (pattern, set) => {
  expect(readPattern(pattern)).toEqual({ kind: 'sequence', parts: [{ kind: 'set', set }] });
});

test.each([
  ['a*', 0, Number.POSITIVE_INFINITY],
  ['a+', 1, Number.POSITIVE_INFINITY],
  ['a?', 0, 1],
  ['a+?', 1, Number.POSITIVE_INFINITY],
  ['a{3}', 3, 3],
  ['a{3,}', 3, Number.POSITIVE_INFINITY],
  ['a{3,5}', 3, 5],
  ['a{3,5}?', 3, 5],
])('%s repeats from %d to %d times', (pattern, min, max) => {
  const part = { kind: 'set', set: [[0x61, 0x61]] };
  expect(readPattern(pattern)).toEqual({ kind: 'sequence', parts: [{ kind: 'repeat', part, min, max }] });
});

test.each([
  ['(?:^|$)', ['start', 'end']],
  ['(a|^)', ['set', 'start']],
  ['(?<name>^|a)', ['start', 'set']],
  ['(?i:^|a)', ['start', 'set']],
])('%s is a choice', (pattern, kinds) => {
  const read = readPattern(pattern);
  const [choice] = read.kind === 'sequence' ? read.parts : [];
  const parts = choice?.kind === 'choice' ? choice.parts : [];
  expect(parts.flatMap((part) => (part.kind === 'sequence' ? part.parts : [part])).map(({ kind }) => kind)).toEqual(
    kinds,
  );
});

test.each(['(?=a)', '(?!a)', '(?<=a)', '(?<!a)'])('%s takes no characters', (pattern) => {
  expect(readPattern(pattern)).toMatchObject({ parts: [{ kind: 'look' }] });
});

test.each(['\\ba', '\\Ba', 'a\\b'])('%s matches only that character', (pattern) => {
  expect(JSON.stringify(readPattern(pattern)).match(/"set"/g)).toHaveLength(2);
});

test.each(['\\p{Lu}+', '\\P{Script=Greek}+', '\\k<name>+', '\\cA+', '\\1+', '\\u{1F600}+', '\\uD83D+', '😀+'])(
  '%s repeats one set of characters',
  (pattern) => {
    const part = { kind: 'set', set: expect.anything() };
    expect(readPattern(pattern)).toEqual({
      kind: 'sequence',
      parts: [{ kind: 'repeat', part, min: 1, max: Number.POSITIVE_INFINITY }],
    });
  },
);

test.each([
  ['\u{ffff}a', 2],
  ['\u{10000}a', 2],
  ['\u{10ffff}a', 2],
])('%j is read as two characters', (text, count) => {
  const pattern = readPattern(text);
  expect(pattern.kind === 'sequence' && pattern.parts.length).toBe(count);
});
