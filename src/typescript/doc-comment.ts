import type { Element } from '../model/element.js';
import type { NotShown } from '../model/not-shown.js';
import type { Operation, Parameter } from '../model/operation.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { encodeJson } from './encode.js';

/** Says what a person wants to know about a schema, as plain text; `undefined` where there is nothing to say. */
export function docOfSchema(schema: Schema): string | undefined {
  if (schema.kind === 'boolean') return undefined;
  const keywords = schema.kind === 'keywords' ? schema : undefined;
  return joinDoc(
    schema.description ?? schema.title,
    keywords ? [...describeRules(keywords), ...describeUnsaid(keywords)] : [],
    schema,
    keywords?.deprecated ?? false,
  );
}

/** Says what a person wants to know about an operation. */
export function docOfOperation(operation: Operation): string | undefined {
  const { summary, description, method, path } = operation;
  const text = [summary, description].filter((each) => each !== undefined && each !== '').join('\n\n');
  const call = operation.kind === 'path' ? [`\`${method} ${path.template}\``] : [];
  return joinDoc(text, call, operation, operation.deprecated);
}

/** Says what a person wants to know about a parameter and its schema. */
export function docOfParameter(parameter: Parameter): string | undefined {
  const { content, deprecated, description } = parameter;
  const schema = content.by === 'style' ? content.schema : content.mediaType.schema;
  const keywords = schema?.kind === 'keywords' ? schema : undefined;
  const rules = keywords ? [...describeRules(keywords), ...describeUnsaid(keywords)] : [];
  const notShown = new Set([...parameter.notShown, ...(schema?.notShown ?? [])]);
  const requires = parameter.requires ? [`Needs the header ${parameter.requires.header}.`] : [];
  return joinDoc(
    description ?? keywords?.description,
    [...rules, ...requires],
    { ...parameter, notShown: [...notShown] },
    deprecated || (keywords?.deprecated ?? false),
  );
}

/** Says what is asked, and where the documentation stops. */
export function describeItem({ id, question, source, known }: NotShown): string {
  return `Not shown (${id}): ${question} Source: ${source}.${known.length > 0 ? ` Known: ${known.join('; ')}.` : ''}`;
}

function joinDoc(
  text: string | undefined,
  rules: readonly string[],
  { notShown, source }: Pick<Element, 'notShown' | 'source'>,
  deprecated: boolean,
): string | undefined {
  const notes = [
    ...rules,
    ...notShown.map(describeItem),
    ...(source.length > 0 ? [`Source: ${source.join(', ')}.`] : []),
  ];
  const blocks = [text?.trim() ?? '', notes.map(quiet).join('\n')];
  const body = blocks.filter((block) => block !== '').map(quiet);
  if (deprecated) body.push('@deprecated');
  return body.length === 0 ? undefined : body.join('\n\n');
}

// A line that begins with `@` would be a tag, such as `@deprecated`.
function quiet(text: string): string {
  return text.replace(/^(\s*)@/gm, '$1\\@');
}

/** Words the rules of a schema that its type does not show, in one line each. */
function describeRules(schema: KeywordSchema): string[] {
  const bounds = [
    bound('at least', schema.minimum),
    bound('more than', schema.exclusiveMinimum),
    bound('at most', schema.maximum),
    bound('less than', schema.exclusiveMaximum),
    bound('a multiple of', schema.multipleOf),
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    range(schema.minProperties, schema.maxProperties, 'properties'),
  ].filter((each) => each !== undefined);
  const lines: string[] = [];
  if (bounds.length > 0) lines.push(`Must be ${bounds.join(', ')}.`);
  if (schema.uniqueItems) lines.push('Items must differ.');
  if (schema.format !== undefined) lines.push(`Format: ${schema.format}.`);
  if (schema.pattern !== undefined) lines.push(`Pattern: ${quote(schema.pattern)}.`);
  if (schema.contentEncoding !== undefined) lines.push(`Encoding: ${schema.contentEncoding}.`);
  if (schema.contentMediaType !== undefined) lines.push(`Media type: ${schema.contentMediaType}.`);
  if (schema.default !== undefined) lines.push(`Default: ${quote(shorten(encodeJson(schema.default)))}.`);
  for (const { pattern } of schema.patternProperties ?? [])
    lines.push(`Names of further members match ${quote(pattern)}.`);
  for (const { name, required } of schema.dependentRequired ?? [])
    lines.push(`With ${quote(name)} also ${required.map(quote).join(', ')} must be there.`);
  return lines;
}

function bound(words: string, value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${words} ${value}`;
}

function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  if (min === max) return `${min} ${unit} long`;
  if (max === undefined) return `at least ${min} ${unit} long`;
  return min === undefined ? `at most ${max} ${unit} long` : `${min} to ${max} ${unit} long`;
}

/** The keywords that no type says; validators check them. */
export const unsaidKeywords: readonly (keyof KeywordSchema)[] = [
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

function describeUnsaid(schema: KeywordSchema): string[] {
  const stated = unsaidKeywords.filter((keyword) => schema[keyword] !== undefined);
  return stated.length === 0 ? [] : [`The type does not say all of: ${stated.map(quote).join(', ')}.`];
}

function quote(text: string): string {
  return `\`${text}\``;
}

// A default of many lines is better read in the description.
const longest = 200;

function shorten(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)} …`;
}
