import type { Conversions } from '../../conversions/conversions.js';
import type { KeywordSchema } from '../../model/schema.js';
import { listMembersAbout, type SchemaMember } from '../../model/schema-keywords.js';
import { type Code, code, type Reference } from '../../typescript/code.js';
import { encodeJson } from '../../typescript/encode.js';
import { importRuntimeValue, type RuntimeName } from '../runtime-references.js';
import { type Group, hasGroup, type Kinds } from './analysis/kinds.js';
import { formatCount } from './expectation.js';
import { formatTest } from './formats.js';
import type { ModuleWriter } from './module-writer.js';

/** An assertion that is a single expression, for a value of a known group. */
export interface Test {
  readonly keyword: string;
  /** The expectation in the message of a failure, after "must be" or "must have". */
  readonly expected: string;
  readonly ok: Code;
  readonly bad: Code;
}

/** What tests use of the parts that all functions share. */
export interface TestProgram {
  readonly types: { readonly conversions: Pick<Conversions, 'readFormat'> };
  readonly assertFormats: boolean;
  /** Whether an integer may be a `bigint`. */
  readonly isExact: boolean;
  /** Returns the constant of a pattern. */
  emitPattern(module: ModuleWriter, schema: KeywordSchema, pattern: string): Reference;
}

/** The context of a test: the checked value, and the function that contains the test. */
export interface TestSite {
  readonly program: TestProgram;
  readonly module: ModuleWriter;
  /** The identifier of the value. */
  readonly value: Reference;
  /** The argument `, depth` for the nesting depth; empty in functions that do not count it. */
  readonly depth: Code;
}

/** A group of values for which a schema checks more than the type, and the tests that are one expression each. */
export interface ConcernedGroup {
  readonly group: Group;
  readonly tests: readonly Test[];
}

/** The runtime that validators import. */
export const runtimeModule = 'runtime/validators';

/** Returns the reference to a function of the validators' runtime. */
export function importAssertion(name: RuntimeName<'validators'>): Reference {
  return importRuntimeValue('validators', name);
}

// Lists the tests of the keywords that apply to one group of values and need one expression each.
function listGroupTests(site: TestSite, schema: KeywordSchema, group: Group): Test[] {
  switch (group) {
    case 'number':
      return listNumberTests(site, schema);
    case 'string':
      return listStringTests(site, schema);
    case 'array':
      return listArrayTests(site, schema);
    default:
      return [];
  }
}

function listNumberTests(site: TestSite, schema: KeywordSchema): Test[] {
  const v = site.value;
  const tests: Test[] = [];
  const compare = (keyword: 'minimum' | 'exclusiveMinimum' | 'maximum' | 'exclusiveMaximum'): void => {
    const bound = schema[keyword];
    if (bound === undefined) return;
    const { ok, bad, words } = comparisons[keyword];
    const limit = encodeJson(bound);
    tests.push({
      keyword,
      expected: `${words} ${limit}`,
      ok: code`${v} ${ok} ${limit}`,
      bad: code`${v} ${bad} ${limit}`,
    });
  };
  compare('minimum');
  compare('exclusiveMinimum');
  compare('maximum');
  compare('exclusiveMaximum');
  if (schema.multipleOf !== undefined) {
    const divisor = encodeJson(schema.multipleOf);
    const whole = Number.isSafeInteger(schema.multipleOf) && !site.program.isExact;
    const call = code`${importAssertion('isMultipleOf')}(${v}, ${divisor})`;
    tests.push({
      keyword: 'multipleOf',
      expected: `a multiple of ${divisor}`,
      ok: whole ? code`${v} % ${divisor} === 0` : call,
      bad: whole ? code`${v} % ${divisor} !== 0` : code`!${call}`,
    });
  }
  return [...tests, ...formatTests(site, schema, 'number')];
}

const comparisons = {
  minimum: { ok: '>=', bad: '<', words: 'at least' },
  exclusiveMinimum: { ok: '>', bad: '<=', words: 'greater than' },
  maximum: { ok: '<=', bad: '>', words: 'at most' },
  exclusiveMaximum: { ok: '<', bad: '>=', words: 'less than' },
} as const;

