import { formatKind } from '../../diagnostics/show-text.js';
import { resolveMapping } from '../../document/resolve.js';
import type { DiscriminatorMapping, Property, Schema } from '../../model/schema.js';
import {
  type KeywordHolding,
  listKeywordsWith,
  listPlainKeywords,
  type PlainKeyword,
  type SchemaKeyword,
} from '../../model/schema-keywords.js';
import { type Node, omitUndefinedMembers } from '../context.js';
import { type ObjectReader, openObject, readObject } from '../object-reader.js';
import { checkDialect } from '../objects/dialect.js';
import { readExternalDocs } from '../objects/external-docs.js';
import { checkTarget } from '../reference.js';
import { type KeywordReader, openEntries, type SchemaDraft, type SchemaReader } from './schema-draft.js';
import { readDynamicAnchor, readDynamicReference, readRecursiveReference } from './schema-reference.js';
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

const readAnyText =
  (keyword: PlainKeyword<'text'>): KeywordReader =>
  (schema, reader) => {
    const value = reader.text(keyword);
    if (value !== undefined) schema[keyword] = value;
  };

const readFlag =
  (keyword: PlainKeyword<'flag'>): KeywordReader =>
  (schema, reader) => {
    const value = reader.flag(keyword);
    if (value !== undefined) schema[keyword] = value;
  };

const readData =
  (keyword: 'const' | 'default'): KeywordReader =>
  (schema, reader) => {
    const value = reader.data(keyword);
    if (value !== undefined) schema[keyword] = value;
  };

// In OpenAPI 3.0, `exclusiveMaximum: true` makes `maximum` exclusive. The reader of `exclusiveMaximum` then reads that
// bound.
const readBound =
  (keyword: 'maximum' | 'minimum', exclusive: 'exclusiveMaximum' | 'exclusiveMinimum'): KeywordReader =>
  (schema, reader) => {
    const value = reader.exactNumber(keyword);
    if (value !== undefined && reader.value[exclusive] !== true) schema[keyword] = value;
  };

const readOne =
  (keyword: PlainKeyword<'schema'>): KeywordReader =>
  (schema, reader) => {
    const node = reader.node(keyword);
    if (node) schema[keyword] = reader.context.schemas.at(node);
  };

const list =
  (keyword: KeywordHolding<'schema[]'>): KeywordReader =>
  (schema, reader) => {
    const nodes = reader.list(keyword);
    if (nodes?.length === 0) reader.context.report('no-effect', reader.at(keyword), { variant: 'empty-list', keyword });
    else if (nodes) schema[keyword] = nodes.map(openEntries(reader, keyword));
  };

const readProperties =
  (keyword: PlainKeyword<'schema{}'>): KeywordReader =>
  (schema, reader) => {
    const nodes = reader.map(keyword);
    const openEntry = openEntries(reader, keyword);
    if (nodes) schema[keyword] = nodes.map((node): Property => ({ name: node.name, schema: openEntry(node) }));
  };

const readDefinitions =
  (keyword: '$defs' | 'definitions'): KeywordReader =>
  (_schema, reader) => {
    for (const node of reader.map(keyword) ?? []) reader.context.schemas.at(node, { definition: node.name });
  };

// OpenAPI 3.0 has no identifiers of schemas, so its documents have no index of them.
const readSince31 =
  (read: KeywordReader): KeywordReader =>
  (schema, reader) => {
    if (reader.context.version !== '3.0') read(schema, reader);
  };

const readDialect: KeywordReader = (_schema, reader) =>
  checkDialect(reader.context, reader.text('$schema'), reader.at('$schema'));

const readIdentifier =
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
  reader.context.report('old-keyword', reader.at('items'), { variant: 'list-of-items' }, 'key');
  schema.prefixItems = reader.list('items')?.map(openEntries(reader, 'items')) ?? [];
};

const readAdditionalItems: KeywordReader = (schema, reader) => {
  const node = reader.node('additionalItems');
  if (!node) return;
  const { context } = reader;
  const place = reader.at('additionalItems');
  if (Array.isArray(reader.value['items'])) {
    context.report('old-keyword', place, { variant: 'additional-items' }, 'key');
    schema.items = context.schemas.at(node);
  } else context.report('no-effect', place, { variant: 'no-list', keyword: 'additionalItems' }, 'key');
};

// The keywords whose readers depend only on the type of their value. Each becomes the member of its name.
const byKind: readonly (readonly [SchemaKeyword, KeywordReader])[] = [
  ...listPlainKeywords('text').map((keyword) => [keyword, readAnyText(keyword)] as const),
  ...listPlainKeywords('flag').map((keyword) => [keyword, readFlag(keyword)] as const),
  ...listPlainKeywords('count').map((keyword) => [keyword, readCount(keyword)] as const),
  ...listPlainKeywords('schema').map((keyword) => [keyword, readOne(keyword)] as const),
  ...listPlainKeywords('schema{}').map((keyword) => [keyword, readProperties(keyword)] as const),
  ...listKeywordsWith('schema[]').map((keyword) => [keyword, list(keyword)] as const),
];

type ReadByKind = PlainKeyword<'text' | 'flag' | 'count' | 'schema' | 'schema{}'> | KeywordHolding<'schema[]'>;

