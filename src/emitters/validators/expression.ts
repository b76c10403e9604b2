import type { KeywordSchema, Schema } from '../../model/schema.js';
import { type Code, code, joinCode } from '../../typescript/code.js';
import { type FunctionContext, testSite, type Value } from './context.js';
import { type Group, type Kinds, no, restrictKinds, sameKinds, testKinds, yes } from './kinds.js';
import { rulesKey } from './rules.js';
import { resolveDynamicReference, type Scope } from './scope.js';
import { acceptsAll, areApart, findDispatch } from './statics.js';
import { concernedGroups, equalityTests, groupTests, needsStatements, type Test } from './tests.js';

/** A condition on a value. */
export interface Expression {
  readonly ok: Code;
  readonly bad: Code;
  /** Whether `undefined` does not meet it. */
  readonly refusesUndefined: boolean;
  /** Whether it consists of, or holds, calls of functions that may be long. */
  readonly calls: boolean;
}

const always: Expression = { ok: yes, bad: no, refusesUndefined: false, calls: false };
const never: Expression = { ok: no, bad: yes, refusesUndefined: true, calls: false };

/** Tells whether a condition is met by everything. */
export function isAlways(expression: Expression): boolean {
  return expression.ok === yes;
}

/** Tells whether a condition is met by nothing. */
export function isNever(expression: Expression): boolean {
  return expression.ok === no;
}

/** Writes the condition that a schema accepts a value: in place where it is short, else as the call of a function. */
export function writeExpression(context: FunctionContext, value: Value, schema: Schema, scope: Scope): Expression {
  return writeShortExpression(context, value, schema, scope) ?? writeCall(context, value, schema, scope);
}

/** Writes the condition that a schema accepts a value in place; `undefined` where that takes more than a short expression. */
export function writeShortExpression(
  context: FunctionContext,
  value: Value,
  schema: Schema,
  scope: Scope,
): Expression | undefined {
  if (schema.kind === 'boolean') return schema.value ? always : never;
  if (schema.kind === 'not-shown' || acceptsAll(schema)) return always;
  if (context.program.isPlaced(schema) && schema !== context.schema) return writeCall(context, value, schema, scope);
  const { tooLong } = context.program;
  const key = `${[...value.kinds].join()} ${rulesKey(context.rules)}`;
  if (tooLong.get(schema)?.has(key)) return undefined;
  const expression = tryShortExpression(context, value, schema, scope);
  // Tried once: a schema inside others inside others would be tried again from each of them.
  if (!expression) tooLong.set(schema, new Set([...(tooLong.get(schema) ?? []), key]));
  return expression;
}

function tryShortExpression(
  context: FunctionContext,
  value: Value,
  schema: KeywordSchema,
  scope: Scope,
): Expression | undefined {
  const inside = context.program.scopes.enter(scope, schema);
  const parts = [...ownParts(context, value, schema), ...calls(context, value, schema, inside)];
  const applicators = writeApplicators(context, value, schema, inside);
  const last = applicators?.[0];
  // What an own keyword has narrowed would not compile in the members of a union.
  if (!applicators || parts.includes(undefined) || applicators.length > 1) return undefined;
  if (last && parts.some((part) => part && !part.calls && !isAlways(part))) return undefined;
  return joinParts([...(last ? [last] : []), ...parts.flatMap((part) => (part ? [part] : []))]);
}

/** Writes the call of the function that answers whether a schema accepts a value. */
export function writeCall(context: FunctionContext, value: Value, schema: Schema, scope: Scope): Expression {
  if (acceptsAll(schema)) return always;
  const { reference, deep } = context.program.functionOf(schema, context.guardRules, scope, 'guard', context);
  const call = code`${reference}(${value.name}${deep ? context.depthArgument : []})`;
  return { ok: call, bad: code`!${call}`, refusesUndefined: false, calls: true };
}

// Longer conditions are hard to read, and to optimize.
const longest = 12;

