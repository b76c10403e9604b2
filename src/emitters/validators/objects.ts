import { encodePointerToken } from '../../diagnostics/origin.js';
import { formatCount } from '../../diagnostics/show-text.js';
import { findAllowedTypes } from '../../model/allowed-types.js';
import { anyType, typeSets } from '../../model/json-type.js';
import {
  hasOpenFields,
  hasOpenValues,
  type KeywordSchema,
  type PatternProperty,
  type Schema,
} from '../../model/schema.js';
import type { Findings } from '../../runtime/validate/findings.js';
import { type Code, type CodePart, code, encodeString, joinCode, type Reference } from '../../typescript/code.js';
import { findOnlyReference, isAcceptingAll, isOnly, isOnlyType } from './analysis/kinds.js';
import { findFormatCall } from './assertions.js';
import { importAssertion, mostListed, nameLocal, readField } from './body.js';
import {
  asWhole,
  type Condition,
  compare,
  invert,
  isPresent,
  joinAll,
  joinAny,
  never,
  test,
  type Value,
} from './conditions.js';
import { printExpression, printShortExpression } from './expression.js';
import { isRequired, listNameTests, matchesName, printFieldList, printFieldParts } from './fields.js';
import { type FunctionContext, printFailureIf, printPath, printPointer, type Site } from './program.js';
import { isAskedFirst, printTarget } from './references.js';
import { printUnevaluatedProperties } from './unevaluated.js';

/** Prints the checks for objects (JSON Schema 2020-12, core, 10.3.2, and validation, 6.5). */
export function printObjectChecks(site: Site, schema: KeywordSchema): void {
  const fields = printFieldList(site);
  printFields(site, schema, fields);
  printCounts(site, schema, fields);
  printDependencies(site, schema, fields);
  printOtherFields(site, schema, fields);
  printUnevaluatedProperties(site, schema, fields);
}

/** A property of an object, and whether it is required. */
interface Field {
  readonly name: string;
  readonly schema: Schema | undefined;
  readonly required: boolean;
}

function printFields(site: Site, schema: KeywordSchema, fields: Reference): void {
  const { properties = [], required = [] } = schema;
  // The names that have no schema come last.
  const described = new Set(properties.map(({ name }) => name));
  const others = [...new Set(required)].filter((name) => !described.has(name));
  const listed = new Set(required);
  const list = [...properties, ...others.map((name) => ({ name, schema: undefined }))].map(
    ({ name, schema: property }): Field => ({
      name,
      schema: property,
      required: isRequired(site, name, property, listed.has(name)),
    }),
  );
  printFieldParts(site, fields, list, (inner, from, part) => {
    if (site.context.shape === 'guard') checkFields(inner, from, part);
    else
      for (const field of part)
        if (!printShortField(inner, schema, from, field)) collectField(inner, schema, from, field);
  });
}

function checkFields(site: Site, fields: Reference, list: readonly Field[]): void {
  const { context } = site;
  const { lines } = context;
  // The cheapest and most selective tests come first, because a union tries its members one after the other.
  const later: (() => void)[] = [];
  for (const { name, schema: part, required } of list) {
    const isOpen = !part || isAcceptingAll(part);
    if (isOpen && !required) continue;
    const value = context.declareField(fields, name);
    const isGiven = isPresent(value.name);
    if (isOpen) {
      lines.addIf(isGiven.bad, 'return false;');
      continue;
    }
    const expression = printShortExpression(context, value, part);
    const printShort = (condition: Condition): void => {
      const isGood = condition.refusesUndefined ? condition : joinAll([isGiven, condition]);
      lines.addIf((required ? isGood : joinAny([invert(isGiven), condition])).bad, 'return false;');
    };
    if (expression && !expression.isCostly) {
      printShort(expression);
      continue;
    }
    const isReportedLater = findAllowedTypes(part) !== anyType;
    if (required && !isReportedLater) lines.addIf(isGiven.bad, 'return false;');
    later.push(() => {
      const print = (): void => context.printSchema({ ...site, value, root: part, keyword: 'properties' }, part);
      if (required) print();
      else if (expression) printShort(expression);
      else lines.blockIf(isGiven.ok, print);
    });
  }
  for (const print of later) print();
}

