import type { KeywordSchema, Schema } from '../../model/schema.js';
import { isAcceptingAll } from './analysis/checked-keywords.js';
import { isAlways, isNever } from './condition.js';
import type { Site, Uses } from './context.js';
import { type ExpressionContext, writeExpression } from './expression.js';
import { type FailureContext, writeFailureIf } from './write-failure.js';
import { type ReferenceContext, writeCallStatement, writeInParts } from './write-reference.js';
import { type UnionContext, writeUnion } from './write-union.js';

/** The members of the function that the code in this file uses. */
export type CombinationContext = Uses<
  'declareValue' | 'redeclare' | 'lines' | 'markNarrowed' | 'shape' | 'writeSchema'
> &
  ExpressionContext &
  FailureContext &
  ReferenceContext &
  UnionContext;

/** Writes the keywords that apply schemas to the value itself (JSON Schema 2020-12, core, 8.2.3 and 10.2). */
export function writeCombinations(site: Site<CombinationContext>, schema: KeywordSchema): void {
  const { context } = site;
  if (schema.ref?.kind === 'boolean') context.writeSchema(buildFreshSite(site), schema.ref);
  else if (schema.ref) writeCallStatement(site, schema.ref, true);
  if (schema.allOf)
    writeInParts(site, schema.allOf, (inner, parts) => {
      for (const part of parts) inner.context.writeSchema({ ...buildFreshSite(inner), keyword: 'allOf' }, part);
    });
  if (schema.anyOf) writeUnion(buildFreshSite(site), schema, 'anyOf');
  if (schema.oneOf) writeUnion(buildFreshSite(site), schema, 'oneOf');
  if (schema.not) writeNot(buildFreshSite(site), schema, schema.not);
  if (schema.if) writeConditional(buildFreshSite(site), schema, schema.if);
}

function buildFreshSite(site: Site<CombinationContext>): Site<CombinationContext> {
  const value = site.context.redeclare(site.value);
  return value === site.value ? site : { ...site, value };
}

function writeNot(site: Site<CombinationContext>, schema: KeywordSchema, not: Schema): void {
  const expression = writeExpression(site.context, site.value, not);
  if (isNever(expression)) return;
  writeFailureIf(site, schema, { bad: expression.ok, keyword: 'not', expected: `a value that does not match 'not'` });
  if (site.context.shape === 'guard') site.context.markNarrowed(site.value);
}

function writeConditional(site: Site<CombinationContext>, schema: KeywordSchema, condition: Schema): void {
  const { context } = site;
  // The condition narrows a new name, because the code after it needs the value with its former type.
  const test = writeExpression(context, context.declareValue(site.value.name), condition);
  const write = (keyword: 'then' | 'else') => (): void => {
    const part = schema[keyword];
    if (part) context.writeSchema({ ...site, keyword }, part);
  };
  if (isAlways(test)) write('then')();
  else if (isNever(test)) write('else')();
  else if (schema.then && !isAcceptingAll(schema.then))
    context.lines.chain([
      { test: test.ok, write: write('then') },
      { test: undefined, write: write('else') },
    ]);
  else context.lines.blockIf(test.bad, write('else'));
}