function joinParts(parts: readonly Expression[]): Expression | undefined {
  const real = parts.filter((part) => !isAlways(part));
  const [only] = real;
  if (!only) return always;
  if (real.length === 1) return only;
  if (real.flatMap((part) => part.ok.parts).length > 8 * longest) return undefined;
  return {
    ok: joinCode(
      real.map((part) => wrap(part.ok, '||', '?')),
      ' && ',
    ),
    bad: joinCode(
      real.map((part) => wrap(part.bad, '&&', '?')),
      ' || ',
    ),
    refusesUndefined: real.some((part) => part.refusesUndefined),
    calls: real.some((part) => part.calls),
  };
}

function wrap(text: Code, ...operators: readonly string[]): Code {
  const isLoose = text.parts.some(
    (part) => typeof part === 'string' && operators.some((operator) => part.includes(` ${operator} `)),
  );
  return isLoose ? code`(${text})` : text;
}

// Type, tests and equality; `undefined` in the list where a keyword needs statements.
function ownParts(context: FunctionContext, value: Value, schema: KeywordSchema): (Expression | undefined)[] {
  const allowed = restrictKinds(value.kinds, schema.types);
  const groups = concernedGroups(testSite(context, value), schema, allowed);
  if (groups.some((group) => needsStatements(schema, group))) return [undefined];
  const rule = context.program.valuesRule(schema, context.rules);
  if (rule === 'closed') return [undefined];
  const equalities = rule === 'open' ? [] : equalityTests(testSite(context, value), schema, allowed);
  if (equalities.length > 1 || (equalities.length > 0 && groups.length > 0)) return [undefined];
  const [equality] = equalities;
  if (equality) return [{ ...equality, refusesUndefined: true, calls: false }];
  return writeKinds(context, value, schema, allowed, groups);
}

function writeKinds(
  context: FunctionContext,
  value: Value,
  schema: KeywordSchema,
  allowed: Kinds,
  groups: readonly Group[],
): Expression[] {
  const isRestricted = !sameKinds(allowed, value.kinds);
  if (allowed.size === 1 || groups.length === 0) {
    const tests = groups.flatMap((group) => groupTests(testSite(context, value), schema, group));
    const type = testKinds(value.name, value.kinds, allowed);
    const parts = isRestricted ? [expressionOf(type.ok, type.bad)] : [];
    const all = joinParts([...parts, ...tests.map((test) => expressionOf(test.ok, test.bad))]);
    return all ? [{ ...all, refusesUndefined: isRestricted }] : [];
  }
  const rest = new Set([...allowed].filter((kind) => !groups.some((group) => isOf(kind, group))));
  const branches = groups.map((group): { ok: Code; bad: Code } => {
    const kinds = new Set([...allowed].filter((kind) => isOf(kind, group)));
    const type = testKinds(value.name, value.kinds, kinds);
    const tests = groupTests(testSite(context, value), schema, group);
    if (isRestricted) {
      const ok = joinCode([type.ok, ...tests.map((test) => wrap(test.ok, '||'))], ' && ');
      return { ok: code`(${ok})`, bad: code`!(${ok})` };
    }
    const bad = joinCode([type.ok, joinBad(tests)], ' && ');
    return { ok: code`!(${bad})`, bad: code`(${bad})` };
  });
  if (!isRestricted) return branches.map(({ ok, bad }) => expressionOf(ok, bad));
  const others = rest.size === 0 ? [] : [testKinds(value.name, value.kinds, rest).ok];
  const ok = code`(${joinCode([...branches.map((branch) => branch.ok), ...others], ' || ')})`;
  return [{ ok, bad: code`!${ok}`, refusesUndefined: true, calls: false }];
}

function joinBad(tests: readonly Test[]): Code {
  return wrap(
    joinCode(
      tests.map((test) => test.bad),
      ' || ',
    ),
    '||',
  );
}

function isOf(kind: string, group: Group): boolean {
  return kind === group || (kind === 'integer' && group === 'number');
}

