/** A set of characters as ranges of code points, both ends included. */
export type CharacterSet = readonly (readonly [from: number, to: number])[];

/** The parts of a regular expression (ECMA-262, 22.2.1) that decide in how many ways it can match. */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number }
  /** The start and the end of the text. */
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  /** A lookahead or lookbehind, which matches without consuming characters. */
  | { readonly kind: 'look'; readonly part: PatternNode };

const last = 0x10ffff;
const hyphen = 0x2d;
const any: CharacterSet = [[0, last]];
// The characters that `.` matches (ECMA-262, 22.2.2.7): all except line terminators.
const inLine: CharacterSet = [
  [0, 0x09],
  [0x0b, 0x0c],
  [0x0e, 0x2027],
  [0x202a, last],
];
const digits: CharacterSet = [[0x30, 0x39]];
const word: CharacterSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const space: CharacterSet = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
// The characters that a Unicode property may match: letters, digits and `_`, and everything outside ASCII.
const property: CharacterSet = [...word, [0x80, last]];
const controls: { readonly [letter: string]: number } = { t: 9, n: 10, v: 11, f: 12, r: 13, b: 8 };

/** Reads a pattern that is a valid regular expression. */
export function readPattern(pattern: string): PatternNode {
  return new PatternReader(pattern).readChoice();
}

class PatternReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readChoice(): PatternNode {
    const parts = [this.#readSequence()];
    while (this.#take('|')) parts.push(this.#readSequence());
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'choice', parts };
  }

  #readSequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#text.length && !/[|)]/.test(this.#peek())) parts.push(this.#readTerm());
    return { kind: 'sequence', parts };
  }

  #readTerm(): PatternNode {
    let part = this.#readAtom();
    for (let bounds = this.#readQuantifier(); bounds; bounds = this.#readQuantifier())
      part = { kind: 'repeat', part, min: bounds[0], max: bounds[1] };
    return part;
  }

  #readQuantifier(): [number, number] | undefined {
    const match = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.#text.slice(this.#at, this.#at + 40));
    if (!match) return undefined;
    this.#at += match[0].length;
    const [sign = '', low, comma, high] = match;
    if (low !== undefined) return [Number(low), high ? Number(high) : comma ? Number.POSITIVE_INFINITY : Number(low)];
    return [sign.startsWith('+') ? 1 : 0, sign.startsWith('?') ? 1 : Number.POSITIVE_INFINITY];
  }

  #readAtom(): PatternNode {
    if (this.#take('(')) return this.#readGroup();
    if (this.#take('[')) return { kind: 'set', set: this.#readClass() };
    if (this.#take('.')) return { kind: 'set', set: inLine };
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (!this.#take('\\')) return { kind: 'set', set: this.#readCharacter() };
    if (/[bB]/.test(this.#peek())) {
      this.#at++;
      return { kind: 'sequence', parts: [] };
    }
    return { kind: 'set', set: this.#readEscape() };
  }

  #readGroup(): PatternNode {
    const [head = ''] = /^\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:)/.exec(this.#text.slice(this.#at)) ?? [''];
    this.#at += head.length;
    const part = this.readChoice();
    this.#take(')');
    return /[=!]$/.test(head) ? { kind: 'look', part } : part;
  }

  #readClass(): CharacterSet {
    const isNegated = this.#take('^');
    const found: (readonly [number, number])[] = [];
    while (this.#at < this.#text.length && !this.#take(']')) {
      const low = this.#readMember();
      const isRange = this.#peek() === '-' && this.#text[this.#at + 1] !== ']';
      if (!isRange) {
        found.push(...low);
        continue;
      }
      this.#at++;
      const high = this.#readMember();
      const [from, to] = [findOnly(low), findOnly(high)];
      // Beside a set such as `\w`, the hyphen is an ordinary character (ECMA-262, B.1.2.8.1).
      if (from === undefined || to === undefined) found.push(...low, ...listOne(hyphen), ...high);
      else found.push([from, to]);
    }
    return isNegated ? invert(found) : found;
  }

  // Reads a member of a class, which may be one end of a range.
  #readMember(): CharacterSet {
    return this.#take('\\') ? this.#readEscape() : this.#readCharacter();
  }

  #readEscape(): CharacterSet {
    const rest = this.#text.slice(this.#at, this.#at + 60);
    const take = (length: number): string => {
      this.#at += length;
      return rest.slice(0, length);
    };
    const coded = /^(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(rest);
    if (coded) {
      take(coded[0].length);
      return listOne(Number.parseInt(coded[1] ?? coded[2] ?? coded[3] ?? '0', 16));
    }
    const named = /^(?:[pP]\{[^}]*\}|k<[^>]*>|c[A-Za-z])/.exec(rest);
    if (named) return take(named[0].length).startsWith('p') ? property : any;
    const letter = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    take(letter.length);
    const known = classes[letter];
    if (known) return known;
    // A back reference counts as if it could match any text.
    if (/[1-9]/.test(letter)) return any;
    return listOne(letter === '0' ? 0 : (controls[letter] ?? letter.codePointAt(0) ?? 0));
  }

  #readCharacter(): CharacterSet {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return listOne(code);
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }
}

const classes: { readonly [letter: string]: CharacterSet | undefined } = {
  d: digits,
  D: invert(digits),
  w: word,
  W: invert(word),
  s: space,
  S: invert(space),
};

function listOne(code: number): CharacterSet {
  return [[code, code]];
}

// Returns the character of a set that has only one.
function findOnly([first, ...more]: CharacterSet): number | undefined {
  return first && more.length === 0 && first[0] === first[1] ? first[0] : undefined;
}

function invert(set: CharacterSet): CharacterSet {
  const found: (readonly [number, number])[] = [];
  let next = 0;
  for (const [from, to] of [...set].sort(([a], [b]) => a - b)) {
    if (from > next) found.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= last) found.push([next, last]);
  return found;
}
