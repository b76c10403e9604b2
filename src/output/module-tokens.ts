import jsTokens from 'js-tokens';

/**
 * The tokens and comments of a module. Each fact has its own array, because an object per token would take most of the
 * time.
 */
export interface ModuleTokens {
  readonly values: readonly string[];
  readonly kinds: readonly TokenKind[];
  /** Whether each token is the first one of its line. */
  readonly beginsLine: readonly boolean[];
  /** Each comment with the index of the token after it. */
  readonly comments: readonly { readonly text: string; readonly index: number }[];
}

/** The kinds of tokens that the layout distinguishes. */
export type TokenKind = 'punctuator' | 'name' | 'string' | 'number' | 'other';

/**
 * Reads the tokens of a JavaScript or TypeScript module. The two closing brackets of `Map<string, Set<Pet>>` are two
 * tokens, as they would be on two lines.
 */
export function readModuleTokens(text: string): ModuleTokens {
  return new Scanner(text).scan() ?? readAnyTokens(text);
}

/** Reads the tokens of any text with js-tokens, which takes several times as long. */
export function readAnyTokens(text: string): ModuleTokens {
  const tokens = new TokenList();
  for (const { type, value } of jsTokens(text)) {
    if (type === 'WhiteSpace') continue;
    if (type === 'LineTerminatorSequence') tokens.isNewLine = true;
    else if (type === 'MultiLineComment' || type === 'SingleLineComment') tokens.addComment(value);
    else tokens.add(value, kinds[type] ?? 'other');
  }
  return tokens;
}

const kinds: { readonly [type: string]: TokenKind } = {
  Punctuator: 'punctuator',
  IdentifierName: 'name',
  StringLiteral: 'string',
  NumericLiteral: 'number',
};

class TokenList implements ModuleTokens {
  readonly values: string[] = [];
  readonly kinds: TokenKind[] = [];
  readonly beginsLine: boolean[] = [];
  readonly comments: { text: string; index: number }[] = [];
  isNewLine = true;

  add(value: string, kind: TokenKind): void {
    if (value === '>>' || value === '>>>') for (const part of value) this.#addPart(part, kind);
    else this.#addPart(value, kind);
    this.isNewLine = false;
  }

  #addPart(value: string, kind: TokenKind): void {
    this.values.push(value);
    this.kinds.push(kind);
    this.beginsLine.push(this.isNewLine);
  }

  addComment(text: string): void {
    this.comments.push({ text, index: this.values.length });
    this.isNewLine = false;
  }
}

const name = /[$_\p{ID_Start}][$\p{ID_Continue}]*/uy;
const privateName = /#[$_\p{ID_Start}][$\p{ID_Continue}]*/uy;
const number =
  /0[xX][\da-fA-F_]+n?|0[oO][0-7_]+n?|0[bB][01_]+n?|\d[\d_]*n|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?/y;
