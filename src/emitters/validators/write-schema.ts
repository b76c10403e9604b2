import { getNarrowestType } from '../../model/json-type.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import { isAcceptingAll, listOpenTypes } from './analysis/checked-keywords.js';
import { type Group, hasSameKinds, isOf, type Kinds, reduceKinds } from './analysis/kinds.js';
import { type ConcernedGroup, listConcernedGroups, needsStatements, type Test } from './assertions.js';
import { isAlways } from './condition.js';
import { buildTestSite, type Site, type Uses } from './context.js';
import { listEqualityTests } from './equality.js';
import { formatKinds } from './expectation.js';
import { type ExpressionContext, writeShortExpression } from './expression.js';
import type { Case } from './lines.js';
import { joinOr } from './operators.js';
import { type ArrayContext, writeArray } from './write-array.js';
import { type ChildrenContext, findParent, writeChildren } from './write-children.js';
import { type CombinationContext, writeCombinations } from './write-combinations.js';
import { type FailureContext, writeFailure, writeFailureIf, writeRefusal } from './write-failure.js';
import { type ObjectContext, writeObject } from './write-object.js';
import { type OpenValuesContext, writeOpenValues } from './write-open-values.js';
import { type ReferenceContext, writeCallStatement } from './write-reference.js';

/** The members of the function that the code in this file uses. */
type SchemaContext = Uses<
  'redeclare' | 'isLong' | 'lines' | 'markNarrowed' | 'schema' | 'shape',
  'isCalled' | 'kindTests'
> &
  ArrayContext &
  ChildrenContext &
  CombinationContext &
  ExpressionContext &
  FailureContext &
  ObjectContext &
  OpenValuesContext &
  ReferenceContext;

/**
 * Writes the check of a value against a schema into the current function. A guard returns false at the first failure; a
 * collector adds all failures.
 */
export function writeSchema(site: Site<SchemaContext>, schema: Schema): void {
  const { context } = site;
  // A collector names the keywords that contradict each other. For a guard, an impossible schema is `false`.
  const isRefusing = schema.kind === 'keywords' && schema.isImpossible && context.shape === 'guard';
  if (isRefusing || (schema.kind === 'boolean' && !schema.value)) {
    context.lines.add(writeRefusal(site, schema));
    return;
  }
  if (isAcceptingAll(schema) && !hasOpenValues(schema)) return;
  if (schema.kind !== 'keywords') return;
  if (schema !== context.schema && (context.program.isCalled(schema) || isTooLong(site, schema))) {
    writeCallStatement(site, schema);
    return;
  }
  const parent = findParent(site, schema);
  if (parent) {
    writeChildren(site, schema, parent);
    return;
  }
  if (context.shape === 'guard' && writeCondition(site, schema)) return;
  const typed = writeType(site, schema);
  writeEqualities(typed, schema);
  writeCombinations(typed, schema);
  writeOpenValues(typed, schema);
}

function isTooLong(site: Site<SchemaContext>, schema: KeywordSchema): boolean {
  return site.context.isLong && (needsStatements(schema, 'object') || needsStatements(schema, 'array'));
}

function writeCondition({ context, value }: Site<SchemaContext>, schema: Schema): boolean {
  const fresh = context.redeclare(value);
  const expression = writeShortExpression(context, fresh, schema);
  if (!expression) return false;
  if (schema === context.schema && context.lines.isEmpty && !isAlways(expression))
    context.lines.add(code`return ${expression.ok};`);
  else if (!isAlways(expression)) {
    context.lines.addIf(expression.bad, 'return false;');
    context.markNarrowed(fresh);
  }
  return true;
}

