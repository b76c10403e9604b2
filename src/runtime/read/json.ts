/** The reason why a text cannot be read. Readers throw it. */
export class Malformed {
  /** The end of a sentence without its subject, such as `must be JSON`. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The limits of a JSON text. */
export interface JsonBounds {
  /** The maximum depth of nested arrays and objects. */
  readonly maxDepth?: number;
  /** Counts the names. By default, rejects all names with a meaning to JavaScript. */
  readonly countNames?: CountNames | undefined;
  /** Parses the text; `JSON.parse` by default. */
  readonly parse?: ((text: string) => unknown) | undefined;
  /** Called if the text may contain a number that JavaScript cannot hold exactly. */
  readonly onLarge?: (() => void) | undefined;
}

/**
 * Counts the names in all objects of a value. Throws `Malformed` for a name that would reach a prototype and is not
 * declared.
 */
export type CountNames = (value: unknown) => number;

/** The default maximum depth of nested arrays and objects. */
export const defaultDepth = 100;

/**
 * Parses JSON (RFC 8259). Throws `Malformed` if the text is nested too deeply, repeats a name in an object (parsers
 * disagree about these), or contains a name that would reach a prototype.
 */
export function readJson(text: string, bounds: JsonBounds = {}): unknown {
  const { maxDepth = defaultDepth, parse = JSON.parse, countNames = countAllowed, onLarge } = bounds;
  const members = countMembers(text, maxDepth);
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    // ASCII in UTF-16 and UTF-32 is UTF-8 with NUL, which JSON cannot contain.
    throw new Malformed(text.includes('\0') ? 'must be JSON in utf-8' : 'must be JSON');
  }
  if (members > 0 && countNames(value) < members) {
    throw new Malformed('has a name more than once in one object');
  }
  if (onLarge && large.test(text)) onLarge();
  return value;
}

const large = /\d{16}|\d[eE][+\d]/;

/**
 * Returns whether every JavaScript object has a member of this name. Such a name is accepted only if the description
 * declares it.
 */
export function isReservedKey(name: string): boolean {
  return name === '__proto__' || name === 'constructor';
}

// This is a loop, because a regular expression would search an unfinished string again and again.
function countMembers(text: string, maxDepth: number): number {
  let members = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === quote) index = findQuote(text, index + 1);
    else if (unit === colon) members += 1;
    else if (unit === bracket || unit === brace) {
      depth += 1;
      if (depth > maxDepth) throw new Malformed(`is nested more than ${maxDepth} levels deep`);
    } else if (unit === bracket + 2 || unit === brace + 2) depth -= 1;
  }
  return members;
}

function findQuote(text: string, start: number): number {
  let index = start;
  for (; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === quote) break;
    if (unit === backslash) index += 1;
  }
  return index;
}

// Counts the names and rejects those that every object has. A parsed value has no inherited enumerable names.
function countAllowed(value: unknown): number {
  let count = 0;
  const stack: unknown[] = [value];
  for (let part = stack.pop(); isStructure(part); part = stack.pop()) {
    if (Array.isArray(part)) {
      const items: readonly unknown[] = part;
      for (const item of items) if (isStructure(item)) stack.push(item);
      continue;
    }
    for (const name in part) {
      count += 1;
      if (isReservedKey(name)) throw new Malformed(`must not have '${name}'`);
      const member = part[name];
      if (isStructure(member)) stack.push(member);
    }
  }
  return count;
}

/** Returns whether a value is an object or an array. */
export function isStructure(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const [quote, backslash, colon, bracket, brace] = [0x22, 0x5c, 0x3a, 0x5b, 0x7b];
