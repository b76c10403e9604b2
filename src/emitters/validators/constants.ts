import { readEnumeration } from '../../model/allowed-types.js';
import type { JsonValue } from '../../model/element.js';
import { anyType, buildTypes, findValueType, type TypeSet, typeSets } from '../../model/json-type.js';
import { printExactJson } from '../../model/print-json.js';
import { hasOpenValues, type KeywordSchema } from '../../model/schema.js';
import { type Code, code, encodeBigint, encodeJson, encodeString, type Reference } from '../../typescript/code.js';
import { findOpenTypes } from './analysis/kinds.js';
import { formatValues, type Test } from './assertions.js';
import { importAssertion } from './body.js';
import { type Condition, compare, isOfKind, joinAny, test } from './conditions.js';
import type { ModulePrinter } from './module-printer.js';
import { type FunctionContext, type Program, printFailureIf, printPath, printPointer, type Site } from './program.js';

// For longer lists, the output uses a set.
const mostCompared = 8;

/** Returns the constant of a set of values, which are encoded. */
export function printSet(module: ModulePrinter, literals: readonly string[]): Reference {
  const list = `[${literals.join(', ')}]`;
  return module.constant('listed', list, code`/* @__PURE__ */ new Set<unknown>(${list})`);
}

/** Prints the condition that a value whose type is in `kinds` equals one of some values (core, 4.2.2). */
export function equalsOne(
  { module, program: { isExact } }: { readonly module: ModulePrinter; readonly program: Pick<Program, 'isExact'> },
  v: Reference | Code,
  all: readonly JsonValue[],
  kinds: TypeSet = anyType,
): Condition {
  const values = all.filter((value) => (findValueType(value) & kinds) !== 0);
  const scalars = [...new Set(values.filter((value) => typeof value !== 'object' || value === null))];
  const structures = new Map<string, JsonValue>();
  for (const value of values)
    if (typeof value === 'object' && value !== null) structures.set(printExactJson(value), value);
  const list = encodeJson([...structures.values()], isExact);
  // JSON is read with all digits. A value that the caller of a function states can be the nearest number.
  const literals = scalars.flatMap((value) =>
    typeof value === 'bigint' && isExact ? [encodeBigint(value), encodeJson(value)] : [encodeJson(value)],
  );
  return joinAny([
    ...(literals.length > mostCompared
      ? [test(code`${printSet(module, literals)}.has(${v})`)]
      : literals.map((literal) => compare(v, '===', literal))),
    ...(structures.size > mostCompared
      ? [test(code`${importAssertion('isAmong')}(${v}, ${module.constant('constants', list, list)})`)]
      : [...structures.values()].map((value) => {
          const literal = encodeJson(value, isExact);
          return test(code`${importAssertion('areEqual')}(${v}, ${module.constant('constant', literal, literal)})`);
        })),
  ]);
}

/** Lists the tests of `const` and `enum` for a value whose type is in `kinds`. */
export function listEqualityTests(
  context: FunctionContext,
  v: Reference,
  schema: KeywordSchema,
  kinds: TypeSet,
): Test[] {
  const print = (keyword: string, values: readonly JsonValue[]): Test => ({
    keyword,
    expected: formatValues(values),
    condition: equalsOne(context, v, values, kinds),
  });
  return [
    ...(schema.const !== undefined ? [print('const', [schema.const])] : []),
    ...(schema.enum ? [print('enum', schema.enum)] : []),
  ];
}

/** Prints `const` and `enum` (JSON Schema 2020-12, validation, 6.1). */
export function printEqualities(site: Site, schema: KeywordSchema): void {
  const { context } = site;
  if ((schema.const === undefined && !schema.enum) || hasOpenValues(schema)) return;
  for (const keyword of ['const', 'enum'] as const) {
    if (schema[keyword] === undefined) continue;
    const value = context.redeclare(site.value);
    for (const each of listEqualityTests(context, value.name, schema, value.kinds))
      if (each.keyword === keyword) printFailureIf(site, schema, each.condition.bad, keyword, each.expected);
    if (context.shape === 'guard') context.markNarrowed(value);
  }
}

/** Prints the check of a `values` item into a collector. It reports or refuses values that are not in the list. */
export function printOpenValues(site: Site, schema: KeywordSchema): void {
  const { context } = site;
  if (context.shape === 'guard' || !hasOpenValues(schema)) return;
  const item = schema.notShown.find((each) => each.kind === 'values');
  const enumeration = readEnumeration(schema);
  if (!item || !enumeration) return;
  const { known, nullable } = enumeration;
  const values = nullable ? [...known, null] : known;
  const value = context.redeclare(site.value);
  // A value of another type was already refused.
  const stated = findOpenTypes(schema);
  const types =
    stated === anyType ? buildTypes(known.map((each) => (typeof each === 'string' ? 'string' : 'number'))) : stated;
  const kinds = types & ~typeSets.null;
  const { bad } = equalsOne(context, value.name, values, kinds);
  const keyword = schema.const !== undefined ? 'const' : schema.enum ? 'enum' : 'x-not-shown';
  const found = code`${printPath(site.path)}, ${printPointer(context, schema, keyword)}, '${keyword}', ${encodeString(formatValues(values))}`;
  context.lines.blockIf(isOfKind(value, kinds, context.program.isExact).ok, () => {
    context.lines.addIf(bad, code`${context.found}.unlisted(${found}, ${encodeString(item.id)});`);
  });
}
