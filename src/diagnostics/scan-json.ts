/** Receives the values of a JSON text while it is scanned. */
interface JsonVisitor {
  /**
   * Called for each value. `path` leads to the value and is only valid during the call. The value begins at `offset`.
   * If it is a member, its name begins at `keyOffset`. If the result is `'skip'`, the content of an object or array is
   * skipped.
   */
  value(path: readonly (string | number)[], offset: number, keyOffset: number | undefined): 'skip' | undefined;
}

/** The first mistake in a text that is not JSON, with its place. */
interface JsonMistake {
  readonly offset: number;
  readonly what: string;
  readonly hint?: string;
}

const literal = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const word = /[^\s,:{}[\]"]{1,20}/y;

/** Scans a JSON text (RFC 8259). Uses no recursion. Returns the first syntax error, or `undefined` if there is none. */
export function scanJson(text: string, visitor: JsonVisitor): JsonMistake | undefined {
  return new JsonScan(text, visitor).run();
}

class JsonScan {
  readonly #text: string;
  readonly #visitor: JsonVisitor;
  readonly #path: (string | number)[] = [];
  /** The offsets of the brackets of all open objects and arrays. */
  readonly #open: number[] = [];
  #at = 0;
  /** Whether the innermost bracket has just been opened. */
  #isFresh = false;

  constructor(text: string, visitor: JsonVisitor) {
    this.#text = text;
    this.#visitor = visitor;
  }

  run(): JsonMistake | undefined {
    let mistake = this.#readValue(undefined);
    while (mistake === undefined && this.#open.length > 0) mistake = this.#readNext();
    if (mistake) return mistake;
    this.#skipSpace();
    return this.#at < this.#text.length ? this.#explain('expected the end of the file') : undefined;
  }

  #readValue(keyOffset: number | undefined): JsonMistake | undefined {
    this.#skipSpace();
    const character = this.#text[this.#at];
    const isSkipped = this.#visitor.value(this.#path, this.#at, keyOffset) === 'skip';
    if (character === '"') return this.#readString();
    if (character === '{' || character === '[') {
      if (isSkipped) return this.#skip();
      this.#open.push(this.#at++);
      this.#path.push(character === '{' ? '' : -1);
      this.#isFresh = true;
      return undefined;
    }
    literal.lastIndex = this.#at;
    const found = literal.exec(this.#text)?.[0];
    if (found === undefined || /[\w.+-]/.test(this.#text[this.#at + found.length] ?? '')) {
      return this.#explain('expected a value');
    }
    this.#at += found.length;
    return undefined;
  }

  /** Reads on inside an object or array, after its bracket or after a value. */
  #readNext(): JsonMistake | undefined {
    this.#skipSpace();
    const isFirst = this.#isFresh;
    this.#isFresh = false;
    const close = this.#isObject() ? '}' : ']';
    const character = this.#text[this.#at];
    if (character === close) {
      this.#close();
      return undefined;
    }
    if (isFirst) return this.#readMember(false);
    if (character !== ',') return this.#explain(`expected ',' or '${close}'`);
    this.#at++;
    return this.#readMember(true);
  }

  #readMember(afterComma: boolean): JsonMistake | undefined {
    this.#skipSpace();
    const last = this.#path.length - 1;
    const key = this.#path[last];
    const next = this.#text[this.#at];
    if (afterComma && (next === '}' || next === ']')) {
      return { offset: this.#at, what: 'expected another member after the comma', hint: 'remove the last comma' };
    }
    if (typeof key === 'number') {
      this.#path[last] = key + 1;
      return this.#readValue(undefined);
    }
    const start = this.#at;
    if (this.#text[start] !== '"') return this.#explain('expected a name in double quotes');
    const mistake = this.#readString();
    if (mistake) return mistake;
    const name = this.#text.slice(start, this.#at);
    this.#path[last] = name.includes('\\') ? String(JSON.parse(name)) : name.slice(1, -1);
    this.#skipSpace();
    if (this.#text[this.#at] !== ':') return this.#explain("expected ':' after the name");
    this.#at++;
    return this.#readValue(start);
  }

  #readString(): JsonMistake | undefined {
    const start = this.#at++;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(code)) return { offset: start, what: 'the file ends inside this string' };
      if (code === 0x22) break;
      if (code < 0x20) {
        const what = code === 0x0a || code === 0x0d ? 'a line break' : 'a control character';
        return { offset: this.#at, what: `a string contains ${what}`, hint: 'write it as an escape such as \\n' };
      }
      if (code === 0x5c) {
        escapeSequence.lastIndex = this.#at;
        const length = escapeSequence.exec(this.#text)?.[0].length;
        if (length === undefined) return { offset: this.#at, what: 'JSON has no such escape' };
        this.#at += length;
      } else {
        this.#at++;
      }
    }
    this.#at++;
    return undefined;
  }

  // Skips an object or array. Reads only brackets and strings.
  #skip(): undefined {
    const text = this.#text;
    let at = this.#at;
    let depth = 0;
    do {
      const code = text.charCodeAt(at);
      if (code === 0x22) at = findStringEnd(text, at);
      else if (code === 0x7b || code === 0x5b) depth++;
      else if (code === 0x7d || code === 0x5d) depth--;
      at++;
    } while (depth > 0 && at < text.length);
    this.#at = at;
  }

  #close(): void {
    this.#at++;
    this.#open.pop();
    this.#path.pop();
  }

  #isObject(): boolean {
    return this.#text[this.#open.at(-1) ?? 0] === '{';
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at++;
    }
  }

  #explain(what: string): JsonMistake {
    const offset = this.#at;
    if (offset >= this.#text.length) {
      const open = this.#open.length > 0;
      return { offset, what: open ? `the file ends before '${this.#isObject() ? '}' : ']'}'` : what };
    }
    const rest = this.#text.slice(offset, offset + 2);
    if (rest === '//' || rest === '/*') return { offset, what: 'JSON has no comments', hint: 'remove the comment' };
    word.lastIndex = offset;
    const found = word.exec(this.#text)?.[0] ?? this.#text[offset];
    return { offset, what: `${what}, found '${found}'`, ...(found?.startsWith("'") && { hint: 'use double quotes' }) };
  }
}

/** Returns the offset of the quote that closes the string at `start`. Returns the end of the text if there is none. */
export function findStringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** Finds names that an object has twice while a JSON text is scanned. */
export class RepeatedNames {
  // The names of the present object of each level.
  readonly #names: Set<string>[] = [];

  /** Adds the next value of the scan. Returns whether the object already has a member with its name. */
  add(path: readonly (string | number)[], isObject: boolean, isMember: boolean): boolean {
    if (isObject) this.#names[path.length + 1] = new Set();
    const names = this.#names[path.length];
    const name = String(path.at(-1));
    if (!isMember || !names) return false;
    const isRepeated = names.has(name);
    names.add(name);
    return isRepeated;
  }
}