// Writes `type` and all keywords for one type of values. Returns the site with the remaining types.
function writeType(site: Site<SchemaContext>, schema: KeywordSchema): Site<SchemaContext> {
  const { context, value } = site;
  const types = listOpenTypes(schema);
  const allowed = reduceKinds(value.kinds, types);
  const groups = listConcernedGroups(buildTestSite(context, value), schema, allowed);
  const isImplied = groups.length === 0 && isListed(schema, allowed);
  const isRestricted = !isImplied && !hasSameKinds(allowed, value.kinds);
  if (context.shape === 'collect') {
    const failure = isRestricted ? writeFailure(site, schema, 'type', formatKinds(new Set(types))) : undefined;
    writeCollectingType(site, schema, { allowed, groups }, failure);
    return site;
  }
  if (isRestricted) context.lines.addIf(context.program.kindTests.of(value, allowed).bad, 'return false;');
  context.lines.chain(listGroupCases(site, schema, groups, { from: allowed, allowed }));
  return isRestricted ? { ...site, value: { ...value, kinds: allowed } } : site;
}

// Lists the cases of a value with a type in `from`, one for each group of the allowed types.
function listGroupCases(
  site: Site<SchemaContext>,
  schema: KeywordSchema,
  groups: readonly ConcernedGroup[],
  { from, allowed }: { readonly from: Kinds; readonly allowed: Kinds },
): Case[] {
  const { context, value } = site;
  return groups.map((concerned) => {
    const kinds = listKindsOf(allowed, concerned.group);
    return {
      test: context.program.kindTests.of({ name: value.name, kinds: from }, kinds).ok,
      write: () => writeGroup({ ...site, value: { ...value, kinds } }, schema, concerned),
    };
  });
}

function writeCollectingType(
  site: Site<SchemaContext>,
  schema: KeywordSchema,
  { allowed, groups }: { readonly allowed: Kinds; readonly groups: readonly ConcernedGroup[] },
  failure: Code | undefined,
): void {
  const { context, value } = site;
  const cases = listGroupCases(site, schema, groups, { from: value.kinds, allowed });
  if (failure) {
    const rest = new Set([...allowed].filter((kind) => !groups.some(({ group }) => isOf(kind, group))));
    const test = context.program.kindTests.of(value, rest).bad;
    cases.push({ test, write: () => context.lines.add(failure) });
  }
  context.lines.chain(cases);
}

function listKindsOf(kinds: Kinds, group: Group): Kinds {
  return kinds.size === 1 ? kinds : new Set([...kinds].filter((kind) => isOf(kind, group)));
}

// If all listed values have these types, the check of the list also checks the type, unless the list is open.
function isListed(schema: KeywordSchema, allowed: Kinds): boolean {
  if (hasOpenValues(schema)) return false;
  const values = schema.const !== undefined ? [schema.const] : schema.enum;
  return values?.every((value) => reduceKinds(allowed, [getNarrowestType(value)]).size > 0) ?? false;
}

function writeGroup(site: Site<SchemaContext>, schema: KeywordSchema, { group, tests }: ConcernedGroup): void {
  const { context } = site;
  if (context.shape === 'guard') context.lines.addIf(joinOr(tests.map((test) => test.bad)), 'return false;');
  else writeTests(site, schema, tests);
  if (group === 'array') writeArray(site, schema);
  if (group === 'object') writeObject(site, schema);
}

function writeTests(site: Site<SchemaContext>, schema: KeywordSchema, tests: readonly Test[]): void {
  const { lines } = site.context;
  const [first, ...rest] = tests;
  if (!first) return;
  const write = (): void => lines.add(writeFailure(site, schema, first.keyword, first.expected));
  // The time of a pattern depends on the length of the text, so a text that is too long is not matched.
  if (first.keyword === 'maxLength' && rest.length > 0)
    lines.chain([
      { test: first.bad, write },
      { test: undefined, write: () => writeTests(site, schema, rest) },
    ]);
  else {
    writeFailureIf(site, schema, first);
    writeTests(site, schema, rest);
  }
}

function writeEqualities(site: Site<SchemaContext>, schema: KeywordSchema): void {
  const { context } = site;
  if ((schema.const === undefined && !schema.enum) || hasOpenValues(schema)) return;
  for (const keyword of ['const', 'enum'] as const) {
    if (schema[keyword] === undefined) continue;
    const value = context.redeclare(site.value);
    const tests = listEqualityTests(buildTestSite(context, value), schema, value.kinds);
    for (const test of tests) if (test.keyword === keyword) writeFailureIf(site, schema, test);
    if (context.shape === 'guard') context.markNarrowed(value);
  }
}