function expressionOf(ok: Code, bad: Code): Expression {
  return { ok, bad, refusesUndefined: false, calls: false };
}

// `$ref` and `$dynamicRef`; the functions take whatever they are given.
function calls(context: FunctionContext, value: Value, schema: KeywordSchema, scope: Scope): Expression[] {
  const targets = [
    ...(schema.ref ? [schema.ref] : []),
    ...(schema.dynamicRef ? [resolveDynamicReference(schema.dynamicRef, scope)] : []),
  ];
  return targets.map((target) => {
    if (target.kind === 'boolean') return target.value ? always : never;
    return writeCall(context, value, target, scope);
  });
}

// The in-place keywords that have a short form; `undefined` where one has none.
function writeApplicators(
  context: FunctionContext,
  value: Value,
  schema: KeywordSchema,
  scope: Scope,
): Expression[] | undefined {
  const write = (part: Schema): Expression => writeExpression(context, value, part, scope);
  const found: (Expression | undefined)[] = [];
  if (schema.allOf) {
    const parts = schema.allOf.map(write);
    found.push(parts.filter((part) => !part.calls).length > 1 ? undefined : joinParts(parts));
  }
  if (schema.anyOf) found.push(writeUnion(schema.anyOf.map(write)));
  if (schema.oneOf) found.push(writeOneOf(schema, schema.oneOf, write));
  if (schema.not) found.push(negate(write(schema.not)));
  if (schema.if && (schema.then || schema.else)) {
    const condition = write(schema.if);
    const branch = (part: Schema | undefined): Expression => (part ? write(part) : always);
    found.push(choose(condition, branch(schema.then), branch(schema.else)));
  }
  return found.includes(undefined) ? undefined : found.flatMap((part) => (part && !isAlways(part) ? [part] : []));
}

function writeUnion(members: readonly Expression[]): Expression | undefined {
  if (members.some(isAlways)) return always;
  const real = members.filter((member) => !isNever(member));
  const [only] = real;
  if (!only) return never;
  if (real.length === 1) return only;
  if (real.length > longest) return undefined;
  return {
    ok: joinCode(
      real.map((member) => wrap(member.ok, '&&', '?')),
      ' || ',
    ),
    bad: joinCode(
      real.map((member) => wrap(member.bad, '||', '?')),
      ' && ',
    ),
    refusesUndefined: real.every((member) => member.refusesUndefined),
    calls: false,
  };
}

function writeOneOf(
  schema: KeywordSchema,
  members: readonly Schema[],
  write: (part: Schema) => Expression,
): Expression | undefined {
  // Members told apart by a property are taken by its value, which needs statements.
  if (findDispatch(members, schema.discriminator?.propertyName)) return undefined;
  if (areApart(members)) return writeUnion(members.map(write));
  const [first, second, ...more] = members.map(write);
  if (first && !second) return first;
  if (!first || !second || more.length > 0) return undefined;
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    if (isAlways(one)) return negate(other);
    if (isNever(one)) return other;
  }
  const [a, b] = [code`(${first.ok})`, code`(${second.ok})`];
  return { ok: code`${a} !== ${b}`, bad: code`${a} === ${b}`, refusesUndefined: false, calls: false };
}

function negate(expression: Expression): Expression {
  if (isAlways(expression)) return never;
  if (isNever(expression)) return always;
  return { ok: expression.bad, bad: expression.ok, refusesUndefined: false, calls: false };
}

function choose(condition: Expression, then: Expression, otherwise: Expression): Expression {
  const test = wrap(condition.ok, '||', '&&', '?');
  return {
    ok: code`(${test} ? ${wrap(then.ok, '?')} : ${wrap(otherwise.ok, '?')})`,
    bad: code`(${test} ? ${wrap(then.bad, '?')} : ${wrap(otherwise.bad, '?')})`,
    refusesUndefined: false,
    calls: false,
  };
}
