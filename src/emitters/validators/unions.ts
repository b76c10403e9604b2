import { encodePointerToken } from '../../diagnostics/origin.js';
import { type Dispatch, findAllowedTypes } from '../../model/allowed-types.js';
import { type TypeSet, typeSets } from '../../model/json-type.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { type Code, code, joinCode } from '../../typescript/code.js';
import { type Choice, findChoice, isAcceptingAll, isOnlyType, listNeeded, mergeLists } from './analysis/kinds.js';
import { formatKinds, formatValues } from './assertions.js';
import { type Case, mostListed, nameLocal } from './body.js';
import {
  always,
  asWhole,
  type Condition,
  compare,
  invert,
  isAlways,
  isNever,
  isOfKind,
  joinAll,
  joinAny,
  never,
  type Value,
} from './conditions.js';
import { isTagged, printAcceptingCount, printExpression } from './expression.js';
import { printByTag, type TagCase } from './fields.js';
import { printFailure, printFailureIf, printPath, type Site } from './program.js';
import { canReport, isAskedFirst, printTarget } from './references.js';

type Keyword = 'anyOf' | 'oneOf';

/**
 * Prints `anyOf` and `oneOf` (JSON Schema 2020-12, core, 10.2.1). A `oneOf` of which at most one member can accept a
 * value is printed like `anyOf`.
 */
export function printUnion(site: Site, schema: KeywordSchema, keyword: Keyword): void {
  const { context } = site;
  const all = schema[keyword] ?? [];
  // If a member can report a gap, the result of its guard is not sufficient.
  const isReporting = all.some((member) => canReport(context, member));
  const merged = isReporting ? all : mergeLists(all);
  const members = isReporting || keyword === 'oneOf' ? merged : listNeeded(merged);
  const [only, ...more] = members;
  if (only && more.length === 0) {
    context.printSchema({ ...site, keyword }, only);
    return;
  }
  if (keyword === 'anyOf' && members.some(isAcceptingAll) && !isReporting) return;
  const choice = findChoice(members, schema.discriminator?.propertyName);
  const isAny = keyword === 'anyOf' || choice !== undefined || isTagged(context, schema);
  if (choice?.dispatch && choice.byKind.length === 0) printDispatch(site, schema, keyword, choice.dispatch);
  else if (choice && (choice.dispatch || context.shape === 'collect')) printByKind(site, schema, keyword, choice);
  else if (context.shape === 'collect' && isReporting) printMemberChecks(site, schema, keyword, members);
  else if (isAny) printAny(site, schema, keyword, members);
  else printExactlyOne(site, schema, members);
}

// If the members accept different types, the type of the value chooses the member to check.
function printByKind(site: Site, schema: KeywordSchema, keyword: Keyword, { byKind, dispatch }: Choice): void {
  const { context, value } = site;
  const { isExact } = context.program;
  const cases: Case[] = [];
  let all: TypeSet = 0;
  let plain: TypeSet = 0;
  const add = (kinds: TypeSet, print: (value: Value) => void): void => {
    cases.push({ test: isOfKind(value, kinds, isExact).ok, print: () => print({ ...value, kinds }) });
  };
  const objects = value.kinds & typeSets.object;
  if (dispatch && objects !== 0) {
    all = objects;
    add(objects, (object) => printDispatch({ ...site, value: object }, schema, keyword, dispatch));
  }
  for (const member of byKind) {
    const kinds = value.kinds & findAllowedTypes(member);
    all |= kinds;
    if (isOnlyType(member)) plain |= kinds;
    else if (kinds !== 0) add(kinds, (inner) => context.printSchema({ ...site, value: inner, keyword }, member));
  }
  const failure = printFailure(site, schema, keyword, formatKinds(all));
  const rest = isOfKind(value, plain, isExact).bad;
  const test = plain === 0 && cases.length > 0 ? undefined : rest;
  context.lines.chain([...cases, { test, print: () => context.lines.add(failure) }]);
  if (context.shape === 'guard') context.markNarrowed(value);
}

// Prints a union in which the value of a property chooses the member. Only that member is checked.
function printDispatch(site: Site, schema: KeywordSchema, keyword: Keyword, { property, rows }: Dispatch): void {
  const { context, value } = site;
  const { lines } = context;
  const kinds = typeSets.object;
  const isObject = isOfKind(value, kinds, context.program.isExact);
  const print = (): void => {
    const object: Site = { ...site, value: { ...value, kinds } };
    const cases = rows.map(
      ({ values, schema: member }): TagCase => ({
        values,
        print: (inner) => inner.context.printSchema({ ...inner, keyword }, member),
      }),
    );
    const expected = formatValues(rows.flatMap((row) => row.values));
    const path = [...site.path, encodePointerToken(property)];
    const failure = printFailure({ ...site, path }, schema, keyword, expected);
    printByTag(object, property, cases, () => [{ test: undefined, print: () => lines.add(failure) }]);
  };
  const failure = printFailure(site, schema, keyword, 'an object');
  if (value.kinds === kinds) print();
  else if (context.shape === 'guard') {
    lines.addIf(isObject.bad, failure);
    context.markNarrowed(value);
    print();
  } else
    lines.chain([
      { test: isObject.bad, print: () => lines.add(failure) },
      { test: undefined, print },
    ]);
}

const expectation = { anyOf: 'one of the described alternatives', oneOf: 'exactly one of the described alternatives' };

