import { formatCount } from '../../diagnostics/show-text.js';
import type { JsonValue } from '../../model/element.js';
import { listTypes, type TypeSet, typeSets } from '../../model/json-type.js';
import { printExactJson } from '../../model/print-json.js';
import type { JsonType, KeywordSchema } from '../../model/schema.js';
import { listMembersAbout, type SchemaMember } from '../../model/schema-keywords.js';
import { code, encodeJson, importValue, type Reference } from '../../typescript/code.js';
import { importAssertion } from './body.js';
import { type Condition, choose, compare, joinAll, joinAny, test, type Value } from './conditions.js';
import type { FunctionContext } from './program.js';

/** The types that a single test distinguishes. All numbers are one group. */
type Group = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** An assertion that is a single expression, for a value of a known group. */
export interface Test {
  readonly keyword: string;
  /** The expectation in the message of a failure, after "must be" or "must have". */
  readonly expected: string;
  readonly condition: Condition;
}

/** A group of values for which a schema checks more than the type, and the tests that are one expression each. */
export interface ConcernedGroup {
  readonly group: Group;
  readonly tests: readonly Test[];
}

/** Lists the groups in `kinds` for which a schema checks more than the type. */
export function listConcernedGroups(
  context: FunctionContext,
  value: Value,
  schema: KeywordSchema,
  kinds: TypeSet,
): ConcernedGroup[] {
  return groups.flatMap((group) => {
    if ((kinds & typeSets[group]) === 0 || !isAbout(schema, group)) return [];
    const tests = listTests[group](schema, value.name, context);
    return tests.length > 0 || needsStatements(schema, group) ? [{ group, tests }] : [];
  });
}

const groups = ['string', 'number', 'array', 'object'] as const;

const checking = ['assertion', 'applicator'] as const;
// A format applies to strings or numbers.
const keywordsOf: { readonly [G in Group]?: readonly SchemaMember[] } = {
  string: [...listMembersAbout('string', checking), 'format'],
  number: [...listMembersAbout('number', checking), 'format'],
  array: listMembersAbout('array', checking),
  object: listMembersAbout('object', checking),
};

function isAbout(schema: KeywordSchema, group: Group): boolean {
  return keywordsOf[group]?.some((keyword) => schema[keyword] !== undefined) ?? false;
}

/** Returns whether the keywords for a group need statements, not only single expressions. */
export function needsStatements(schema: KeywordSchema, group: Group): boolean {
  if (group === 'object') return isAbout(schema, 'object');
  if (group !== 'array') return false;
  const { prefixItems, items, contains, unevaluatedItems } = schema;
  return [prefixItems, items, contains, unevaluatedItems].some((keyword) => keyword !== undefined);
}

type ListTests = (schema: KeywordSchema, v: Reference, context: FunctionContext) => Test[];

const listTests: { readonly [G in (typeof groups)[number]]: ListTests } = {
  number: listNumberTests,
  string: listStringTests,
  array: listArrayTests,
  object: () => [],
};

const comparisons = {
  minimum: ['>=', 'at least'],
  exclusiveMinimum: ['>', 'greater than'],
  maximum: ['<=', 'at most'],
  exclusiveMaximum: ['<', 'less than'],
} as const;

// Numbers (JSON Schema 2020-12, validation, 6.2).
function listNumberTests(schema: KeywordSchema, v: Reference, context: FunctionContext): Test[] {
  const tests: Test[] = [];
  for (const keyword of ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const) {
    const bound = schema[keyword];
    if (bound === undefined) continue;
    const [operator, words] = comparisons[keyword];
    const limit = encodeJson(bound, context.program.isExact);
    tests.push({ keyword, expected: `${words} ${bound}`, condition: compare(v, operator, limit) });
  }
  if (schema.multipleOf !== undefined) {
    const divisor = encodeJson(schema.multipleOf);
    const isWhole = Number.isSafeInteger(schema.multipleOf) && !context.program.isExact;
    const condition = isWhole
      ? compare(code`${v} % ${divisor}`, '===', '0')
      : test(code`${importAssertion('isMultipleOf')}(${v}, ${divisor})`);
    tests.push({ keyword: 'multipleOf', expected: `a multiple of ${divisor}`, condition });
  }
  return [...tests, ...listFormatTests(schema, v, context, 'number')];
}

// Strings (JSON Schema 2020-12, validation, 6.3).
function listStringTests(schema: KeywordSchema, v: Reference, context: FunctionContext): Test[] {
  const { minLength: min, maxLength: max, pattern } = schema;
  const tests: Test[] = [];
  const count = code`${importAssertion('countCharacters')}(${v})`;
  const length = code`${v}.length`;
  // A string of n code points has n to 2n code units, so most strings need no counting.
  if (min !== undefined && min > 0) {
    const condition =
      min === 1 ? compare(v, '!==', `''`) : joinAny([compare(length, '>=', 2 * min - 1), compare(count, '>=', min)]);
    tests.push({ keyword: 'minLength', expected: `at least ${formatCount(min, 'character')}`, condition });
  }
  if (max !== undefined) {
    const condition =
      max === 0 ? compare(v, '===', `''`) : joinAny([compare(length, '<=', max), compare(count, '<=', max)]);
    tests.push({ keyword: 'maxLength', expected: `at most ${formatCount(max, 'character')}`, condition });
  }
  if (pattern !== undefined) {
    const constant = context.program.emitPattern(context.module, schema, pattern);
    tests.push({
      keyword: 'pattern',
      expected: `the pattern ${pattern}`,
      condition: test(code`${constant}.test(${v})`),
    });
  }
  return [...tests, ...listFormatTests(schema, v, context, 'string')];
}

