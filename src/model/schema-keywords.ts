import type { Element } from './element.js';
import type { JsonType, KeywordSchema, SchemaIdentity } from './schema.js';

/** A member of the model that a keyword of the description becomes. */
export type SchemaMember = Exclude<
  keyof KeywordSchema,
  keyof Element | keyof SchemaIdentity | 'kind' | 'resource' | 'transitions' | 'isImpossible'
>;

/** What stands under a keyword; `[]` is a list, `{}` a map. */
type Held =
  | 'reference'
  | 'dynamic reference'
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
 * How a schema applies: to parts that are `inside` the value, or in place, which means to the value itself. In place, it
 * applies `always`, `as an alternative` of several, `as a branch` under a condition, or `as a test` that the value may fail.
 */
export type Application = 'always' | 'as an alternative' | 'as a branch' | 'as a test' | 'inside';

/** A row of the table of keywords. */
interface KeywordRow {
  readonly holds: Held;
  /** How its schemas apply to a value; absent for keywords without schemas and for definitions. */
  readonly applies?: Application;
  /** The type of the values that it is about; all where absent. */
  readonly about?: Extract<JsonType, 'number' | 'string' | 'array' | 'object'>;
  /** The version of OpenAPI that brought it, where that is not 3.0. */
  readonly since?: '3.1';
  /**
   * An assertion or applicator says which values are valid. An annotation has a meaning to artifacts; `documentation`
   * is for people alone, and `reading` says how the description itself is read. `old` is read as its successors.
   */
  readonly role: 'assertion' | 'applicator' | 'annotation' | 'documentation' | 'reading' | 'definitions' | 'old';
  /** The keywords of which one must stand beside it, or it says nothing. */
  readonly needs?: readonly ('if' | 'then' | 'else' | 'contains')[];
  /** The members of the model that it becomes; the one of its own name unless told. */
  readonly members?: readonly (SchemaMember | 'kind')[];
}

/**
 * Every keyword of the Schema Object: JSON Schema 2020-12 (core and validation), OpenAPI 3.0 to 3.2, and older ones
 * that are read as their successors. What else knows keywords by name derives from this table. Subschemas are listed,
 * and keywords printed, in this order.
 */
