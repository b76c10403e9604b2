import type { JsonType } from '../../model/schema.js';
import { type Code, type CodePart, code, type Reference } from '../../typescript/code.js';
import { allKinds, hasSameKinds, type Kinds } from './analysis/kinds.js';
import { joinAnd, joinOr, no, writeNegation, yes } from './operators.js';
import type { Value } from './value.js';

/** A test of the type of a value, and its opposite. */
interface Test {
  readonly ok: Code;
  readonly bad: Code;
}

/**
 * The tests of types. The test that a value of any type has one type is written once for each name of a value: almost
 * every function begins with such a test.
 */
export class KindTests {
  readonly #isExact: boolean;
  readonly #known = new Map<JsonType, Map<Reference, Test>>();

  /** `isExact`: an integer may be a `bigint`. */
  constructor(isExact: boolean) {
    this.#isExact = isExact;
  }

  /** Returns the test that a value has a type in `kinds`. */
  of(value: Value, kinds: Kinds): Test {
    const [kind] = kinds;
    if (value.kinds !== allKinds || kinds.size !== 1 || !kind) return this.#write(value, kinds);
    const byName = this.#known.get(kind) ?? new Map<Reference, Test>();
    if (byName.size === 0) this.#known.set(kind, byName);
    const test = byName.get(value.name) ?? this.#write(value, kinds);
    byName.set(value.name, test);
    return test;
  }

  #write({ name, kinds }: Value, wanted: Kinds): Test {
    return writeKindTest(name, kinds, wanted, this.#isExact);
  }
}

/**
 * Writes the test that a value with a type in `from` has a type in `to`. Returns `yes` or `no` if that is certain.
 * `isExact`: an integer may be a `bigint`.
 */
export function writeKindTest(value: CodePart, from: Kinds, to: Kinds, isExact: boolean): Test {
  if (hasSameKinds(from, to)) return { ok: yes, bad: no };
  if (to.size === 0) return { ok: no, bad: yes };
  if (from.size === 1 && to.has('integer'))
    return isExact
      ? addBigint(value, code`Number.isInteger(${value})`)
      : { ok: code`Number.isInteger(${value})`, bad: code`!Number.isInteger(${value})` };
  const tests = listKindTests(value, to, isExact);
  return {
    ok: joinOr(tests.map(({ ok }) => joinAnd(ok))),
    bad: joinAnd(tests.map(({ bad }) => joinOr(bad))),
  };
}

interface KindTest {
  /** For a value that passes, all these conditions are true. */
  readonly ok: readonly Code[];
  /** For a value that fails, at least one of these conditions is true. */
  readonly bad: readonly Code[];
}

function addBigint(v: CodePart, isNumber: Code): { readonly ok: Code; readonly bad: Code } {
  const ok = joinOr([code`typeof ${v} === 'bigint'`, isNumber]);
  return { ok, bad: writeNegation(ok) };
}

function listKindTests(v: CodePart, kinds: Kinds, isExact: boolean): KindTest[] {
  const tests: KindTest[] = [];
  const typeOf = (type: string): KindTest => ({
    ok: [code`typeof ${v} === '${type}'`],
    bad: [code`typeof ${v} !== '${type}'`],
  });
  const and = (test: KindTest, ok: Code, bad: Code): KindTest => ({ ok: [...test.ok, ok], bad: [...test.bad, bad] });
  if (kinds.has('string')) tests.push(typeOf('string'));
  const numeric = kinds.has('integer') ? 'isInteger' : kinds.has('number') ? 'isFinite' : undefined;
  if (isExact && numeric) {
    const { ok, bad } = addBigint(v, code`typeof ${v} === 'number' && Number.${numeric}(${v})`);
    tests.push({ ok: [ok], bad: [bad] });
  } else if (kinds.has('integer'))
    tests.push(and(typeOf('number'), code`Number.isInteger(${v})`, code`!Number.isInteger(${v})`));
  else if (kinds.has('number'))
    tests.push(and(typeOf('number'), code`Number.isFinite(${v})`, code`!Number.isFinite(${v})`));
  if (kinds.has('boolean')) tests.push(typeOf('boolean'));
  const isNull: KindTest = { ok: [code`${v} === null`], bad: [code`${v} !== null`] };
  if (kinds.has('object')) {
    let test = typeOf('object');
    if (!kinds.has('null')) test = and(test, code`${v} !== null`, code`${v} === null`);
    if (!kinds.has('array')) test = and(test, code`!Array.isArray(${v})`, code`Array.isArray(${v})`);
    tests.push(test);
  } else {
    if (kinds.has('array')) tests.push({ ok: [code`Array.isArray(${v})`], bad: [code`!Array.isArray(${v})`] });
    if (kinds.has('null')) tests.push(isNull);
  }
  return tests;
}