// Lists the conditions of the members, the short ones first, and the members whose checks are too long for a function.
function splitMembers(
  { context, value }: Site,
  members: readonly Schema[],
  given: readonly Schema[] = [],
): { readonly short: readonly Condition[]; readonly long: readonly Schema[] } {
  const known = new Set(members.length > mostListed ? given : []);
  const isLong = (member: Schema): boolean => known.has(member);
  const all = members
    .filter((member) => !isLong(member))
    .map((member) => printExpression(context, value, member))
    .filter((condition) => !isNever(condition));
  return {
    short: [...all.filter(({ isCostly }) => !isCostly), ...all.filter(({ isCostly }) => isCostly)],
    long: members.filter(isLong),
  };
}

function printAny(site: Site, schema: KeywordSchema, keyword: Keyword, members: readonly Schema[]): void {
  const { context, value } = site;
  const { short, long } = splitMembers(site, members, schema[keyword]);
  if (short.some(isAlways)) return;
  const further = long.length > 0 ? compare(printAcceptingCount(context, value, long, 1), '>', 0) : never;
  printUnionFailure(site, schema, asWhole(joinAny([...short, further])).bad, keyword);
  if (context.shape === 'guard') context.markNarrowed(value);
}

function printExactlyOne(site: Site, schema: KeywordSchema, members: readonly Schema[]): void {
  const { context, value } = site;
  const { lines } = context;
  const { short, long } = splitMembers(site, members, schema.oneOf);
  const print = (bad: Code): void => printUnionFailure(site, schema, bad, 'oneOf');
  const open = short.filter((condition) => !isAlways(condition));
  const certain = short.length - open.length;
  if (long.length === 0 && (certain > 0 || short.length < 2)) {
    print((certain > 1 ? always : certain === 1 ? joinAny(open) : joinAll(open.map(invert))).ok);
    return;
  }
  const count = nameLocal('count');
  lines.add(code`let ${count} = ${long.length > 0 ? printAcceptingCount(context, value, long, 2) : '0'};`);
  for (const [index, { ok }] of short.entries()) {
    lines.addIf(ok, code`${count}++;`);
    if (context.shape === 'guard' && index > 0 && index < short.length - 1)
      lines.addIf(code`${count} > 1`, 'return false;');
  }
  print(code`${count} !== 1`);
}

// Each member collects its own failures. If guards were called first, each part would be checked once per level of its
// depth.
function printMemberChecks(site: Site, schema: KeywordSchema, keyword: Keyword, members: readonly Schema[]): void {
  const { context, value, path } = site;
  const list = members.map((member) => {
    const { reference } = context.planCall(member, 'collect');
    return code`[${reference}, ${printTarget(context, member, false)}]`;
  });
  const method = keyword === 'anyOf' ? 'isAnyOf' : 'isOneOf';
  const accepts = code`${context.found}.${method}(${printPath(path)}, ${value.name}, [${joinCode(list, ', ')}])`;
  printFailureIf(site, schema, code`!${accepts}`, keyword, expectation[keyword]);
}

// Prints the failure of a union whose guards have rejected the value. If its discriminator selects a member that rejects
// the value, prints the failures of this member instead.
function printUnionFailure(site: Site, schema: KeywordSchema, bad: Code, keyword: Keyword): void {
  const { context, value } = site;
  const { lines, found } = context;
  const kinds = value.kinds & typeSets.object;
  const { cases, rest } = listSelected(site, schema, keyword);
  if (cases.length === 0 || kinds === 0) {
    printFailureIf(site, schema, bad, keyword, expectation[keyword]);
    return;
  }
  lines.blockIf(bad, () => {
    const count = nameLocal('before');
    lines.declare(count, code`const ${count} = ${found}.failureCount;`);
    const object: Site = { ...site, value: { ...value, kinds } };
    const others = rest.map((print): Case => ({ test: undefined, print: () => print(object) }));
    lines.blockIf(isOfKind(value, kinds, context.program.isExact).ok, () =>
      printByTag(object, schema.discriminator?.propertyName ?? '', cases, () => others),
    );
    lines.addIf(code`${found}.failureCount === ${count}`, printFailure(site, schema, keyword, expectation[keyword]));
  });
}

interface Selected {
  readonly cases: readonly TagCase[];
  /** The code for other values, if the discriminator selects a member for them. */
  readonly rest: readonly TagCase['print'][];
}

// Lists the members that a discriminator selects. Leaves out those whose guards would take too long.
function listSelected({ context }: Site, schema: KeywordSchema, keyword: Keyword): Selected {
  const { mapping = [], defaultMapping } = schema.discriminator ?? {};
  const members = context.shape === 'guard' ? [] : (schema[keyword] ?? []);
  const asked = members.filter((member) => isAskedFirst(context, member));
  const isTarget = (member: Schema, target: Schema): boolean =>
    member === target || (member.kind === 'keywords' && member.ref === target);
  const printMember =
    (member: Schema): TagCase['print'] =>
    (inner) =>
      inner.context.printSchema({ ...inner, keyword }, member);
  const cases = asked.flatMap((member) => {
    const values = mapping.flatMap((row) => (isTarget(member, row.schema) ? [row.value] : []));
    return values.length > 0 ? [{ values, print: printMember(member) }] : [];
  });
  const others = asked.filter((member) => defaultMapping && isTarget(member, defaultMapping));
  return { cases, rest: others.slice(0, 1).map(printMember) };
}
