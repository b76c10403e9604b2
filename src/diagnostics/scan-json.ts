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
  const path: (string | number)[] = [];
  /** The offsets of the brackets of all open objects and arrays. */
  const open: number[] = [];
  let at = 0;
  /** Whether the innermost bracket has just been opened. */
  let isFresh = false;

  let mistake = readValue(undefined);
  while (mistake === undefined && open.length > 0) mistake = readNext();
  if (mistake) return mistake;
  skipSpace();
  return at < text.length ? explain('expected the end of the file') : undefined;

  function readValue(keyOffset: number | undefined): JsonMistake | undefined {
    skipSpace();
    const character = text[at];
    const isSkipped = visitor.value(path, at, keyOffset) === 'skip';
    if (character === '"') return readString();
    if (character === '{' || character === '[') {
      if (isSkipped) return skip();
      open.push(at++);
      path.push(character === '{' ? '' : -1);
      isFresh = true;
      return undefined;
    }
    literal.lastIndex = at;
    const found = literal.exec(text)?.[0];
    if (found === undefined || /[\w.+-]/.test(text[at + found.length] ?? '')) {
      return explain('expected a value');
    }
    at += found.length;
    return undefined;
  }

  /** Reads on inside an object or array, after its bracket or after a value. */
  function readNext(): JsonMistake | undefined {
    skipSpace();
    const isFirst = isFresh;
    isFresh = false;
    const closing = isObject() ? '}' : ']';
    const character = text[at];
    if (character === closing) {
      close();
      return undefined;
    }
    if (isFirst) return readMember(false);
    if (character !== ',') return explain(`expected ',' or '${closing}'`);
    at++;
    return readMember(true);
  }

  function readMember(afterComma: boolean): JsonMistake | undefined {
    skipSpace();
    const last = path.length - 1;
    const key = path[last];
    const next = text[at];
    if (afterComma && (next === '}' || next === ']')) {
      return { offset: at, what: 'expected another member after the comma', hint: 'remove the last comma' };
    }
    if (typeof key === 'number') {
      path[last] = key + 1;
      return readValue(undefined);
    }
    const start = at;
    if (text[start] !== '"') return explain('expected a name in double quotes');
    const mistake = readString();
    if (mistake) return mistake;
    const name = text.slice(start, at);
    path[last] = name.includes('\\') ? String(JSON.parse(name)) : name.slice(1, -1);
    skipSpace();
    if (text[at] !== ':') return explain("expected ':' after the name");
    at++;
    return readValue(start);
  }

  function readString(): JsonMistake | undefined {
    const start = at++;
    for (;;) {
      const code = text.charCodeAt(at);
      if (Number.isNaN(code)) return { offset: start, what: 'the file ends inside this string' };
      if (code === 0x22) break;
      if (code < 0x20) {
        const what = code === 0x0a || code === 0x0d ? 'a line break' : 'a control character';
        return { offset: at, what: `a string contains ${what}`, hint: 'write it as an escape such as \\n' };
      }
      if (code === 0x5c) {
        escapeSequence.lastIndex = at;
        const length = escapeSequence.exec(text)?.[0].length;
        if (length === undefined) return { offset: at, what: 'JSON has no such escape' };
        at += length;
      } else {
        at++;
      }
    }
    at++;
    return undefined;
  }

  // Skips an object or array. Reads only brackets and strings.
  function skip(): undefined {
    let depth = 0;
    do {
      const code = text.charCodeAt(at);
      if (code === 0x22) at = findStringEnd(text, at);
      else if (code === 0x7b || code === 0x5b) depth++;
      else if (code === 0x7d || code === 0x5d) depth--;
      at++;
    } while (depth > 0 && at < text.length);
    return undefined;
  }

  function close(): void {
    at++;
    open.pop();
    path.pop();
  }

  function isObject(): boolean {
    return text[open.at(-1) ?? 0] === '{';
  }

  function skipSpace(): void {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      at++;
    }
  }

  function explain(what: string): JsonMistake {
    const offset = at;
    if (offset >= text.length) {
      const isInside = open.length > 0;
      return { offset, what: isInside ? `the file ends before '${isObject() ? '}' : ']'}'` : what };
    }
    const rest = text.slice(offset, offset + 2);
    if (rest === '//' || rest === '/*') return { offset, what: 'JSON has no comments', hint: 'remove the comment' };
    word.lastIndex = offset;
    const found = word.exec(text)?.[0] ?? text[offset];
    return { offset, what: `${what}, found '${found}'`, ...(found?.startsWith("'") && { hint: 'use double quotes' }) };
  }
}

// Returns the offset of the quote that closes the string at `start`. Returns the end of the text if there is none.
function findStringEnd(text: string, start: number): number {
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
