import { buildChildOrigin } from '../../diagnostics/origin.js';
import { findValue } from '../../document/resolve.js';
import type { Operation } from '../../model/api.js';
import { formatOperation } from '../../model/api.js';
import { Described, everythingInPlace, listPartsInPlace } from '../../model/in-place.js';
import { anyType, buildTypes, getOwnTypes, nameTypes } from '../../model/json-type.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import {
  findSchemaKeyword,
  isMember,
  listKeywords,
  listMembersAbout,
  listMembersOfKeyword,
  listPresent,
  type SchemaMember,
  schemaKeywordNames,
} from '../../model/schema-keywords.js';
import { listSubschemas } from '../../model/walk-schemas.js';
import type { BuildContext } from '../context.js';
import type { CompleteSchemas, Emptiness } from '../schemas/complete-schemas.js';
import { type Ban, describeBan, type ObjectConflict } from '../schemas/object-conflicts.js';
import { listTexts } from './check-extensions.js';
import { checkOneOf } from './check-one-of.js';

/**
 * Checks what is known only when all schemas are complete: keywords without effect, and types that exclude each other.
 */
export function checkSchemas(context: BuildContext, complete: CompleteSchemas, operations: readonly Operation[]): void {
  const { empty, impossible } = complete;
  const needs = new Needs(operations);
  for (const schema of context.schemas.list) {
    if (schema.kind !== 'keywords') continue;
    checkKeywordTypes(context, schema);
    checkCompanions(context, schema);
    checkLevels(context, schema);
    const why = empty.get(schema);
    if (why) reportEmpty(context, schema, { why, conflict: complete.conflictOf(schema) }, needs);
    reportProperties(context, schema, impossible.get(schema) ?? new Map(), needs);
    checkOneOf(context, schema, complete);
  }
  checkWithoutEffect(context);
}

// TypeScript 5.9 and 6 read the type of a value by recursion, and overflow after 500 to 600 levels.
const mostLevels = 400;

function checkLevels(context: BuildContext, schema: KeywordSchema): void {
  for (const keyword of ['const', 'enum'] as const) {
    const levels = countLevels(schema[keyword]) - Number(keyword === 'enum');
    if (levels <= mostLevels) continue;
    const finding = { variant: 'levels', limit: mostLevels } as const;
    context.report('type-too-large', buildChildOrigin(schema.origin, keyword), finding, 'key');
  }
}

function countLevels(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce((most: number, part) => Math.max(most, countLevels(part)), 0);
}

// The mistake is in the impossible schema, not in schemas that apply it.
function reportEmpty(
  context: BuildContext,
  schema: KeywordSchema,
  { why, conflict }: { readonly why: Emptiness; readonly conflict: ObjectConflict | undefined },
  needs: Needs,
): void {
  if (why === 'part') return;
  if (why === 'meant' || isUnused(context, schema)) {
    context.report('nothing-allowed', schema.origin, {});
    return;
  }
  const operations = needs.list(schema);
  if (why === 'contradiction' && conflict)
    context.report('impossible-schema', schema.origin, {
      variant: 'object',
      ban: describeBan(schema, conflict),
      operations,
    });
  else if (why === 'contradiction') context.report('impossible-schema', schema.origin, { variant: 'any', operations });
  else
    context.report('enum-forbidden', buildChildOrigin(schema.origin, 'enum'), {
      types: nameTypes(getOwnTypes(schema)),
      operations,
    });
}

// An unused schema in a map of definitions forbids nothing.
function isUnused({ schemas }: BuildContext, schema: Schema): boolean {
  return (
    schema.definition !== undefined &&
    !schemas.list.some((other) => listSubschemas(other).some((sub) => isSame(sub.schema, schema)))
  );
}

function reportProperties(
  context: BuildContext,
  schema: KeywordSchema,
  impossible: ReadonlyMap<string, Ban | undefined>,
  needs: Needs,
): void {
  const banned = new Map<Ban, string[]>();
  for (const [name, ban] of impossible) {
    if (ban) {
      banned.set(ban, [...(banned.get(ban) ?? []), name]);
      continue;
    }
    const operations = new Described([schema]).required.has(name) ? needs.list(schema) : '';
    context.report('impossible-property', schema.origin, { variant: 'value', name, operations });
  }
  for (const [ban, names] of banned)
    context.report('impossible-property', schema.origin, {
      variant: 'name',
      ban: describeBan(schema, { ban, names }),
    });
}

// A schema that extends a parent contains the base of the parent, not the parent itself.
function isSame(schema: Schema, parent: Schema): boolean {
  return schema === parent || schema.baseOf === parent;
}

const groups = (['number', 'string', 'array', 'object'] as const).map((type) => ({
  types: buildTypes([type]),
  keywords: new Set(listMembersAbout(type, ['assertion', 'applicator'])),
}));

const grouped: ReadonlySet<SchemaMember> = new Set(groups.flatMap(({ keywords }) => [...keywords]));

// Lists the keywords, older ones included, that become a member of the model.
function listSpellings(member: SchemaMember): string[] {
  return schemaKeywordNames.filter((keyword) => keyword === member || listMembersOfKeyword(keyword).includes(member));
}

/** Reports the keywords of a schema that apply only to values that its `type` excludes. */
function checkKeywordTypes(context: BuildContext, schema: KeywordSchema): void {
  const own = getOwnTypes(schema);
  // Most schemas have no such keyword.
  if (own === anyType || listPresent(schema, grouped).length === 0) return;
  for (const { types, keywords } of groups) {
    if ((own & types) !== 0) continue;
    for (const keyword of listPresent(schema, keywords)) {
      const written = listSpellings(keyword).find(
        (name) => findValue(context.document, buildChildOrigin(schema.origin, name)) !== undefined,
      );
      if (written === undefined) continue;
      const finding = { keyword: written, types: nameTypes(types), own: nameTypes(own) };
      const place = buildChildOrigin(schema.origin, written);
      context.report('no-effect', place, { variant: 'other-type', ...finding }, 'key');
    }
  }
}