const singleQuoted = /'(?:[^'\\\n\r]|\\(?:\r\n|[\s\S]))*'/y;
const doubleQuoted = /"(?:[^"\\\n\r]|\\(?:\r\n|[\s\S]))*"/y;
const templatePart = /[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;
const comment = /\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\//y;
const expression = /\/(?![*/])(?:[^\\/[\n\r]|\\.|\[(?:[^\]\\\n\r]|\\.)*\])+\/[$\w]*/y;
const punctuator = /--|\+\+|=>|\.{3}|\?\.(?!\d)|(?:&&|\|\||\?\?|[+\-%&|^/]|\*{1,2}|<{1,2}|>{1,3}|!=?|={1,2})=?|[?.{}]/y;

// The words after which a slash begins a regular expression.
const operators = new Set(
  'await case delete do else extends in instanceof new of return throw typeof void yield'.split(' '),
);

/** Scans the tokens that are usual in a module. Returns no result if only the grammar can decide what a token is. */
class Scanner {
  readonly #text: string;
  readonly #tokens = new TokenList();
  /** The number of open braces in the expression of each open template. */
  readonly #templates: number[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): ModuleTokens | undefined {
    while (this.#at < this.#text.length) {
      if (this.#skipSpace()) continue;
      if (!this.#readToken(this.#text.charCodeAt(this.#at))) return undefined;
    }
    return this.#templates.length === 0 ? this.#tokens : undefined;
  }

  #skipSpace(): boolean {
    const start = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const sign = this.#text.charCodeAt(this.#at);
      if (sign === 10 || sign === 13) this.#tokens.isNewLine = true;
      else if (sign !== 32 && sign !== 9) break;
    }
    return this.#at > start;
  }

  #readToken(sign: number): boolean {
    switch (classes[sign] ?? 'letter') {
      case 'letter':
        return this.#readName();
      case 'single':
        return this.#readSingle();
      case 'brace':
        return this.#readBrace(sign);
      case 'digit':
        return this.#match(number, 'number');
      case 'quote':
        return this.#match(sign === 34 ? doubleQuoted : singleQuoted, 'string');
      case 'slash':
        return this.#readSlash();
      case 'backtick':
        return this.#readTemplate();
      case 'hash':
        return this.#match(privateName, 'other');
      case 'dot':
        return /^\d/.test(this.#text.charAt(this.#at + 1))
          ? this.#match(number, 'number')
          : this.#match(punctuator, 'punctuator');
      case 'sign':
        return this.#match(punctuator, 'punctuator');
    }
  }

  #readSingle(): boolean {
    this.#tokens.add(this.#text.charAt(this.#at++), 'punctuator');
    return true;
  }

  #readName(): boolean {
    const start = this.#at;
    let sign = this.#text.charCodeAt(start);
    for (; partsOfNames[sign]; sign = this.#text.charCodeAt(++this.#at));
    if (sign > 127 || this.#at === start) {
      this.#at = start;
      return this.#match(name, 'name');
    }
    this.#tokens.add(this.#text.slice(start, this.#at), 'name');
    return true;
  }

  #readBrace(sign: number): boolean {
    const open = this.#templates.length - 1;
    const depth = this.#templates[open];
    if (depth === 0 && sign === 125) {
      this.#templates.pop();
      return this.#readTemplate();
    }
    if (depth !== undefined) this.#templates[open] = depth + (sign === 123 ? 1 : -1);
    return this.#match(punctuator, 'punctuator');
  }

  #readTemplate(): boolean {
    if (!this.#match(templatePart, 'other')) return false;
    if (this.#text.charCodeAt(this.#at - 1) === 123) this.#templates.push(0);
    return true;
  }

  #readSlash(): boolean {
    comment.lastIndex = this.#at;
    const [text] = comment.exec(this.#text) ?? [];
    if (text !== undefined) {
      this.#tokens.addComment(text);
      this.#at += text.length;
      return true;
    }
    const { values, kinds: before } = this.#tokens;
    const [last = '', kind = 'punctuator'] = [values.at(-1), before.at(-1)];
    // After these tokens, the grammar decides whether a slash begins a regular expression.
    if (last === ')' || last === '}' || last === '++' || last === '--') return false;
    if (last.endsWith('${')) return this.#match(expression, 'other');
    const isOperand = kind === 'name' ? !operators.has(last) : kind !== 'punctuator' || last === ']';
    return isOperand ? this.#match(punctuator, 'punctuator') : this.#match(expression, 'other');
  }

  #match(pattern: RegExp, kind: TokenKind): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#tokens.add(this.#text.slice(this.#at, pattern.lastIndex), kind);
    this.#at = pattern.lastIndex;
    return true;
  }
}

const partsOfNames: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[$\w]/.test(String.fromCharCode(code)),
);

type SignClass = 'letter' | 'single' | 'brace' | 'digit' | 'quote' | 'slash' | 'backtick' | 'hash' | 'dot' | 'sign';

const signs: readonly (readonly [characters: string, SignClass])[] = [
  ['()[],;:~', 'single'],
  ['{}', 'brace'],
  ['0123456789', 'digit'],
  [`"'`, 'quote'],
  ['/', 'slash'],
  ['`', 'backtick'],
  ['#', 'hash'],
  ['.', 'dot'],
  ['!%&*+-<=>?^|', 'sign'],
];

/** The class of tokens that each ASCII character can begin, by its character code. */
const classes: readonly SignClass[] = Array.from(
  { length: 128 },
  (_, code) => signs.find(([characters]) => characters.includes(String.fromCharCode(code)))?.[1] ?? 'letter',
);