// The lengths of arrays, and `uniqueItems` (JSON Schema 2020-12, validation, 6.4).
function listArrayTests(schema: KeywordSchema, v: Reference, context: FunctionContext): Test[] {
  const { minItems: min, maxItems: max } = schema;
  const tests: Test[] = [];
  const add = (keyword: string, expected: string, condition: Condition): void => {
    tests.push({ keyword, expected, condition });
  };
  const length = code`${v}.length`;
  if (min !== undefined && min > 0) add('minItems', `at least ${formatCount(min, 'item')}`, compare(length, '>=', min));
  if (max !== undefined) add('maxItems', `at most ${formatCount(max, 'item')}`, compare(length, '<=', max));
  if (schema.uniqueItems)
    add('uniqueItems', 'no two equal items', test(code`${importAssertion('areUnique')}(${v}${context.depthArgument})`));
  return tests;
}

const kindWords: { readonly [T in JsonType]: string } = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};
const order: readonly JsonType[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** Formats the types that a value may have: `a string or null`. */
export function formatKinds(kinds: TypeSet): string {
  const types = listTypes(kinds);
  const words = order.filter((type) => types.includes(type)).map((kind) => kindWords[kind]);
  if (words.length === 0) return 'absent';
  return words.length === 1 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

const mostValues = 12;
const longestValue = 60;

/** Formats the values of `enum` and `const`. Shortens long lists and long values. */
export function formatValues(values: readonly JsonValue[]): string {
  const shown = values.slice(0, mostValues).map((value) => {
    const text = printExactJson(value);
    return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  });
  const more = values.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return values.length === 1 ? list : `one of ${list}`;
}

/** The string formats that are asserted. Validators ignore all others (JSON Schema 2020-12, validation, 7.2.2). */
const stringFormats: { readonly [format: string]: readonly [name: string, expected: string] } = {
  'date-time': ['matchesDateTime', 'a date and time such as 2024-01-31T12:00:00Z (RFC 3339)'],
  date: ['matchesDate', 'a date such as 2024-01-31 (RFC 3339)'],
  time: ['matchesTime', 'a time with offset such as 12:00:00Z (RFC 3339)'],
  duration: ['matchesDuration', 'a duration such as P1DT12H (RFC 3339, appendix A)'],
  email: ['matchesEmail', 'an email address (RFC 5321)'],
  'idn-email': ['matchesIdnEmail', 'an email address (RFC 6531)'],
  hostname: ['matchesHostname', 'a host name (RFC 1123)'],
  ipv4: ['matchesIpv4', 'an IPv4 address'],
  ipv6: ['matchesIpv6', 'an IPv6 address (RFC 4291)'],
  uri: ['matchesUri', 'a URI with scheme (RFC 3986)'],
  'uri-reference': ['matchesUriReference', 'a URI or relative reference (RFC 3986)'],
  uuid: ['matchesUuid', 'a UUID (RFC 4122)'],
  regex: ['matchesRegex', 'a regular expression (ECMA-262)'],
  'json-pointer': ['matchesJsonPointer', 'a JSON pointer (RFC 6901)'],
  byte: ['matchesBase64', 'base64 text (RFC 4648, section 4)'],
};

/** Returns the function that tests a string format. Returns `undefined` if the format is not asserted. */
export function findFormatCall(format: string): { readonly call: Reference; readonly expected: string } | undefined {
  const [name, expected] = (Object.hasOwn(stringFormats, format) && stringFormats[format]) || [];
  return name && expected ? { call: importValue('runtime/values', name), expected } : undefined;
}

/** Prints the test of a format for a number. `isExact`: the number may be a `bigint`. */
export function findNumberFormat(
  format: string,
  v: Reference,
  isExact: boolean,
): { readonly expected: string; readonly condition: Condition } | undefined {
  if (format === 'int32') {
    const condition = joinAll([
      test(code`Number.isInteger(${v})`),
      compare(v, '>=', -(2 ** 31)),
      compare(v, '<=', 2 ** 31 - 1),
    ]);
    return { condition, expected: 'a 32-bit integer' };
  }
  if (format === 'int64') {
    const isSafe = test(code`Number.isSafeInteger(${v})`);
    const isBigint = compare(code`typeof ${v}`, '===', `'bigint'`);
    // A larger JavaScript number has already lost digits.
    return isExact
      ? {
          condition: choose(isBigint, compare(code`BigInt.asIntN(64, ${v})`, '===', v), isSafe),
          expected: 'a 64-bit integer',
        }
      : { condition: isSafe, expected: 'an integer that JavaScript represents exactly (less than 2^53)' };
  }
  if (format !== 'float') return undefined;
  const number = isExact ? code`Number(${v})` : code`${v}`;
  return {
    condition: compare(code`Math.abs(${number})`, '<=', '3.4028234663852886e38'),
    expected: 'a single-precision number',
  };
}

function listFormatTests(
  schema: KeywordSchema,
  v: Reference,
  { program }: FunctionContext,
  group: 'number' | 'string',
): Test[] {
  const { format } = schema;
  if (format === undefined || !program.input.assertFormats) return [];
  if (group === 'string') {
    const found = findFormatCall(format);
    return found ? [{ keyword: 'format', expected: found.expected, condition: test(code`${found.call}(${v})`) }] : [];
  }
  const isConverted = program.types.conversions.readFormat(schema) !== undefined;
  const found = findNumberFormat(format, v, isConverted || (program.isExact && format !== 'int64'));
  return found ? [{ keyword: 'format', ...found }] : [];
}
