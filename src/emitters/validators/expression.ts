import { listTypes, type TypeSet, typeSets } from '../../model/json-type.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import { type Code, code, joinCode } from '../../typescript/code.js';
import { findChoice, findOpenTypes, isAcceptingAll, listNeeded, mergeLists } from './analysis/kinds.js';
import { type ConcernedGroup, listConcernedGroups, needsStatements } from './assertions.js';
import { importAssertion, splitList } from './body.js';
import {
  always,
  asWhole,
  type Condition,
  choose,
  invert,
  isAlways,
  isNever,
  isOfKind,
  joinAll,
  joinAny,
  joinDifferent,
  never,
  test,
  type Value,
} from './conditions.js';
import { listEqualityTests } from './constants.js';
import type { FunctionContext } from './program.js';

/** Prints the condition that a schema accepts a value: inline if it is short, otherwise as a function call. */
export function printExpression(context: FunctionContext, value: Value, schema: Schema): Condition {
  return printShortExpression(context, value, schema) ?? printCall(context, value, schema);
}

/** Prints the inline condition that a schema accepts a value. Returns `undefined` if it is not a short expression. */
export function printShortExpression(context: FunctionContext, value: Value, schema: Schema): Condition | undefined {
  if (schema.kind === 'boolean') return schema.value ? always : never;
  if (schema.kind === 'not-shown' || isAcceptingAll(schema)) return always;
  if (schema.isImpossible) return never;
  const { program, rules } = context;
  if (program.isCalled(schema) && schema !== context.schema) return printCall(context, value, schema);
  // The attempt is made once per schema. Otherwise, each schema around a nested schema would repeat it.
  const circumstances = (): string => [value.kinds, rules.view, rules.filled, rules.children].join();
  const tooLong = program.tooLong.get(schema);
  if (tooLong?.has(circumstances())) return undefined;
  const expression = findShortExpression(context, value, schema);
  if (!expression) program.tooLong.set(schema, new Set([...(tooLong ?? []), circumstances()]));
  return expression;
}

function findShortExpression(context: FunctionContext, value: Value, schema: KeywordSchema): Condition | undefined {
  if (context.rules.children && schema.discriminator?.inheritance) return undefined;
  const own = printOwnParts(context, value, schema);
  if (!own) return undefined;
  const { ref } = schema;
  const parts = [
    ...own,
    // The function that `$ref` calls accepts any value.
    ...(ref ? [ref.kind === 'boolean' ? (ref.value ? always : never) : printCall(context, value, ref)] : []),
  ];
  const applicators = printApplicators(context, value, schema);
  const last = applicators?.[0];
  // After a keyword has narrowed the value, the members of a union would not compile.
  if (!applicators || applicators.length > 1) return undefined;
  if (last && parts.some((part) => !part.isCall && !isAlways(part))) return undefined;
  return joinShort(last ? [last, ...parts] : parts);
}

// Longer conditions are hard to read and hard to optimize.
const mostParts = 12;
const mostPieces = 100;

// Joins conditions with `&&`. Returns `undefined` if the result is too long.
function joinShort(parts: readonly Condition[]): Condition | undefined {
  const real = parts.filter((part) => !isAlways(part));
  const pieces = real.reduce((count, part) => count + part.ok.parts.length, 0);
  return real.length > 1 && pieces > mostPieces ? undefined : joinAll(real);
}

// Joins conditions with `||`. Returns `undefined` if the result is too long.
function joinFew(parts: readonly Condition[]): Condition | undefined {
  const real = parts.filter((part) => !isNever(part));
  return real.length > mostParts && !real.some(isAlways) ? undefined : joinAny(real);
}

/** Prints the call of the guard of a schema, which can have a cached result. */
export function printCall(context: FunctionContext, value: Value, schema: Schema): Condition {
  if (isAcceptingAll(schema)) return always;
  const { reference, deep, repeated } = context.planCall(schema, 'guard');
  const depth = context.nextDepthArgument;
  const call = repeated
    ? code`${importAssertion('checkOnce')}(${reference}, ${value.name}${depth})`
    : code`${reference}(${value.name}${deep ? depth : []})`;
  return { ...test(call), isCall: true, isCostly: true };
}

/**
 * Prints the count of the schemas that accept a value, up to `most`, with a table of guards. The table consists of
 * short lists, because a compiler compares the types of all functions in a list.
 */
