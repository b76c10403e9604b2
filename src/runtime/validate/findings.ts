import { pointerToken } from '../values/pointer.js';
import {
  checkDeep,
  type DeepGuard,
  deepest,
  type Failure,
  isTooDeep,
  type OnNotShown,
  openMemory,
  restoreMemory,
  tooDeep,
  type UnknownFields,
  type Validate,
  type ValidateOptions,
} from './validators.js';

/** Adds to `found` the failures of a value under the schema at a JSON pointer, and the gaps that the value touches. */
type Collector = (value: unknown, found: Findings, at: string) => void;

/** A member of a union: its collector and the JSON pointer of its schema. */
type Member = readonly [collect: Collector, at: string];

/** How values that touch a gap are handled: reported or refused. */
interface GapRules {
  /** The gap under which missing and null fields are reported. Without it, they are refused. */
  readonly presence?: string;
  /** Whether a value outside an open list is refused. By default it is reported. */
  readonly isClosed?: boolean;
}

/** The place of a gap in a value. */
interface Report {
  readonly gap: string;
  readonly instancePath: string;
  /** Whether the finding is about a missing field. */
  readonly isMissing: boolean;
}

/** The findings of one schema in a value. During a trial, those of one member of a union. */
interface List {
  readonly failures: Failure[];
  readonly reports: Report[];
  /** The maximum number of failures in the list. */
  readonly limit: number;
  failureCount: number;
}

/** The findings of a collector in a value at a path. */
interface Known {
  readonly at: string;
  readonly path: string;
  readonly list: List;
  readonly failures: readonly Failure[];
  readonly reports: readonly Report[];
  readonly failureCount: number;
}

const defaultLimit = 100;

/**
 * Creates the function that lists the failures of a value under the schema at a JSON pointer. It returns an empty list
 * for a value that `accepts` accepts.
 */
export function validateBy(collect: Collector, at: string, accepts?: DeepGuard, rules: GapRules = {}): Validate {
  return (value, onNotShown, options) => {
    if (accepts && checkDeep(accepts, value)) return [];
    return new Findings(rules, options).list(value, collect, at, onNotShown);
  };
}

/** Returns the first failures of a list. If there are more, the last entry says so. */
export function limitFailures(failures: readonly Failure[], at: string, options?: ValidateOptions): Failure[] {
  const { maxFailures = defaultLimit } = options ?? {};
  return failures.length > maxFailures
    ? [...failures.slice(0, maxFailures), describeMore(at, maxFailures)]
    : [...failures];
}

function describeMore(schemaPointer: string, count: number): Failure {
  const expected = `no further failures (only the first ${count} are listed)`;
  return { instancePath: '', schemaPointer, keyword: 'maxFailures', expected, message: `must have ${expected}` };
}

/**
 * The findings of a call of `validate…`. Paths are JSON pointers (RFC 6901), relative to the argument of a collector.
 */
export class Findings {
  readonly #rules: GapRules;
  #list: List;
  /** The JSON pointer of that part. */
  #path = '';
  #depth = 0;
  #known: Map<Collector, Map<unknown, Known[]>> | undefined;

  constructor(rules: GapRules, { maxFailures = defaultLimit }: ValidateOptions = {}) {
    this.#rules = rules;
    this.#list = { failures: [], reports: [], limit: maxFailures, failureCount: 0 };
  }

  /** Returns the failures that a collector finds in the whole value, and reports the gaps that the value touches. */
  list(value: unknown, collect: Collector, at: string, onNotShown: OnNotShown | undefined): Failure[] {
    const before = openMemory();
    try {
      collect(value, this, at);
    } catch (error) {
      if (!isTooDeep(error)) throw error;
      const expected = `nested at most ${deepest} levels deep`;
      return [{ instancePath: '', schemaPointer: '', keyword: '$ref', expected, message: `must be ${expected}` }];
    } finally {
      restoreMemory(before);
    }
    const { failures, reports, limit } = this.#list;
    if (onNotShown)
      for (const { gap, instancePath } of new Map(
        reports.map((report) => [`${report.gap} ${report.instancePath}`, report]),
      ).values())
        onNotShown(gap, instancePath);
    return this.isFull ? [...failures, describeMore(at, limit)] : failures;
  }

  /** The depth of the part below the whole value. */
  get depth(): number {
    return this.#depth;
  }

  /** The number of failures so far. */
  get failureCount(): number {
    return this.#list.failureCount;
  }

  /** Whether the list is full, so that further failures change nothing. */
  get isFull(): boolean {
    return this.#list.failureCount > this.#list.limit;
  }

