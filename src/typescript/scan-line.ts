import jsTokens from 'js-tokens';

/** A piece of a line of code. All pieces together are the line. */
export interface Token {
  readonly text: string;
  readonly kind: 'open' | 'close' | 'other';
  /** The number of bracket pairs around it in the line. A bracket does not count its own pair. */
  readonly depth: number;
}

/** Breaks the lines of a text that have more than `most` characters, by `breakLine`. */
export function breakLongLines(
  text: string,
  most: number,
  breakLine: (line: string, offset: number) => string,
): string {
  // The search for a line break is faster than this pattern, which also knows the other line terminators.
  const longLines = new RegExp(`^.{${most + 1},}$`, 'gm');
  let broken = '';
  let done = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start > most) {
      const offset = start;
      const part = text.slice(start, end).replace(longLines, (line, at: number) => breakLine(line, offset + at));
      broken += text.slice(done, start) + part;
      done = end;
    }
    start = end + 1;
  }
  return done === 0 ? text : broken + text.slice(done);
}

/** Returns the text of tokens. */
export function joinTexts(tokens: readonly Token[]): string {
  let joined = '';
  for (const { text } of tokens) joined += text;
  return joined;
}

/** Returns the number of characters of tokens, or of those from `start` to `end`. */
export function countLength(tokens: readonly Token[], start = 0, end: number = tokens.length): number {
  let sum = 0;
  for (let index = start; index < end; index++) sum += tokens[index]?.text.length ?? 0;
  return sum;
}

const closers: { readonly [open: string]: string | undefined } = { '(': ')', '[': ']', '{': '}', '<': '>' };
const closing: ReadonlySet<string | undefined> = new Set(Object.values(closers));

/** Splits a line of code into tokens and pairs its brackets, also those of type arguments. A bracket without a match counts as text. */
export function scanLine(line: string): Token[] {
  const texts = listTexts(line);
  const matching = matchBrackets(texts);
  let depth = 0;
  return texts.map((text, index) => {
    const match = matching.get(index);
    if (match === undefined) return { text, kind: 'other', depth };
    if (match > index) return { text, kind: 'open', depth: depth++ };
    return { text, kind: 'close', depth: --depth };
  });
}

// Matches the tokens of most lines. js-tokens takes several times as long, and scans all other lines: those with
// expressions in slashes, nested templates or characters outside ASCII.
const usual =
  /[ \t]+|[A-Za-z_$][\w$]*|'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|`[^`\\$]*(?:(?:\\.|\$(?!\{)|\$\{[^`'"{}]*(?:'[^'\\]*'[^`'"{}]*)*\})[^`\\$]*)*`|\/\*.*?\*\/|\d+(?![\w.])|--|\+\+|=>|\.{3}|\??\.(?!\d)|(?:&&|\|\||\?\?|[+\-%&|^]|\*{1,2}|<{1,2}|>{1,3}|!=?|={1,2})=?|[?~,:;[\](){}]/g;

function listTexts(line: string): string[] {
  const texts = line.match(usual) ?? [];
  let length = 0;
  let isSplit = true;
  for (const text of texts) {
    length += text.length;
    isSplit &&= !areClosing(text);
  }
  if (length !== line.length) return listAnyTexts(line);
  return isSplit ? texts : texts.flatMap(splitClosing);
}

// The closing brackets of `Map<string, Set<Pet>>` are two tokens.
function splitClosing(text: string): string | string[] {
  return areClosing(text) ? [...text] : text;
}

function areClosing(text: string): boolean {
  return text === '>>' || text === '>>>';
}

function listAnyTexts(line: string): string[] {
  const texts: string[] = [];
  let templates = 0;
  for (const { type, value } of jsTokens(line)) {
    // A template is one piece, because a line break in its expressions would be hard to read.
    if (templates > 0) texts.push(`${texts.pop() ?? ''}${value}`);
    else texts.push(...[splitClosing(value)].flat());
    if (type === 'TemplateHead') templates++;
    if (type === 'TemplateTail') templates--;
  }
  return texts;
}

function matchBrackets(texts: readonly string[]): Map<number, number> {
  const matching = new Map<number, number>();
  const open: number[] = [];
  texts.forEach((text, index) => {
    if (text.length !== 1) return;
    if (isOpening(text, texts[index - 1])) open.push(index);
    if (!closing.has(text)) return;
    // A `<` is an operator if another bracket closes before a `>`.
    while (text !== '>' && texts[open.at(-1) ?? -1] === '<') open.pop();
    const last = open.at(-1);
    if (last === undefined || closers[texts[last] ?? ''] !== text) return;
    open.pop();
    matching.set(last, index).set(index, last);
  });
  return matching;
}

// Type arguments follow their name directly, and an operator follows a space.
function isOpening(text: string, before: string | undefined): boolean {
  return text === '<' ? /\w$/.test(before ?? '') : text === '(' || text === '[' || text === '{';
}
