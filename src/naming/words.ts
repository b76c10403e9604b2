// Letters and digits outside ASCII that identifiers may contain. Only scripts with stable tables are listed, because a
// name must not depend on the Unicode version of Node or of a compiler.
const letter =
  /[A-Za-z0-9]|(?=[\u00aa-\u086f\u0900-\u0bff\u0e00-\u0fff\u1e00-\u1fff\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3])\p{ID_Continue}/u;
const run = new RegExp(`(?:${letter.source})+`, 'gu');

/**
 * Splits a name into words at case changes and at every character that is neither letter nor digit. Returns an empty
 * list for a text of symbols.
 */
export function splitWords(text: string): string[] {
  return (text.normalize('NFC').match(run) ?? []).flatMap((part) => part.split(caseChange));
}

const caseChange = /(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * Splits a name into words and converts its symbols to words too: `created<` becomes `created less`, and an emoji
 * becomes its code point. A character that only separates two words does not become a
 * word, as in `a-b`.
 */
export function splitIntoWords(text: string): string[] {
  return splitWords(text.normalize('NFC').replace(symbol, (found) => ` ${nameSymbol(found)} `));
}

// Between two words, these characters only separate.
const separator = `(?<=${letter.source})[-./:](?=${letter.source})`;
const symbol = new RegExp(`(?!${letter.source}|${separator})[^\\s_]`, 'gu');

function nameSymbol(character: string): string {
  return symbols.get(character) ?? `u${(character.codePointAt(0) ?? 0).toString(16)}`;
}

/** Joins words as `petStore`. */
export function joinCamel(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  return first.toLowerCase() + joinPascal(rest);
}

/** Joins words as `PetStore`. */
export function joinPascal(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('');
}

/** Joins words as `pet-store`, in ASCII. Accents are dropped, and other letters become their code points. */
export function joinKebab(words: readonly string[]): string {
  return words
    .map((word) => word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''))
    .map((word) => word.replace(/[^a-z0-9]/gu, (letter) => `u${(letter.codePointAt(0) ?? 0).toString(16)}`))
    .join('-');
}

/**
 * Keeps the first and the last words of a name: at most `length` characters, with `gap` characters between words. Cuts
 * a word that is too long by itself.
 */
export function shortenWords(words: readonly string[], length: number, gap: 0 | 1 = 0): readonly string[] {
  if (words.reduce((sum, word) => sum + word.length + gap, -gap) <= length) return words;
  const half = Math.floor((length - gap) / 2);
  const head = shortenWordList(words, half, gap);
  const tail = shortenWordList(words.slice(head.length).reverse(), half, gap).reverse();
  return [...head, ...tail];
}

function shortenWordList(words: readonly string[], length: number, gap: number): string[] {
  const taken: string[] = [];
  let left = length;
  for (const word of words) {
    if (word.length > left && taken.length > 0) break;
    taken.push(word.slice(0, length));
    left -= word.length + gap;
  }
  return taken;
}

const symbols: ReadonlyMap<string, string> = new Map([
  ['!', 'not'],
  ['"', 'quote'],
  ['#', 'hash'],
  ['$', 'dollar'],
  ['%', 'percent'],
  ['&', 'and'],
  ["'", 'apostrophe'],
  ['(', 'open'],
  [')', 'close'],
  ['*', 'star'],
  ['+', 'plus'],
  [',', 'comma'],
  ['-', 'minus'],
  ['.', 'dot'],
  ['/', 'slash'],
  [':', 'colon'],
  [';', 'semicolon'],
  ['<', 'less'],
  ['=', 'equal'],
  ['>', 'greater'],
  ['?', 'question'],
  ['@', 'at'],
  ['[', 'bracket'],
  ['\\', 'backslash'],
  [']', 'bracket'],
  ['^', 'caret'],
  ['`', 'backtick'],
  ['{', 'brace'],
  ['|', 'or'],
  ['}', 'brace'],
  ['~', 'tilde'],
]);
