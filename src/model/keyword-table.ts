import type { Element } from './element.js';
import type { JsonType, KeywordSchema, SchemaIdentity } from './schema.js';

/** A member of the model that is read from a keyword. */
export type SchemaMember = Exclude<
  keyof KeywordSchema,
  | keyof Element
  | keyof SchemaIdentity
  | ('kind' | 'transitions' | 'isImpossible' | 'possibleTypes' | 'impossibleProperties')
>;

/** The content of a keyword; `[]` is a list, `{}` a map. */
export type Held =
  | 'reference'
  | 'schema'
  | 'schema[]'
  | 'schema{}'
  | 'schema{pattern}'
  | 'discriminator'
  | 'xml'
  | 'externalDocs'
  | 'number'
  | 'count'
  | 'text'
  | 'flag'
  | 'names'
  | 'names{}'
  | 'types'
  | 'data'
  | 'sample';

/**
 * How a schema applies: to parts `inside` the value, or in place, which means to the value itself. In place, it applies
 * `always`, as one `alternative` of several, as a `branch` under a condition, or as a `test` that the value may fail.
 */
export type Application = 'always' | 'alternative' | 'branch' | 'test' | 'inside';

/** A row of the table of keywords. */
export interface KeywordRow {
  readonly holds: Held;
  /** How its schemas apply to a value; absent for keywords without schemas and for definitions. */
  readonly applies?: Application;
  /**
   * How much of its meaning the TypeScript type expresses: the `whole` or a `part`. If it is absent, the type expresses
   * nothing of it.
   */
  readonly typed?: 'whole' | 'part';
  /** The type of the values that it constrains; absent: all types. */
  readonly about?: Extract<JsonType, 'number' | 'string' | 'array' | 'object'>;
  /** The version of OpenAPI that added it, if that is not 3.0. */
  readonly since?: '3.1';
  /**
   * What the keyword is for. An assertion or applicator decides which values are valid. Artifacts use an annotation;
   * `documentation` is for people only. `reading` decides how the description itself is read. `old` is read as the
   * keywords that replaced it.
   */
  readonly role: 'assertion' | 'applicator' | 'annotation' | 'documentation' | 'reading' | 'definitions' | 'old';
  /** The keywords that it needs: it has an effect only beside one of them. */
  readonly needs?: readonly ('if' | 'then' | 'else' | 'contains')[];
  /** The members of the model that it becomes; absent: the member of the same name. */
  readonly members?: readonly (SchemaMember | 'kind')[];
}

/**
 * Every keyword of the Schema Object: JSON Schema 2020-12 (core and validation), OpenAPI 3.0 to 3.2, and older ones
 * that are read as their successors. Other lists of keywords derive from this table. Its order is the order of
 * subschemas and of printed keywords.
 */
