import type { KeywordSchema } from '../model/schema.js';
import { type KeywordHolding, listMembers, listPresent, type SchemaMember } from '../model/schema-keywords.js';
import { listAppliedSubschemas } from '../model/walk-schemas.js';
import type { Conversions } from '../views/conversions.js';
import { encodeJson } from './code.js';
import { hasExpressedNot } from './negation.js';
import { listNames } from './own-node.js';

/** Describes some keywords of a schema as labelled facts, such as `Minimum: 1`. */
interface Rule {
  /** The keywords that this rule describes. */
  readonly about: readonly SchemaMember[];
  readonly describe: (schema: KeywordSchema, conversions: Conversions) => readonly string[];
}

type CountMember = KeywordHolding<'count'> & SchemaMember;
type SimpleMember = KeywordHolding<'number' | 'count' | 'text'> & SchemaMember;

const rules: readonly Rule[] = [
  describeMember('Minimum', 'minimum'),
  describeMember('More than', 'exclusiveMinimum'),
  describeMember('Maximum', 'maximum'),
  describeMember('Less than', 'exclusiveMaximum'),
  describeMember('Multiple of', 'multipleOf'),
  describeRange('Length', 'minLength', 'maxLength'),
  describeRange('Items', 'minItems', 'maxItems'),
  { about: ['uniqueItems'], describe: ({ uniqueItems }) => (uniqueItems ? ['Items: unique'] : []) },
  describeRange('Properties', 'minProperties', 'maxProperties'),
  { about: ['format'], describe: (schema, conversions) => formatFact('Format', describeFormat(schema, conversions)) },
  {
    about: ['pattern'],
    describe: ({ pattern }) => formatFact('Pattern', pattern === undefined ? undefined : formatQuoted(pattern)),
  },
  describeMember('Encoding', 'contentEncoding'),
  describeMember('Media type', 'contentMediaType'),
  { about: ['patternProperties'], describe: describePatterns },
  { about: ['default'], describe: describeDefault },
];

function describeMember(label: string, member: SimpleMember): Rule {
  return { about: [member], describe: (schema) => formatFact(label, schema[member]) };
}

function describeRange(label: string, min: CountMember, max: CountMember): Rule {
  return { about: [min, max], describe: (schema) => formatFact(label, formatRange(schema[min], schema[max])) };
}

const ruled: ReadonlySet<SchemaMember> = new Set(rules.flatMap(({ about }) => about));

/** Describes the rules and limits of a schema that its type does not express. Most schemas have none. */
export function describeBeyondType(schema: KeywordSchema, conversions: Conversions): readonly string[] {
  for (const member in schema)
    if (describable.has(member)) return [...describeRules(schema, conversions), ...describeLimits(schema, conversions)];
  return [];
}

/**
 * Describes the rules of a schema that its type does not express. The first line contains all facts. Each property that
 * requires others has a separate line.
 */
function describeRules(schema: KeywordSchema, conversions: Conversions): string[] {
  const facts: string[] = [];
  for (const { describe } of rules) facts.push(...describe(schema, conversions));
  const lines = facts.length > 0 ? [`${facts.join('. ')}.`] : [];
  for (const { name, required } of schema.dependentRequired ?? [])
    lines.push(`Requires ${required.map(formatQuoted).join(', ')} if ${formatQuoted(name)} is present.`);
  return lines;
}

function formatFact(label: string, value: string | number | bigint | undefined): readonly string[] {
  return value === undefined ? [] : [`${label}: ${value}`];
}

function formatRange(min: number | undefined, max: number | undefined): string | undefined {
  if (max === undefined) return min === undefined ? undefined : `at least ${min}`;
  if (min === undefined) return `at most ${max}`;
  return min === max ? `${min}` : `${min} to ${max}`;
}

function describeFormat(schema: KeywordSchema, conversions: Conversions): string | undefined {
  const { format, types = [] } = schema;
  const converted = conversions.readFormat(schema);
  if (converted === 'date') return 'date, which is midnight in UTC';
  const isLarge = /^u?int64$/.test(format ?? '') && !types.includes('string') && !converted;
  return isLarge ? `${format}, which a number represents exactly only below 2^53` : format;
}

function describePatterns({ patternProperties = [] }: KeywordSchema): readonly string[] {
  return patternProperties.flatMap(({ pattern }) => formatFact('Further property names match', formatQuoted(pattern)));
}

// A longer default is shortened. The description contains all of it.
const longest = 200;

function describeDefault({ default: standard }: KeywordSchema): readonly string[] {
  if (standard === undefined) return [];
  const text = encodeJson(standard);
  return formatFact('Default', formatQuoted(text.length <= longest ? text : `${text.slice(0, longest)} …`));
}

// The keywords that limit values and that the rules do not describe. A type expresses them only in part, or not at all.
const described: ReadonlySet<SchemaMember> = new Set([...ruled, 'dependentRequired']);
const unexpressedMembers: ReadonlySet<SchemaMember> = new Set(
  listMembers(({ typed, role }) => typed !== 'whole' && (role === 'assertion' || role === 'applicator')).filter(
    (member) => !described.has(member),
  ),
);

/** Describes the limits of a schema that its type does not express, so that only validators check them. */
function describeLimits(schema: KeywordSchema, conversions: Conversions): string[] {
  const unexpressed = listUnexpressed(schema, conversions);
  const lines =
    unexpressed.length === 0 ? [] : [`The type does not express all of ${unexpressed.map(formatQuoted).join(', ')}.`];
  if (isUntyped(schema)) lines.push('Validators also accept values of other types, because the schema has no `type`.');
  const { propertyName, inheritance } = schema.discriminator ?? {};
  if (!inheritance) return lines;
  const selector = formatQuoted(String(propertyName));
  return [...lines, `${selector} selects the type. Validators check only what all of these types have in common.`];
}

function listUnexpressed(schema: KeywordSchema, conversions: Conversions): readonly SchemaMember[] {
  const stated = listPresent(schema, unexpressedMembers);
  if (stated.length === 0) return stated;
  const shown = new Set<SchemaMember>();
  if (hasExpressedNot(schema, conversions)) shown.add('not');
  if (listNames(schema)) shown.add('propertyNames');
  // If no other schema applies to the same value, these two equal `items` and `additionalProperties`. Types express
  // them.
  if (listAppliedSubschemas(schema).length === 0) shown.add('unevaluatedItems').add('unevaluatedProperties');
  return stated.filter((member) => !shown.has(member));
}

const typing: ReadonlySet<SchemaMember> = new Set(
  listMembers(({ typed, about, applies }) => typed === 'whole' && !about && applies !== 'branch'),
);
const shaping: ReadonlySet<SchemaMember> = new Set(
  listMembers(({ typed, about }) => typed === 'whole' && (about === 'object' || about === 'array')),
);

/** The members without which there are no rules and no limits. */
const describable: ReadonlySet<string> = new Set([...described, ...unexpressedMembers, ...shaping, 'discriminator']);

// Without `type`, keywords for objects or arrays accept values of all other types (JSON Schema 2020-12, validation, 4.3).
function isUntyped(schema: KeywordSchema): boolean {
  if (schema.types) return false;
  return listPresent(schema, typing).length === 0 && listPresent(schema, shaping).length > 0;
}

function formatQuoted(text: string): string {
  return `\`${text}\``;
}
