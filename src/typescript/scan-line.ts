import jsTokens from 'js-tokens';

/**
 * A line of code as tokens, which together are the line. Text at which no line is broken is one token. Brackets are
 * paired, also those of type arguments.
 */
interface ScannedLine {
  readonly text: string;
  readonly tokens: readonly string[];
  /** Where each token starts, and where the last one ends. */
  readonly starts: readonly number[];
  /** The number of bracket pairs around each token. A bracket does not count its own pair. */
  readonly depths: readonly number[];
  /** The index of the other bracket of a pair, or -1. A bracket without a match counts as text. */
  readonly matches: readonly number[];
}

/** Splits a line of code into tokens. */
export function scanLine(text: string): ScannedLine {
  const tokens = listTokens(text);
  const starts = [0];
  let end = 0;
  for (const { length } of tokens) {
    end += length;
    starts.push(end);
  }
  const matches = matchBrackets(text, tokens, starts);
  let open = 0;
  const depths = matches.map((match, index) => {
    if (match !== -1 && match < index) open--;
    return match > index ? open++ : open;
  });
  return { text, tokens, starts, depths, matches };
}

function listTokens(line: string): string[] {
  const tokens: string[] = [];
  let templates = 0;
  for (const { type, value } of jsTokens(line)) {
    // A template is one piece, because a line break in its expressions would be hard to read.
    if (templates > 0) tokens.push(`${tokens.pop() ?? ''}${value}`);
    // The closing brackets of `Map<string, Set<Pet>>` are two tokens.
    else if (value === '>>' || value === '>>>') tokens.push(...value);
    else tokens.push(value);
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

function matchBrackets(text: string, tokens: readonly string[], starts: readonly number[]): number[] {
  const matches: number[] = [];
  const open: number[] = [];
  for (let index = 0; index < tokens.length; index++) {
    matches.push(-1);
    const token = tokens[index] ?? '';
    if (token.length !== 1) continue;
    if (isOpening(token, text, starts[index] ?? 0)) open.push(index);
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
function isOpening(token: string, text: string, start: number): boolean {
  return token === '(' || token === '[' || token === '{' || (token === '<' && /\w/.test(text.charAt(start - 1)));
}

/** A pair of brackets, as the indices of its tokens. */
export interface Group {
  readonly open: number;
  readonly close: number;
}

/**
 * A part of a line: its tokens from `from` to `to` without the spaces at their ends, and a separator that follows them.
 * It copies no token, because most parts are only measured.
 */
export class LinePart {
  readonly line: ScannedLine;
  readonly from: number;
  readonly to: number;
  readonly #separator: string;
  /** Where the text without the separator starts and ends in the line. */
  readonly #start: number;
  readonly #end: number;

  constructor(line: ScannedLine, from: number, to: number, separator = '') {
    const { text, starts } = line;
    let start = starts[from] ?? text.length;
    let end = starts[to] ?? text.length;
    while (start < end && text[start] === ' ') start++;
    while (start < end && text[end - 1] === ' ') end--;
    this.line = line;
    this.from = from;
    this.to = to;
    this.#separator = separator;
    this.#start = start;
    this.#end = end;
  }

  get text(): string {
    return this.line.text.slice(this.#start, this.#end) + this.#separator;
  }

  get length(): number {
    return this.#end - this.#start + this.#separator.length;
  }

  get isEmpty(): boolean {
    return this.#start >= this.#end;
  }

  /** The depth of the whole part, which is that of its first token. */
  get depth(): number {
    return this.line.depths[this.from] ?? 0;
  }

  /** Returns the number of characters before a token. */
  countTo(index: number): number {
    return (this.line.starts[index] ?? this.#end) - this.#start;
  }

  startsWith(text: string): boolean {
    return this.line.text.startsWith(text, this.#start);
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

  /** Finds the first token with a text at a depth, by default outside brackets. Returns its index, or -1. */
  find(text: string, depth: number = this.depth): number {
    const { tokens, depths } = this.line;
    for (let index = this.from; index < this.to; index++)
      if (tokens[index] === text && depths[index] === depth) return index;
    return -1;
  }

  /** Returns whether a token of the part has spaces around it. */
  hasSpacesAround(index: number): boolean {
    const start = this.line.starts[index] ?? 0;
    return start > this.#start && this.line.text[start - 1] === ' ' && this.hasSpaceAfter(index);
  }

  hasSpaceAfter(index: number): boolean {
    const end = this.line.starts[index + 1] ?? this.#end;
    return end < this.#end && this.line.text[end] === ' ';
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
    parts.push(this.after(from));
    return parts;
  }

  /** Splits the part before each of some tokens. */
  splitBefore(indices: readonly number[]): LinePart[] {
    return [this.from, ...indices].map((from, index) => {
      const to = indices[index];
      return to === undefined ? this.after(from) : new LinePart(this.line, from, to);
    });
  }

  withSeparator(separator: string): LinePart {
    return new LinePart(this.line, this.from, this.to, separator);
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
}
