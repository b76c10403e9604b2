import jsTokens from 'js-tokens';

/** A line of code as tokens, which together are the line. Brackets are paired, also those of type arguments. */
interface ScannedLine {
  readonly text: string;
  readonly tokens: readonly string[];
  /** Where each token starts. */
  readonly starts: readonly number[];
  /** The number of bracket pairs around each token. A bracket does not count its own pair. */
  readonly depths: readonly number[];
  /** The index of the other bracket of a pair, or -1. A bracket without a match counts as text. */
  readonly matches: readonly number[];
}

/** Splits a line of code into tokens. */
export function scanLine(text: string): ScannedLine {
  const tokens = listTokens(text);
  let end = 0;
  const starts = tokens.map(({ length }) => {
    end += length;
    return end - length;
  });
  const matches = matchBrackets(tokens);
  let open = 0;
  const depths = matches.map((match, index) => {
    if (match !== -1 && match < index) open--;
    return match > index ? open++ : open;
  });
  return { text, tokens, starts, depths, matches };
}

// Matches the tokens of most lines. js-tokens takes several times as long, and scans all other lines: those with
// expressions in slashes, nested templates or characters outside ASCII.
const usual =
  /[ \t]+|[A-Za-z_$][\w$]*|'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|`[^`\\$]*(?:(?:\\.|\$(?!\{)|\$\{[^`'"{}]*(?:'[^'\\]*'[^`'"{}]*)*\})[^`\\$]*)*`|\/\*.*?\*\/|\d+(?![\w.])|--|\+\+|=>|\.{3}|\??\.(?!\d)|(?:&&|\|\||\?\?|[+\-%&|^]|\*{1,2}|<{1,2}|>{1,3}|!=?|={1,2})=?|[?~,:;[\](){}]/g;

function listTokens(line: string): string[] {
  const tokens = line.match(usual) ?? [];
  let length = 0;
  let isSplit = true;
  for (const token of tokens) {
    length += token.length;
    if (areClosing(token)) isSplit = false;
  }
  if (length !== line.length) return listAnyTokens(line);
  return isSplit ? tokens : tokens.flatMap(splitClosing);
}

// The closing brackets of `Map<string, Set<Pet>>` are two tokens.
function splitClosing(token: string): string | string[] {
  return areClosing(token) ? [...token] : token;
}

function areClosing(token: string): boolean {
  return token === '>>' || token === '>>>';
}

function listAnyTokens(line: string): string[] {
  const tokens: string[] = [];
  let templates = 0;
  for (const { type, value } of jsTokens(line)) {
    // A template is one piece, because a line break in its expressions would be hard to read.
    if (templates > 0) tokens.push(`${tokens.pop() ?? ''}${value}`);
    else tokens.push(...[splitClosing(value)].flat());
    if (type === 'TemplateHead') templates++;
    if (type === 'TemplateTail') templates--;
  }
  return tokens;
}

const openers: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['>', '<'],
]);

function matchBrackets(tokens: readonly string[]): number[] {
  const matches = tokens.map(() => -1);
  const open: number[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? '';
    if (token.length !== 1) continue;
    if (isOpening(tokens, index)) open.push(index);
    const opener = openers.get(token);
    if (opener === undefined) continue;
    // A `<` is an operator if another bracket closes before a `>`.
    while (token !== '>' && isAt(tokens, open.at(-1), '<')) open.pop();
    const last = open.at(-1);
    if (last === undefined || tokens[last] !== opener) continue;
    open.pop();
    matches[last] = index;
    matches[index] = last;
  }
  return matches;
}

function isAt(tokens: readonly string[], index: number | undefined, text: string): boolean {
  return index !== undefined && tokens[index] === text;
}

// Type arguments follow their name directly, and an operator follows a space.
function isOpening(tokens: readonly string[], index: number): boolean {
  const token = tokens[index];
  return token === '(' || token === '[' || token === '{' || (token === '<' && /\w$/.test(tokens[index - 1] ?? ''));
}

