import { expect, test } from 'vitest';
import { encodePattern } from './encode-pattern.js';

const read = (expression: string): RegExp => new Function(`return ${expression};`)();

test.each(['a/b', '[/]', '', '\n', '\u2028', '\\*/', '`$', '^[\\]/]+$', '\ud83d', '😀', '\\u{1F600}', '\u202e'])(
  'the pattern %j is unchanged, with Unicode meaning',
  (pattern) => {
    const { isUnicode, expression } = encodePattern(pattern);
    expect(isUnicode).toBe(true);
    expect(expression).not.toMatch(/[\n\u2028\u202e\ud800-\udbff](?![\udc00-\udfff])/);
    const given = new RegExp(pattern, 'u');
    for (const text of ['a/b', '/', '\n', '\u2028', '*/', '😀', '\ud83d', '\u202e', ']'])
      expect(read(expression).test(text)).toBe(given.test(text));
  },
);

test.each(["\\'", '[\\w-.]', '\\/\\-"', '\\\t'])(
  'the pattern %j, not valid with Unicode meaning, is read without',
  (pattern) => {
    const { isUnicode, expression } = encodePattern(pattern);
    expect(isUnicode).toBe(false);
    expect(read(expression).source).toBe(new RegExp(pattern).source);
  },
);
