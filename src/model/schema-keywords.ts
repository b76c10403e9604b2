import { type Application, type Held, type KeywordRow, keywordRows, type SchemaMember } from './keyword-table.js';
import type { KeywordSchema } from './schema.js';

export type { SchemaMember } from './keyword-table.js';

type Rows = typeof keywordRows;

/** The keywords of the Schema Object. */
export type SchemaKeyword = keyof Rows;

type DescribedMember = {
  readonly [K in SchemaKeyword]: Rows[K] extends { readonly members: readonly (infer M)[] } ? M : K;
}[SchemaKeyword];

/** Compiles only for `never`. The error for another type names the forgotten members. */
export type Nothing<Forgotten extends never> = Forgotten;

/** Causes a compile error if the model has a member that is not read from a keyword. */
export type ForgottenMember = Nothing<Exclude<SchemaMember, DescribedMember>>;
/** Causes a compile error if a keyword becomes a member that the model does not have. */
export type UnknownMember = Nothing<Exclude<DescribedMember, SchemaMember | 'kind'>>;

/** The keywords that hold a certain kind of content. */
export type KeywordHolding<H extends Held> = {
  readonly [K in SchemaKeyword]: Rows[K]['holds'] extends H ? K : never;
}[SchemaKeyword];

/**
 * The keywords with a certain kind of content that always become the member of the same name. They need no reader of
 * their own.
 */
export type PlainKeyword<H extends Held> = Exclude<
  KeywordHolding<H> & SchemaMember,
  'maximum' | 'minimum' | 'items' | 'pattern'
>;

/** The keywords with schemas that apply to a value or to parts of it. */
export type PartKeyword = {
  readonly [K in SchemaKeyword]: Rows[K] extends { readonly applies: string } ? K : never;
}[SchemaKeyword];

/** A keyword with schemas that apply to a value, and the member of the model that contains them. */
export type PartRow = {
  readonly [K in PartKeyword]: {
    readonly keyword: K;
    readonly holds: Rows[K]['holds'];
    readonly member: K extends '$ref' ? 'ref' : K;
    readonly applies: Application;
  };
}[PartKeyword];

const table: ReadonlyMap<string, KeywordRow> = new Map<string, KeywordRow>(
  Object.entries(keywordRows satisfies { readonly [keyword: string]: KeywordRow }),
);

/** Every keyword, in the order of the table. */
export const schemaKeywordNames: readonly SchemaKeyword[] = Object.keys(keywordRows).filter(isSchemaKeyword);

/** Returns whether a text is a keyword of the Schema Object. */
export function isSchemaKeyword(text: string): text is SchemaKeyword {
  return Object.hasOwn(keywordRows, text);
}

/** Returns the row of a keyword. */
export function findSchemaKeyword(keyword: SchemaKeyword): KeywordRow {
  return keywordRows[keyword];
}

/** Lists the keywords for whose rows `isWanted` returns `true`. */
export function listKeywords(isWanted: (row: KeywordRow) => boolean): SchemaKeyword[] {
  return schemaKeywordNames.filter((keyword) => isWanted(keywordRows[keyword]));
}

/** Lists the keywords that hold certain kinds of content. */
export function listKeywordsWith<H extends Held>(...held: readonly H[]): KeywordHolding<H>[] {
  const isHolding = (keyword: SchemaKeyword): keyword is KeywordHolding<H> =>
    held.some((one) => one === keywordRows[keyword].holds);
  return schemaKeywordNames.filter(isHolding);
}

/** Lists the keywords with a certain kind of content that become the member of the same name. */
export function listPlainKeywords<H extends Held>(held: H): PlainKeyword<H>[] {
  const isPlain = (keyword: KeywordHolding<H>): keyword is PlainKeyword<H> =>
    isMember(keyword) && !('members' in keywordRows[keyword]) && keyword !== 'pattern';
  return listKeywordsWith(held).filter(isPlain);
}

/** Lists the members of the model that a keyword becomes. Returns an unknown keyword itself. */
export function listMembersOfKeyword(keyword: string): readonly string[] {
  return table.get(keyword)?.members ?? [keyword];
}

function isPart(keyword: SchemaKeyword): keyword is PartKeyword {
  return 'applies' in keywordRows[keyword];
}

