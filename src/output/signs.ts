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
  closingParenthesis: 41,
  star: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  zero: 48,
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
  upperE: 69,
  letterE: 101,
  letterN: 110,
  brace: 123,
  bar: 124,
  closingBrace: 125,
} as const;

/** Returns whether a byte is a closing bracket of any kind. */
export function isClosing(byte: number | undefined): boolean {
  return byte === bytes.closingParenthesis || byte === bytes.closingBracket || byte === bytes.closingBrace;
}

/** The classes of tokens, by the characters with which they begin. Names consist of letters and digits. */
export const signClasses = {
  unusual: 0,
  letter: 1,
  digit: 2,
  single: 3,
  brace: 4,
  quote: 5,
  slash: 6,
  backtick: 7,
  hash: 8,
  sign: 9,
  blank: 10,
  lineEnd: 11,
} as const;

const signs: readonly (readonly [keyof typeof signClasses, RegExp])[] = [
  ['letter', /[$_a-z]/i],
  ['digit', /\d/],
  ['single', /[()[\],;:~]/],
  ['brace', /[{}]/],
  ['quote', /["']/],
  ['slash', /\//],
  ['backtick', /`/],
  ['hash', /#/],
  ['sign', /[!%&*+\-<=>?^|.]/],
  ['blank', /[ \t]/],
  ['lineEnd', /\n/],
];

/** The class of tokens that each byte can begin. */
export const classes: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  const [name] = signs.find(([, pattern]) => code < 128 && pattern.test(String.fromCharCode(code))) ?? ['unusual'];
  return signClasses[name as keyof typeof signClasses];
});

/** Is 1 for each byte that can be a part of a name, and 0 for the others. */
export const isPartOfName: Uint8Array = classes.map((type) =>
  type === signClasses.letter || type === signClasses.digit ? 1 : 0,
);

/** Returns for each byte whether its character matches a pattern. */
export function listBytes(pattern: RegExp): readonly boolean[] {
  return Array.from({ length: 256 }, (_, byte) => pattern.test(String.fromCharCode(byte)));
}
