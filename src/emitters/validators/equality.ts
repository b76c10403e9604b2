import type { JsonValue } from '../../model/element.js';
import { getNarrowestType } from '../../model/json-type.js';
import type { KeywordSchema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import { encodeJson, encodeString } from '../../typescript/encode.js';
import type { Kinds } from './analysis/kinds.js';
import { importAssertion, type Test, type TestSite } from './assertions.js';
import { formatValues } from './expectation.js';
import { joinAnd, joinOr, no, yes } from './operators.js';

/** Lists the tests of `enum` and `const`, for a value that is known to be of `kinds` (what cannot be equal is left out). */
export function listEqualityTests(site: TestSite, schema: KeywordSchema, kinds: Kinds): Test[] {
  const { const: only, enum: values } = schema;
  return [
    ...(only === undefined ? [] : [{ keyword: 'const', ...buildEqualityTest(site, [only], kinds) }]),
    ...(values ? [{ keyword: 'enum', ...buildEqualityTest(site, values, kinds) }] : []),
  ];
}

// Longer lists are looked up in a set.
const mostCompared = 8;

/** Writes the test that a value equals one of these (JSON Schema 2020-12, core, 4.2.2). */
export function buildEqualityTest(site: TestSite, all: readonly JsonValue[], kinds: Kinds): Omit<Test, 'keyword'> {
  const v = site.value;
  const expected = formatValues(all);
  const values = [...new Map(all.map((value) => [JSON.stringify(value), value])).values()].filter((value) => {
    const kind = getNarrowestType(value);
    return kinds.has(kind) || (kind === 'integer' && kinds.has('number'));
  });
  const scalars = values.filter((value) => typeof value !== 'object' || value === null);
  const ok: Code[] = [];
  const bad: Code[] = [];
  if (scalars.length > mostCompared) {
    const list = encodeJson(scalars);
    const set = site.module.constant('values', list, code`/* @__PURE__ */ new Set<unknown>(${list})`);
    ok.push(code`${set}.has(${v})`);
    bad.push(code`!${set}.has(${v})`);
  } else {
    for (const value of scalars) {
      const literal = typeof value === 'string' ? encodeString(value) : encodeJson(value);
      ok.push(code`${v} === ${literal}`);
      bad.push(code`${v} !== ${literal}`);
    }
  }
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    const literal = encodeJson(value);
    const constant = site.module.constant('value', literal, literal);
    ok.push(code`${importAssertion('areEqual')}(${v}, ${constant})`);
    bad.push(code`!${importAssertion('areEqual')}(${v}, ${constant})`);
  }
  if (ok.length === 0) return { expected, ok: no, bad: yes };
  return { expected, ok: joinOr(ok), bad: joinAnd(bad) };
}
