import type { Conversions } from '../conversions/conversions.js';
import type { Element } from '../model/element.js';
import type { NotShown } from '../model/not-shown.js';
import { type Operation, type Parameter, type RequestBody, schemaOfContent } from '../model/operation.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { appliedSubschemas } from '../model/walk-schemas.js';
import { type Doc, encodeJson } from './encode.js';
import { saysNot } from './negation.js';
import { listedNames } from './own-node.js';

/** Says what a person wants to know about a schema, as plain text; `undefined` where there is nothing to say. */
export function docOfSchema(schema: Schema, conversions: Conversions): Doc | undefined {
  if (schema.kind === 'boolean') return undefined;
  const keywords = schema.kind === 'keywords' ? schema : undefined;
  return joinDoc(
    schema.description ?? schema.title,
    keywords ? [...describeRules(keywords, conversions), ...describeUnsaid(keywords, conversions)] : [],
    schema,
    keywords?.deprecated ?? false,
  );
}

/** Says what a person wants to know about an operation. */
export function docOfOperation(operation: Operation): Doc | undefined {
  const { summary, description, method, path } = operation;
  const text = [summary, description].filter((each) => each !== undefined && each !== '').join('\n\n');
  const call = operation.kind === 'path' ? [`\`${method} ${path.template}\``] : [];
  return joinDoc(text, call, operation, operation.deprecated);
}

/** Says what a person wants to know about a parameter and its schema. */
export function docOfParameter(parameter: Parameter, conversions: Conversions): Doc | undefined {
  const { content, deprecated, description } = parameter;
  const schema = schemaOfContent(content);
  const keywords = schema?.kind === 'keywords' ? schema : undefined;
  const rules = keywords ? [...describeRules(keywords, conversions), ...describeUnsaid(keywords, conversions)] : [];
  const notShown = new Set([...parameter.notShown, ...(schema?.notShown ?? [])]);
  const empty = parameter.allowEmptyValue ? ['May be empty.'] : [];
  const requires = parameter.requires ? [`Needs the header ${parameter.requires.header}.`] : [];
  return joinDoc(
    description ?? keywords?.description,
    [...rules, ...empty, ...requires],
    { notShown: [...notShown], source: parameter.source },
    deprecated || (keywords?.deprecated ?? false),
  );
}

/** Says what a person wants to know about a request body, beside its schema. */
export function docOfRequestBody(requestBody: RequestBody): Doc | undefined {
  return joinDoc(requestBody.description, [], requestBody, false);
}

/** Says what is asked, and where the documentation stops. */
export function describeItem({ id, question, source, known }: NotShown): string {
  return `Not shown (${id}): ${question} Source: ${source}.${known.length > 0 ? ` Known: ${known.join('; ')}.` : ''}`;
}

function joinDoc(
  text: string | undefined,
  rules: readonly string[],
  { notShown, source }: Pick<Element, 'notShown' | 'source'>,
  isDeprecated: boolean,
): Doc | undefined {
  const notes = [
    ...rules,
    ...notShown.map(describeItem),
    ...(source.length > 0 ? [`Source: ${source.join(', ')}.`] : []),
  ];
  const blocks = [text?.trim() ?? '', notes.join('\n')].filter((block) => block !== '');
  return blocks.length === 0 && !isDeprecated ? undefined : { text: blocks.join('\n\n'), isDeprecated };
}

/** Words the rules of a schema that its type does not show, in one line each. */
function describeRules(schema: KeywordSchema, conversions: Conversions): string[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  const facts = [
    fact('Minimum', minimum),
    fact('More than', exclusiveMinimum),
    fact('Maximum', maximum),
    fact('Less than', exclusiveMaximum),
    fact('Multiple of', multipleOf),
    fact('Length', range(schema.minLength, schema.maxLength)),
    fact('Items', range(schema.minItems, schema.maxItems)),
    fact('Items', schema.uniqueItems ? 'each once' : undefined),
    fact('Properties', range(schema.minProperties, schema.maxProperties)),
    fact('Format', describeFormat(schema, conversions)),
    fact('Pattern', quoted(schema.pattern)),
    fact('Encoding', schema.contentEncoding),
    fact('Media type', schema.contentMediaType),
    ...(schema.patternProperties ?? []).map(({ pattern }) =>
      fact('Names of further properties match', quoted(pattern)),
    ),
    fact('Default', schema.default === undefined ? undefined : quoted(shorten(encodeJson(schema.default)))),
  ].filter((each) => each !== undefined);
  const companions = (schema.dependentRequired ?? []).map(
    ({ name, required }) => `With ${quoted(name)} comes ${required.map(quoted).join(', ')}.`,
  );
  return [...(facts.length > 0 ? [`${facts.join('. ')}.`] : []), ...companions];
}

function describeFormat(schema: KeywordSchema, conversions: Conversions): string | undefined {
  const { format, types = [] } = schema;
  const converted = conversions.formatOf(schema);
  if (converted === 'date') return 'date, which is midnight in UTC';
  const isLarge = /^u?int64$/.test(format ?? '') && !types.includes('string') && !converted;
  return isLarge ? `${format}, which a number holds exactly only below 2^53` : format;
}

function fact(words: string, value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : `${words}: ${value}`;
}

function range(min: number | undefined, max: number | undefined): string | undefined {
  if (max === undefined) return min === undefined ? undefined : `at least ${min}`;
  if (min === undefined) return `at most ${max}`;
  return min === max ? `${min}` : `${min} to ${max}`;
}

/** The keywords that types seldom say all of; validators check them. */
const unsaidKeywords: readonly (keyof KeywordSchema)[] = [
  'not',
  'if',
  'contains',
  'minContains',
  'maxContains',
  'propertyNames',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
];

function describeUnsaid(schema: KeywordSchema, conversions: Conversions): string[] {
  const said = new Set<keyof KeywordSchema>();
  if (saysNot(schema, conversions)) said.add('not');
  if (listedNames(schema)) said.add('propertyNames');
  // Where nothing else speaks of the same value, these are `items` and `additionalProperties`.
  if (appliedSubschemas(schema).length === 0) said.add('unevaluatedItems').add('unevaluatedProperties');
  const stated = unsaidKeywords.filter((keyword) => schema[keyword] !== undefined && !said.has(keyword));
  const unsaid = stated.length === 0 ? [] : [`The type does not say all of: ${stated.map(quoted).join(', ')}.`];
  if (isUntyped(schema)) unsaid.push('Validators let values of other types through, since no `type` is given.');
  const { propertyName, inheritance } = schema.discriminator ?? {};
  if (!inheritance) return unsaid;
  return [...unsaid, `Told apart by ${quoted(propertyName)}; validators check what all of these have in common.`];
}

// Keywords about objects or arrays alone refuse no others (JSON Schema 2020-12, validation, 4.3).
function isUntyped(schema: KeywordSchema): boolean {
  const { types, enum: values, const: value, ref, dynamicRef, allOf, anyOf, oneOf } = schema;
  if (types || values || value !== undefined || ref || dynamicRef || allOf || anyOf || oneOf) return false;
  const { properties, required, additionalProperties, items, prefixItems } = schema;
  return [properties, required, additionalProperties, items, prefixItems].some((keyword) => keyword !== undefined);
}

function quoted(text: string): string;
function quoted(text: string | undefined): string | undefined;
function quoted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `\`${text}\``;
}

// A default of many lines is better read in the description.
const longest = 200;

function shorten(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)} …`;
}
