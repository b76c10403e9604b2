import type { KeywordSchema, Schema } from '../../model/schema.js';
import { type Code, code, joinCode } from '../../typescript/code.js';
import type { Choice } from './analysis/acceptance.js';
import { isAcceptingAll, isOnlyType } from './analysis/checked-keywords.js';
import { type Kinds, reduceKinds, uniteKinds } from './analysis/kinds.js';
import { mergeLists } from './analysis/merge-lists.js';
import { type Condition, isAlways, isNever } from './condition.js';
import { printPath, type Site, type Uses } from './context.js';
import { formatKinds } from './expectation.js';
import { type ExpressionContext, isTagged, writeAcceptingCount, writeExpression } from './expression.js';
import { writeKindTest } from './kind-tests.js';
import type { Case } from './lines.js';
import { joinAnd, joinOr, writeNegation, yes } from './operators.js';
import type { Value } from './value.js';
import { type DispatchContext, writeDispatch, writeUnionFailure } from './write-dispatch.js';
import { type FailureContext, writeFailure, writeFailureIf } from './write-failure.js';
import { mostListed } from './write-fields.js';
import { canReport, printTarget, type ReferenceContext } from './write-reference.js';

/** The members of the function that the code in this file uses. */
export type UnionContext = Uses<
  'found' | 'lines' | 'markNarrowed' | 'names' | 'planCall' | 'shape' | 'writeSchema',
  'isExact' | 'places'
> &
  ExpressionContext &
  DispatchContext &
  FailureContext &
  ReferenceContext;

/**
 * Writes `anyOf` and `oneOf` (JSON Schema 2020-12, core, 10.2.1). A `oneOf` of which at most one member can accept a
 * value is written like `anyOf`.
 */
export function writeUnion(site: Site<UnionContext>, schema: KeywordSchema, keyword: 'anyOf' | 'oneOf'): void {
  const { acceptance } = site.context.program.places;
  const all = schema[keyword] ?? [];
  const members = listMembers(site, all, keyword);
  const [only, ...more] = members;
  if (only && more.length === 0) {
    site.context.writeSchema({ ...site, keyword }, only);
    return;
  }
  if (keyword === 'anyOf' && members.some(isAcceptingAll) && !canReportAny(site, members)) return;
  const choice = acceptance.findChoice(members, schema.discriminator?.propertyName);
  if (choice?.dispatch && choice.byKind.length === 0) writeDispatch(site, schema, keyword, choice.dispatch);
  else if (choice && (choice.dispatch || site.context.shape === 'collect')) writeByKind(site, schema, keyword, choice);
  else if (keyword === 'anyOf' || choice || isTagged(site.context, schema)) writeAny(site, schema, keyword, members);
  else writeExactlyOne(site, schema, members);
}

// Lists the members to check. Those that only list values are merged into one.
function listMembers(site: Site<UnionContext>, all: readonly Schema[], keyword: 'anyOf' | 'oneOf'): readonly Schema[] {
  if (canReportAny(site, all)) return all;
  const members = mergeLists(all);
  return keyword === 'anyOf' ? site.context.program.places.acceptance.listNeeded(members) : members;
}

interface Member {
  readonly schema: Schema;
  readonly expression: Condition;
}

// Short checks come first.
function writeMembers(site: Site<UnionContext>, members: readonly Schema[]): Member[] {
  const all = members.map((schema) => ({
    schema,
    expression: writeExpression(site.context, site.value, schema),
  }));
  return [
    ...all.filter(({ expression }) => !expression.isCostly),
    ...all.filter(({ expression }) => expression.isCostly),
  ];
}

// If the members accept different types, the type of the value chooses the member to check.
function writeByKind(
  site: Site<UnionContext>,
  schema: KeywordSchema,
  keyword: 'anyOf' | 'oneOf',
  { byKind, dispatch }: Choice,
): void {
  const { context, value } = site;
  const cases: Case[] = [];
  let all: Kinds = new Set();
  let plain: Kinds = new Set();
  const add = (kinds: Kinds, write: (value: Value) => void): void => {
    const { ok } = writeKindTest(value.name, value.kinds, kinds, context.program.isExact);
    cases.push({ test: ok, write: () => write({ ...value, kinds }) });
  };
  const objects = reduceKinds(value.kinds, ['object']);
  if (dispatch && objects.size > 0) {
    all = objects;
    add(objects, (object) => writeDispatch({ ...site, value: object }, schema, keyword, dispatch));
  }
  for (const member of byKind) {
    const kinds = reduceKinds(value.kinds, context.program.places.acceptance.kindsOf(member));
    all = uniteKinds(all, kinds);
    if (isOnlyType(member)) plain = uniteKinds(plain, kinds);
    if (kinds.size === 0 || isOnlyType(member)) continue;
    add(kinds, (inner) => context.writeSchema({ ...site, value: inner, keyword }, member));
  }
  const failure = writeFailure(site, schema, keyword, formatKinds(all));
  const rest = writeKindTest(value.name, value.kinds, plain, context.program.isExact).bad;
  const test = plain.size === 0 && cases.length > 0 ? undefined : rest;
  context.lines.chain([...cases, { test, write: () => context.lines.add(failure) }]);
  if (context.shape === 'guard') context.markNarrowed(value);
}