// All other keywords. A keyword of the table that is in neither list is a compile error.
const others: { readonly [K in Exclude<SchemaKeyword, ReadByKind | '$ref'>]: KeywordReader } = {
  nullable: (_schema, reader) => void reader.flag('nullable'),
  type: readTypes,
  enum: readEnum,
  const: readData('const'),
  maximum: readBound('maximum', 'exclusiveMaximum'),
  minimum: readBound('minimum', 'exclusiveMinimum'),
  exclusiveMaximum: readExclusive('exclusiveMaximum', 'maximum'),
  exclusiveMinimum: readExclusive('exclusiveMinimum', 'minimum'),
  multipleOf: readMultipleOf,
  pattern: readPattern,
  items: readItems,
  additionalItems: readAdditionalItems,
  patternProperties: readPatternProperties,
  required: readRequired,
  dependentRequired: readDependentRequired,
  dependencies: readDependencies,
  default: readData('default'),
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
  $defs: readDefinitions('$defs'),
  definitions: readDefinitions('definitions'),
  $dynamicRef: readSince31(readDynamicReference),
  $dynamicAnchor: readSince31(readDynamicAnchor),
  $recursiveRef: readRecursiveReference,
  $recursiveAnchor: (_schema, reader) => void reader.flag('$recursiveAnchor'),
  $id: readSince31(readIdentifier('$id')),
  $anchor: readSince31(readIdentifier('$anchor')),
  $schema: readSince31(readDialect),
  $vocabulary: readSince31(readIdentifier('$vocabulary')),
};

/** The readers of all keywords of a schema. `$ref` comes first and has a separate reader. */
export const keywordReaders: ReadonlyMap<string, KeywordReader> = new Map([...byKind, ...Object.entries(others)]);

/**
 * Reads the Discriminator Object of a schema (OpenAPI 3.2, 4.25). The implicit names are added after all schemas are
 * read.
 */
function readDiscriminator(schema: SchemaDraft, parent: SchemaReader): void {
  const { context } = parent;
  const node = parent.node('discriminator');
  if (!node) return;
  if (typeof node.value === 'string') {
    context.report('read-as', node.origin, { variant: 'discriminator', found: formatKind(node.value) });
    schema.discriminator = { origin: node.origin, propertyName: node.value, mapping: [] };
    return;
  }
  const reader = openObject(context, 'Discriminator Object', node);
  if (!reader) return;
  const propertyName = reader.neededText('propertyName');
  const mapping: DiscriminatorMapping[] = [];
  for (const row of reader.dataMap('mapping') ?? []) {
    const target = readTarget(reader, row);
    if (target) mapping.push({ value: row.name, schema: target, explicit: true });
  }
  const defaultNode = reader.node('defaultMapping');
  const defaultMapping = defaultNode && readTarget(reader, defaultNode);
  reader.close();
  if (propertyName !== undefined)
    schema.discriminator = { origin: reader.origin, propertyName, mapping, ...(defaultMapping && { defaultMapping }) };
}

function readTarget(reader: ObjectReader<'Discriminator Object'>, { origin, value }: Node): Schema | undefined {
  const { context } = reader;
  if (typeof value !== 'string') {
    context.report('wrong-kind', origin, { variant: 'mapping', found: formatKind(value) });
    return undefined;
  }
  const resolved = resolveMapping(context.document, reader.origin, value);
  const target = checkTarget(context, resolved, { reference: value, place: origin, expected: 'Schema Object' });
  return target && context.schemas.at(target);
}

/** Reads a keyword that holds a count: an integer of at least 0 (JSON Schema 2020-12, validation, 6.3 to 6.5). */
function readCount(keyword: PlainKeyword<'count'>): KeywordReader {
  return (schema, reader) => {
    const value = reader.number(keyword);
    if (value === undefined) return;
    if (Number.isInteger(value) && value >= 0) schema[keyword] = value;
    else reader.context.report('no-effect', reader.at(keyword), { variant: 'no-count', keyword, value });
  };
}

/** Reads `multipleOf`, a number above 0 (validation, 6.2.1). */
function readMultipleOf(schema: SchemaDraft, reader: SchemaReader): void {
  const value = reader.number('multipleOf');
  if (value === undefined) return;
  if (value > 0) schema.multipleOf = value;
  else {
    const finding = { variant: 'not-above-zero', keyword: 'multipleOf', value } as const;
    reader.context.report('no-effect', reader.at('multipleOf'), finding);
  }
}

/** Reads an exclusive bound: a number or, in OpenAPI 3.0, a boolean that makes the other bound exclusive. */
function readExclusive(
  keyword: 'exclusiveMaximum' | 'exclusiveMinimum',
  inclusive: 'maximum' | 'minimum',
): KeywordReader {
  return (schema, reader) => {
    const written = reader.value[keyword];
    const isOldForm = typeof written === 'boolean';
    if (isOldForm !== (reader.context.version === '3.0')) reportForm(reader, keyword, isOldForm);
    if (!isOldForm) {
      const value = reader.exactNumber(keyword);
      if (value !== undefined) schema[keyword] = value;
      return;
    }
    if (reader.flag(keyword) !== true) return;
    const value = reader.exactNumber(inclusive);
    if (value !== undefined) schema[keyword] = value;
    else reader.context.report('no-effect', reader.at(keyword), { variant: 'alone', keyword, others: [inclusive] });
  };
}

function reportForm(reader: SchemaReader, keyword: string, isOldForm: boolean): void {
  const { version } = reader.context;
  const finding = { variant: 'read-as-there', keyword, version, since: isOldForm ? '3.0' : '3.1' } as const;
  reader.context.report('other-version-keyword', reader.at(keyword), finding, 'key');
}

/** Reads the XML Object of a schema (OpenAPI 3.2, 4.26). */
function readXml(schema: SchemaDraft, parent: SchemaReader): void {
  const xml = readObject(parent.context, 'XML Object', parent.node('xml'), (reader) => ({
    ...reader.presentTexts('name', 'namespace', 'prefix'),
    ...omitUndefinedMembers({ attribute: reader.flag('attribute'), wrapped: reader.flag('wrapped') }),
    ...reader.presentTexts('nodeType'),
  }));
  if (xml) schema.xml = xml;
}
