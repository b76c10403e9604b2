import type { JsonObject, JsonValue } from '../../model/element.js';
import type { KeywordSchema, NotShownSchema, Schema } from '../../model/schema.js';
import {
  findSchemaKeyword,
  isMember,
  type KeywordHolding,
  type PartKeyword,
  type SchemaKeyword,
  type SchemaMember,
  schemaKeywordNames,
} from '../../model/schema-keywords.js';
import { describeGap } from '../../typescript/doc-comment.js';

/** Prints the subschemas of a schema. */
interface PartPrinter {
  /** Prints a subschema inline. */
  readonly print: (part: Schema) => JsonValue;
  /** Returns the value of `$ref` for a schema that is printed elsewhere. */
  readonly refer: (target: Schema) => string;
}

/**
 * Prints a schema as JSON Schema 2020-12. Parts that are not shown accept any value, and `$comment` lists their gaps.
 */
export function printKeywords(schema: KeywordSchema | NotShownSchema, printer: PartPrinter): JsonObject {
  if (schema.kind === 'not-shown') {
    const { title, description, gap, notShown } = schema;
    const gaps = new Set([gap, ...notShown]);
    return omitAbsent({ $comment: [...gaps].map(describeGap).join('\n'), title, description });
  }
  const comments = schema.notShown.map(describeGap);
  const [reference, ...others] = schema.ref ? [printer.refer(schema.ref)] : [];
  const comment = [...(schema.comment === undefined ? [] : [schema.comment]), ...comments].join('\n');
  return omitAbsent({
    $comment: comment === '' ? undefined : comment,
    $ref: reference,
    ...Object.fromEntries(plain.map((keyword) => [keyword, getPlainValue(schema, keyword)])),
    ...printParts(schema, others, printer),
  });
}

const held = ['text', 'data', 'number', 'count', 'flag', 'names', 'sample'] as const;
type Plain = 'type' | (KeywordHolding<(typeof held)[number]> & SchemaMember);

// The keywords that are printed exactly as in the model.
const plain = schemaKeywordNames.filter(isPlain);

function isPlain(keyword: SchemaKeyword): keyword is Plain {
  return keyword === 'type' || (held.some((one) => one === findSchemaKeyword(keyword).holds) && isMember(keyword));
}

function getPlainValue(schema: KeywordSchema, keyword: Plain): JsonValue | undefined {
  if (keyword === 'type') return schema.types?.length === 1 ? schema.types[0] : schema.types;
  // Values that the documentation does not show are valid.
  const isOpen = keyword === 'enum' || keyword === 'const' ? hasGap(schema, 'values') : false;
  return isOpen ? undefined : schema[keyword];
}

function hasGap(schema: Schema, kind: 'values' | 'fields'): boolean {
  return schema.notShown.some((gap) => gap.kind === kind);
}

type Row = JsonValue | undefined;

function printParts(
  schema: KeywordSchema,
  references: readonly string[],
  { print }: PartPrinter,
): { readonly [K in Exclude<PartKeyword, '$ref'> | 'dependentRequired']: Row } {
  const one = (part: Schema | undefined): Row => part && print(part);
  const list = (parts: readonly Schema[] | undefined): Row => parts?.map(print);
  const map = (rows: readonly (readonly [string, Schema])[] | undefined): Row =>
    rows && Object.fromEntries(rows.map(([name, part]) => [name, print(part)]));
  const isOpen = hasGap(schema, 'fields');
  const both = [...references.map(($ref) => ({ $ref })), ...(schema.allOf ?? []).map(print)];
  return {
    allOf: both.length > 0 ? both : undefined,
    anyOf: list(schema.anyOf),
    oneOf: list(schema.oneOf),
    not: one(schema.not),
    if: one(schema.if),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: one(schema.then),
    else: one(schema.else),
    prefixItems: list(schema.prefixItems),
    items: one(schema.items),
    contains: one(schema.contains),
    unevaluatedItems: one(schema.unevaluatedItems),
    properties: map(schema.properties?.map((row) => [row.name, row.schema])),
    patternProperties: map(schema.patternProperties?.map((row) => [row.pattern, row.schema])),
    additionalProperties: isOpen ? undefined : one(schema.additionalProperties),
    unevaluatedProperties: isOpen ? undefined : one(schema.unevaluatedProperties),
    propertyNames: one(schema.propertyNames),
    dependentSchemas: map(schema.dependentSchemas?.map((row) => [row.name, row.schema])),
    dependentRequired:
      schema.dependentRequired && Object.fromEntries(schema.dependentRequired.map((row) => [row.name, row.required])),
    contentSchema: one(schema.contentSchema),
  };
}

function omitAbsent(rows: { readonly [keyword: string]: Row }): JsonObject {
  const present: [string, JsonValue][] = [];
  for (const [keyword, value] of Object.entries(rows)) if (value !== undefined) present.push([keyword, value]);
  return Object.fromEntries(present);
}