function collectField(site: Site, schema: KeywordSchema, fields: Reference, field: Field): void {
  const { context } = site;
  const { name, schema: part, required } = field;
  const value = context.declareField(fields, name);
  const isGiven = isPresent(value.name);
  const { presence } = context.program.places;
  // If the description does not promise the fields of a response, a null field counts as missing.
  const isNull =
    presence && part && (findAllowedTypes(part) & typeSets.null) === 0
      ? joinAll([compare(value.name, '===', 'null'), test(code`${context.found}.reportsMissing`)])
      : never;
  const isMissing = joinAny([required ? invert(isGiven) : never, isNull]);
  const path = [...site.path, encodePointerToken(name)];
  context.lines.chain([
    {
      test: isMissing.ok,
      print: () => {
        const place = code`${printPath(site.path)}, ${encodeString(name)}, ${printPointer(context, schema)}`;
        context.lines.add(code`${context.found}.missing(${place});`);
      },
    },
    {
      test: required ? undefined : isGiven.ok,
      print: () => {
        if (part) context.printSchema({ ...site, value, path, root: part, keyword: 'properties' }, part);
      },
    },
  ]);
}

type FieldMethod = keyof Findings & ('boolean' | 'field' | 'format' | 'integer' | 'number' | 'required' | 'string');

const methods: { readonly [type: string]: FieldMethod | undefined } = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
};

/**
 * Prints one call of the runtime that collects the failures of a field. This works if the field has a frequent form and
 * is directly in the object of the function. This makes modules small. Returns whether it wrote the call.
 */
function printShortField(site: Site, schema: KeywordSchema, fields: Reference, field: Field): boolean {
  const { context } = site;
  const { program } = context;
  if (schema !== context.schema) return false;
  const { name, schema: part, required } = field;
  const print = (called: FieldMethod, ...more: CodePart[]): true => {
    const values = joinCode([fields, encodeString(name), context.at, ...more], ', ');
    context.lines.add(code`${context.found}.${called}(${values});`);
    return true;
  };
  if (!part || isAcceptingAll(part)) return required && print('required');
  // The runtime derives the place of the schema from the place of the object's schema.
  const pointer = `${schema.origin.pointer}/properties/${encodePointerToken(name)}`;
  if (part.kind !== 'keywords' || hasOpenValues(part) || part.origin.pointer !== pointer) return false;
  const needed = String(required);
  const typed = findTypedMethod(context, part);
  if (typed) return print(typed[0], needed, ...typed.slice(1));
  const target = program.isPlaced(part) ? part : findOnlyReference(part);
  // A guard that caches its results is called by another function.
  if (target?.kind !== 'keywords' || program.places.isRepeated(program.findTarget(target))) return false;
  if (isAcceptingAll(target)) return required && print('required');
  const callee = context.planCall(target, 'collect');
  const isInside = target === part && program.findTarget(part) === part;
  const guard = isAskedFirst(context, target) ? context.planCall(target, 'guard').reference : undefined;
  if (isInside) return print('field', needed, callee.reference, ...(guard ? [guard] : []));
  return print('field', needed, callee.reference, guard ?? 'undefined', printTarget(context, target, true));
}

// Returns the method for a field whose schema has only a type and a format, and its last arguments.
function findTypedMethod(
  { program }: FunctionContext,
  part: KeywordSchema,
): readonly [FieldMethod, ...CodePart[]] | undefined {
  const [type = '', ...others] = part.types?.filter((each) => each !== 'null') ?? [];
  const typed = methods[type];
  if (!typed || others.length > 0) return undefined;
  const orNull = part.types?.includes('null') ? ['true'] : [];
  const isNumeric = type === 'number' || type === 'integer';
  if (part.format === undefined)
    return isOnlyType(part) && !(isNumeric && program.isExact) ? [typed, ...orNull] : undefined;
  if (type !== 'string' || !isOnly(part, ['types', 'format']) || !program.input.assertFormats) return undefined;
  const format = findFormatCall(part.format);
  return format ? ['format', format.call, encodeString(format.expected), ...orNull] : ['string', ...orNull];
}

