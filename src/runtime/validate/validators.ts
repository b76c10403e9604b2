/**
 * The reason why a value is refused: the place and the expectation. It contains nothing of the value except the names
 * of fields in the path.
 */
export interface Failure {
  /** The JSON pointer (RFC 6901) of the refused part of the value; `''` for the whole value. */
  readonly instancePath: string;
  /**
   * The JSON pointer of the keyword in the description. In another file, the name of the file comes first, as in
   * `pets.yaml#/…`.
   */
  readonly schemaPointer: string;
  /** The keyword that refuses the value, such as `minLength`. */
  readonly keyword: string;
  /** The expectation, such as `at least 3 characters`. */
  readonly expected: string;
  /** A sentence for people that begins with `must`. */
  readonly message: string;
}

/**
 * Called when a value touches something that the description does not show. Receives the gap's id and the JSON pointer
 * of the place in the value.
 */
export type OnNotShown = (id: string, where: string) => void;

/** The fields of an object. */
export interface UnknownFields {
  readonly [name: string]: unknown;
}

/** Options of `validate…`. */
export interface ValidateOptions {
  /** The maximum number of listed failures, 100 by default. If there are more, an additional entry says so. */
  readonly maxFailures?: number;
}

/** Lists the failures of a value, none for a valid value. Reports the gaps that the value touches. */
export type Validate = (value: unknown, onNotShown?: OnNotShown, options?: ValidateOptions) => Failure[];

/** A function with its nesting depth as argument. */
type DeepFunction<Result> = (value: unknown, depth: number) => Result;

/** A guard with its nesting depth as argument. */
export type DeepGuard = DeepFunction<boolean>;

/** A function that fills in defaults, with its nesting depth as argument. */
export type DeepFiller = DeepFunction<unknown>;

// The results of guards and fillers during the current call of a public function, by value.
let memory: Memory | undefined;

type Memory = Map<DeepFunction<unknown>, Map<unknown, unknown>>;

/** Clears the cached results of guards and fillers, and returns them for `restoreMemory` after the call. */
export function openMemory(): Memory | undefined {
  const before = memory;
  memory = undefined;
  return before;
}

/** Restores the cached results that `openMemory` returned. */
export function restoreMemory(before: Memory | undefined): void {
  memory = before;
}

/** Calls a function with a value. Guards and fillers cache their results until it returns. */
export function withNewMemory<Result>(run: DeepFunction<Result>, value: unknown): Result {
  const before = openMemory();
  try {
    return run(value, 0);
  } finally {
    restoreMemory(before);
  }
}

function getMemory(run: DeepFunction<unknown>): Map<unknown, unknown> {
  memory ??= new Map();
  const known = memory.get(run) ?? new Map<unknown, unknown>();
  if (known.size === 0) memory.set(run, known);
  return known;
}

/** Calls a guard with a value. Returns `false` for a value that is nested too deeply. */
export function checkDeep(guard: DeepGuard, value: unknown): boolean {
  try {
    return withNewMemory(guard, value);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    return false;
  }
}

/** Calls a guard like `checkDeep`, but inside a filler, and shares the filler's cache. */
export function checkDeepPart(guard: DeepGuard, value: unknown): boolean {
  try {
    return guard(value, 0);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    return false;
  }
}

/** Calls a guard once per value during a call. Afterwards, returns its first result again. */
export function checkOnce(guard: DeepGuard, value: unknown, depth: number): boolean {
  const known = getMemory(guard);
  const before = known.get(value);
  if (before !== undefined) return before === true;
  const answer = guard(value, depth);
  known.set(value, answer);
  return answer;
}

/** Counts the guards that accept a value, up to `most`. */
export function countAccepting(
  tables: readonly (readonly DeepGuard[])[],
  most: number,
  value: unknown,
  depth: number,
): number {
  let count = 0;
  for (const guards of tables) for (const guard of guards) if (guard(value, depth) && ++count === most) return count;
  return count;
}

/** Fills in the defaults of a part once during a call. Returns the same object if the part is already complete. */
export function fillOnce(fill: DeepFiller, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return fill(value, depth);
  const known = getMemory(fill);
  const before = known.get(value);
  if (before !== undefined) return before;
  const filled = fill(value, depth);
  const result = areEqual(filled, value) && areEqual(value, filled) ? value : filled;
  known.set(value, result);
  known.set(result, result);
  return result;
}

/** The maximum nesting depth of calls between functions of recursive schemas. */
export const deepest = 1000;

/** The internal error for a value that is nested more deeply. It is always caught. */
export const tooDeep: { readonly name: string } = { name: 'TooDeep' };

/** Returns whether an error means that a value is nested too deeply. Long functions use up the stack earlier. */
export function isTooDeep(error: unknown): boolean {
  return error === tooDeep || error instanceof RangeError;
}

/** Counts the characters of a text, which are its Unicode code points (RFC 8259, section 8). */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xd800) continue;
    if ((text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue;
    count--;
    index++;
  }
  return count;
}

/** Returns an own field with a name that every object inherits, such as `constructor`; `undefined` if it is absent. */
export function readOwn(fields: UnknownFields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Counts the fields of an object, except those that are `undefined`. */
export function countFields(fields: UnknownFields): number {
  let count = 0;
  for (const name in fields) if (fields[name] !== undefined) count++;
  return count;
}

/** Returns whether a number is a multiple of another. Compares the decimals as they are written. */
export function isMultipleOf(value: number | bigint, divisor: number): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false;
  const a = parseDecimal(value);
  const b = parseDecimal(divisor);
  const scale = Math.max(a.scale, b.scale);
  return (a.digits * 10n ** BigInt(scale - a.scale)) % (b.digits * 10n ** BigInt(scale - b.scale)) === 0n;
}

// Returns the shortest decimal that is read as this number, as digits × 10^-scale.
function parseDecimal(value: number | bigint): { readonly digits: bigint; readonly scale: number } {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/**
 * Returns whether two values are the same JSON (JSON Schema 2020-12, core, 4.2.2). `b` is a value of the description.
 */
export function areEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => areEqual(item, b[index]));
  }
  const names = Object.keys(b);
  if (countFields(a as UnknownFields) !== names.length) return false;
  return names.every(
    (name) => Object.hasOwn(a, name) && areEqual((a as UnknownFields)[name], (b as UnknownFields)[name]),
  );
}

/** Returns whether a value is equal, as JSON, to one of a list. */
export function isAmong(value: unknown, list: readonly unknown[]): boolean {
  return list.some((each) => areEqual(value, each));
}

/** Returns whether a name matches one of many patterns. */
export function matchesAny(name: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(name));
}

/** Returns whether no two items of an array are equal as JSON. */
export function areUnique(items: readonly unknown[], depth: number): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    // Strings get a prefix, so that none equals the text of an object.
    const key = typeof item === 'string' ? `"${item}` : normalize(item, depth);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

function normalize(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) throw tooDeep;
  const text = (part: unknown): unknown =>
    typeof part === 'object'
      ? normalize(part, depth + 1)
      : typeof part === 'bigint'
        ? String(part)
        : JSON.stringify(part);
  if (Array.isArray(value)) return `[${value.map(text).join()}]`;
  const fields = value as UnknownFields;
  const names = Object.keys(fields)
    .filter((name) => fields[name] !== undefined)
    .sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${text(fields[name])}`).join()}}`;
}
