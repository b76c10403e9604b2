import type { KeywordSchema } from '../../model/schema.js';
import { type Code, code, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { isAcceptingAll } from './analysis/checked-keywords.js';
import { allKinds } from './analysis/kinds.js';
import { importAssertion } from './assertions.js';
import type { Condition } from './condition.js';
import { printPath, printPointer, type Site, type Uses } from './context.js';
import { formatCount } from './expectation.js';
import { type ExpressionContext, writeShortExpression } from './expression.js';
import { type Case, writeIf } from './lines.js';
import { joinAnd, joinOr } from './operators.js';
import { isRequired, type PresenceContext } from './presence.js';
import { readField } from './read-field.js';
import type { Value } from './value.js';
import { type FailureContext, writeFailureIf } from './write-failure.js';
import { type FieldPartsContext, writeFieldList, writeFieldParts } from './write-field-parts.js';
import { escapeToken } from './write-fields.js';
import { type OtherFieldsContext, writeOtherFields } from './write-other-fields.js';
import { type Field, type ShortFieldContext, writeShortField } from './write-short-field.js';
import { type UnevaluatedContext, writeUnevaluatedProperties } from './write-unevaluated.js';

/** The members of the function that the code in this file uses. */
export type ObjectContext = Uses<
  'declareField' | 'declareValue' | 'found' | 'lines' | 'names' | 'shape' | 'writeSchema',
  'places'
> &
  ExpressionContext &
  PresenceContext &
  FailureContext &
  FieldPartsContext &
  OtherFieldsContext &
  ShortFieldContext &
  UnevaluatedContext;

/** Writes the checks for objects (JSON Schema 2020-12, core, 10.3.2, and validation, 6.5). */
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
  const list: Field[] = [];
  const listed = new Set(schema.required);
  for (const { name, schema: property } of schema.properties ?? [])
    list.push({ name, schema: property, required: isRequired(site, name, property, listed.delete(name)) });
  // The names that are left have no schema.
  for (const name of listed) list.push({ name, schema: undefined, required: isRequired(site, name, undefined, true) });
  writeFieldParts(site, fields, list, (inner, from, part) => {
    if (context.shape === 'collect') collectFields(inner, schema, from, part);
    else checkFields(inner, from, part);
  });
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
    const part = field.schema;
    const isOpen = !part || isAcceptingAll(part);
    if (isOpen && !field.required) continue;
    const value = context.declareField(context.names.readField(fields, field.name), field.name);
    if (isOpen) {
      writeRequired(context, value);
      continue;
    }
    const expression = writeShortExpression(context, value, part);
    if (expression && !expression.isCostly) {
      writeFieldCondition(site, field, value, expression);
      continue;
    }
    const isReportedLater = context.program.places.acceptance.kindsOf(part).size < allKinds.size;
    if (field.required && !isReportedLater) writeRequired(context, value);
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

function writeRequired({ lines }: ObjectContext, { name }: Value): void {
  lines.addIf(code`${name} === undefined`, 'return false;');
}

function writeFieldCondition(site: Site<ObjectContext>, field: Field, { name }: Value, expression: Condition): void {
  const { lines, program } = site.context;
  const line = program.simpleConditions.keepStatement(expression, field.required ? 'required' : 'optional', () =>
    writeIf(writeRefusedField(name, field.required, expression), 'return false;'),
  );
  if (line) lines.add(line);
}

function writeRefusedField(name: Reference, isRequired: boolean, { bad, refusesUndefined }: Condition): Code {
  if (!isRequired) return joinAnd([code`${name} !== undefined`, bad]);
  return refusesUndefined ? bad : joinOr([code`${name} === undefined`, bad]);
}

function writeCollectedField(site: Site<ObjectContext>, schema: KeywordSchema, fields: Reference, field: Field): void {
  const { context } = site;
  const { name, schema: part, required } = field;
  const value = context.declareField(context.names.readField(fields, name), name);
  const tests = required ? [code`${value.name} === undefined`] : [];
  const { acceptance, presence } = context.program.places;
  // If the description does not promise the fields of a response, a null field counts as missing.
  if (presence && part && !acceptance.acceptsNull(part))
    tests.push(code`${value.name} === null && ${context.found}.reportsMissing`);
  const cases: Case[] = [];
  if (tests.length > 0)
    cases.push({
      test: joinOr(tests),
      write: () => {
        const place = code`${printPath(site.path)}, ${encodeString(name)}, ${printPointer(context, schema)}`;
        context.lines.add(code`${context.found}.missing(${place});`);
      },
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
  if (!schema.dependentRequired && !schema.dependentSchemas) return;
  const described = new Map(schema.properties?.map((property) => [property.name, property.schema]));
  writeFieldParts(site, fields, schema.dependentRequired ?? [], (inner, from, part) => {
    for (const { name, required } of part)
      inner.context.lines.blockIf(code`${readField(from, name)} !== undefined`, () => {
        const needed = required.filter((other) => isRequired(site, other, described.get(other), true));
        writeFieldParts(inner, from, needed, (last, known, some) => {
          for (const other of some) writeDependency(last, schema, { name, other, fields: known });
        });
      });
  });
  writeFieldParts(site, fields, schema.dependentSchemas ?? [], (inner, from, part) => {
    for (const { name, schema: dependent } of part)
      inner.context.lines.blockIf(code`${readField(from, name)} !== undefined`, () =>
        inner.context.writeSchema({ ...inner, keyword: 'dependentSchemas' }, dependent),
      );
  });
}

interface Dependency {
  readonly name: string;
  readonly other: string;
  readonly fields: Reference;
}

function writeDependency(site: Site<ObjectContext>, schema: KeywordSchema, { name, other, fields }: Dependency): void {
  const expected = `the property ${JSON.stringify(other)}, because ${JSON.stringify(name)} is present`;
  const bad = code`${readField(fields, other)} === undefined`;
  writeFailureIf(site, schema, { bad, keyword: 'dependentRequired', expected });
}
