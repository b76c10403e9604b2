import { listObjectParts } from '../../model/allowed-types.js';
import { typeSets } from '../../model/json-type.js';
import type { ChildSchema, Discriminator, KeywordSchema, Schema } from '../../model/schema.js';
import { isAcceptingAll } from './analysis/kinds.js';
import { mostListed } from './body.js';
import {
  type Condition,
  compare,
  isAlways,
  isNever,
  isOfKind,
  isPresent,
  joinAll,
  joinAny,
  never,
} from './conditions.js';
import { writeAcceptingCount, writeCall, writeExpression } from './expression.js';
import { type TagCase, writeByTag } from './fields.js';
import { type Site, writeFailureIf } from './program.js';
import { writeCallStatement, writeInParts } from './references.js';
import { writeUnion } from './unions.js';

/** Writes the keywords that apply schemas to the value itself (JSON Schema 2020-12, core, 8.2.3 and 10.2). */
export function writeCombinations(site: Site, schema: KeywordSchema): void {
  const { context } = site;
  if (schema.ref?.kind === 'boolean') context.writeSchema(buildFreshSite(site), schema.ref);
  else if (schema.ref) writeCallStatement(site, schema.ref, true);
  if (schema.allOf)
    writeInParts(site, schema.allOf, (inner, parts) => {
      for (const part of parts) inner.context.writeSchema({ ...buildFreshSite(inner), keyword: 'allOf' }, part);
    });
  if (schema.anyOf) writeUnion(buildFreshSite(site), schema, 'anyOf');
  if (schema.oneOf) writeUnion(buildFreshSite(site), schema, 'oneOf');
  if (schema.not) writeNot(buildFreshSite(site), schema, schema.not);
  if (schema.if) writeConditional(buildFreshSite(site), schema, schema.if);
}

function buildFreshSite(site: Site): Site {
  return { ...site, value: site.context.redeclare(site.value) };
}

function writeNot(site: Site, schema: KeywordSchema, not: Schema): void {
  const expression = writeExpression(site.context, site.value, not);
  if (isNever(expression)) return;
  writeFailureIf(site, schema, expression.ok, 'not', `a value that does not match 'not'`);
  if (site.context.shape === 'guard') site.context.markNarrowed(site.value);
}

function writeConditional(site: Site, schema: KeywordSchema, condition: Schema): void {
  const { context } = site;
  // The condition narrows a new name, because the code after it needs the value with its former type.
  const test = writeExpression(context, context.declareValue(site.value.name), condition);
  const write = (keyword: 'then' | 'else') => (): void => {
    const part = schema[keyword];
    if (part) context.writeSchema({ ...site, keyword }, part);
  };
  if (isAlways(test)) write('then')();
  else if (isNever(test)) write('else')();
  else if (schema.then && !isAcceptingAll(schema.then))
    context.lines.chain([
      { test: test.ok, write: write('then') },
      { test: undefined, write: write('else') },
    ]);
  else context.lines.blockIf(test.bad, write('else'));
}

type Parent = Discriminator & Required<Pick<Discriminator, 'inheritance'>>;

/** Finds the discriminator of a schema whose values must be one of its children, as in the type. */
export function findParent({ context }: Site, { discriminator }: KeywordSchema): Parent | undefined {
  const { inheritance } = discriminator ?? {};
  return discriminator && inheritance && context.rules.children ? { ...discriminator, inheritance } : undefined;
}

/**
 * Writes, for a guard, the check that a value of a parent schema is one of its children. The children repeat all rules
 * of the parent. `validate…` does not check this, because a discriminator "cannot change the validation outcome"
 * (OpenAPI 3.2, 4.25.2).
 */
export function writeChildren(site: Site, schema: KeywordSchema, parent: Parent): void {
  const { base } = parent.inheritance;
  const { context } = site;
  const given = context.redeclare(site.value);
  const kinds = typeSets.object;
  const isOneOf = (inner: Site, children: readonly ChildSchema[]): Condition => {
    const call = (each: Schema): Condition => writeCall(inner.context, inner.value, each);
    if (children.length > mostListed) return isOneOfMany(inner, children, call(base));
    return joinAny(
      children.map((child) => (child.isExtending ? call(child.schema) : joinAll([call(base), call(child.schema)]))),
    );
  };
  const write = (): void => writeCases({ ...site, value: { ...given, kinds } }, schema, parent, isOneOf);
  const isBase = writeCall(context, given, base);
  if (given.kinds === kinds) write();
  else
    context.lines.chain([
      { test: isOfKind(given, kinds, context.program.isExact).ok, write },
      { test: undefined, write: () => context.lines.addIf(isBase.bad, 'return false;') },
    ]);
  context.markNarrowed(given);
}

function isOneOfMany({ context, value }: Site, children: readonly ChildSchema[], isBase: Condition): Condition {
  const isOne = (isExtending: boolean): Condition => {
    const schemas = children.filter((child) => child.isExtending === isExtending).map(({ schema }) => schema);
    return schemas.length === 0 ? never : compare(writeAcceptingCount(context, value, schemas, 1), '!==', 0);
  };
  return joinAny([isOne(true), joinAll([isBase, isOne(false)])]);
}

function writeCases(
  site: Site,
  schema: KeywordSchema,
  { propertyName, inheritance: { children } }: Parent,
  isOneOf: (site: Site, children: readonly ChildSchema[]) => Condition,
): void {
  const isRequired = listObjectParts(schema).some(({ required = [] }) => required.includes(propertyName));
  const refuse = (inner: Site, some: readonly ChildSchema[]): void =>
    inner.context.lines.addIf(isOneOf(inner, some).bad, 'return false;');
  const cases = children.flatMap(({ values, ...child }): TagCase[] =>
    values ? [{ values, write: (inner) => refuse(inner, [child]) }] : [],
  );
  const unnamed = children.filter((child) => !child.values);
  if (cases.length === 0) refuse(site, unnamed);
  else
    writeByTag(site, propertyName, cases, (tag) => [
      ...(isRequired ? [] : [{ test: isPresent(tag).bad, write: () => refuse(site, children) }]),
      { test: undefined, write: () => refuse(site, unnamed) },
    ]);
}