/** A pair of brackets, as the indices of its tokens. */
export interface Group {
  readonly open: number;
  readonly close: number;
}

/**
 * A part of a line: its tokens from `from` to `to`, and a separator that follows them. It copies no token, because most
 * parts are only measured.
 */
export class LinePart {
  readonly line: ScannedLine;
  readonly from: number;
  readonly to: number;
  readonly #separator: string;

  constructor(line: ScannedLine, from: number, to: number, separator = '') {
    this.line = line;
    this.from = from;
    this.to = Math.max(from, to);
    this.#separator = separator;
  }

  get text(): string {
    return this.line.text.slice(this.line.starts[this.from], this.line.starts[this.to]) + this.#separator;
  }

  get length(): number {
    return this.countTo(this.to) + this.#separator.length;
  }

  get isEmpty(): boolean {
    return this.from === this.to;
  }

  /** The depth of the whole part, which is that of its first token. */
  get depth(): number {
    return this.isEmpty ? 0 : (this.line.depths[this.from] ?? 0);
  }

  /** Returns the number of characters before a token. */
  countTo(index: number): number {
    return this.#count(this.from, index);
  }

  /** Returns the token at an index, or an empty text outside the part. */
  tokenAt(index: number): string {
    return index >= this.from && index < this.to ? (this.line.tokens[index] ?? '') : '';
  }

  startsWith(text: string): boolean {
    return this.line.text.startsWith(text, this.line.starts[this.from]);
  }

  before(index: number): LinePart {
    return new LinePart(this.line, this.from, index);
  }

  after(index: number): LinePart {
    return new LinePart(this.line, index, this.to, this.#separator);
  }

  between({ open, close }: Group): LinePart {
    return new LinePart(this.line, open + 1, close);
  }

  /** Returns the part without spaces at its ends, followed by a separator. */
  trim(separator: string = this.#separator): LinePart {
    const from = this.#isSpace(this.from) ? this.from + 1 : this.from;
    const to = this.#separator === '' && this.#isSpace(this.to - 1) ? this.to - 1 : this.to;
    return new LinePart(this.line, from, to, separator);
  }

  /** Finds the first token with a text at a depth, by default outside brackets. Returns its index, or -1. */
  find(text: string, depth: number = this.depth): number {
    const { tokens, depths } = this.line;
    for (let index = this.from; index < this.to; index++)
      if (tokens[index] === text && depths[index] === depth) return index;
    return -1;
  }

  /** Splits the part at the separators of a depth, which are in no part. */
  split(depth: number, separator: string): LinePart[] {
    const { tokens, depths } = this.line;
    const parts: LinePart[] = [];
    let from = this.from;
    for (let index = from; index < this.to; index++)
      if (tokens[index] === separator && depths[index] === depth) {
        parts.push(new LinePart(this.line, from, index));
        from = index + 1;
      }
    return [...parts, this.after(from)];
  }

  /** Splits the part before each of some tokens. */
  splitBefore(indices: readonly number[]): LinePart[] {
    return [this.from, ...indices].map((from, index) => {
      const to = indices[index];
      return to === undefined ? this.after(from) : new LinePart(this.line, from, to);
    });
  }

  /** Lists the pairs of brackets of a depth that contain something. */
  listGroups(depth: number): Group[] {
    const { depths, matches } = this.line;
    const groups: Group[] = [];
    for (let open = this.from; open < this.to; open++) {
      const close = matches[open] ?? -1;
      if (close > open + 1 && close < this.to && depths[open] === depth) groups.push({ open, close });
    }
    return groups;
  }

  countInside({ open, close }: Group): number {
    return this.#count(open + 1, close);
  }

  #count(from: number, to: number): number {
    const { starts, text } = this.line;
    return (starts[to] ?? text.length) - (starts[from] ?? text.length);
  }

  #isSpace(index: number): boolean {
    return !this.isEmpty && this.line.tokens[index]?.trim() === '';
  }
}
