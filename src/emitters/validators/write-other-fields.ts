import {
  hasOpenFields,
  hasOpenValues,
  type KeywordSchema,
  type PatternProperty,
  type Schema,
} from '../../model/schema.js';
import { code, type Reference } from '../../typescript/code.js';
import { isAcceptingAll } from './analysis/checked-keywords.js';
import type { Site, Uses } from './context.js';
import { type ExpressionContext, writeExpression } from './expression.js';
import { joinOr, writeNegation } from './operators.js';
import type { Value } from './value.js';
import { type FailureContext, writeFailureIf } from './write-failure.js';
import { type FieldPartsContext, writeFieldParts } from './write-field-parts.js';
import { type FieldContext, listNameTests, mostListed, writePatternTest } from './write-fields.js';

/** The members of the function that the code in this file uses. */
export type OtherFieldsContext = Uses<'declareField' | 'declareValue' | 'lines' | 'names' | 'writeSchema'> &
  ExpressionContext &
  FailureContext &
  FieldContext &
  FieldPartsContext;

/** Writes one loop over the fields, for all keywords that apply to fields whose names are not listed. */
export function writeOtherFields(site: Site<OtherFieldsContext>, schema: KeywordSchema, fields: Reference): void {
  const { context } = site;
  const { propertyNames, patternProperties = [] } = schema;
  const additional = hasOpenFields(schema) ? undefined : schema.additionalProperties;
  const isOpen = !additional || (isAcceptingAll(additional) && !hasOpenValues(additional));
  if (!propertyNames && patternProperties.length === 0 && isOpen) return;
  const isLong = patternProperties.length > mostListed;
  if (isLong)
    writeFieldParts(site, fields, patternProperties, (inner, from, part) => {
      writeEachField(inner, from, (value, key) => writePatternFields({ ...inner, value }, schema, part, key));
    });
  writeEachField(site, fields, (value, key) => {
    const path = [...site.path, { key }];
    if (propertyNames) writeName(site, schema, propertyNames, key);
    if (!isLong) writePatternFields({ ...site, value }, schema, patternProperties, key);
    if (!additional || isOpen) return;
    const known = listNameTests(site, schema, key);
    const inner: Site<OtherFieldsContext> = { ...site, value, path, root: additional, keyword: 'additionalProperties' };
    const write = (): void => context.writeSchema(inner, additional);
    if (known.length === 0) write();
    else context.lines.blockIf(writeNegation(joinOr(known)), write);
  });
}

function writePatternFields(
  site: Site<OtherFieldsContext>,
  schema: KeywordSchema,
  list: readonly PatternProperty[],
  key: Reference,
): void {
  const path = [...site.path, { key }];
  for (const { pattern, schema: part } of list) {
    const test = writePatternTest(site, schema, pattern, key);
    const inner: Site<OtherFieldsContext> = { ...site, path, root: part, keyword: 'patternProperties' };
    site.context.lines.blockIf(test, () => site.context.writeSchema(inner, part));
  }
}

function writeEachField(
  site: Site<OtherFieldsContext>,
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

function writeName(site: Site<OtherFieldsContext>, schema: KeywordSchema, names: Schema, key: Reference): void {
  if (isAcceptingAll(names)) return;
  const { bad } = writeExpression(site.context, site.context.declareValue(key), names);
  const named: Site<OtherFieldsContext> = { ...site, path: [...site.path, { key }] };
  writeFailureIf(named, schema, { bad, keyword: 'propertyNames', expected: 'an allowed name' });
}