function findPartRow(keyword: PartKeyword): PartRow {
  const [member] = listMembersOfKeyword(keyword);
  const { holds, applies } = keywordRows[keyword];
  return { keyword, holds, member, applies } as PartRow;
}

/** The keywords with schemas that apply to a value or to parts of it; those that apply in place come first. */
export const partRows: readonly PartRow[] = schemaKeywordNames.filter(isPart).map(findPartRow);

/** The members of the model that contain schemas, including `discriminator`. */
export const partMembers: ReadonlySet<string> = new Set([...partRows.map(({ member }) => member), 'discriminator']);

/** Lists the members that constrain values of one type only, for some roles or all. */
export function listMembersAbout(
  type: NonNullable<KeywordRow['about']>,
  roles: readonly KeywordRow['role'][] = ['assertion', 'applicator', 'annotation', 'documentation'],
): SchemaMember[] {
  return listMembers(({ about, needs, role }) => about === type && !needs && roles.includes(role));
}

/**
 * Lists the members that decide which values of a type are valid or what they mean, without those that the caller
 * `handles`. A keyword that is added to the table is listed too.
 */
export function listUnhandledMembers(
  type: NonNullable<KeywordRow['about']>,
  handles: readonly SchemaMember[],
): SchemaMember[] {
  const found = listMembers(({ about, role }) => (about ?? type) === type && isAboutValues(role));
  return found.filter((member) => !handles.includes(member));
}

function isAboutValues(role: KeywordRow['role']): boolean {
  return role === 'assertion' || role === 'applicator' || role === 'annotation';
}

/** Lists the members of the keywords for whose rows `isWanted` returns `true`, each once. */
export function listMembers(isWanted: (row: KeywordRow) => boolean): SchemaMember[] {
  const found = listKeywords(isWanted).flatMap((keyword) => {
    const { members }: KeywordRow = keywordRows[keyword];
    return members ? members.filter((member) => member !== 'kind') : isMember(keyword) ? [keyword] : [];
  });
  return [...new Set(found)];
}

/** Lists the members of a set, or of a map by member, that a schema has, in the order of the set. */
export function listPresent<M extends SchemaMember>(
  schema: { readonly [N in M]?: unknown },
  members: { keys(): Iterable<M> },
): readonly M[] {
  return [...members.keys()].filter((member) => schema[member] !== undefined);
}

/** Returns whether the TypeScript type of a schema expresses a keyword, wholly or in part. */
export function isTyped(keyword: string): boolean {
  return table.get(keyword)?.typed !== undefined;
}

/** Returns whether a keyword becomes the member of the same name. */
export function isMember(keyword: SchemaKeyword): keyword is SchemaKeyword & SchemaMember {
  return listMembersOfKeyword(keyword).includes(keyword);
}

/** The members that are not read from a keyword. A member `asserts` if it decides which values are valid. */
const structure: { readonly [M in Exclude<keyof KeywordSchema, SchemaMember>]: 'asserts nothing' | 'asserts' } = {
  kind: 'asserts nothing',
  origin: 'asserts nothing',
  notShown: 'asserts nothing',
  source: 'asserts nothing',
  component: 'asserts nothing',
  definition: 'asserts nothing',
  identifier: 'asserts nothing',
  transitions: 'asserts nothing',
  baseOf: 'asserts',
  bound: 'asserts nothing',
  isImpossible: 'asserts',
  possibleTypes: 'asserts nothing',
  impossibleProperties: 'asserts nothing',
};

/** The members of a schema that are not read from a keyword. */
export const structuralMembers: ReadonlySet<string> = new Set(Object.keys(structure));

/** The members of the model that do not decide which values are valid. */
export const nonAssertingMembers: ReadonlySet<string> = new Set([
  ...Object.entries(structure).flatMap(([member, effect]) => (effect === 'asserts nothing' ? [member] : [])),
  ...listKeywords(({ role, about }) => about === undefined && isNonAsserting(role)).flatMap(listMembersOfKeyword),
]);

function isNonAsserting(role: KeywordRow['role']): boolean {
  return role === 'annotation' || role === 'documentation' || role === 'reading';
}
