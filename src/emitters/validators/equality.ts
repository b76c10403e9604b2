import type { JsonValue } from '../../model/element.js';
import { getNarrowestType } from '../../model/json-type.js';
import type { KeywordSchema } from '../../model/schema.js';
import { type Code, code, type Reference } from '../../typescript/code.js';
import { encodeJson, encodeString } from '../../typescript/encode.js';
import type { Kinds } from './analysis/kinds.js';
import { importAssertion, type Test, type TestSite } from './assertions.js';
import { formatValues } from './expectation.js';
import type { ModuleWriter } from './module-writer.js';
import { joinAnd, joinOr } from './operators.js';

/** Lists the tests of `enum` and `const` for a value whose type is in `kinds`. Omits listed values of other types. */
export function listEqualityTests(site: TestSite, schema: KeywordSchema, kinds: Kinds): Test[] {
  const { const: only, enum: values } = schema;
  const tests: Test[] = [];
  if (only !== undefined) tests.push({ keyword: 'const', ...buildEqualityTest(site, [only], kinds) });
  if (values) tests.push({ keyword: 'enum', ...buildEqualityTest(site, values, kinds) });
  return tests;
}

// For longer lists, the output uses a set.
const mostCompared = 8;

/** Returns the constant of a set of values. */
export function writeSet(module: ModuleWriter, values: readonly JsonValue[]): Reference {
  const list = encodeJson(values);
  return module.constant('values', list, code`/* @__PURE__ */ new Set<unknown>(${list})`);
}

/** Writes the condition that a value is in a list of strings. */
export function writeListed(module: ModuleWriter, value: Code, texts: readonly JsonValue[]): Code {
  if (texts.length > mostCompared) return code`${writeSet(module, texts)}.has(${value})`;
  return joinOr(texts.map((text) => code`${value} === ${encodeJson(text)}`));
}

/** Writes the test that a value equals one of some values (JSON Schema 2020-12, core, 4.2.2). */
export function buildEqualityTest(site: TestSite, all: readonly JsonValue[], kinds: Kinds): Omit<Test, 'keyword'> {
  const v = site.value;
  const expected = formatValues(all);
  const values = all.filter((value) => {
    const kind = getNarrowestType(value);
    return kinds.has(kind) || (kind === 'integer' && kinds.has('number'));
  });
  const scalars = [...new Set(values.filter((value) => typeof value !== 'object' || value === null))];
  const ok: Code[] = [];
  const bad: Code[] = [];
  if (scalars.length > mostCompared) {
    const set = writeSet(site.module, scalars);
    ok.push(code`${set}.has(${v})`);
    bad.push(code`!${set}.has(${v})`);
  } else {
    for (const value of scalars) {
      const literal = typeof value === 'string' ? encodeString(value) : encodeJson(value);
      ok.push(code`${v} === ${literal}`);
      bad.push(code`${v} !== ${literal}`);
    }
  }
  const structures = listStructures(values);
  if (structures.length > mostCompared) {
    const list = encodeJson(structures);
    const test = code`${importAssertion('isAmong')}(${v}, ${site.module.constant('list', list, list)})`;
    ok.push(test);
    bad.push(code`!${test}`);
  } else {
    for (const value of structures) {
      const literal = encodeJson(value);
      const constant = site.module.constant('value', literal, literal);
      ok.push(code`${importAssertion('areEqual')}(${v}, ${constant})`);
      bad.push(code`!${importAssertion('areEqual')}(${v}, ${constant})`);
    }
  }
  return { expected, ok: joinOr(ok), bad: joinAnd(bad) };
}

// Lists the arrays and objects among some values, each once.
function listStructures(values: readonly JsonValue[]): JsonValue[] {
  const found = new Map<string, JsonValue>();
  for (const value of values) if (typeof value === 'object' && value !== null) found.set(JSON.stringify(value), value);
  return [...found.values()];
}