const rows = {
  $ref: { holds: 'reference', applies: 'always', role: 'applicator', members: ['ref'] },
  $dynamicRef: { holds: 'dynamic reference', applies: 'always', role: 'applicator', members: ['dynamicRef'] },
  allOf: { holds: 'schema[]', applies: 'always', role: 'applicator' },
  anyOf: { holds: 'schema[]', applies: 'as an alternative', role: 'applicator' },
  oneOf: { holds: 'schema[]', applies: 'as an alternative', role: 'applicator' },
  not: { holds: 'schema', applies: 'as a test', role: 'applicator' },
  if: { holds: 'schema', applies: 'as a test', since: '3.1', role: 'applicator', needs: ['then', 'else'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { holds: 'schema', applies: 'as a branch', since: '3.1', role: 'applicator', needs: ['if'] },
  else: { holds: 'schema', applies: 'as a branch', since: '3.1', role: 'applicator', needs: ['if'] },
  dependentSchemas: { holds: 'schema{}', applies: 'as a branch', about: 'object', since: '3.1', role: 'applicator' },
  properties: { holds: 'schema{}', applies: 'inside', about: 'object', role: 'applicator' },
  patternProperties: {
    holds: 'schema{pattern}',
    applies: 'inside',
    about: 'object',
    since: '3.1',
    role: 'applicator',
  },
  additionalProperties: { holds: 'schema', applies: 'inside', about: 'object', role: 'applicator' },
  unevaluatedProperties: { holds: 'schema', applies: 'inside', about: 'object', since: '3.1', role: 'applicator' },
  propertyNames: { holds: 'schema', applies: 'inside', about: 'object', since: '3.1', role: 'applicator' },
  prefixItems: { holds: 'schema[]', applies: 'inside', about: 'array', since: '3.1', role: 'applicator' },
  // Older drafts have a list here, which is `prefixItems` now.
  items: {
    holds: 'schema',
    applies: 'inside',
    about: 'array',
    role: 'applicator',
    members: ['items', 'prefixItems'],
  },
  contains: { holds: 'schema', applies: 'inside', about: 'array', since: '3.1', role: 'applicator' },
  unevaluatedItems: { holds: 'schema', applies: 'inside', about: 'array', since: '3.1', role: 'applicator' },
  contentSchema: { holds: 'schema', applies: 'inside', about: 'string', since: '3.1', role: 'documentation' },
  title: { holds: 'text', role: 'documentation' },
  description: { holds: 'text', role: 'documentation' },
  type: { holds: 'types', role: 'assertion', members: ['types'] },
  enum: { holds: 'data', role: 'assertion' },
  const: { holds: 'data', since: '3.1', role: 'assertion' },
  multipleOf: { holds: 'number', about: 'number', role: 'assertion' },
  // A truth value beside a bound of OpenAPI 3.0 makes it exclusive.
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
  required: { holds: 'names', about: 'object', role: 'assertion' },
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
  $dynamicAnchor: { holds: 'text', role: 'reading', members: ['dynamicAnchor'] },
  $id: { holds: 'text', role: 'reading', members: [] },
  $anchor: { holds: 'text', role: 'reading', members: [] },
  $schema: { holds: 'text', role: 'reading', members: [] },
  $vocabulary: { holds: 'text', role: 'reading', members: [] },
  $recursiveAnchor: { holds: 'flag', role: 'reading', members: [] },
  $recursiveRef: { holds: 'text', role: 'old', members: [] },
  nullable: { holds: 'flag', role: 'assertion', members: ['types', 'enum', 'anyOf', 'kind'] },
  dependencies: { holds: 'schema{}', role: 'old', members: ['dependentRequired', 'dependentSchemas'] },
  $defs: { holds: 'schema{}', since: '3.1', role: 'definitions', members: [] },
  definitions: { holds: 'schema{}', role: 'definitions', members: [] },
} as const;

type Rows = typeof rows;

/** The keywords of the Schema Object. */
export type SchemaKeyword = keyof Rows;

type DescribedMember = {
  readonly [K in SchemaKeyword]: Rows[K] extends { readonly members: readonly (infer M)[] } ? M : K;
}[SchemaKeyword];

/** Accepts nothing but `never`: what stands here was forgotten. */
export type Nothing<Forgotten extends never> = Forgotten;

/** A member of the model that no keyword becomes is an error here. */
export type ForgottenMember = Nothing<Exclude<SchemaMember, DescribedMember>>;
/** A keyword that becomes a member that the model does not have is an error here. */
export type UnknownMember = Nothing<Exclude<DescribedMember, SchemaMember | 'kind'>>;

/** The keywords that hold something. */
export type KeywordHolding<H extends Held> = {
  readonly [K in SchemaKeyword]: Rows[K]['holds'] extends H ? K : never;
}[SchemaKeyword];

/**
 * The keywords that hold something and become the member of their name, whatever stands beside them. Those that need a
 * reader of their own are not among them.
 */
export type PlainKeyword<H extends Held> = Exclude<
  KeywordHolding<H> & SchemaMember,
  'maximum' | 'minimum' | 'items' | 'pattern'
>;

/** The keywords whose schemas apply to a value or to what is inside it. */
export type PartKeyword = {
  readonly [K in SchemaKeyword]: Rows[K] extends { readonly applies: string } ? K : never;
}[SchemaKeyword];

/** A keyword whose schemas apply to a value, with the member of the model that holds them. */
export type PartRow = {
  readonly [K in PartKeyword]: {
    readonly keyword: K;
    readonly holds: Rows[K]['holds'];
    readonly member: K extends '$ref' ? 'ref' : K extends '$dynamicRef' ? 'dynamicRef' : K;
    readonly applies: Application;
  };
}[PartKeyword];

const table: ReadonlyMap<string, KeywordRow> = new Map<string, KeywordRow>(
  Object.entries(rows satisfies { readonly [keyword: string]: KeywordRow }),
);

/** Every keyword, in the order of the table. */
export const schemaKeywordNames: readonly SchemaKeyword[] = Object.keys(rows).filter(isSchemaKeyword);

/** Tells whether a text is a keyword of the Schema Object. */
export function isSchemaKeyword(text: string): text is SchemaKeyword {
  return Object.hasOwn(rows, text);
}

/** Returns what the table says of a keyword. */
export function schemaKeyword(keyword: SchemaKeyword): KeywordRow {
  return rows[keyword];
}

/** Lists the keywords of which something is true. */
export function listKeywords(isWanted: (row: KeywordRow) => boolean): SchemaKeyword[] {
  return schemaKeywordNames.filter((keyword) => isWanted(rows[keyword]));
}

/** Lists the keywords that hold something. */
export function keywordsHolding<H extends Held>(...held: readonly H[]): KeywordHolding<H>[] {
  const isHolding = (keyword: SchemaKeyword): keyword is KeywordHolding<H> =>
    held.some((one) => one === rows[keyword].holds);
  return schemaKeywordNames.filter(isHolding);
}

/** Lists the keywords that hold something and become the member of their name. */
export function plainKeywords<H extends Held>(held: H): PlainKeyword<H>[] {
  const isPlain = (keyword: KeywordHolding<H>): keyword is PlainKeyword<H> =>
    isMember(keyword) && !('members' in rows[keyword]) && keyword !== 'pattern';
  return keywordsHolding(held).filter(isPlain);
}

/** Lists the members of the model that a keyword becomes; those of an unknown one are unknown too. */
export function membersOfKeyword(keyword: string): readonly string[] {
  return table.get(keyword)?.members ?? [keyword];
}

function isPart(keyword: SchemaKeyword): keyword is PartKeyword {
  return 'applies' in rows[keyword];
}

function partRow(keyword: PartKeyword): PartRow {
  const [member] = membersOfKeyword(keyword);
  const { holds, applies } = rows[keyword];
  return { keyword, holds, member, applies } as PartRow;
}

/** The keywords whose schemas apply to a value or to what is inside it, those that apply in place first. */
export const partRows: readonly PartRow[] = schemaKeywordNames.filter(isPart).map(partRow);

/** The members of the model that hold schemas, those of a discriminator included. */
export const partMembers: ReadonlySet<string> = new Set([...partRows.map(({ member }) => member), 'discriminator']);

/** Lists the members that only say something of values of one type, of some roles or all. */
export function membersAbout(
  type: NonNullable<KeywordRow['about']>,
  roles: readonly KeywordRow['role'][] = ['assertion', 'applicator', 'annotation', 'documentation'],
): SchemaMember[] {
  return listKeywords(({ about, needs, role }) => about === type && !needs && roles.includes(role)).filter(isMember);
}

/** Tells whether a keyword becomes the member of its own name. */
export function isMember(keyword: SchemaKeyword): keyword is SchemaKeyword & SchemaMember {
  return membersOfKeyword(keyword).includes(keyword);
}

/** The members of the model that say nothing about which values a schema is about. */
export const silentMembers: ReadonlySet<string> = new Set([
  ...['kind', 'origin', 'notShown', 'source', 'component', 'definition', 'identifier', 'resource', 'transitions'],
  ...listKeywords(({ role, about }) => about === undefined && isSilent(role)).flatMap(membersOfKeyword),
]);

function isSilent(role: KeywordRow['role']): boolean {
  return role === 'annotation' || role === 'documentation' || role === 'reading';
}
