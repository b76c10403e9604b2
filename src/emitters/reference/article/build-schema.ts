import { formatPart, partLabels } from '../../../changes/part-labels.js';
import { buildChildOrigin } from '../../../diagnostics/origin.js';
import { type Enumeration, readEnumeration } from '../../../model/allowed-types.js';
import { isList, isObject, type JsonObject, type JsonValue, type NotShown } from '../../../model/element.js';
import { getJsonType } from '../../../model/json-type.js';
import type { SchemaMember } from '../../../model/keyword-table.js';
import { printWrittenJson } from '../../../model/print-json.js';
import { hasOpenFields, type KeywordSchema, type Schema } from '../../../model/schema.js';
import { type KeywordHolding, structuralMembers } from '../../../model/schema-keywords.js';
import { listSubschemas, type Subschema } from '../../../model/walk-schemas.js';
import {
  type Block,
  type Blocks,
  code,
  type Field,
  type Inline,
  isEmpty,
  joinLine,
  line,
  link,
  listBlocks,
  mark,
  paragraph,
} from '../../../text/tree.js';
import { formatGapId } from './addresses.js';
import { buildExternalDocs, buildJson, buildProse, buildRemarks, buildXml, printValue } from './build-parts.js';
import { addContent, type Context } from './context.js';
import { buildTransitions } from './states.js';

/** A schema in the article: a line with its type and rules, and the blocks below that line. */
interface BuiltSchema {
  readonly line: Inline;
  readonly blocks: Blocks;
}

/** Builds a use of a schema: a link if it has its own section, or else the whole schema. */
export function buildSchemaUse(schema: Schema, context: Context): BuiltSchema {
  if (!context.named.has(schema)) return buildSchema(schema, context);
  return { line: buildType(schema, context), blocks: [] };
}

/** Builds a whole schema: its type, rules, texts, gaps and inner schemas. */
export function buildSchema(schema: Schema, context: Context): BuiltSchema {
  const type = buildOwnType(schema, context);
  if (schema.kind === 'boolean') return { line: type, blocks: [] };
  if (isShownByType(schema)) return { line: joinLine([type], ', '), blocks: [] };
  const { title, description } = schema;
  const texts = [title !== undefined && paragraph(title), buildProse(description)];
  const remarks = buildRemarks(schema, context);
  if (schema.kind === 'not-shown') return { line: type, blocks: listBlocks([texts, remarks]) };
  const listed = readEnumeration(schema);
  const constraints = listConstraints(schema, context);
  return {
    line: joinLine(
      [
        !(type === anyValue && constraints.length > 0) && type,
        ...constraints,
        buildDefault(schema, context),
        ...listFlags(schema),
      ],
      ', ',
    ),
    blocks: listBlocks([
      texts,
      schema.const === undefined && buildListed(schema, listed, context),
      buildExternalDocs(schema.externalDocs),
      buildXml(schema),
      remarks,
      buildTransitions(schema),
      buildFields(schema, context),
      schema.discriminator &&
        paragraph(line`The field ${code(schema.discriminator.propertyName)} states which schema applies.`),
      buildParts(schema, context, listed !== undefined),
      listSamples(schema, context).map(buildSample),
    ]),
  };
}

function buildParts(schema: KeywordSchema, context: Context, isListed: boolean): Block | undefined {
  const items = listParts(schema, isListed)
    .filter((part) => part.label !== 'each item' || !context.named.has(part.schema))
    .map((part) => {
      const { line: about, blocks } = buildSchemaUse(part.schema, context);
      return { line: line`${mark('strong', part.label)} ${mark('muted', about)}`, blocks };
    });
  return items.length === 0 ? undefined : { kind: 'list', role: 'parts', items };
}

function buildDefault({ origin, default: value }: KeywordSchema, { write }: Context): Inline {
  if (value === undefined) return undefined;
  return line`default ${code(printValue(write(value, buildChildOrigin(origin, 'default'))))}`;
}

