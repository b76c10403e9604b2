import type { Property } from '../../model/schema.js';
import { checkDialect } from '../objects/dialect.js';
import { readExternalDocs } from '../objects/external-docs.js';
import { readXml } from '../objects/xml.js';
import { readDiscriminator } from './discriminator.js';
import { readCount, readExclusive, readMultipleOf } from './schema-bounds.js';
import type { KeywordReader } from './schema-draft.js';
import { readDynamicReference, readRecursiveReference } from './schema-reference.js';
import {
  readDependencies,
  readDependentRequired,
  readEnum,
  readExamples,
  readPattern,
  readPatternProperties,
  readRequired,
  readTypes,
} from './schema-values.js';

type TextKeyword = 'title' | 'description' | 'format' | 'contentEncoding' | 'contentMediaType';
type FlagKeyword = 'uniqueItems' | 'deprecated' | 'readOnly' | 'writeOnly';
type SchemaKeyword =
  | 'additionalProperties'
  | 'contains'
  | 'contentSchema'
  | 'else'
  | 'if'
  | 'not'
  | 'propertyNames'
  | 'then'
  | 'unevaluatedItems'
  | 'unevaluatedProperties';

const text =
  (keyword: TextKeyword): KeywordReader =>
  (schema, reader) => {
    const value = reader.text(keyword);
    if (value !== undefined) schema[keyword] = value;
  };

const flag =
  (keyword: FlagKeyword): KeywordReader =>
  (schema, reader) => {
    const value = reader.flag(keyword);
    if (value !== undefined) schema[keyword] = value;
  };

// A bound that OpenAPI 3.0 declares exclusive by a truth value is read with that keyword.
const bound =
  (keyword: 'maximum' | 'minimum', exclusive: 'exclusiveMaximum' | 'exclusiveMinimum'): KeywordReader =>
  (schema, reader) => {
    const value = reader.number(keyword);
    if (value !== undefined && reader.value[exclusive] !== true) schema[keyword] = value;
  };

const one =
  (keyword: SchemaKeyword): KeywordReader =>
  (schema, reader) => {
    const node = reader.node(keyword);
    if (node) schema[keyword] = reader.context.schemas.at(node);
  };

const list =
  (keyword: 'allOf' | 'anyOf' | 'oneOf' | 'prefixItems'): KeywordReader =>
  (schema, reader) => {
    const nodes = reader.list(keyword);
    const place = reader.at(keyword);
    if (nodes?.length === 0) reader.context.report('no-effect', place, { keyword, why: 'the list is empty' });
    else if (nodes) schema[keyword] = nodes.map((node) => reader.context.schemas.entry(place, node));
  };

const properties =
  (keyword: 'properties' | 'dependentSchemas'): KeywordReader =>
  (schema, reader) => {
    const nodes = reader.map(keyword);
    const place = reader.at(keyword);
    if (nodes)
      schema[keyword] = nodes.map(
        (node): Property => ({ name: node.name, schema: reader.context.schemas.entry(place, node) }),
      );
  };

const definitions =
  (keyword: '$defs' | 'definitions'): KeywordReader =>
  (_schema, reader) => {
    for (const node of reader.map(keyword) ?? []) reader.context.schemas.at(node, { definition: node.name });
  };

// OpenAPI 3.0 has no identifiers of schemas, so that its documents have no index of them.
const since31 =
  (read: KeywordReader): KeywordReader =>
  (schema, reader) => {
    if (reader.context.version !== '3.0') read(schema, reader);
  };

const dialect: KeywordReader = (_schema, reader) =>
  checkDialect(reader.context, reader.text('$schema'), reader.at('$schema'));

const identifier =
  (keyword: '$id' | '$anchor' | '$vocabulary'): KeywordReader =>
  (_schema, reader) =>
    void reader.data(keyword);