// JSON Schema 2020-12, core, 10.2.2 and 10.3.1.3: these keywords have a meaning only beside another keyword.
const companions = new Set(listKeywords(({ needs }) => needs !== undefined).filter(isMember));

/** Reports the keywords of a schema that have no effect because another keyword is missing. */
function checkCompanions(context: BuildContext, schema: KeywordSchema): void {
  for (const keyword of listPresent(schema, companions)) {
    const { needs: others = [] } = findSchemaKeyword(keyword);
    if (others.some((other) => schema[other] !== undefined)) continue;
    const place = buildChildOrigin(schema.origin, keyword);
    context.report('no-effect', place, { variant: 'alone', keyword, others }, 'key');
  }
}

/**
 * Reports schema keywords that have no meaning at their place: `readOnly` on a schema that is not a property, and
 * discriminators without alternatives.
 */
function checkWithoutEffect(context: BuildContext): void {
  const keywords = context.schemas.list.filter((schema) => schema.kind === 'keywords');
  const outside = listOutsideProperties(keywords);
  for (const schema of keywords) {
    if (outside.has(schema)) reportOutsideProperties(context, schema);
    reportUnusedMapping(context, schema);
  }
}

// Lists the schemas with `readOnly` or `writeOnly` that describe no property.
function listOutsideProperties(keywords: readonly KeywordSchema[]): ReadonlySet<Schema> {
  const outside = new Set<Schema>(keywords.filter(({ readOnly, writeOnly }) => readOnly || writeOnly));
  for (const { properties } of keywords) for (const { schema } of properties ?? []) outside.delete(schema);
  // Most descriptions mark only schemas that are written at their properties.
  if (outside.size > 0) for (const schema of listReferredByProperties(keywords)) outside.delete(schema);
  return outside;
}

// OpenAPI 3.0, 4.7.24.2: the keyword has a meaning only for properties.
function reportOutsideProperties(context: BuildContext, schema: KeywordSchema): void {
  for (const keyword of ['readOnly', 'writeOnly'] as const)
    if (schema[keyword])
      context.report('no-effect', buildChildOrigin(schema.origin, keyword), { variant: 'no-property', keyword }, 'key');
}

// Lists the schemas to which the schemas of properties refer, or that these extend.
function listReferredByProperties(schemas: readonly KeywordSchema[]): ReadonlySet<Schema> {
  const found = new Set<Schema>();
  const addParts = (schema: Schema): void => {
    for (const part of listPartsInPlace(schema)) found.add(part.baseOf ?? part);
  };
  for (const { properties } of schemas) for (const { schema } of properties ?? []) addParts(schema);
  for (const schema of found) addParts(schema);
  return found;
}

function reportUnusedMapping(context: BuildContext, schema: KeywordSchema): void {
  const { discriminator, oneOf, anyOf } = schema;
  if (!discriminator || !(oneOf?.length || anyOf?.length)) return;
  const { origin, propertyName: name, mapping } = discriminator;
  if (!new Described([schema], everythingInPlace).properties.has(name)) {
    context.report('no-effect', origin, { variant: 'no-alternative', name }, 'key');
    return;
  }
  for (const { value, schema: target, explicit } of mapping) {
    const stated = explicit ? listStated(target, name) : new Set<string>();
    if (stated.size === 0 || stated.has(value)) continue;
    const place = buildChildOrigin(origin, 'mapping', value);
    context.report('no-effect', place, { variant: 'value-not-allowed', value, name }, 'key');
  }
}

// Lists the strings to which a schema itself limits a property.
function listStated(schema: Schema, name: string): ReadonlySet<string> {
  const properties = new Described([schema], everythingInPlace).schemasOf(name);
  return new Set(properties.flatMap((property) => [...listTexts(property)]));
}

/**
 * Finds the operations that need a valid value of a schema: for a body, a required parameter, or a required part of
 * one.
 */
class Needs {
  readonly #operations: readonly Operation[];
  #needed: ReadonlyMap<Operation, ReadonlySet<Schema>> | undefined;

  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
  }

  /** Lists the operations, separated by commas. Returns an empty text if there are none. */
  list(schema: Schema): string {
    this.#needed ??= new Map(this.#operations.map((operation) => [operation, listNeeded(operation)]));
    const found = [...this.#needed].filter(([, needed]) => needed.has(schema));
    return [...new Set(found.map(([operation]) => formatOperation(operation)))].join(', ');
  }
}

function listNeeded({ parameters, requestBody, responses }: Operation): ReadonlySet<Schema> {
  const contents = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
  const bodies = contents.flatMap(({ schema }) => schema ?? []);
  const sent = parameters.flatMap(({ required, content }) =>
    required && content.by === 'style' ? [content.schema] : [],
  );
  const needed = new Set([...bodies, ...sent]);
  for (const schema of needed) for (const part of listNeededParts(schema)) needed.add(part);
  return needed;
}

// A value is valid only if these parts are valid.
function listNeededParts(schema: Schema): readonly Schema[] {
  if (schema.kind !== 'keywords') return [];
  const { anyOf = [], oneOf = [], properties = [], required = [] } = schema;
  const only = [anyOf, oneOf].flatMap((members) => (members.length === 1 ? members : []));
  const held = properties.flatMap((property) => (required.includes(property.name) ? [property.schema] : []));
  return [...listPartsInPlace(schema), ...only, ...held, ...(schema.baseOf ? [schema.baseOf] : [])];
}