function listFlags({ deprecated, readOnly, writeOnly }: KeywordSchema): Inline[] {
  return [
    deprecated && mark('emphasis', 'deprecated'),
    readOnly && mark('emphasis', 'only in responses'),
    writeOnly && mark('emphasis', 'only in requests'),
  ];
}

function buildListed(schema: KeywordSchema, listed: Enumeration | undefined, context: Context): Blocks {
  const values = (listed?.known ?? schema.enum ?? []).map((value) => {
    const index = schema.enum?.indexOf(value) ?? -1;
    return index < 0 ? value : context.write(value, buildChildOrigin(schema.origin, 'enum', index));
  });
  if (values.length === 0) return [];
  const more = listed?.open === true && ', or another value';
  const written = schema.enum && context.readObject(schema.origin);
  const descriptions = written && listEnumDescriptions(written);
  if (!descriptions?.size) {
    const codes = values.map((value) => code(printValue(value)));
    return [paragraph('One of ', joinLine(codes, ', '), more)];
  }
  const items = values.map((value) => ({
    line: code(printValue(value)),
    blocks: [buildProse(descriptions.get(String(value)))],
  }));
  return [paragraph('One of these values', more), { kind: 'list', items }];
}

// The examples are in two keywords.
function listSamples({ origin, examples = [] }: KeywordSchema, { write }: Context): readonly JsonValue[] {
  return examples.map((value, index) =>
    write(write(value, buildChildOrigin(origin, 'examples', index)), buildChildOrigin(origin, 'example')),
  );
}

function buildSample(value: JsonValue): Block {
  const text = printValue(value);
  return text.length <= 60 ? paragraph('Example ', code(text)) : buildJson(printWrittenJson(value, ' '));
}

/** Builds a type as a phrase. A schema with its own section becomes a link with its name. */
function buildType(schema: Schema, context: Context): Inline {
  const own = context.named.get(schema);
  return own ? link(`#${own.id}`, own.name) : buildOwnType(schema, context);
}

function buildOwnType(schema: Schema, context: Context): Inline {
  if (schema.kind === 'boolean') return schema.value ? 'any value' : 'no value';
  if (schema.kind === 'not-shown') return mark('open', 'not shown');
  if (schema.ref) return buildType((schema.ref.kind === 'keywords' && schema.ref.baseOf) || schema.ref, context);
  const { types, format, items, const: constant } = schema;
  if (constant !== undefined)
    return line`the value ${code(printValue(context.write(constant, buildChildOrigin(schema.origin, 'const'))))}`;
  if (!types) {
    const listed = readEnumeration(schema);
    return listed ? formatTypes(listed) : formatUntyped(schema);
  }
  const plain = types.filter((type) => type !== 'null' || types.length === 1).join(' or ');
  const nullable = types.includes('null') && types.length > 1 && ' or null';
  const item = types.includes('array') && items && buildType(items, context);
  if (item && !isEmpty(item)) return line`${plain} of ${item}${nullable}`;
  return [plain, format !== undefined && ` (${format})`, nullable];
}

function formatTypes({ known, nullable }: Enumeration): string {
  const types = new Set<string>(known.map(getJsonType));
  return [...types, ...(nullable ? ['null'] : [])].join(' or ');
}

const anyValue = 'any value';

function formatUntyped(schema: KeywordSchema): string {
  const { anyOf, oneOf, allOf, enum: values, if: condition, not, properties, required } = schema;
  if (properties ?? required) return 'object';
  return (anyOf ?? oneOf ?? allOf ?? values ?? condition ?? not) ? '' : anyValue;
}