export function printAcceptingCount(
  context: FunctionContext,
  value: Value,
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

// Prints the parts for type, tests and equality. Returns `undefined` if a keyword needs statements.
function printOwnParts(context: FunctionContext, value: Value, schema: KeywordSchema): Condition[] | undefined {
  const allowed = value.kinds & findOpenTypes(schema);
  const groups = listConcernedGroups(context, value, schema, allowed);
  if (groups.some(({ group }) => needsStatements(schema, group))) return undefined;
  const equalities = hasOpenValues(schema) ? [] : listEqualityTests(context, value.name, schema, allowed);
  if (equalities.length > 1 || (equalities.length > 0 && groups.length > 0)) return undefined;
  const [equality] = equalities;
  if (equality) return [{ ...equality.condition, refusesUndefined: true }];
  return printKinds(context, value, allowed, groups);
}

function printKinds(
  { program: { isExact } }: FunctionContext,
  value: Value,
  allowed: TypeSet,
  groups: readonly ConcernedGroup[],
): Condition[] | undefined {
  const isRestricted = allowed !== value.kinds;
  if (!isRestricted && groups.length === 0) return [];
  if (listTypes(allowed).length === 1 || groups.length === 0) {
    const type = isRestricted ? [isOfKind(value, allowed, isExact)] : [];
    const all = joinShort([...type, ...groups.flatMap(({ tests }) => tests.map((each) => each.condition))]);
    return all && [{ ...all, refusesUndefined: isRestricted }];
  }
  const rest = groups.reduce((set, { group }) => set & ~typeSets[group], allowed);
  const branches = groups.map(({ group, tests }) => {
    const type = isOfKind(value, allowed & typeSets[group], isExact);
    const conditions = tests.map((each) => each.condition);
    if (isRestricted) return joinAll([type, ...conditions]);
    return invert(asWhole(joinAll([type, joinAny(conditions.map(invert))])));
  });
  if (!isRestricted) return branches;
  const others = rest === 0 ? [] : [isOfKind(value, rest, isExact)];
  return [{ ...asWhole(joinAny([...branches, ...others])), refusesUndefined: true }];
}

// Prints the in-place keywords that have a short form. Returns `undefined` if a keyword has none.
function printApplicators(context: FunctionContext, value: Value, schema: KeywordSchema): Condition[] | undefined {
  const print = (part: Schema): Condition => printExpression(context, value, part);
  const found: (Condition | undefined)[] = [];
  if (schema.allOf) {
    const parts = schema.allOf.map(print);
    found.push(parts.filter((part) => !part.isCall).length > 1 ? undefined : joinShort(parts));
  }
  if (schema.anyOf) found.push(joinFew(listNeeded(mergeLists(schema.anyOf)).map(print)));
  if (schema.oneOf) found.push(printOneOf(context, schema, schema.oneOf, print));
  if (schema.not) found.push(invert(print(schema.not)));
  if (schema.if && (schema.then || schema.else)) {
    const branch = (part: Schema | undefined): Condition => (part ? print(part) : always);
    found.push(choose(print(schema.if), branch(schema.then), branch(schema.else)));
  }
  return found.includes(undefined) ? undefined : found.flatMap((part) => (part && !isAlways(part) ? [part] : []));
}

/**
 * Returns whether a property of a sent value decides which alternative gets defaults. In this case, other alternatives
 * may also accept the value before defaults are filled in.
 */
export function isTagged({ rules, program }: FunctionContext, schema: Schema): boolean {
  if (rules.view !== 'request') return false;
  const alternatives = program.types.views.sentDefaults.listAlternatives(schema) ?? [];
  return alternatives.some(({ tag }) => tag !== undefined);
}

function printOneOf(
  context: FunctionContext,
  schema: KeywordSchema,
  all: readonly Schema[],
  print: (part: Schema) => Condition,
): Condition | undefined {
  if (isTagged(context, schema)) return joinFew(all.map(print));
  const members = mergeLists(all);
  // If the value of a property decides which member applies, statements are necessary.
  const choice = findChoice(members, schema.discriminator?.propertyName);
  if (choice) return choice.dispatch ? undefined : joinFew(members.map(print));
  const [first, second, ...more] = members.map(print);
  if (!first || more.length > 0) return undefined;
  return second ? joinDifferent(first, second) : first;
}
