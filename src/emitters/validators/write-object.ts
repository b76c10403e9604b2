import { hasOpenFields, type KeywordSchema, type Schema } from '../../model/schema.js';
import { type Code, code, importType, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { isAcceptingAll } from './analysis/checked-keywords.js';
import { allKinds } from './analysis/kinds.js';
import { importAssertion } from './assertions.js';
import { type Condition, isAlways, isNever } from './condition.js';
import { printPath, printPointer, type Site, type Uses } from './context.js';
import { formatCount } from './expectation.js';
import { type ExpressionContext, writeExpression, writeShortExpression } from './expression.js';
import type { Case } from './lines.js';
import { joinAnd, joinOr, writeNegation } from './operators.js';
import { isRequired, type PresenceContext } from './presence.js';
import type { Value } from './value.js';
import { type FailureContext, writeFailureIf } from './write-failure.js';
import {
  escapeToken,
  type FieldContext,
  listNameTests,
  mostFields,
  readField,
  writePatternTest,
} from './write-fields.js';
import { type ReferenceContext, writePartCall } from './write-reference.js';
import { type Field, type ShortFieldContext, writeShortField } from './write-short-field.js';
import { type UnevaluatedContext, writeUnevaluatedProperties } from './write-unevaluated.js';

/** What is used here of the function that is being written. */
export type ObjectContext = Uses<
  'declareField' | 'declareValue' | 'found' | 'lines' | 'names' | 'shape' | 'writeSchema',
  'places'
> &
  ExpressionContext &
  PresenceContext &
  FailureContext &
  FieldContext &
  ReferenceContext &
  ShortFieldContext &
  UnevaluatedContext;

/** Writes the keywords about objects (JSON Schema 2020-12, core, 10.3.2, and validation, 6.5). */
export function writeObject(site: Site<ObjectContext>, schema: KeywordSchema): void {
  const fields = writeFieldList(site);
  writeFields(site, schema, fields);
  writeCounts(site, schema, fields);
  writeDependencies(site, schema, fields);
  writeOtherFields(site, schema, fields);
  writeUnevaluatedProperties(site, schema, fields);
}

function writeFields(site: Site<ObjectContext>, schema: KeywordSchema, fields: Reference): void {
  const { context } = site;
  const described = new Map(schema.properties?.map((property) => [property.name, property.schema]));
  const names = [...described.keys(), ...(schema.required ?? []).filter((name) => !described.has(name))];
  const listed = new Set(schema.required);
  const list = [...new Set(names)].map((name): Field => {
    const property = described.get(name);
    return { name, schema: property, required: isRequired(site, name, property, listed.has(name)) };
  });
  const write = (inner: Site<ObjectContext>, from: Reference, part: readonly Field[]): void => {
    if (context.shape === 'collect') collectFields(inner, schema, from, part);
    else checkFields(inner, from, part);
  };
  if (list.length <= mostFields) write(site, fields, list);
  else
    for (let start = 0; start < list.length; start += mostFields)
      writePartCall(site, (inner) => write(inner, writeFieldList(inner), list.slice(start, start + mostFields)));
}

function writeFieldList({ context, value }: Site<ObjectContext>): Reference {
  const fields = context.names.name('fields');
  const type = importType('runtime/validators', 'UnknownFields');
  context.lines.declare(fields, code`const ${fields} = ${value.name} as ${type};`);
  return fields;
}

function collectFields(
  site: Site<ObjectContext>,
  schema: KeywordSchema,
  fields: Reference,
  list: readonly Field[],
): void {
  for (const field of list)
    if (!writeShortField(site, schema, fields, field)) writeCollectedField(site, schema, fields, field);
}

function checkFields(site: Site<ObjectContext>, fields: Reference, list: readonly Field[]): void {
  const { context } = site;
  // The cheapest and most selective tests come first, because a union tries its members one after the other.
  const later: (() => void)[] = [];
  for (const field of list) {
    const value = context.declareField(readField(fields, field.name), field.name);
    const absent = code`${value.name} === undefined`;
    const part = field.schema;
    if (!part || isAcceptingAll(part)) {
      if (field.required) context.lines.addIf(absent, 'return false;');
      continue;
    }
    const expression = writeShortExpression(context, value, part, site.scope);
    if (expression && !expression.isCostly) {
      writeFieldCondition(site, field, value, expression);
      continue;
    }
    const isTold = field.required && context.program.places.acceptance.kindsOf(part).size < allKinds.size;
    if (field.required && !isTold) context.lines.addIf(absent, 'return false;');
    later.push(() => {
      const inner: Site<ObjectContext> = { ...site, value, root: part, keyword: 'properties' };
      const write = (): void => context.writeSchema(inner, part);
      if (field.required) write();
      else if (expression) writeFieldCondition(site, field, value, expression);
      else context.lines.blockIf(code`${value.name} !== undefined`, write);
    });
  }
  for (const write of later) write();
}

function writeFieldCondition(site: Site<ObjectContext>, field: Field, { name }: Value, expression: Condition): void {
  const { bad, refusesUndefined } = expression;
  const { lines } = site.context;
  if (isAlways(expression)) {
    if (field.required) lines.addIf(code`${name} === undefined`, 'return false;');
  } else if (isNever(expression) && !field.required) lines.addIf(code`${name} !== undefined`, 'return false;');
  else if (field.required && refusesUndefined) lines.addIf(bad, 'return false;');
  else if (field.required) lines.addIf(joinOr([code`${name} === undefined`, bad]), 'return false;');
  else lines.addIf(joinAnd([code`${name} !== undefined`, bad]), 'return false;');
}

function writeCollectedField(site: Site<ObjectContext>, schema: KeywordSchema, fields: Reference, field: Field): void {
  const { context } = site;
  const { name, schema: part, required } = field;
  const value = context.declareField(readField(fields, name), name);
  const tests = required ? [code`${value.name} === undefined`] : [];
  const { acceptance, presence } = context.program.places;
  // Where nobody promises the fields of a response, null means a missing one.
  if (presence && part && !acceptance.acceptsNull(part))
    tests.push(code`${value.name} === null && ${context.found}.reportsMissing`);
  const missing = code`${printPath(site.path)}, ${encodeString(name)}, ${printPointer(context, schema)}`;
  const cases: Case[] = [];
  if (tests.length > 0)
    cases.push({
      test: joinOr(tests),
      write: () => context.lines.add(code`${context.found}.missing(${missing});`),
    });
  const path = [...site.path, escapeToken(name)];
  cases.push({
    test: required ? undefined : code`${value.name} !== undefined`,
    write: () => {
      if (part) context.writeSchema({ ...site, value, path, root: part, keyword: 'properties' }, part);
    },
  });
  context.lines.chain(cases);
}

function writeCounts(site: Site<ObjectContext>, schema: KeywordSchema, fields: Reference): void {
  const { minProperties: min, maxProperties: max } = schema;
  if (max === undefined && (min === undefined || min === 0)) return;
  const count = site.context.names.name('count');
  site.context.lines.declare(count, code`const ${count} = ${importAssertion('countFields')}(${fields});`);
  const write = (keyword: string, bad: Code, expected: string): void =>
    writeFailureIf(site, schema, { bad, keyword, expected });
  if (min !== undefined && min > 0)
    write('minProperties', code`${count} < ${min}`, `at least ${formatCount(min, 'field')}`);
  if (max !== undefined) write('maxProperties', code`${count} > ${max}`, `at most ${formatCount(max, 'field')}`);
}

function writeDependencies(site: Site<ObjectContext>, schema: KeywordSchema, fields: Reference): void {
  const { context } = site;
  const described = new Map(schema.properties?.map((property) => [property.name, property.schema]));
  for (const { name, required } of schema.dependentRequired ?? []) {
    context.lines.blockIf(code`${readField(fields, name)} !== undefined`, () => {
      for (const other of required) {
        const expected = `the property ${JSON.stringify(other)}, since ${JSON.stringify(name)} is there`;
        if (!isRequired(site, other, described.get(other), true)) continue;
        const bad = code`${readField(fields, other)} === undefined`;
        writeFailureIf(site, schema, { bad, keyword: 'dependentRequired', expected });
      }
    });
  }
  for (const { name, schema: dependent } of schema.dependentSchemas ?? [])
    context.lines.blockIf(code`${readField(fields, name)} !== undefined`, () => {
      context.writeSchema({ ...site, keyword: 'dependentSchemas' }, dependent);
    });
}

// One walk over the fields for all keywords that are about fields whose names are not listed.
function writeOtherFields(site: Site<ObjectContext>, schema: KeywordSchema, fields: Reference): void {
  const { context } = site;
  const { propertyNames } = schema;
  writeEachField(site, fields, (value, key) => {
    const path = [...site.path, { key }];
    if (propertyNames) writeName(site, schema, propertyNames, key);
    for (const { pattern, schema: part } of schema.patternProperties ?? []) {
      const test = writePatternTest(site, schema, pattern, key);
      const inner: Site<ObjectContext> = { ...site, value, path, root: part, keyword: 'patternProperties' };
      context.lines.blockIf(test, () => context.writeSchema(inner, part));
    }
    const additional = hasOpenFields(schema) ? undefined : schema.additionalProperties;
    if (!additional) return;
    const known = listNameTests(site, schema, key);
    const inner: Site<ObjectContext> = { ...site, value, path, root: additional, keyword: 'additionalProperties' };
    const write = (): void => context.writeSchema(inner, additional);
    if (known.length === 0) write();
    else context.lines.blockIf(writeNegation(joinOr(known)), write);
  });
}

function writeEachField(
  site: Site<ObjectContext>,
  fields: Reference,
  write: (value: Value, key: Reference) => void,
): void {
  const { context } = site;
  const key = context.names.name('key');
  context.lines.block(code`for (const ${key} in ${fields})`, () => {
    const value = context.declareField(code`${fields}[${key}]`);
    context.lines.blockIf(code`${value.name} !== undefined`, () => write(value, key));
  });
}

function writeName(site: Site<ObjectContext>, schema: KeywordSchema, names: Schema, key: Reference): void {
  if (isAcceptingAll(names)) return;
  const { bad } = writeExpression(site.context, site.context.declareValue(key), names, site.scope);
  const named: Site<ObjectContext> = { ...site, path: [...site.path, { key }] };
  writeFailureIf(named, schema, { bad, keyword: 'propertyNames', expected: 'an allowed name' });
}
