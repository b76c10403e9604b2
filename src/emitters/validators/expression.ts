import { hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import { type Code, type CodePart, code, joinCode } from '../../typescript/code.js';
import type { Acceptance } from './analysis/acceptance.js';
import { isAcceptingAll, listOpenTypes } from './analysis/checked-keywords.js';
import { formatKindSet, hasSameKinds, isOf, type Kinds, reduceKinds } from './analysis/kinds.js';
import { mergeLists } from './analysis/merge-lists.js';
import {
  type ConcernedGroup,
  importAssertion,
  listConcernedGroups,
  needsStatements,
  type TestSite,
} from './assertions.js';
import {
  always,
  buildCondition,
  type Condition,
  choose,
  invert,
  isAlways,
  joinAll,
  joinAny,
  joinDifferent,
  never,
} from './condition.js';
import { buildTestSite, type Callee, type Site, type TestContext, type Uses } from './context.js';
import { listEqualityTests } from './equality.js';
import { writeKindTest } from './kind-tests.js';
import { joinAnd, joinOr, writeNegation } from './operators.js';
import { formatRules } from './rules.js';
import type { Value } from './value.js';
import { splitList } from './write-fields.js';

/** The members of the function that the code in this file uses. */
export type ExpressionContext = Uses<
  'rules' | 'schema' | 'planCall' | 'nextDepthArgument',
  'isCalled' | 'isExact' | 'places' | 'simpleConditions' | 'tooLong' | 'types'
> &
  TestContext;

/** Writes the condition that a schema accepts a value: inline if it is short, otherwise as a function call. */
export function writeExpression(context: ExpressionContext, value: Value, schema: Schema): Condition {
  return writeShortExpression(context, value, schema) ?? writeCall(context, value, schema);
}

/** Writes the inline condition that a schema accepts a value. Returns `undefined` if it is not a short expression. */
export function writeShortExpression(context: ExpressionContext, value: Value, schema: Schema): Condition | undefined {
  if (schema.kind === 'boolean') return schema.value ? always : never;
  if (schema.kind === 'not-shown' || isAcceptingAll(schema)) return always;
  if (schema.isImpossible) return never;
  if (context.program.isCalled(schema) && schema !== context.schema) return writeCall(context, value, schema);
  const simple = context.program.simpleConditions.of(value, schema, () => findShortExpression(context, value, schema));
  if (simple) return simple;
  const { program } = context;
  const key = `${formatKindSet(value.kinds)} ${formatRules(context.rules)}`;
  if (program.tooLong.has(schema, key)) return undefined;
  const expression = findShortExpression(context, value, schema);
  // The attempt is made once per schema. Otherwise, each schema around a nested schema would repeat it.
  if (!expression) program.tooLong.add(schema, key);
  return expression;
}

function findShortExpression(context: ExpressionContext, value: Value, schema: KeywordSchema): Condition | undefined {
  if (context.rules.children && schema.discriminator?.inheritance) return undefined;
  const own = writeOwnParts(context, value, schema);
  if (!own) return undefined;
  const parts = [...own, ...writeReference(context, value, schema)];
  const applicators = writeApplicators(context, value, schema);
  const last = applicators?.[0];
  // After a keyword has narrowed the value, the members of a union would not compile.
  if (!applicators || applicators.length > 1) return undefined;
  if (last && parts.some((part) => !part.isCall && !isAlways(part))) return undefined;
  return joinAll(last ? [last, ...parts] : parts);
}

/** Writes the call of the guard of a schema. */
export function writeCall(context: ExpressionContext, value: Value, schema: Schema): Condition {
  if (isAcceptingAll(schema)) return always;
  const callee = context.planCall(schema, 'guard');
  const call = writeGuardCall(callee, value.name, context.nextDepthArgument);
  return { ...buildCondition(call, code`!${call}`), isCall: true, isCostly: true };
}

/**
 * Writes the count of the schemas that accept a value, up to `most`, with a table of guards. The table consists of
 * short lists, because a compiler compares the types of all functions in a list.
 */
export function writeAcceptingCount(
  { context, value }: Pick<Site<ExpressionContext>, 'context' | 'value'>,
  schemas: readonly Schema[],
  most: number,
): Code {
  const callees = schemas.map((schema) => context.planCall(schema, 'guard'));
  const depth = callees.some(({ deep }) => deep) ? context.nextDepthArgument : code`, 0`;
  const guards = callees.map(({ reference, repeated }) =>
    repeated ? code`(part, at) => ${importAssertion('checkOnce')}(${reference}, part, at)` : code`${reference}`,
  );
  const rows = splitList(guards).map((list) => code`[${joinCode(list, ', ')}]`);
  return code`${importAssertion('countAccepting')}([${joinCode(rows, ', ')}], ${most}, ${value.name}${depth})`;
}

/** Writes the call of a guard, which can have a cached result. */
function writeGuardCall({ reference, deep, repeated }: Callee, value: CodePart, depth: Code): Code {
  if (repeated) return code`${importAssertion('checkOnce')}(${reference}, ${value}${depth})`;
  return code`${reference}(${value}${deep ? depth : []})`;
}

// Writes the parts for type, tests and equality. Returns `undefined` if a keyword needs statements.
function writeOwnParts(context: ExpressionContext, value: Value, schema: KeywordSchema): Condition[] | undefined {
  const allowed = reduceKinds(value.kinds, listOpenTypes(schema));
  const site = buildTestSite(context, value);
  const groups = listConcernedGroups(site, schema, allowed);
  if (groups.some(({ group }) => needsStatements(schema, group))) return undefined;
  const equalities = hasOpenValues(schema) ? [] : listEqualityTests(site, schema, allowed);
  if (equalities.length > 1 || (equalities.length > 0 && groups.length > 0)) return undefined;
  const [equality] = equalities;
  if (equality) return [{ ...buildCondition(equality.ok, equality.bad), refusesUndefined: true }];
  return writeKinds({ site, given: value.kinds }, allowed, groups);
}

function writeKinds(
  { site, given }: { readonly site: TestSite; readonly given: Kinds },
  allowed: Kinds,
  groups: readonly ConcernedGroup[],
): Condition[] | undefined {
  const { isExact } = site.program;
  const isRestricted = !hasSameKinds(allowed, given);
  if (!isRestricted && groups.length === 0) return [];
  if (allowed.size === 1 || groups.length === 0) {
    const type = writeKindTest(site.value, given, allowed, isExact);
    const parts = isRestricted ? [type] : [];
    for (const { tests } of groups) parts.push(...tests);
    const all = joinAll(parts.map((part) => buildCondition(part.ok, part.bad)));
    return all && [{ ...all, refusesUndefined: isRestricted }];
  }
  const rest = new Set([...allowed].filter((kind) => !groups.some(({ group }) => isOf(kind, group))));
  const branches = groups.map(({ group, tests }): { ok: Code; bad: Code } => {
    const kinds = new Set([...allowed].filter((kind) => isOf(kind, group)));
    const type = writeKindTest(site.value, given, kinds, isExact);
    if (isRestricted) {
      const ok = joinAnd([type.ok, ...tests.map((test) => test.ok)]);
      return { ok, bad: writeNegation(ok) };
    }
    const bad = joinAnd([type.ok, joinOr(tests.map((test) => test.bad))]);
    return { ok: writeNegation(bad), bad };
  });
  if (!isRestricted) return branches.map(({ ok, bad }) => buildCondition(ok, bad));
  const others = rest.size === 0 ? [] : [writeKindTest(site.value, given, rest, isExact).ok];
  const ok = joinOr([...branches.map((branch) => branch.ok), ...others]);
  return [{ ...buildCondition(ok, writeNegation(ok)), refusesUndefined: true }];
}

// Writes the call for `$ref`. The called function accepts any value.
function writeReference(context: ExpressionContext, value: Value, { ref }: KeywordSchema): Condition[] {
  if (!ref) return [];
  return [ref.kind === 'boolean' ? (ref.value ? always : never) : writeCall(context, value, ref)];
}

// Writes the in-place keywords that have a short form. An entry is `undefined` if a keyword has none.
function writeApplicators(context: ExpressionContext, value: Value, schema: KeywordSchema): Condition[] | undefined {
  const { acceptance } = context.program.places;
  const write = (part: Schema): Condition => writeExpression(context, value, part);
  const found: (Condition | undefined)[] = [];
  if (schema.allOf) {
    const parts = schema.allOf.map(write);
    found.push(parts.filter((part) => !part.isCall).length > 1 ? undefined : joinAll(parts));
  }
  if (schema.anyOf) found.push(joinAny(acceptance.listNeeded(mergeLists(schema.anyOf)).map(write)));
  if (schema.oneOf)
    found.push(
      isTagged(context, schema)
        ? joinAny(schema.oneOf.map(write))
        : writeOneOf(schema, mergeLists(schema.oneOf), acceptance, write),
    );
  if (schema.not) found.push(invert(write(schema.not)));
  if (schema.if && (schema.then || schema.else)) {
    const branch = (part: Schema | undefined): Condition => (part ? write(part) : always);
    found.push(choose(write(schema.if), branch(schema.then), branch(schema.else)));
  }
  return found.includes(undefined) ? undefined : found.flatMap((part) => (part && !isAlways(part) ? [part] : []));
}

/**
 * Returns whether a property of a sent value decides which alternative gets defaults. In this case, other alternatives
 * may also accept the value before defaults are filled in.
 */
export function isTagged({ rules, program }: ExpressionContext, schema: Schema): boolean {
  if (rules.view !== 'request') return false;
  const alternatives = program.types.views.sentDefaults.listAlternatives(schema) ?? [];
  return alternatives.some(({ tag }) => tag !== undefined);
}

function writeOneOf(
  schema: KeywordSchema,
  members: readonly Schema[],
  acceptance: Acceptance,
  write: (part: Schema) => Condition,
): Condition | undefined {
  // If the value of a property decides which member applies, statements are necessary.
  const choice = acceptance.findChoice(members, schema.discriminator?.propertyName);
  if (choice) return choice.dispatch ? undefined : joinAny(members.map(write));
  const [first, second, ...more] = members.map(write);
  if (!first || more.length > 0) return undefined;
  return second ? joinDifferent(first, second) : first;
}
