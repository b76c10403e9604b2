import { expect, test } from 'vitest';
import { type Code, code } from '../../typescript/code.js';
import { joinAnd, joinOr, no, writeChoice, writeComparison, writeNegation, yes } from './operators.js';

const or = code`a || b`;
const and = code`a && b`;
const choice = code`a ? b : c`;
const comparison = code`a === b`;
const call = code`f(a || b, c && d)`;

test.each<[string, Code, string]>([
  ['|| in ||', joinOr([or, call]), 'a || b || f(a || b, c && d)'],
  ['&& in ||', joinOr([and, comparison]), '(a && b) || a === b'],
  ['?: in ||', joinOr([call, choice]), 'f(a || b, c && d) || (a ? b : c)'],
  ['&& in &&', joinAnd([and, call]), 'a && b && f(a || b, c && d)'],
  ['|| in &&', joinAnd([or, comparison]), '(a || b) && a === b'],
  ['?: in &&', joinAnd([choice, call]), '(a ? b : c) && f(a || b, c && d)'],
  ['one alone', joinAnd([or]), 'a || b'],
  ['! of a call', writeNegation(call), '!f(a || b, c && d)'],
  ['! of a comparison', writeNegation(comparison), '!(a === b)'],
  ['! of &&', writeNegation(and), '!(a && b)'],
  ['calls compared', writeComparison(call, '===', code`!g(a)`), 'f(a || b, c && d) === !g(a)'],
  ['comparisons compared', writeComparison(comparison, '!==', and), '(a === b) !== (a && b)'],
  ['a remainder compared', writeComparison(code`a % 2 === 0`, '===', call), '(a % 2 === 0) === f(a || b, c && d)'],
  ['?: in ?:', writeChoice(choice, choice, choice), '(a ? b : c) ? (a ? b : c) : a ? b : c'],
  ['|| in ?:', writeChoice(or, and, or), 'a || b ? a && b : a || b'],
  ['a certain condition in &&', joinAnd([yes, call]), 'f(a || b, c && d)'],
  ['a certain condition in ||', joinOr([call, yes]), 'true'],
  ['an impossible condition in ||', joinOr([no, call]), 'f(a || b, c && d)'],
  ['an impossible condition in &&', joinAnd([call, no]), 'false'],
  ['! of no condition', writeNegation(joinOr([])), 'true'],
  ['operators in a string', joinAnd([code`a === 'b || c'`, call]), "a === 'b || c' && f(a || b, c && d)"],
])('%s', (_, { parts }, text) => {
  expect(parts).toEqual([text]);
});
