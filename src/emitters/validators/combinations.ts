import { Described } from '../../model/in-place.js';
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
import { printAcceptingCount, printCall, printExpression } from './expression.js';
import { printByTag, type TagCase } from './fields.js';
import { printFailureIf, type Site } from './program.js';
import { printCallStatement, printInParts } from './references.js';
import { printUnion } from './unions.js';

/** Prints the keywords that apply schemas to the value itself (JSON Schema 2020-12, core, 8.2.3 and 10.2). */
export function printCombinations(site: Site, schema: KeywordSchema): void {
  const { context } = site;
  if (schema.ref?.kind === 'boolean') context.printSchema(buildFreshSite(site), schema.ref);
  else if (schema.ref) printCallStatement(site, schema.ref, true);
  if (schema.allOf)
    printInParts(site, schema.allOf, (inner, parts) => {
      for (const part of parts) inner.context.printSchema({ ...buildFreshSite(inner), keyword: 'allOf' }, part);
    });
  if (schema.anyOf) printUnion(buildFreshSite(site), schema, 'anyOf');
  if (schema.oneOf) printUnion(buildFreshSite(site), schema, 'oneOf');
  if (schema.not) printNot(buildFreshSite(site), schema, schema.not);
  if (schema.if) printConditional(buildFreshSite(site), schema, schema.if);
}

function buildFreshSite(site: Site): Site {
  return { ...site, value: site.context.redeclare(site.value) };
}

function printNot(site: Site, schema: KeywordSchema, not: Schema): void {
  const expression = printExpression(site.context, site.value, not);
  if (isNever(expression)) return;
  printFailureIf(site, schema, expression.ok, 'not', `a value that does not match 'not'`);
  if (site.context.shape === 'guard') site.context.markNarrowed(site.value);
}

function printConditional(site: Site, schema: KeywordSchema, condition: Schema): void {
  const { context } = site;
  // The condition narrows a new name, because the code after it needs the value with its former type.
  const test = printExpression(context, context.widen(site.value.name, 'test'), condition);
  const print = (keyword: 'then' | 'else') => (): void => {
    const part = schema[keyword];
    if (part) context.printSchema({ ...site, keyword }, part);
  };
  if (isAlways(test)) print('then')();
  else if (isNever(test)) print('else')();
  else if (schema.then && !isAcceptingAll(schema.then))
    context.lines.chain([
      { test: test.ok, print: print('then') },
      { test: undefined, print: print('else') },
    ]);
  else context.lines.blockIf(test.bad, print('else'));
}

type Parent = Discriminator & Required<Pick<Discriminator, 'inheritance'>>;

/** Finds the discriminator of a schema whose values must be one of its children, as in the type. */
export function findParent({ context }: Site, { discriminator }: KeywordSchema): Parent | undefined {
  const { inheritance } = discriminator ?? {};
  return discriminator && inheritance && context.rules.children ? { ...discriminator, inheritance } : undefined;
}

/**
 * Prints, for a guard, the check that a value of a parent schema is one of its children. The children repeat all rules
 * of the parent. `validate…` does not check this, because a discriminator "cannot change the validation outcome"
 * (OpenAPI 3.2, 4.25.2).
 */
export function printChildren(site: Site, schema: KeywordSchema, parent: Parent): void {
  const { base } = parent.inheritance;
  const { context } = site;
  const given = context.redeclare(site.value);
  const kinds = typeSets.object;
  const isOneOf = (inner: Site, children: readonly ChildSchema[]): Condition => {
    const call = (each: Schema): Condition => printCall(inner.context, inner.value, each);
    if (children.length > mostListed) return isOneOfMany(inner, children, call(base));
    return joinAny(
      children.map((child) => (child.isExtending ? call(child.schema) : joinAll([call(base), call(child.schema)]))),
    );
  };
  const print = (): void => printCases({ ...site, value: { ...given, kinds } }, schema, parent, isOneOf);
  const isBase = printCall(context, given, base);
  if (given.kinds === kinds) print();
  else
    context.lines.chain([
      { test: isOfKind(given, kinds, context.program.isExact).ok, print },
      { test: undefined, print: () => context.lines.addIf(isBase.bad, 'return false;') },
    ]);
  context.markNarrowed(given);
}

function isOneOfMany({ context, value }: Site, children: readonly ChildSchema[], isBase: Condition): Condition {
  const isOne = (isExtending: boolean): Condition => {
    const schemas = children.filter((child) => child.isExtending === isExtending).map(({ schema }) => schema);
    return schemas.length === 0 ? never : compare(printAcceptingCount(context, value, schemas, 1), '!==', 0);
  };
  return joinAny([isOne(true), joinAll([isBase, isOne(false)])]);
}

function printCases(
  site: Site,
  schema: KeywordSchema,
  { propertyName, inheritance: { children } }: Parent,
  isOneOf: (site: Site, children: readonly ChildSchema[]) => Condition,
): void {
  const isRequired = new Described([schema]).required.has(propertyName);
  const refuse = (inner: Site, some: readonly ChildSchema[]): void =>
    inner.context.lines.addIf(isOneOf(inner, some).bad, 'return false;');
  const cases = children.flatMap(({ values, ...child }): TagCase[] =>
    values ? [{ values, print: (inner) => refuse(inner, [child]) }] : [],
  );
  const unnamed = children.filter((child) => !child.values);
  if (cases.length === 0) refuse(site, unnamed);
  else
    printByTag(site, propertyName, cases, (tag) => [
      ...(isRequired ? [] : [{ test: isPresent(tag).bad, print: () => refuse(site, children) }]),
      { test: undefined, print: () => refuse(site, unnamed) },
    ]);
}
