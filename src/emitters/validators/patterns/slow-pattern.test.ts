import { expect, test } from 'vitest';
import { isSlowPattern } from './slow-pattern.js';

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
