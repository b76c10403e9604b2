/** The bytes of the characters that decide about tokens and layout. */
export const bytes = {
  tab: 9,
  newLine: 10,
  carriageReturn: 13,
  space: 32,
  exclamation: 33,
  doubleQuote: 34,
  dollar: 36,
  percent: 37,
  ampersand: 38,
  singleQuote: 39,
  parenthesis: 40,
  star: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  semicolon: 59,
  equals: 61,
  greater: 62,
  question: 63,
  bracket: 91,
  backslash: 92,
  closingBracket: 93,
  caret: 94,
  underscore: 95,
  backtick: 96,
  letterN: 110,
  brace: 123,
  bar: 124,
  closingBrace: 125,
} as const;

/** Returns whether a byte is a closing bracket of any kind. */
export function isClosing(byte: number | undefined): boolean {
  return byte === 41 || byte === bytes.closingBracket || byte === bytes.closingBrace;
}

/** A class of tokens, by the characters with which they begin. */
type SignClass = 'letter' | 'single' | 'brace' | 'digit' | 'quote' | 'slash' | 'backtick' | 'hash' | 'sign' | 'unusual';

const signs: readonly (readonly [SignClass, RegExp])[] = [
  ['letter', /[$_a-z]/i],
  ['digit', /\d/],
  ['single', /[()[\],;:~]/],
  ['brace', /[{}]/],
  ['quote', /["']/],
  ['slash', /\//],
  ['backtick', /`/],
  ['hash', /#/],
  ['sign', /[!%&*+\-<=>?^|.]/],
];

/** The class of tokens that each byte can begin. */
export const classes: readonly SignClass[] = Array.from({ length: 256 }, (_, code) => {
  const found = signs.find(([, pattern]) => code < 128 && pattern.test(String.fromCharCode(code)));
  return found?.[0] ?? 'unusual';
});

/** Whether each byte can be a part of a name. */
export const isPartOfName: readonly boolean[] = classes.map((type) => type === 'letter' || type === 'digit');