  /** Whether a null field is reported as missing. */
  get reportsMissing(): boolean {
    return this.#rules.presence !== undefined;
  }

  /** Adds a failure of the keyword at a JSON pointer. */
  fail(path: string, schemaPointer: string, keyword: string, expected: string, verb: string = 'must be '): void {
    const list = this.#list;
    if (list.failureCount++ < list.limit)
      list.failures.push({
        instancePath: this.#path + path,
        schemaPointer,
        keyword,
        expected,
        message: verb + expected,
      });
  }

  /** Adds the failure of a schema that `keyword` applies and that accepts no value. */
  forbid(path: string, schemaPointer: string, keyword: string): void {
    this.fail(path, schemaPointer, keyword, 'absent');
  }

  /** Adds the failure of a required field that the object at `path` lacks. */
  missing(path: string, name: string, at: string): void {
    const { presence } = this.#rules;
    if (presence === undefined)
      this.fail(path, `${at}/required`, 'required', `the property ${JSON.stringify(name)}`, 'must have ');
    else this.#report(`${path}/${pointerToken(name)}`, presence, true);
  }

  /** Adds the finding of a value outside a list that a gap leaves open. */
  unlisted(path: string, schemaPointer: string, keyword: string, expected: string, gap: string): void {
    if (this.#rules.isClosed) this.fail(path, schemaPointer, keyword, expected);
    else this.#report(path, gap, false);
  }

  #report(path: string, gap: string, isMissing: boolean): void {
    this.#list.reports.push({ gap, instancePath: this.#path + path, isMissing });
  }