function buildFields(schema: KeywordSchema, context: Context): Block | undefined {
  const { properties = [], patternProperties = [] } = schema;
  const required = new Set(schema.required);
  const presence = buildPresenceMark(schema, context);
  const listed = properties.map(({ name, schema: property }) =>
    buildField(name, required.delete(name) && presence, buildSchemaUse(property, context)),
  );
  const unlisted = [...required].map((name) => buildField(name, presence, { line: 'any value', blocks: [] }));
  const patterns = patternProperties.map(({ pattern, schema: property }) =>
    buildField([mark('muted', 'names that match'), ' ', pattern], false, buildSchemaUse(property, context)),
  );
  const fields = [...listed, ...unlisted, ...patterns];
  if (fields.length === 0) return undefined;
  const { id, isRepeated } = context.findRepeat(fields);
  if (isRepeated) return paragraph(line`The same fields as ${link(`#${id}`, 'above')}`);
  return id === undefined ? { kind: 'fields', fields } : addContent({ kind: 'fields', id }, { fields });
}

function buildField(name: Inline, presence: Inline, { line: about, blocks }: BuiltSchema): Field {
  return { name, line: isEmpty(about) ? undefined : about, mark: presence, blocks };
}

// A field of a response that may be missing (`presence`) is listed but not marked as required.
function buildPresenceMark(schema: KeywordSchema, { presence, used, listed }: Context): Inline {
  if (!presence || !used.response.has(schema) || (schema.required ?? []).length === 0) return requiredMark;
  listed.add(schema);
  return used.request.has(schema) ? mark('strong', 'required in requests') : mark('muted', 'listed');
}

/**
 * Builds the line that explains the fields marked as listed since the last such line. Returns `undefined` if there are
 * none.
 */
export function buildPresence({ presence, listed }: Context): Block | undefined {
  if (!presence || listed.size === 0) return undefined;
  listed.clear();
  return buildPresenceNote(presence);
}

/** Builds the line about fields that may be missing (`presence`). */
export function buildPresenceNote({ id }: NotShown): Block {
  return paragraph(
    line`The documentation lists these fields. Whether they are always present is ${link(`#${formatGapId(id)}`, 'not shown')}.`,
  );
}

/** The mark of a required parameter, field or body. */
export const requiredMark: Inline = mark('strong', 'required');

/**
 * Returns the descriptions of the values in the `enum` of a Schema Object, as Markdown, by the texts of the values. They
 * come from extensions: `x-enumDescriptions` of Redoc, an object by value, or `x-enum-descriptions`, a list in the order
 * of `enum`.
 */
export function listEnumDescriptions(schema: JsonObject): ReadonlyMap<string, string> {
  const { enum: values = [], 'x-enumDescriptions': byValue, 'x-enum-descriptions': byPlace } = schema;
  const given = byValue ?? byPlace;
  const descriptions = new Map<string, string>();
  if (given === undefined || !isList(values)) return descriptions;
  values.forEach((value, index) => {
    const text = isList(given) ? given[index] : isObject(given) ? given[String(value)] : undefined;
    if (typeof text === 'string' && text.trim() !== '') descriptions.set(String(value), text);
  });
  return descriptions;
}

/** Formats the constraints of a schema, one phrase per keyword of JSON Schema. */
function listConstraints(schema: KeywordSchema, { write }: Pick<Context, 'write'>): Inline[] {
  const { dependentRequired = [], contentEncoding, contentMediaType, types = [] } = schema;
  const show = (keyword: KeywordHolding<'number'> & SchemaMember): Limit => {
    const value = schema[keyword];
    return value === undefined ? undefined : String(write(value, buildChildOrigin(schema.origin, keyword)));
  };
  return [
    formatRange('', show('minimum'), show('maximum')),
    schema.exclusiveMinimum === undefined ? '' : `> ${show('exclusiveMinimum')}`,
    schema.exclusiveMaximum === undefined ? '' : `< ${show('exclusiveMaximum')}`,
    schema.multipleOf === undefined ? '' : `multiple of ${show('multipleOf')}`,
    formatRange(' characters', schema.minLength, schema.maxLength),
    schema.pattern === undefined ? '' : line`matches ${code(schema.pattern)}`,
    schema.format !== undefined && types.length === 0 ? `format ${schema.format}` : '',
    contentEncoding === undefined ? '' : `encoded as ${contentEncoding}`,
    contentMediaType === undefined ? '' : `contains ${contentMediaType}`,
    formatRange(' items', schema.minItems, schema.maxItems),
    schema.uniqueItems ? 'no duplicate items' : '',
    schema.contains ? formatRange(' of its items match', schema.minContains ?? 1, schema.maxContains) : '',
    formatRange(' fields', schema.minProperties, schema.maxProperties),
    isClosed(schema) ? 'no other fields' : '',
    ...dependentRequired.map(({ name, required }) => `${name} requires ${required.join(', ')}`),
  ].filter((phrase) => phrase !== '');
}

// If a gap asks for further properties, there are some, even if `additionalProperties` forbids them.
function isClosed(schema: KeywordSchema): boolean {
  const others = schema.additionalProperties;
  return others?.kind === 'boolean' && !others.value && !hasOpenFields(schema);
}

type Limit = number | string | undefined;

function formatRange(unit: string, least: Limit, most: Limit): string {
  if (least === undefined && most === undefined) return '';
  const one = (least ?? most) === 1 ? unit.replace(/^ (\w+)s$/, ' $1') : unit;
  if (least === most) return `${least}${one}`;
  if (most === undefined) return `≥ ${least}${one}`;
  return least === undefined ? `≤ ${most}${one}` : `${least} to ${most}${unit}`;
}

/** A schema inside a schema, with a label that describes how it applies. */
interface SchemaPart {
  readonly label: string;
  readonly schema: Schema;
}

const labelled: ReadonlySet<string> = new Set(partLabels.map(([keyword]) => keyword));

/** Lists the subschemas of a schema. Omits properties and, in a list of values, members that only contain values. */
function listParts(schema: KeywordSchema, isListed: boolean): SchemaPart[] {
  const named = listNamed(schema);
  const targets = new Set(named.map((part) => part.schema));
  const inside = listSubschemas(schema).filter(
    (part) => labelled.has(part.keyword) && !isEvident(part, isListed) && !isNamed(part, targets),
  );
  if (inside.length === 0) return named;
  const parts: SchemaPart[] = [];
  for (const [keyword] of partLabels)
    for (const part of inside)
      if (part.keyword === keyword) parts.push({ label: formatPart(part), schema: part.schema });
  return [...parts, ...named];
}

// The type of an array shows the type of its items, and a list of values shows the values of its members.
function isEvident({ keyword, schema }: Subschema, isListed: boolean): boolean {
  if (keyword === 'items') return isShownByType(schema);
  if (keyword === 'anyOf' || keyword === 'oneOf') return isListed && !hasMore(schema, shownByList);
  return keyword === 'additionalProperties' && schema.kind === 'boolean';
}

// The value of the discriminator names the schema, so the list of alternatives omits it.
function isNamed({ keyword, schema }: Subschema, targets: ReadonlySet<Schema>): boolean {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return false;
  return targets.has(schema.kind === 'keywords' && !hasMore(schema, shownAlways) ? (schema.ref ?? schema) : schema);
}

function listNamed({ discriminator }: KeywordSchema): SchemaPart[] {
  if (!discriminator) return [];
  const { propertyName, mapping, defaultMapping, inheritance } = discriminator;
  const named = mapping.filter(({ explicit }) => explicit || inheritance);
  return [
    ...named.map(({ value, schema }) => ({ label: `${propertyName} = ${value}`, schema })),
    ...(defaultMapping ? [{ label: `${propertyName} = anything else`, schema: defaultMapping }] : []),
  ];
}

const structure = [...structuralMembers].filter((member) => member !== 'transitions');
const shownAlways: ReadonlySet<string> = new Set([...structure, 'types', 'ref']);
const shownByType: ReadonlySet<string> = new Set([...shownAlways, 'format']);
const shownByList: ReadonlySet<string> = new Set([...shownAlways, 'enum', 'const']);

/** Returns whether the type of a schema shows all that it says. This is so for most schemas. */
function isShownByType(schema: Schema): boolean {
  return !hasMore(schema, shownByType);
}

function hasMore(schema: Schema, shown: ReadonlySet<string>): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'not-shown';
  if (schema.notShown.length + schema.source.length > 0) return true;
  for (const [name, value] of Object.entries(schema)) if (value !== undefined && !shown.has(name)) return true;
  return false;
}