const expectation = { anyOf: 'one of the described alternatives', oneOf: 'exactly one of the described alternatives' };

function writeAny(
  site: Site<UnionContext>,
  schema: KeywordSchema,
  keyword: 'anyOf' | 'oneOf',
  members: readonly Schema[],
): void {
  const { context, value } = site;
  if (context.shape === 'collect' && canReportAny(site, members)) {
    writeMemberChecks(site, schema, keyword, members);
    return;
  }
  const { short, long } = splitMembers(members, schema[keyword]);
  const all = writeMembers(site, short).filter(({ expression }) => !isNever(expression));
  if (all.some(({ expression }) => isAlways(expression))) return;
  const further = long ? [code`${writeAcceptingCount(site, long, 1)} > 0`] : [];
  const ok = joinOr([...all.map(({ expression }) => expression.ok), ...further]);
  writeUnionFailure(site, schema, { bad: writeNegation(ok), keyword, expected: expectation[keyword] });
  if (context.shape === 'guard') context.markNarrowed(value);
}

function writeExactlyOne(site: Site<UnionContext>, schema: KeywordSchema, members: readonly Schema[]): void {
  const { context } = site;
  if (context.shape === 'collect' && canReportAny(site, members)) {
    writeMemberChecks(site, schema, 'oneOf', members);
    return;
  }
  const { short, long } = splitMembers(members, schema.oneOf);
  const all = writeMembers(site, short).filter(({ expression }) => !isNever(expression));
  const write = (bad: Code): void =>
    writeUnionFailure(site, schema, { bad, keyword: 'oneOf', expected: expectation.oneOf });
  const always = all.filter(({ expression }) => isAlways(expression));
  const [first, second] = always;
  if (!long && (first || all.length < 2)) {
    const open = all.filter((member) => !always.includes(member)).map(({ expression }) => expression);
    if (second) write(yes);
    else write(first ? joinOr(open.map(({ ok }) => ok)) : joinAnd(open.map(({ bad }) => bad)));
    return;
  }
  const count = context.names.name('count');
  context.lines.add(code`let ${count} = ${long ? writeAcceptingCount(site, long, 2) : '0'};`);
  for (const [index, { expression }] of all.entries()) {
    context.lines.addIf(expression.ok, code`${count}++;`);
    if (context.shape === 'guard' && index > 0 && index < all.length - 1)
      context.lines.addIf(code`${count} > 1`, 'return false;');
  }
  write(code`${count} !== 1`);
}

interface SplitMembers {
  readonly short: readonly Schema[];
  /** The members whose checks are too long for one function. */
  readonly long?: readonly Schema[];
}

function splitMembers(members: readonly Schema[], all: readonly Schema[] | undefined): SplitMembers {
  if (members.length <= mostListed) return { short: members };
  const given = new Set(all);
  return {
    short: members.filter((member) => !given.has(member)),
    long: members.filter((member) => given.has(member)),
  };
}

// Returns whether the result of a member's guard is not sufficient.
function canReportAny({ context }: Site<UnionContext>, members: readonly Schema[]): boolean {
  return members.some((member) => canReport(context, member));
}

// Each member collects its own failures. If guards were called first, each part would be checked once per level of its
// depth.
function writeMemberChecks(
  site: Site<UnionContext>,
  schema: KeywordSchema,
  keyword: 'anyOf' | 'oneOf',
  members: readonly Schema[],
): void {
  const { context, value, path } = site;
  const list = members.map((member) => {
    const { reference } = context.planCall(member, 'collect');
    return code`[${reference}, ${printTarget(context, member, false)}]`;
  });
  const method = keyword === 'anyOf' ? 'isAnyOf' : 'isOneOf';
  const accepts = code`${context.found}.${method}(${printPath(path)}, ${value.name}, [${joinCode(list, ', ')}])`;
  writeFailureIf(site, schema, { bad: code`!${accepts}`, keyword, expected: expectation[keyword] });
}