function printCounts(site: Site, schema: KeywordSchema, fields: Reference): void {
  const { minProperties: min = 0, maxProperties: max } = schema;
  if (max === undefined && min === 0) return;
  const count = nameLocal('count');
  site.context.lines.declare(count, code`const ${count} = ${importAssertion('countFields')}(${fields});`);
  const print = (keyword: string, bad: Code, expected: string): void =>
    printFailureIf(site, schema, bad, keyword, expected);
  if (min > 0) print('minProperties', code`${count} < ${min}`, `at least ${formatCount(min, 'field')}`);
  if (max !== undefined) print('maxProperties', code`${count} > ${max}`, `at most ${formatCount(max, 'field')}`);
}

function printDependencies(site: Site, schema: KeywordSchema, fields: Reference): void {
  const { dependentRequired = [], dependentSchemas = [] } = schema;
  const described = new Map(schema.properties?.map((property) => [property.name, property.schema]));
  printFieldParts(site, fields, dependentRequired, (inner, from, part) => {
    for (const { name, required } of part)
      inner.context.lines.blockIf(isPresent(readField(from, name)).ok, () => {
        const needed = required.filter((other) => isRequired(site, other, described.get(other), true));
        printFieldParts(inner, from, needed, (last, known, some) => {
          for (const other of some) {
            const expected = `the property ${JSON.stringify(other)}, because ${JSON.stringify(name)} is present`;
            printFailureIf(last, schema, isPresent(readField(known, other)).bad, 'dependentRequired', expected);
          }
        });
      });
  });
  printFieldParts(site, fields, dependentSchemas, (inner, from, part) => {
    for (const { name, schema: dependent } of part)
      inner.context.lines.blockIf(isPresent(readField(from, name)).ok, () =>
        inner.context.printSchema({ ...inner, keyword: 'dependentSchemas' }, dependent),
      );
  });
}

// Prints one loop over the fields, for all keywords that apply to fields whose names are not listed.
function printOtherFields(site: Site, schema: KeywordSchema, fields: Reference): void {
  const { context } = site;
  const { propertyNames, patternProperties = [] } = schema;
  const additional = hasOpenFields(schema) ? undefined : schema.additionalProperties;
  const isOpen = !additional || (isAcceptingAll(additional) && !hasOpenValues(additional));
  if (!propertyNames && patternProperties.length === 0 && isOpen) return;
  const isLong = patternProperties.length > mostListed;
  if (isLong)
    printFieldParts(site, fields, patternProperties, (inner, from, part) => {
      printEachField(inner, from, (value, key) => printPatternFields({ ...inner, value }, schema, part, key));
    });
  printEachField(site, fields, (value, key) => {
    const path = [...site.path, { key }];
    if (propertyNames) printName({ ...site, path }, schema, propertyNames, key);
    if (!isLong) printPatternFields({ ...site, value }, schema, patternProperties, key);
    if (!additional || isOpen) return;
    const known = joinAny(listNameTests(context, schema, key));
    context.lines.blockIf(asWhole(known).bad, () =>
      context.printSchema({ ...site, value, path, root: additional, keyword: 'additionalProperties' }, additional),
    );
  });
}

function printPatternFields(site: Site, schema: KeywordSchema, list: readonly PatternProperty[], key: Reference): void {
  const { context } = site;
  const path = [...site.path, { key }];
  for (const { pattern, schema: part } of list)
    context.lines.blockIf(matchesName(context, schema, pattern, key).ok, () =>
      context.printSchema({ ...site, path, root: part, keyword: 'patternProperties' }, part),
    );
}

function printEachField({ context }: Site, fields: Reference, print: (value: Value, key: Reference) => void): void {
  const key = nameLocal('key');
  context.lines.block(code`for (const ${key} in ${fields})`, () => {
    const value = context.declareAnyField(code`${fields}[${key}]`);
    context.lines.blockIf(isPresent(value.name).ok, () => print(value, key));
  });
}

function printName(site: Site, schema: KeywordSchema, names: Schema, key: Reference): void {
  if (isAcceptingAll(names)) return;
  const { bad } = printExpression(site.context, site.context.widen(key, 'test'), names);
  printFailureIf(site, schema, bad, 'propertyNames', 'an allowed name');
}