function listStringTests(site: TestSite, schema: KeywordSchema): Test[] {
  const v = site.value;
  const { minLength: min, maxLength: max, pattern } = schema;
  const tests: Test[] = [];
  // A string of n code points has n to 2n code units, so most strings need no counting.
  if (min !== undefined && min > 0) {
    const count = code`${importAssertion('countCharacters')}(${v})`;
    tests.push({
      keyword: 'minLength',
      expected: `at least ${formatCount(min, 'character')}`,
      ok: min === 1 ? code`${v} !== ''` : code`${v}.length >= ${2 * min - 1} || ${count} >= ${min}`,
      bad: min === 1 ? code`${v} === ''` : code`${v}.length < ${2 * min - 1} && ${count} < ${min}`,
    });
  }
  if (max !== undefined) {
    const count = code`${importAssertion('countCharacters')}(${v})`;
    tests.push({
      keyword: 'maxLength',
      expected: `at most ${formatCount(max, 'character')}`,
      ok: max === 0 ? code`${v} === ''` : code`${v}.length <= ${max} || ${count} <= ${max}`,
      bad: max === 0 ? code`${v} !== ''` : code`${v}.length > ${max} && ${count} > ${max}`,
    });
  }
  if (pattern !== undefined) {
    const constant = site.program.emitPattern(site.module, schema, pattern);
    tests.push({
      keyword: 'pattern',
      expected: `the pattern ${pattern}`,
      ok: code`${constant}.test(${v})`,
      bad: code`!${constant}.test(${v})`,
    });
  }
  return [...tests, ...formatTests(site, schema, 'string')];
}

function formatTests({ program, value }: TestSite, schema: KeywordSchema, group: 'number' | 'string'): Test[] {
  const { format } = schema;
  if (format === undefined || !program.assertFormats) return [];
  const isConverted = program.types.conversions.readFormat(schema) !== undefined;
  const test = formatTest(format, group, value, isConverted || (program.isExact && format !== 'int64'));
  return test ? [{ keyword: 'format', ...test }] : [];
}

function listArrayTests(site: TestSite, schema: KeywordSchema): Test[] {
  const v = site.value;
  const { minItems: min, maxItems: max } = schema;
  const tests: Test[] = [];
  if (min !== undefined && min > 0)
    tests.push({
      keyword: 'minItems',
      expected: `at least ${formatCount(min, 'item')}`,
      ok: code`${v}.length >= ${min}`,
      bad: code`${v}.length < ${min}`,
    });
  if (max !== undefined)
    tests.push({
      keyword: 'maxItems',
      expected: `at most ${formatCount(max, 'item')}`,
      ok: code`${v}.length <= ${max}`,
      bad: code`${v}.length > ${max}`,
    });
  if (schema.uniqueItems) {
    const call = code`${importAssertion('areUnique')}(${v}${site.depth})`;
    tests.push({ keyword: 'uniqueItems', expected: 'no two equal items', ok: call, bad: code`!${call}` });
  }
  return tests;
}

function isAbout(schema: KeywordSchema, group: Group): boolean {
  for (const keyword of keywordsOf[group]) if (schema[keyword] !== undefined) return true;
  return false;
}

/** Lists the groups in `kinds` for which a schema checks more than the type. */
export function listConcernedGroups(site: TestSite, schema: KeywordSchema, kinds: Kinds): ConcernedGroup[] {
  const concerned: ConcernedGroup[] = [];
  for (const group of groups) {
    if (!hasGroup(kinds, group) || !isAbout(schema, group)) continue;
    const tests = listGroupTests(site, schema, group);
    if (tests.length > 0 || needsStatements(schema, group)) concerned.push({ group, tests });
  }
  return concerned;
}

/** Returns whether the keywords for a group need statements, not only single expressions. */
export function needsStatements(schema: KeywordSchema, group: Group): boolean {
  if (group === 'object') return isAbout(schema, 'object');
  if (group !== 'array') return false;
  const { prefixItems, items, contains, unevaluatedItems } = schema;
  return [prefixItems, items, contains, unevaluatedItems].some((keyword) => keyword !== undefined);
}

const groups = ['string', 'number', 'array', 'object'] as const;

const checking = ['assertion', 'applicator'] as const;
// A format applies to strings or numbers.
const keywordsOf: { readonly [G in Group]: readonly SchemaMember[] } = {
  null: [],
  boolean: [],
  string: [...listMembersAbout('string', checking), 'format'],
  number: [...listMembersAbout('number', checking), 'format'],
  array: listMembersAbout('array', checking),
  object: listMembersAbout('object', checking),
};
