import { readEnumeration } from '../model/allowed-types.js';
import type { JsonValue } from '../model/element.js';
import { isInteger, isOfType } from '../model/json-type.js';
import { hasOpenFields, type JsonType, type KeywordSchema, listValues, type Schema } from '../model/schema.js';
import { listMembersAbout, listPresent, type SchemaMember } from '../model/schema-keywords.js';
import { findFurtherItems, findFurtherProperties } from '../model/schema-parts.js';
import type { ConvertedFormat } from '../views/conversions.js';
import {
  type MemberNode,
  type ObjectNode,
  type Part,
  type ScalarNode,
  type TypeNode,
  uniteNodes,
  unknownNode,
} from './type-node.js';

/**
 * Returns the type that the keywords of a schema describe, without the keywords that apply other schemas to the same
 * value. Values with a converted `format` have another type in code.
 */
export function buildOwnNode(schema: KeywordSchema, format?: ConvertedFormat): TypeNode {
  if (schema.isImpossible) return uniteNodes([]);
  if (format && (schema.const ?? schema.enum) !== undefined) return buildBigints(schema);
  if (format) return uniteNodes((schema.types ?? []).map((type) => buildConvertedNode(type, format)));
  const values = listValues(schema);
  if (values) return buildValueNode(values, schema);
  if (schema.types) return uniteNodes(schema.types.map((type) => buildTypeNode(type, schema, false)));
  const implied = listImpliedTypes(schema);
  return implied.length === 0 ? unknownNode : uniteNodes(implied.map((type) => buildTypeNode(type, schema, true)));
}

function buildConvertedNode(type: JsonType, format: ConvertedFormat): TypeNode {
  const converted = format === 'int64' ? 'bigint' : 'Date';
  return { kind: 'scalar', type: type === 'null' ? type : converted, implied: false };
}

// Only integers are converted although their values are listed.
function buildBigints(schema: KeywordSchema): TypeNode {
  return uniteNodes(
    (listValues(schema) ?? []).flatMap((value): TypeNode[] => {
      if (value === null) return [{ kind: 'scalar', type: 'null', implied: false }];
      return isInteger(value) ? [{ kind: 'literal', value, isBigint: true }] : [];
    }),
  );
}

function buildValueNode(values: readonly JsonValue[], schema: KeywordSchema): TypeNode {
  const admitted = values.filter((value) => !schema.types || schema.types.some((type) => isOfType(value, type)));
  return uniteNodes(admitted.map((value) => ({ kind: 'literal', value })));
}

function buildTypeNode(type: JsonType, schema: KeywordSchema, implied: boolean): TypeNode {
  switch (type) {
    case 'object':
      return buildObjectNode(schema, implied);
    case 'array':
      return buildArrayNode(schema, implied);
    case 'integer':
      return { kind: 'scalar', type: 'number', implied };
    default:
      return { kind: 'scalar', type, implied } satisfies ScalarNode;
  }
}

// A schema without `type` describes the types to which its other keywords apply.
const impliedTypes = ['object', 'array', 'string', 'number'] as const;
const typesOfMembers: ReadonlyMap<SchemaMember, JsonType> = new Map(
  impliedTypes.flatMap((type) => listMembersAbout(type).map((member) => [member, type] as const)),
);

const numberFormats: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double', 'decimal']);
const stringFormats: ReadonlySet<string> = new Set(
  'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference uri-template uuid regex json-pointer relative-json-pointer byte binary password'.split(
    ' ',
  ),
);

function listImpliedTypes(schema: KeywordSchema): JsonType[] {
  const stated = listPresent(schema, typesOfMembers).map((member) => typesOfMembers.get(member));
  const types: JsonType[] = impliedTypes.filter((type) => stated.includes(type));
  if (hasOpenFields(schema) && !types.includes('object')) types.push('object');
  if (types.length > 0 || schema.format === undefined) return types;
  if (numberFormats.has(schema.format)) return ['number'];
  return stringFormats.has(schema.format) ? ['string'] : [];
}

function buildObjectNode(schema: KeywordSchema, implied: boolean): ObjectNode {
  const further = schema.notShown.flatMap((gap) => (gap.kind === 'fields' ? [gap.id] : []));
  const required = new Set(schema.required);
  const additional = buildPart(findFurtherProperties(schema));
  const patterns = (schema.patternProperties ?? []).flatMap(({ pattern, schema: inside }) => {
    const part = buildPart(inside);
    return part ? [{ pattern, part }] : [];
  });
  const members = new Map<string, MemberNode>();
  for (const property of schema.properties ?? [])
    members.set(property.name, { part: [property.schema], required: required.has(property.name) });
  for (const name of required)
    if (!members.has(name)) members.set(name, { part: patterns.length > 0 ? [] : (additional ?? []), required: true });
  const names = listNames(schema);
  for (const name of names ?? [])
    if (!members.has(name)) members.set(name, { part: additional ?? [], required: false });
  const rest = further.length > 0 || names ? undefined : additional;
  return { kind: 'object', members, rest, patterns, further, implied };
}

/** Returns the names that `propertyNames` allows, or `undefined` if it does not list all of them. */
export function listNames({ propertyNames, patternProperties }: KeywordSchema): readonly string[] | undefined {
  if (!propertyNames || patternProperties) return undefined;
  const target = propertyNames.kind === 'keywords' && propertyNames.ref ? propertyNames.ref : propertyNames;
  const enumeration = readEnumeration(target);
  return enumeration?.open === false ? enumeration.known.map(String) : undefined;
}

function buildArrayNode(schema: KeywordSchema, implied: boolean): TypeNode {
  const prefix = (schema.prefixItems ?? []).map((item): Part => [item]);
  const { maxItems = Number.POSITIVE_INFINITY, minItems = 0 } = schema;
  const kept = prefix.slice(0, Math.max(0, maxItems));
  const items = findFurtherItems(schema);
  const rest = maxItems <= kept.length ? undefined : items ? buildPart(items) : [];
  return { kind: 'array', prefix: kept, rest, min: Math.min(minItems, kept.length), implied };
}

// Returns `undefined` if the schema accepts no value.
function buildPart(schema: Schema | undefined): Part | undefined {
  if (!schema || (schema.kind === 'boolean' && !schema.value)) return undefined;
  return schema.kind === 'boolean' ? [] : [schema];
}