export const keywordRows = {
  $ref: { holds: 'reference', applies: 'always', typed: 'whole', role: 'applicator', members: ['ref'] },
  // The model refers to the schema to which it leads.
  $dynamicRef: { holds: 'text', typed: 'whole', role: 'applicator', members: ['ref'] },
  allOf: { holds: 'schema[]', applies: 'always', typed: 'whole', role: 'applicator' },
  anyOf: { holds: 'schema[]', applies: 'alternative', typed: 'whole', role: 'applicator' },
  oneOf: { holds: 'schema[]', applies: 'alternative', typed: 'whole', role: 'applicator' },
  not: { holds: 'schema', applies: 'test', role: 'applicator' },
  if: {
    holds: 'schema',
    applies: 'test',
    since: '3.1',
    typed: 'part',
    role: 'applicator',
    needs: ['then', 'else'],
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { holds: 'schema', applies: 'branch', since: '3.1', typed: 'whole', role: 'applicator', needs: ['if'] },
  else: { holds: 'schema', applies: 'branch', since: '3.1', typed: 'whole', role: 'applicator', needs: ['if'] },
  dependentSchemas: { holds: 'schema{}', applies: 'branch', about: 'object', since: '3.1', role: 'applicator' },
  properties: { holds: 'schema{}', applies: 'inside', about: 'object', typed: 'whole', role: 'applicator' },
  patternProperties: {
    holds: 'schema{pattern}',
    applies: 'inside',
    about: 'object',
    since: '3.1',
    typed: 'whole',
    role: 'applicator',
  },
  additionalProperties: { holds: 'schema', applies: 'inside', about: 'object', typed: 'whole', role: 'applicator' },
  unevaluatedProperties: {
    holds: 'schema',
    applies: 'inside',
    about: 'object',
    since: '3.1',
    typed: 'part',
    role: 'applicator',
  },
  propertyNames: { holds: 'schema', applies: 'inside', about: 'object', since: '3.1', role: 'applicator' },
  prefixItems: {
    holds: 'schema[]',
    applies: 'inside',
    about: 'array',
    since: '3.1',
    typed: 'whole',
    role: 'applicator',
  },
  // Older drafts allow a list here. Its successor is `prefixItems`.
  items: {
    holds: 'schema',
    applies: 'inside',
    about: 'array',
    typed: 'whole',
    role: 'applicator',
    members: ['items', 'prefixItems'],
  },
  // Older drafts: the items after those of the list under `items`.
  additionalItems: { holds: 'schema', role: 'old', members: ['items'] },
  contains: { holds: 'schema', applies: 'inside', about: 'array', since: '3.1', role: 'applicator' },
  unevaluatedItems: {
    holds: 'schema',
    applies: 'inside',
    about: 'array',
    since: '3.1',
    typed: 'part',
    role: 'applicator',
  },
  contentSchema: { holds: 'schema', applies: 'inside', about: 'string', since: '3.1', role: 'documentation' },
  title: { holds: 'text', role: 'documentation' },
  description: { holds: 'text', role: 'documentation' },
  type: { holds: 'types', typed: 'whole', role: 'assertion', members: ['types'] },
  enum: { holds: 'data', typed: 'whole', role: 'assertion' },
  const: { holds: 'data', since: '3.1', typed: 'whole', role: 'assertion' },
  multipleOf: { holds: 'number', about: 'number', role: 'assertion' },
  // In OpenAPI 3.0, a boolean beside a bound makes the bound exclusive.
  maximum: { holds: 'number', about: 'number', role: 'assertion', members: ['maximum', 'exclusiveMaximum'] },
  exclusiveMaximum: { holds: 'number', about: 'number', role: 'assertion' },
  minimum: { holds: 'number', about: 'number', role: 'assertion', members: ['minimum', 'exclusiveMinimum'] },
  exclusiveMinimum: { holds: 'number', about: 'number', role: 'assertion' },
  maxLength: { holds: 'count', about: 'string', role: 'assertion' },
  minLength: { holds: 'count', about: 'string', role: 'assertion' },
  pattern: { holds: 'text', about: 'string', role: 'assertion' },
  format: { holds: 'text', role: 'assertion' },
  contentEncoding: { holds: 'text', about: 'string', since: '3.1', role: 'annotation' },
  contentMediaType: { holds: 'text', about: 'string', since: '3.1', role: 'annotation' },
  maxContains: { holds: 'count', about: 'array', since: '3.1', role: 'assertion', needs: ['contains'] },
  minContains: { holds: 'count', about: 'array', since: '3.1', role: 'assertion', needs: ['contains'] },
  maxItems: { holds: 'count', about: 'array', role: 'assertion' },
  minItems: { holds: 'count', about: 'array', role: 'assertion' },
  uniqueItems: { holds: 'flag', about: 'array', role: 'assertion' },
  required: { holds: 'names', about: 'object', typed: 'whole', role: 'assertion' },
  maxProperties: { holds: 'count', about: 'object', role: 'assertion' },
  minProperties: { holds: 'count', about: 'object', role: 'assertion' },
  dependentRequired: { holds: 'names{}', about: 'object', since: '3.1', role: 'assertion' },
  default: { holds: 'data', role: 'documentation' },
  examples: { holds: 'sample', since: '3.1', role: 'documentation' },
  deprecated: { holds: 'flag', role: 'documentation' },
  readOnly: { holds: 'flag', role: 'annotation' },
  writeOnly: { holds: 'flag', role: 'annotation' },
  example: { holds: 'sample', role: 'documentation', members: ['examples'] },
  discriminator: { holds: 'discriminator', role: 'annotation' },
  xml: { holds: 'xml', role: 'documentation' },
  externalDocs: { holds: 'externalDocs', role: 'documentation' },
  $comment: { holds: 'text', since: '3.1', role: 'documentation', members: ['comment'] },
  $dynamicAnchor: { holds: 'text', role: 'reading', members: [] },
  $id: { holds: 'text', role: 'reading', members: [] },
  $anchor: { holds: 'text', role: 'reading', members: [] },
  $schema: { holds: 'text', role: 'reading', members: [] },
  $vocabulary: { holds: 'text', role: 'reading', members: [] },
  $recursiveAnchor: { holds: 'flag', role: 'reading', members: [] },
  $recursiveRef: { holds: 'text', role: 'old', members: [] },
  nullable: { holds: 'flag', typed: 'whole', role: 'assertion', members: ['types', 'enum', 'anyOf', 'kind'] },
  dependencies: { holds: 'schema{}', role: 'old', members: ['dependentRequired', 'dependentSchemas'] },
  $defs: { holds: 'schema{}', since: '3.1', role: 'definitions', members: [] },
  definitions: { holds: 'schema{}', role: 'definitions', members: [] },
} as const;