  /** Adds the findings of a collector in a part of the value. */
  inside(path: string, collect: Collector, value: unknown, at: string): void {
    const outer = this.#path;
    if (this.#depth >= deepest) throw tooDeep;
    this.#path = outer + path;
    this.#depth++;
    collect(value, this, at);
    this.#depth--;
    this.#path = outer;
  }

  /**
   * Adds the findings of a collector in a part, like `inside`. Runs the collector at most twice per part and schema.
   */
  once(path: string, collect: Collector, value: unknown, at: string): void {
    if (this.isFull) return;
    this.#known ??= new Map();
    const byValue = this.#known.get(collect) ?? new Map<unknown, Known[]>();
    if (byValue.size === 0) this.#known.set(collect, byValue);
    const all = byValue.get(value) ?? [];
    if (all.length === 0) byValue.set(value, all);
    const index = all.findIndex((one) => one.at === at);
    const known = all[index];
    if (known && this.#addKnown(known, this.#path + path)) return;
    const list = this.#list;
    const [failures, reports, count] = [list.failures.length, list.reports.length, list.failureCount];
    this.inside(path, collect, value, at);
    all[known ? index : all.length] = {
      at,
      path: this.#path + path,
      list,
      failures: list.failures.slice(failures),
      reports: list.reports.slice(reports),
      failureCount: list.failureCount - count,
    };
  }

  // Adds findings that are already known. Returns whether they suffice.
  #addKnown(known: Known, path: string): boolean {
    const list = this.#list;
    if (known.list === list && known.path === path) return true;
    if (known.failureCount > 0 && list.limit === 0) {
      list.failureCount++;
      return true;
    }
    // The trial ended before it found all failures.
    if (known.failures.length < known.failureCount) return false;
    const move = (from: string): string => path + from.slice(known.path.length);
    for (const failure of known.failures)
      if (list.failureCount++ < list.limit)
        list.failures.push({ ...failure, instancePath: move(failure.instancePath) });
    for (const report of known.reports) list.reports.push({ ...report, instancePath: move(report.instancePath) });
    return true;
  }

  /** Adds the findings of the member of `anyOf` that fits best. Returns whether any member accepts the value. */
  isAnyOf(path: string, value: unknown, members: readonly Member[]): boolean {
    if (this.isFull) return true;
    let best: List | undefined;
    for (const member of members) {
      best = chooseBetter(best, this.#try(path, member, value));
      if (best && getRank(best) === 0) break;
    }
    return this.#take(best);
  }

  /**
   * Adds the findings of the only member of `oneOf` that accepts the value. If fields may be missing, the first member
   * that accepts it with missing fields counts. Returns `false` if no member or several members accept the value.
   */
  isOneOf(path: string, value: unknown, members: readonly Member[]): boolean {
    if (this.isFull) return true;
    const trials = members.map((member) => this.#try(path, member, value));
    const acceptingCount = trials.filter((trial) => getRank(trial) < 2).length;
    return acceptingCount <= 1 && this.#take(trials.reduce(chooseBetter, undefined));
  }

  #take(trial: List | undefined): boolean {
    for (const report of trial?.reports ?? []) this.#list.reports.push(report);
    return trial !== undefined;
  }

  #try(path: string, [collect, at]: Member, value: unknown): List {
    const outer = this.#list;
    const trial: List = { failures: [], reports: [], limit: 0, failureCount: 0 };
    this.#list = trial;
    this.inside(path, collect, value, at);
    this.#list = outer;
    return trial;
  }

  /**
   * Adds the findings of a collector in a field that its guard refuses. The schema of the field is at `target`, by
   * default inside the schema of the object.
   */
  field(
    fields: UnknownFields,
    name: string,
    at: string,
    required: boolean,
    collect: Collector,
    accepts?: DeepGuard,
    target?: string,
  ): void {
    const value = readField(fields, name);
    if (!this.#isThere(value, name, at, required) || accepts?.(value, this.#depth + 1)) return;
    const path = `/${pointerToken(name)}`;
    const schemaPointer = target ?? `${at}/properties${path}`;
    if (value !== null || !this.reportsMissing) this.inside(path, collect, value, schemaPointer);
    else if (this.#try(path, [collect, schemaPointer], value).failureCount > 0) this.missing('', name, at);
  }

  /** Adds a failure if the object lacks a required field. */
  required(fields: UnknownFields, name: string, at: string): void {
    this.#isThere(readField(fields, name), name, at, true);
  }

  /** Adds a failure if a field is not a string. With `orNull`, null is allowed. */
  string(fields: UnknownFields, name: string, at: string, required: boolean, orNull?: boolean): void {
    const value = readField(fields, name);
    if (typeof value !== 'string') this.#failType(value, name, at, required, 'a string', orNull);
  }

  /** Adds a failure if a field is not a number. With `orNull`, null is allowed. */
  number(fields: UnknownFields, name: string, at: string, required: boolean, orNull?: boolean): void {
    const value = readField(fields, name);
    if (!Number.isFinite(value)) this.#failType(value, name, at, required, 'a number', orNull);
  }

  /** Adds a failure if a field is not an integer. With `orNull`, null is allowed. */
  integer(fields: UnknownFields, name: string, at: string, required: boolean, orNull?: boolean): void {
    const value = readField(fields, name);
    if (!Number.isInteger(value)) this.#failType(value, name, at, required, 'an integer', orNull);
  }

  /** Adds a failure if a field is not a boolean. With `orNull`, null is allowed. */
  boolean(fields: UnknownFields, name: string, at: string, required: boolean, orNull?: boolean): void {
    const value = readField(fields, name);
    if (typeof value !== 'boolean') this.#failType(value, name, at, required, 'true or false', orNull);
  }

  /** Adds a failure if a field is not a string of a format. With `orNull`, null is allowed. */
  format(
    fields: UnknownFields,
    name: string,
    at: string,
    required: boolean,
    test: (text: string) => boolean,
    expected: string,
    orNull?: boolean,
  ): void {
    const value = readField(fields, name);
    const path = `/${pointerToken(name)}`;
    if (typeof value !== 'string') this.#failType(value, name, at, required, 'a string', orNull);
    else if (!test(value)) this.fail(path, `${at}/properties${path}/format`, 'format', expected);
  }

  #failType(
    value: unknown,
    name: string,
    at: string,
    required: boolean,
    expected: string,
    orNull: boolean = false,
  ): void {
    if ((orNull && value === null) || !this.#isThere(value, name, at, required)) return;
    const path = `/${pointerToken(name)}`;
    if (value === null && this.reportsMissing) this.missing('', name, at);
    else this.fail(path, `${at}/properties${path}/type`, 'type', orNull ? `${expected} or null` : expected);
  }

  #isThere(value: unknown, name: string, at: string, required: boolean): boolean {
    if (required && value === undefined) this.missing('', name, at);
    return value !== undefined;
  }
}

// Inherited members are not fields.
function readField(fields: UnknownFields, name: string): unknown {
  const value = fields[name];
  if (typeof value !== 'function' && name !== '__proto__') return value;
  return name in Object.prototype && !Object.hasOwn(fields, name) ? undefined : value;
}

// The ranks of a result, the best first: accepted without a gap, accepted with gaps, all others.
function getRank({ failureCount, reports }: List): number {
  return failureCount > 0 || reports.some(({ isMissing }) => isMissing) ? 2 : Math.min(reports.length, 1);
}

function chooseBetter(best: List | undefined, trial: List): List | undefined {
  return trial.failureCount === 0 && (!best || getRank(trial) < getRank(best)) ? trial : best;
}
