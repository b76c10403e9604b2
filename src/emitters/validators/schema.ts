import { findValueType, type TypeSet, typeSets } from '../../model/json-type.js';
import { hasOpenValues, type KeywordSchema, listValues, type Schema } from '../../model/schema.js';
import { findOpenTypes, isAcceptingAll } from './analysis/kinds.js';
import { printArrayChecks } from './arrays.js';
import { type ConcernedGroup, formatKinds, listConcernedGroups, needsStatements, type Test } from './assertions.js';
import type { Case } from './body.js';
import { findParent, printChildren, printCombinations } from './combinations.js';
import { isAlways, isOfKind, joinAll } from './conditions.js';
import { printEqualities, printOpenValues } from './constants.js';
import { printShortExpression } from './expression.js';
import { printObjectChecks } from './objects.js';
import { printFailure, printFailureIf, printRefusal, type Site } from './program.js';
import { printCallStatement } from './references.js';

/**
 * Prints the check of a value against a schema into the current function. A guard returns false at the first failure; a
 * collector adds all failures.
 */
export function printSchema(site: Site, schema: Schema): void {
  const { context } = site;
  // A collector names the keywords that contradict each other. For a guard, an impossible schema is `false`.
  const isRefusing = schema.kind === 'keywords' && schema.isImpossible && context.shape === 'guard';
  if (isRefusing || (schema.kind === 'boolean' && !schema.value)) {
    context.lines.add(printRefusal(site, schema));
    return;
  }
  if (schema.kind !== 'keywords' || (isAcceptingAll(schema) && !hasOpenValues(schema))) return;
  const isTooLong = context.isLong && (needsStatements(schema, 'object') || needsStatements(schema, 'array'));
  if (schema !== context.schema && (context.program.isCalled(schema) || isTooLong)) {
    printCallStatement(site, schema);
    return;
  }
  const parent = findParent(site, schema);
  if (parent) {
    printChildren(site, schema, parent);
    return;
  }
  if (context.shape === 'guard' && printCondition(site, schema)) return;
  const typed = printType(site, schema);
  printEqualities(typed, schema);
  printCombinations(typed, schema);
  printOpenValues(typed, schema);
}

function printCondition({ context, value }: Site, schema: Schema): boolean {
  const fresh = context.redeclare(value);
  const expression = printShortExpression(context, fresh, schema);
  if (!expression) return false;
  if (schema === context.schema && context.lines.isEmpty && !isAlways(expression)) context.lines.answer(expression.ok);
  else if (!isAlways(expression)) {
    context.lines.addIf(expression.bad, 'return false;');
    context.markNarrowed(fresh);
  }
  return true;
}

// Prints `type` and all keywords for one type of values. Returns the site with the remaining types.
function printType(site: Site, schema: KeywordSchema): Site {
  const { context, value } = site;
  const { lines, program } = context;
  const types = findOpenTypes(schema);
  const allowed = value.kinds & types;
  const groups = listConcernedGroups(context, value, schema, allowed);
  const isImplied = groups.length === 0 && isListed(schema, allowed);
  const isRestricted = !isImplied && allowed !== value.kinds;
  const isGuard = context.shape === 'guard';
  if (isGuard && isRestricted) lines.addIf(isOfKind(value, allowed, program.isExact).bad, 'return false;');
  const given = isGuard ? { ...value, kinds: allowed } : value;
  const cases = groups.map((concerned): Case => {
    const kinds = allowed & typeSets[concerned.group];
    return {
      test: isOfKind(given, kinds, program.isExact).ok,
      print: () => printGroup({ ...site, value: { ...value, kinds } }, schema, concerned),
    };
  });
  if (!isGuard && isRestricted) {
    const rest = groups.reduce((set, { group }) => set & ~typeSets[group], allowed);
    const print = (): void => lines.add(printFailure(site, schema, 'type', formatKinds(types)));
    cases.push({ test: isOfKind(value, rest, program.isExact).bad, print });
  }
  lines.chain(cases);
  return isGuard && isRestricted ? { ...site, value: given } : site;
}

// If all listed values have these types, the check of the list also checks the type, unless the list is open.
function isListed(schema: KeywordSchema, allowed: TypeSet): boolean {
  if (hasOpenValues(schema)) return false;
  return listValues(schema)?.every((value) => (findValueType(value) & allowed) !== 0) ?? false;
}

function printGroup(site: Site, schema: KeywordSchema, { group, tests }: ConcernedGroup): void {
  const { context } = site;
  if (context.shape === 'guard')
    context.lines.addIf(joinAll(tests.map(({ condition }) => condition)).bad, 'return false;');
  else printTests(site, schema, tests);
  if (group === 'array') printArrayChecks(site, schema);
  if (group === 'object') printObjectChecks(site, schema);
}

function printTests(site: Site, schema: KeywordSchema, [first, ...rest]: readonly Test[]): void {
  if (!first) return;
  const { keyword, expected, condition } = first;
  const { lines } = site.context;
  // The time of a pattern depends on the length of the text, so a text that is too long is not matched.
  if (keyword === 'maxLength' && rest.length > 0)
    lines.chain([
      { test: condition.bad, print: () => lines.add(printFailure(site, schema, keyword, expected)) },
      { test: undefined, print: () => printTests(site, schema, rest) },
    ]);
  else {
    printFailureIf(site, schema, condition.bad, keyword, expected);
    printTests(site, schema, rest);
  }
}
