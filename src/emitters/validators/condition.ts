import type { Code } from '../../typescript/code.js';
import { joinAnd, joinOr, no, writeChoice, writeComparison, yes } from './operators.js';

/** A condition on a value. */
export interface Condition {
  readonly ok: Code;
  readonly bad: Code;
  /** Whether `undefined` fails the condition. */
  readonly refusesUndefined: boolean;
  /** Whether it consists only of calls of functions that accept a value of any type. */
  readonly isCall: boolean;
  /** Whether it calls a function that may be long. */
  readonly isCostly: boolean;
}

/** The condition that is always true. */
export const always: Condition = buildCondition(yes, no);

/** The condition that is always false. */
export const never: Condition = { ...buildCondition(no, yes), refusesUndefined: true };

/** Builds a condition from an expression and its opposite. */
export function buildCondition(ok: Code, bad: Code): Condition {
  return { ok, bad, refusesUndefined: false, isCall: false, isCostly: false };
}

/** Returns whether a condition is always true. */
export function isAlways({ ok }: Condition): boolean {
  return ok === yes;
}

/** Returns whether a condition is always false. */
export function isNever({ ok }: Condition): boolean {
  return ok === no;
}

// Longer conditions are hard to read and hard to optimize.
const mostParts = 12;
const mostPieces = 100;

/** Joins conditions with `&&`. Returns `undefined` if the result is too long. */
export function joinAll(parts: readonly Condition[]): Condition | undefined {
  const real = parts.filter((part) => !isAlways(part));
  const [only] = real;
  if (!only) return always;
  if (real.length === 1) return only;
  if (real.reduce((count, part) => count + part.ok.parts.length, 0) > mostPieces) return undefined;
  return {
    ok: joinAnd(real.map((part) => part.ok)),
    bad: joinOr(real.map((part) => part.bad)),
    refusesUndefined: real.some((part) => part.refusesUndefined),
    isCall: real.every((part) => part.isCall),
    isCostly: real.some((part) => part.isCostly),
  };
}

/** Joins conditions with `||`. Returns `undefined` if the result is too long. */
export function joinAny(parts: readonly Condition[]): Condition | undefined {
  if (parts.some(isAlways)) return always;
  const real = parts.filter((part) => !isNever(part));
  const [only] = real;
  if (!only) return never;
  if (real.length === 1) return only;
  if (real.length > mostParts) return undefined;
  return {
    ok: joinOr(real.map((part) => part.ok)),
    bad: joinAnd(real.map((part) => part.bad)),
    refusesUndefined: real.every((part) => part.refusesUndefined),
    isCall: false,
    isCostly: real.some((part) => part.isCostly),
  };
}

/** Returns the condition that exactly one of two conditions is true. */
export function joinDifferent(a: Condition, b: Condition): Condition {
  if (isAlways(a)) return invert(b);
  if (isAlways(b)) return invert(a);
  if (isNever(a)) return b;
  if (isNever(b)) return a;
  const both = buildCondition(writeComparison(a.ok, '!==', b.ok), writeComparison(a.ok, '===', b.ok));
  return { ...both, isCostly: a.isCostly || b.isCostly };
}

/** Returns the opposite of a condition. */
export function invert(part: Condition): Condition {
  if (isAlways(part)) return never;
  if (isNever(part)) return always;
  return { ...buildCondition(part.bad, part.ok), isCostly: part.isCostly };
}

/** Returns the condition `test ? then : otherwise`. */
export function choose(test: Condition, then: Condition, otherwise: Condition): Condition {
  if (isAlways(test)) return then;
  if (isNever(test)) return otherwise;
  if (isAlways(then) && isAlways(otherwise)) return always;
  const chosen = buildCondition(
    writeChoice(test.ok, then.ok, otherwise.ok),
    writeChoice(test.ok, then.bad, otherwise.bad),
  );
  return { ...chosen, isCostly: [test, then, otherwise].some((part) => part.isCostly) };
}