const readItems: KeywordReader = (schema, reader) => {
  const { schemas } = reader.context;
  if (!Array.isArray(reader.value['items'])) {
    const node = reader.node('items');
    if (node) schema.items = schemas.at(node);
    return;
  }
  const reading = "it is read as 'prefixItems'";
  reader.context.report('old-keyword', reader.at('items'), { keyword: "a list under 'items'", reading }, 'key');
  schema.prefixItems = reader.list('items')?.map((node) => schemas.entry(reader.at('items'), node)) ?? [];
};

const readers: { readonly [keyword: string]: KeywordReader } = {
  title: text('title'),
  description: text('description'),
  format: text('format'),
  contentEncoding: text('contentEncoding'),
  contentMediaType: text('contentMediaType'),
  uniqueItems: flag('uniqueItems'),
  deprecated: flag('deprecated'),
  readOnly: flag('readOnly'),
  writeOnly: flag('writeOnly'),
  nullable: (_schema, reader) => void reader.flag('nullable'),
  type: readTypes,
  enum: readEnum,
  const: (schema, reader) => {
    const value = reader.data('const');
    if (value !== undefined) schema.const = value;
  },
  maximum: bound('maximum', 'exclusiveMaximum'),
  minimum: bound('minimum', 'exclusiveMinimum'),
  exclusiveMaximum: readExclusive('exclusiveMaximum', 'maximum'),
  exclusiveMinimum: readExclusive('exclusiveMinimum', 'minimum'),
  multipleOf: readMultipleOf,
  maxLength: readCount('maxLength'),
  minLength: readCount('minLength'),
  maxItems: readCount('maxItems'),
  minItems: readCount('minItems'),
  maxContains: readCount('maxContains'),
  minContains: readCount('minContains'),
  maxProperties: readCount('maxProperties'),
  minProperties: readCount('minProperties'),
  pattern: readPattern,
  items: readItems,
  prefixItems: list('prefixItems'),
  contains: one('contains'),
  unevaluatedItems: one('unevaluatedItems'),
  contentSchema: one('contentSchema'),
  properties: properties('properties'),
  patternProperties: readPatternProperties,
  additionalProperties: one('additionalProperties'),
  propertyNames: one('propertyNames'),
  unevaluatedProperties: one('unevaluatedProperties'),
  required: readRequired,
  dependentRequired: readDependentRequired,
  dependentSchemas: properties('dependentSchemas'),
  dependencies: readDependencies,
  allOf: list('allOf'),
  anyOf: list('anyOf'),
  oneOf: list('oneOf'),
  not: one('not'),
  if: one('if'),
  else: one('else'),
  default: (schema, reader) => {
    const value = reader.data('default');
    if (value !== undefined) schema.default = value;
  },
  example: readExamples,
  examples: readExamples,
  discriminator: readDiscriminator,
  xml: readXml,
  externalDocs: (schema, reader) => {
    const docs = readExternalDocs(reader);
    if (docs) schema.externalDocs = docs;
  },
  $comment: (schema, reader) => {
    const value = reader.text('$comment');
    if (value !== undefined) schema.comment = value;
  },
  $defs: definitions('$defs'),
  definitions: definitions('definitions'),
  $dynamicRef: since31(readDynamicReference),
  $dynamicAnchor: since31((schema, reader) => {
    const value = reader.text('$dynamicAnchor');
    if (value !== undefined) schema.dynamicAnchor = value;
  }),
  $recursiveRef: readRecursiveReference,
  $recursiveAnchor: (_schema, reader) => void reader.flag('$recursiveAnchor'),
  $id: since31(identifier('$id')),
  $anchor: since31(identifier('$anchor')),
  $schema: since31(dialect),
  $vocabulary: since31(identifier('$vocabulary')),
};

/**
 * How each keyword of a schema is read: those of JSON Schema 2020-12 (core and validation), of OpenAPI, and older ones
 * that are read as their successors. `$ref` comes first and is read apart.
 */
export const schemaKeywords: ReadonlyMap<string, KeywordReader> = new Map([
  ...Object.entries(readers),
  ['then', one('then')],
]);
