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
  if (failed++ < most) found.push({ instancePath, schemaPointer, keyword, expected, message: verb + expected });
}

/** How many failures are listed by default. */
const defaultMost = 100;

// The state of the present call of `validate…`.
let most = defaultMost;
let failed = 0;

/** Returns whether more failures have been found than are listed. */
export function isFull(): boolean {
  return failed > most;
}

/** Returns the first failures of a list; the last entry says that others are left out. */
export function limitFailures(failures: readonly Failure[], at: string, options?: ValidateOptions): Failure[] {
  const { maxFailures = defaultMost } = options ?? {};
  return failures.length > maxFailures
    ? [...failures.slice(0, maxFailures), moreFailures(at, maxFailures)]
    : [...failures];
}

function moreFailures(schemaPointer: string, count: number): Failure {
  const expected = `no further failures (only the first ${count} are listed)`;
  return { instancePath: '', schemaPointer, keyword: 'maxFailures', expected, message: `must have ${expected}` };
}

/** Adds the failure of the schema at `schemaPointer`, which accepts nothing and which `keyword` applies. */
export function failAlways(found: FoundFailure[], instancePath: string, schemaPointer: string, keyword: string): void {
  fail(found, instancePath, schemaPointer, keyword, 'absent');
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
    const before = failed;
    collect(value, tried, at, depth);
    if (failed > before) {
      failed = before;
      continue;
    }
    putUnder(tried, 0, path);
    found.push(...tried);
    return true;
  }
  return false;
}

/** A function that collects findings about a value by the schema at a pointer, given how deep it is called. */
export type Collector = (value: unknown, found: FoundFailure[], at: string, depth: number) => void;

/** Options of `validate…`. */
export interface ValidateOptions {
  /** How many failures are listed at most, 100 by default. If there are more, one more entry says so. */
  readonly maxFailures?: number;
}

/** Lists why a value is invalid; the list of a valid value is empty. Reports what the value touches that is not shown. */
export type Validate = (value: unknown, onNotShown?: OnNotShown, options?: ValidateOptions) => Failure[];

/** Makes the function that lists the failures of the schema at a pointer; a value that `accepts` accepts has none. */
export function validateBy(
  collect: Collector,
  at: string,
  accepts?: (value: unknown, depth: number) => boolean,
): Validate {
  return (value, onNotShown, options) => {
    if (accepts && askWithin(accepts, value)) return [];
    const found = collectWithin(collect, at, value, options?.maxFailures ?? defaultMost);
    return found.some(isReport) ? tellReports(found, onNotShown) : found;
  };
}

function collectWithin(collect: Collector, at: string, value: unknown, limit: number): FoundFailure[] {
  const found: FoundFailure[] = [];
  const before = { failed, most, answers, collected };
  failed = 0;
  most = limit;
  answers = undefined;
  collected = undefined;
  try {
    collect(value, found, at, 0);
    if (isFull()) found.push(moreFailures(at, limit));
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    const expected = `nested at most ${deepest} levels deep`;
    return [{ instancePath: '', schemaPointer: '', keyword: '$ref', expected, message: `must be ${expected}` }];
  } finally {
    ({ failed, most, answers, collected } = before);
  }
  return found;
}

/** What a collector found in a value, with paths inside it, and the list to which it added that last. */
interface Collected {
  readonly at: string;
  readonly findings: readonly FoundFailure[];
  list: FoundFailure[];
  latest: FoundFailure | undefined;
}

// What collectors have found during the present call.
let collected: Map<Collector, Map<unknown, Collected[]>> | undefined;

/** Calls a collector once for a value and a pointer during a call of `validate…`, and adds the same findings from then on. */
export function collectOnce(
  collect: Collector,
  value: unknown,
  found: FoundFailure[],
  at: string,
  depth: number = 0,
): void {
  collected ??= new Map();
  const byValue = collected.get(collect) ?? new Map<unknown, Collected[]>();
  if (byValue.size === 0) collected.set(collect, byValue);
  const known = byValue.get(value) ?? [];
  if (known.length === 0) byValue.set(value, known);
  const before = known.find((one) => one.at === at);
  if (before) {
    addAgain(before, found);
    return;
  }
  const { length } = found;
  collect(value, found, at, depth);
  const findings = found.slice(length).map((finding) => ({ ...finding }));
  known.push({ at, findings, list: found, latest: found[found.length - 1] });
}

function addAgain(known: Collected, found: FoundFailure[]): void {
  // A path that nobody has completed since: the same part of the value, whose findings are in the list.
  const isListed = known.list === found && known.latest?.instancePath === known.findings.at(-1)?.instancePath;
  if (isListed || known.findings.length === 0) return;
  for (const finding of known.findings) if (isReport(finding) || failed++ < most) found.push({ ...finding });
  known.list = found;
  known.latest = found[found.length - 1];
}

function isReport({ item }: FoundFailure): boolean {
  return item !== undefined;
}

function tellReports(found: readonly FoundFailure[], onNotShown: OnNotShown | undefined): Failure[] {
  const reports = new Map(
    found
      .filter(isReport)
      .map(({ item = '', instancePath }) => [`${item} ${instancePath}`, [item, instancePath]] as const),
  );
  for (const [item, instancePath] of reports.values()) onNotShown?.(item, instancePath);
  return found.filter((finding) => !isReport(finding));
}

/** A guard that counts how deep it is called. */
export type DeepGuard = (value: unknown, depth: number) => boolean;

/** Asks a function that counts how deep it is; a value nested too deep is refused. */
export function askWithin(matches: DeepGuard, value: unknown): boolean {
  const before = answers;
  answers = undefined;
  try {
    return matches(value, 0);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    return false;
  } finally {
    answers = before;
  }
}

/** Asks a guard during a call of `fillWithin`, in which guards remember their answers. */
export function askInside(matches: DeepGuard, value: unknown): boolean {
  try {
    return matches(value, 0);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    return false;
  }
}

/** A function that fills in defaults and counts how deep it is called. */
export type DeepFiller = (value: unknown, depth: number) => unknown;

/** Fills in the defaults of a value. Guards remember their answers, and fillers their results, until it returns. */
export function fillWithin(fill: DeepFiller, value: unknown): unknown {
  const before = { answers, results };
  answers = undefined;
  results = undefined;
  try {
    return fill(value, 0);
  } finally {
    ({ answers, results } = before);
  }
}

/** Fills in the defaults of a part once during a call; a part that is complete stays the same object. */
export function fillOnce(fill: DeepFiller, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return fill(value, depth);
  results ??= new Map();
  const own = results.get(fill) ?? new Map<unknown, unknown>();
  if (own.size === 0) results.set(fill, own);
  const known = own.get(value);
  if (known !== undefined) return known;
  const filled = fill(value, depth);
  const result = areEqual(filled, value) && areEqual(value, filled) ? value : filled;
  own.set(value, result);
  own.set(result, result);
  return result;
}

// What fillers have returned during the present call.
let results: Map<DeepFiller, Map<unknown, unknown>> | undefined;

// What guards have answered during the present call.
let answers: Map<DeepGuard, Map<unknown, boolean>> | undefined;

/** Asks a guard about a value once during a call, and returns its first answer from then on. */
export function askOnce(matches: DeepGuard, value: unknown, depth: number): boolean {
  answers ??= new Map();
  const own = answers.get(matches) ?? new Map<unknown, boolean>();
  if (own.size === 0) answers.set(matches, own);
  const known = own.get(value);
  if (known !== undefined) return known;
  const answer = matches(value, depth);
  own.set(value, answer);
  return answer;
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
