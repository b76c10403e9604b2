/**
 * Why a value is refused; says where and what was expected, and holds nothing of the value but names of fields in its
 * path.
 */
export interface Failure {
  /** JSON pointer (RFC 6901) of the refused part of the value, `''` for the whole. */
  readonly instancePath: string;
  /**
   * JSON pointer of the keyword in the description; with its file in front, as `pets.yaml#/…`, outside the description
   * itself.
   */
  readonly schemaPointer: string;
  /** The keyword that refuses, such as `minLength`. */
  readonly keyword: string;
  /** What was expected, such as `at least 3 characters`. */
  readonly expected: string;
  /** A sentence for people, beginning with `must`. */
  readonly message: string;
}

/**
 * Told when a value touches something that the description does not show: the item's id, and the JSON pointer of the
 * place in the value.
 */
export type OnNotShown = (id: string, where: string) => void;

/** The fields of an object. */
export interface UnknownFields {
  readonly [name: string]: unknown;
}

/** A failure, or with `item` the touching of something not shown, while they are being collected. */
export interface FoundFailure {
  instancePath: string;
  readonly schemaPointer: string;
  readonly keyword: string;
  readonly expected: string;
  readonly message: string;
  readonly item?: string;
}

/** Adds a failure of a keyword, which stands at `schemaPointer`. */
export function fail(
  found: FoundFailure[],
  instancePath: string,
  schemaPointer: string,
  keyword: string,
  expected: string,
  verb: string = 'must be ',
): void {
  found.push({ instancePath, schemaPointer, keyword, expected, message: verb + expected });
}

/** Adds the failure of the schema at `schemaPointer`, which accepts nothing and which `keyword` applies. */
export function failAlways(found: FoundFailure[], instancePath: string, schemaPointer: string, keyword: string): void {
  found.push({ instancePath, schemaPointer, keyword, expected: 'absent', message: 'must be absent' });
}

/** Adds the touching of something not shown. */
export function report(found: FoundFailure[], instancePath: string, item: string): void {
  found.push({ instancePath, schemaPointer: '', keyword: 'x-not-shown', expected: '', message: '', item });
}

/** Puts a path before those of the findings from `start` on, which are about a part of the value. */
export function putUnder(found: FoundFailure[], start: number, path: string): void {
  for (let index = start; index < found.length; index++) {
    const finding = found[index];
    if (finding) finding.instancePath = path + finding.instancePath;
  }
}

/** Adds the findings of the first of these that reports at most, and tells whether there is one. */
export function excuse(
  found: FoundFailure[],
  path: string,
  value: unknown,
  collectors: readonly (readonly [Collector, string])[],
  depth: number = 0,
): boolean {
  for (const [collect, at] of collectors) {
    const tried: FoundFailure[] = [];
    collect(value, tried, at, depth);
    if (tried.some((finding) => finding.item === undefined)) continue;
    putUnder(tried, 0, path);
    found.push(...tried);
    return true;
  }
  return false;
}

/** A function that collects findings about a value by the schema at a pointer, given how deep it is called. */
export type Collector = (value: unknown, found: FoundFailure[], at: string, depth: number) => void;

/** Lists why a value is refused, nothing where it is accepted; tells what it meets that is not shown. */
export type Validate = (value: unknown, onNotShown?: OnNotShown) => Failure[];

/** Makes the function that lists the failures of the schema at a pointer; a value that `accepts` accepts has none. */
export function validateBy(
  collect: Collector,
  at: string,
  accepts?: (value: unknown, depth: number) => boolean,
): Validate {
  return (value, onNotShown) =>
    accepts && askWithin(accepts, value) ? [] : listFailures(collect, at, value, onNotShown);
}

function listFailures(collect: Collector, at: string, value: unknown, onNotShown: OnNotShown | undefined): Failure[] {
  const found: FoundFailure[] = [];
  try {
    collect(value, found, at, 0);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    const expected = `nested at most ${deepest} levels deep`;
    return [{ instancePath: '', schemaPointer: '', keyword: '$ref', expected, message: `must be ${expected}` }];
  }
  return found.some(isReport) ? tellReports(found, onNotShown) : found;
}

function isReport({ item }: FoundFailure): boolean {
  return item !== undefined;
}

function tellReports(found: readonly FoundFailure[], onNotShown: OnNotShown | undefined): Failure[] {
  for (const { item, instancePath } of found) if (item !== undefined) onNotShown?.(item, instancePath);
  return found.filter((finding) => !isReport(finding));
}

/** Asks a function that counts how deep it is; a value nested too deep is refused. */
export function askWithin(matches: (value: unknown, depth: number) => boolean, value: unknown): boolean {
  try {
    return matches(value, 0);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    return false;
  }
}

/** How deep functions of recursive schemas may call each other. */
export const deepest = 1000;

/** What is thrown, and caught again before anybody sees it, for a value that is nested deeper. */
export const tooDeep: { readonly name: string } = { name: 'TooDeep' };

// Long functions can use up the stack before they have called each other that often.
function isTooDeep(error: unknown): boolean {
  return error === tooDeep || error instanceof RangeError;
}

/** Encodes a field's name as a token of a JSON pointer (RFC 6901, section 3). */
export function pointerToken(name: string): string {
  return name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
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

/** Counts the fields of an object; those that are `undefined` are none. */
export function countFields(fields: UnknownFields): number {
  let count = 0;
  for (const name in fields) if (fields[name] !== undefined) count++;
  return count;
}

/** Tells whether a number is a multiple of another, both taken as the decimals they are written as. */
export function isMultipleOf(value: number | bigint, divisor: number): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false;
  const a = decimalOf(value);
  const b = decimalOf(divisor);
  const scale = Math.max(a.scale, b.scale);
  return (a.digits * 10n ** BigInt(scale - a.scale)) % (b.digits * 10n ** BigInt(scale - b.scale)) === 0n;
}

// The shortest decimal that is read as this number, as digits × 10^-scale.
function decimalOf(value: number | bigint): { readonly digits: bigint; readonly scale: number } {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** Tells whether two values are equal as JSON (JSON Schema 2020-12, core, 4.2.2). `b` is a value of the description. */
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

/** Tells whether no two items of an array are equal as JSON. */
export function areUnique(items: readonly unknown[], depth: number): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    // Texts that stand for objects cannot be mistaken for strings among the items.
    const key = typeof item === 'string' ? `"${item}` : canonical(item, depth);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

function canonical(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) throw tooDeep;
  const text = (part: unknown): unknown =>
    typeof part === 'object'
      ? canonical(part, depth + 1)
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
