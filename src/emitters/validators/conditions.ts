import { type TypeSet, typeSets } from '../../model/json-type.js';
import type { JsonType } from '../../model/schema.js';
import { type Code, type CodePart, code, joinCode, type Reference, toCode } from '../../typescript/code.js';

/** A value in a function that is being printed. */
export interface Value {
  /** The identifier that holds it. */
  readonly name: Reference;
  /** The types that it can have here. The compiler has narrowed it to the same types. */
  readonly kinds: TypeSet;
}

/** A condition on a value. */
export interface Condition {
  readonly ok: Code;
  readonly bad: Code;
  /** The operators with the lowest precedence in `ok` and in `bad`, outside all brackets. */
  readonly operators: readonly [ok: Operator, bad: Operator];
  /** Whether `undefined` fails the condition. */
  readonly refusesUndefined: boolean;
  /** Whether it consists only of calls of functions that accept a value of any type. */
  readonly isCall: boolean;
  /** Whether it calls a function that may be long. */
  readonly isCostly: boolean;
}

type Operator = '?' | '||' | '&&' | '=' | 'none';

// Formatters keep parentheses around `&&` inside `||`, and remove all others that change nothing.
const inParentheses: { readonly [O in Exclude<Operator, 'none'>]: readonly Operator[] } = {
  '?': ['?'],
  '||': ['?', '&&'],
  '&&': ['?', '||'],
  '=': ['?', '||', '&&', '='],
};

function wrap(around: Exclude<Operator, 'none'>, text: Code, operator: Operator): Code {
  return inParentheses[around].includes(operator) ? code`(${text})` : text;
}

function build(ok: Code, bad: Code, operators: Condition['operators']): Condition {
  return { ok, bad, operators, refusesUndefined: false, isCall: false, isCostly: false };
}

const [yes, no] = [code`true`, code`false`];

/** The condition that is always true. */
export const always: Condition = build(yes, no, ['none', 'none']);

/** The condition that is always false. */
export const never: Condition = { ...build(no, yes, ['none', 'none']), refusesUndefined: true };

/** Returns whether a condition is always true. */
export function isAlways({ ok }: Condition): boolean {
  return ok === yes;
}

/** Returns whether a condition is always false. */
export function isNever({ ok }: Condition): boolean {
  return ok === no;
}

const opposites = { '===': '!==', '!==': '===', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const;

/** Prints a comparison. */
export function compare(left: CodePart, operator: keyof typeof opposites, right: CodePart): Condition {
  return build(code`${left} ${operator} ${right}`, code`${left} ${opposites[operator]} ${right}`, ['=', '=']);
}

/** Prints the condition that a value is present. */
export function isPresent(value: CodePart): Condition {
  return compare(value, '!==', 'undefined');
}

/** Prints the condition that a call returns `true`. */
export function test(call: CodePart): Condition {
  return build(toCode(call), code`!${call}`, ['none', 'none']);
}

/** Joins conditions with `&&`. */
export function joinAll(parts: readonly Condition[]): Condition {
  const open = parts.filter((part) => !isAlways(part));
  const [only = always] = open;
  if (open.length < 2) return only;
  return {
    ...(open.some(isNever) ? never : build(join('&&', open, 0), join('||', open, 1), ['&&', '||'])),
    refusesUndefined: open.some((part) => part.refusesUndefined),
    isCall: open.every((part) => part.isCall),
    isCostly: open.some((part) => part.isCostly),
  };
}

/** Joins conditions with `||`. */
export function joinAny(parts: readonly Condition[]): Condition {
  if (parts.some(isAlways)) return always;
  const open = parts.filter((part) => !isNever(part));
  const [only = never] = open;
  if (open.length < 2) return only;
  return {
    ...build(join('||', open, 0), join('&&', open, 1), ['||', '&&']),
    refusesUndefined: open.every((part) => part.refusesUndefined),
    isCostly: open.some((part) => part.isCostly),
  };
}

function join(operator: '||' | '&&', parts: readonly Condition[], side: 0 | 1): Code {
  const texts = parts.map((part) => wrap(operator, side === 0 ? part.ok : part.bad, part.operators[side]));
  return joinCode(texts, ` ${operator} `);
}

/** Returns the condition that exactly one of two conditions is true. */
export function joinDifferent(a: Condition, b: Condition): Condition {
  if (isAlways(a)) return invert(b);
  if (isAlways(b)) return invert(a);
  if (isNever(a)) return b;
  if (isNever(b)) return a;
  const [left, right] = [wrap('=', a.ok, a.operators[0]), wrap('=', b.ok, b.operators[0])];
  return { ...compare(left, '!==', right), isCostly: a.isCostly || b.isCostly };
}

/** Returns the opposite of a condition. */
export function invert(part: Condition): Condition {
  if (isAlways(part)) return never;
  if (isNever(part)) return always;
  const { ok, bad, operators, isCostly } = part;
  return { ...build(bad, ok, [operators[1], operators[0]]), isCostly };
}

/** Returns the same condition with `!(…)` as its opposite, which is shorter if it has many parts. */
export function asWhole(part: Condition): Condition {
  const { ok, operators } = part;
  if (isAlways(part) || isNever(part)) return part;
  const bad = operators[0] === 'none' ? code`!${ok}` : code`!(${ok})`;
  return { ...part, bad, operators: [operators[0], 'none'] };
}

/** Returns the condition `condition ? then : otherwise`. */
export function choose(condition: Condition, then: Condition, otherwise: Condition): Condition {
  if (isAlways(condition)) return then;
  if (isNever(condition)) return otherwise;
  if (isAlways(then) && isAlways(otherwise)) return always;
  const head = wrap('?', condition.ok, condition.operators[0]);
  const print = (side: 0 | 1, key: 'ok' | 'bad'): Code =>
    code`${head} ? ${wrap('?', then[key], then.operators[side])} : ${otherwise[key]}`;
  const isCostly = [condition, then, otherwise].some((part) => part.isCostly);
  return { ...build(print(0, 'ok'), print(1, 'bad'), ['?', '?']), isCostly };
}

/** Prints the condition that a value has a type in `to`. `isExact`: an integer may be a `bigint`. */
export function isOfKind({ name: v, kinds: from }: Value, to: TypeSet, isExact: boolean): Condition {
  const has = (type: JsonType): boolean => (to & typeSets[type]) !== 0;
  if (from === to) return always;
  if (from === typeSets.number && to === typeSets.integer)
    return addBigint(v, test(code`Number.isInteger(${v})`), isExact);
  const isType = (type: JsonType): Condition => compare(code`typeof ${v}`, '===', `'${type}'`);
  const isArray = test(code`Array.isArray(${v})`);
  const tests: Condition[] = [];
  if (has('string')) tests.push(isType('string'));
  if (has('number')) {
    const method = (to & typeSets.number) === typeSets.integer ? 'isInteger' : 'isFinite';
    tests.push(addBigint(v, joinAll([isType('number'), test(code`Number.${method}(${v})`)]), isExact));
  }
  if (has('boolean')) tests.push(isType('boolean'));
  if (has('object')) {
    const isNull = has('null') ? never : compare(v, '===', 'null');
    tests.push(joinAll([isType('object'), invert(isNull), has('array') ? always : invert(isArray)]));
  } else {
    if (has('array')) tests.push(isArray);
    if (has('null')) tests.push(compare(v, '===', 'null'));
  }
  return joinAny(tests);
}

function addBigint(v: Reference, isNumber: Condition, isExact: boolean): Condition {
  return isExact ? asWhole(joinAny([compare(code`typeof ${v}`, '===', `'bigint'`), isNumber])) : isNumber;
}
