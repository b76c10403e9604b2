import type { JsonValue } from '../model/element.js';
import type { SchemaMember } from '../model/keyword-table.js';
import { printExactJson } from '../model/print-json.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { listMembers, listPresent, partMembers } from '../model/schema-keywords.js';
import { both, type Detail, type Effect, isSame, listTextChange, neither } from './change-details.js';

/** Returns the effect of another value of a keyword. An absent keyword has no value. */
type Rule = (last: JsonValue | undefined, now: JsonValue | undefined) => Effect;

const comparePresence: Rule = (last, now) => ({ narrows: now !== undefined, widens: last !== undefined });
const compareUpper: Rule = (last, now) => compareNumbers(toNumber(now, Infinity), toNumber(last, Infinity));
const compareLower: Rule = (last, now) => compareNumbers(toNumber(last, -Infinity), toNumber(now, -Infinity));

/** What another value of a keyword means for the values that are valid. A keyword without a rule is in `chooseRule`. */
const rules: { readonly [M in SchemaMember]?: Rule } = {
  types: (last, now) => ({ narrows: !hasTypes(now, last), widens: !hasTypes(last, now) }),
  multipleOf: (last, now) => ({ narrows: !isMultiple(last, now), widens: !isMultiple(now, last) }),
  maximum: compareUpper,
  exclusiveMaximum: compareUpper,
  minimum: compareLower,
  exclusiveMinimum: compareLower,
  maxLength: compareUpper,
  minLength: compareLower,
  maxContains: compareUpper,
  minContains: (last, now) => compareNumbers(toNumber(last, 1), toNumber(now, 1)),
  maxItems: compareUpper,
  minItems: compareLower,
  maxProperties: compareUpper,
  minProperties: compareLower,
  uniqueItems: comparePresence,
  pattern: comparePresence,
  format: (last, now) => ({ narrows: !isFormat(last, now), widens: !isFormat(now, last) }),
  contentEncoding: comparePresence,
  contentMediaType: comparePresence,
  // A request may no longer contain the value. A response no longer contains it.
  readOnly: (_last, now) => ({ narrows: now !== undefined, widens: false }),
  writeOnly: (_last, now) => ({ narrows: false, widens: now !== undefined }),
  xml: () => both,
};

const documentation: ReadonlySet<SchemaMember> = new Set(listMembers(({ role }) => role === 'documentation'));

/** The texts for people. Their changes are one line per object. */
const texts = listMembers(
  ({ role, holds }) => role === 'documentation' && (holds === 'text' || holds === 'sample' || holds === 'externalDocs'),
);

/** The members that `compareValues` and `#compareFields` compare, one line per value or field. */
const listed: ReadonlySet<SchemaMember> = new Set(['enum', 'const', 'required', ...texts]);

/** The rule of each other member that contains no schemas. A new keyword of the table is among them. */
const compared: ReadonlyMap<SchemaMember, Rule> = new Map(
  listMembers(({ role }) => role !== 'reading' && role !== 'old' && role !== 'definitions')
    .filter((member) => !partMembers.has(member) && !listed.has(member))
    .map((member) => [member, chooseRule(member)]),
);

function chooseRule(member: SchemaMember): Rule {
  return rules[member] ?? (documentation.has(member) ? () => neither : () => both);
}

function compareNumbers(less: number | bigint, more: number | bigint): Effect {
  return { narrows: less < more, widens: less > more };
}

function toNumber(value: JsonValue | undefined, absent: number): number | bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? value : absent;
}

function hasTypes(all: JsonValue | undefined, some: JsonValue | undefined): boolean {
  if (!Array.isArray(all)) return true;
  return (
    Array.isArray(some) && some.every((type) => all.includes(type) || (type === 'integer' && all.includes('number')))
  );
}

/** Returns whether every multiple of a number is also a multiple of the second one, if there is one. */
function isMultiple(value: JsonValue | undefined, of: JsonValue | undefined): boolean {
  if (typeof of !== 'number') return true;
  return typeof value === 'number' && Number.isInteger(value / of);
}

// In each list, all values of a format also have the formats after it.
const formats = [
  ['int8', 'int16', 'int32', 'int64'],
  ['uint8', 'uint16', 'uint32', 'uint64'],
  ['float', 'double'],
  ['uri', 'uri-reference', 'iri-reference'],
  ['uri', 'iri', 'iri-reference'],
  ['email', 'idn-email'],
  ['hostname', 'idn-hostname'],
];

/** Returns whether every value of a format also has the second format, if there is one. */
function isFormat(value: JsonValue | undefined, of: JsonValue | undefined): boolean {
  if (typeof of !== 'string') return true;
  return formats.some((all) => all.includes(of) && all.slice(0, all.indexOf(of)).some((format) => format === value));
}

/** Lists the changes of the keywords that contain no schemas, except of those that are compared one by one. */
export function compareMembers(last: Schema, now: Schema): Detail[] {
  if (last.kind !== 'keywords' || now.kind !== 'keywords') return [];
  const present = new Set([...listPresent(last, compared), ...listPresent(now, compared)]);
  return [...present].flatMap((member) => {
    const [before, after] = [readMember(last, member), readMember(now, member)];
    if (isSame(before, after)) return [];
    const effect = (compared.get(member) ?? (() => both))(before, after);
    return [{ path: '', text: formatChange(member === 'types' ? 'type' : member, before, after), ...effect }];
  });
}

// A flag that is `false` has no effect. The order of types and of names has no meaning.
function readMember(schema: KeywordSchema, member: SchemaMember): JsonValue | undefined {
  const { types, dependentRequired, [member]: value } = schema;
  if (member === 'types') return types && [...types].sort(compareTypes);
  if (member === 'dependentRequired')
    return dependentRequired
      ?.map(({ name, required }) => `${name} requires ${[...required].sort().join(', ')}`)
      .sort()
      .join('; ');
  return value === false && member !== 'default' ? undefined : (value as JsonValue | undefined);
}

/** Formats another value of a keyword. */
export function formatChange(name: string, last: JsonValue | undefined, now: JsonValue | undefined): string {
  if (now === true && last === undefined) return name;
  if (last === true && now === undefined) return `no longer ${name}`;
  if (now === undefined) return `${name} ${formatValue(last)} removed`;
  return last === undefined
    ? `${name} ${formatValue(now)} added`
    : `${name} ${formatValue(now)}, was ${formatValue(last)}`;
}

// By name, `null` last.
function compareTypes(a: string, b: string): number {
  if ((a === 'null') !== (b === 'null')) return a === 'null' ? 1 : -1;
  return a < b ? -1 : 1;
}

function formatValue(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(' or ');
  return printExactJson(value);
}

/** Lists the detail that the texts of a schema changed, if they did. */
export function listTexts(last: Schema, now: Schema): Detail[] {
  const pick = (schema: Schema): unknown[] =>
    texts.map((member) => (member in schema ? (schema as KeywordSchema)[member] : undefined));
  return listTextChange(pick(last), pick(now));
}
