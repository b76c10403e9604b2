import { findValueType, type TypeSet, typeSets } from '../../model/json-type.js';
import { hasOpenValues, type KeywordSchema, listValues, type Schema } from '../../model/schema.js';
import { findOpenTypes, isAcceptingAll } from './analysis/kinds.js';
import { writeArray } from './arrays.js';
import { type ConcernedGroup, formatKinds, listConcernedGroups, needsStatements, type Test } from './assertions.js';
import type { Case } from './body.js';
import { findParent, writeChildren, writeCombinations } from './combinations.js';
import { isAlways, isOfKind, joinAll } from './conditions.js';
import { writeEqualities, writeOpenValues } from './constants.js';
import { writeShortExpression } from './expression.js';
import { writeObject } from './objects.js';
import { type Site, writeFailure, writeFailureIf, writeRefusal } from './program.js';
import { writeCallStatement } from './references.js';

/**
 * Writes the check of a value against a schema into the current function. A guard returns false at the first failure; a
 * collector adds all failures.
 */
export function writeSchema(site: Site, schema: Schema): void {
  const { context } = site;
  // A collector names the keywords that contradict each other. For a guard, an impossible schema is `false`.
  const isRefusing = schema.kind === 'keywords' && schema.isImpossible && context.shape === 'guard';
  if (isRefusing || (schema.kind === 'boolean' && !schema.value)) {
    context.lines.add(writeRefusal(site, schema));
    return;
  }
  if (schema.kind !== 'keywords' || (isAcceptingAll(schema) && !hasOpenValues(schema))) return;
  const isTooLong = context.isLong && (needsStatements(schema, 'object') || needsStatements(schema, 'array'));
  if (schema !== context.schema && (context.program.isCalled(schema) || isTooLong)) {
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

function writeCondition({ context, value }: Site, schema: Schema): boolean {
  const fresh = context.redeclare(value);
  const expression = writeShortExpression(context, fresh, schema);
  if (!expression) return false;
  if (schema === context.schema && context.lines.isEmpty && !isAlways(expression)) context.lines.answer(expression.ok);
  else if (!isAlways(expression)) {
    context.lines.addIf(expression.bad, 'return false;');
    context.markNarrowed(fresh);
  }
  return true;
}

// Writes `type` and all keywords for one type of values. Returns the site with the remaining types.
function writeType(site: Site, schema: KeywordSchema): Site {
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
      write: () => writeGroup({ ...site, value: { ...value, kinds } }, schema, concerned),
    };
  });
  if (!isGuard && isRestricted) {
    const rest = groups.reduce((set, { group }) => set & ~typeSets[group], allowed);
    const write = (): void => lines.add(writeFailure(site, schema, 'type', formatKinds(types)));
    cases.push({ test: isOfKind(value, rest, program.isExact).bad, write });
  }
  lines.chain(cases);
  return isGuard && isRestricted ? { ...site, value: given } : site;
}

// If all listed values have these types, the check of the list also checks the type, unless the list is open.
function isListed(schema: KeywordSchema, allowed: TypeSet): boolean {
  if (hasOpenValues(schema)) return false;
  return listValues(schema)?.every((value) => (findValueType(value) & allowed) !== 0) ?? false;
}

function writeGroup(site: Site, schema: KeywordSchema, { group, tests }: ConcernedGroup): void {
  const { context } = site;
  if (context.shape === 'guard')
    context.lines.addIf(joinAll(tests.map(({ condition }) => condition)).bad, 'return false;');
  else writeTests(site, schema, tests);
  if (group === 'array') writeArray(site, schema);
  if (group === 'object') writeObject(site, schema);
}

function writeTests(site: Site, schema: KeywordSchema, [first, ...rest]: readonly Test[]): void {
  if (!first) return;
  const { keyword, expected, condition } = first;
  const { lines } = site.context;
  // The time of a pattern depends on the length of the text, so a text that is too long is not matched.
  if (keyword === 'maxLength' && rest.length > 0)
    lines.chain([
      { test: condition.bad, write: () => lines.add(writeFailure(site, schema, keyword, expected)) },
      { test: undefined, write: () => writeTests(site, schema, rest) },
    ]);
  else {
    writeFailureIf(site, schema, condition.bad, keyword, expected);
    writeTests(site, schema, rest);
  }
}
