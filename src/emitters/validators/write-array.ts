import type { KeywordSchema, Schema } from '../../model/schema.js';
import { type Code, code, type Reference } from '../../typescript/code.js';
import { isAcceptingAll } from './analysis/checked-keywords.js';
import type { Site, Uses } from './context.js';
import { formatCount } from './expectation.js';
import { type ExpressionContext, writeExpression } from './expression.js';
import type { Value } from './value.js';
import { type FailureContext, writeFailureIf } from './write-failure.js';
import { type ReferenceContext, writeInParts } from './write-reference.js';
import { type UnevaluatedContext, writeUnevaluatedItems } from './write-unevaluated.js';

/** The members of the function that the code in this file uses. */
export type ArrayContext = Uses<'declareItem' | 'lines' | 'names' | 'writeSchema'> &
  ExpressionContext &
  FailureContext &
  ReferenceContext &
  UnevaluatedContext;

/** Writes the checks for the items of arrays (JSON Schema 2020-12, core, 10.3.1, and validation, 6.4). */
export function writeArray(site: Site<ArrayContext>, schema: KeywordSchema): void {
  const prefix = schema.prefixItems ?? [];
  const { items } = schema;
  writeInParts(site, [...prefix.entries()], (inner, list) => {
    const array = inner === site ? site : withArrayValue(inner);
    for (const [index, part] of list) writePrefixItem(array, part, index);
  });
  if (items && !isAcceptingAll(items)) writeItems(site, items, prefix.length);
  writeContains(site, schema);
  writeUnevaluatedItems(site, schema);
}

// The compiler does not know the type of a separate function's argument.
function withArrayValue(site: Site<ArrayContext>): Site<ArrayContext> {
  const { context } = site;
  const name = context.names.name('items');
  context.lines.declare(name, code`const ${name} = ${site.value.name} as readonly unknown[];`);
  return { ...site, value: { name, kinds: new Set(['array']) } };
}

function writePrefixItem(site: Site<ArrayContext>, part: Schema, index: number): void {
  const { context, value } = site;
  if (isAcceptingAll(part)) return;
  context.lines.blockIf(code`${value.name}.length > ${index}`, () => {
    const item = context.declareItem(code`${value.name}[${index}]`);
    const path = [...site.path, String(index)];
    context.writeSchema({ ...site, value: item, path, root: part, keyword: 'prefixItems' }, part);
  });
}

function writeItems(site: Site<ArrayContext>, items: Schema, from: number): void {
  writeEach(site, from, (item, index) => {
    const inner = { ...site, value: item, path: [...site.path, { index }], root: items, keyword: 'items' };
    site.context.writeSchema(inner, items);
  });
}

/** Writes a loop over the items of an array. */
function writeEach(site: Site<ArrayContext>, from: number, write: (item: Value, index: Reference) => void): void {
  const { context, value } = site;
  const index = context.names.name('index');
  context.lines.block(code`for (let ${index} = ${from}; ${index} < ${value.name}.length; ${index}++)`, () =>
    write(context.declareItem(code`${value.name}[${index}]`), index),
  );
}

function writeContains(site: Site<ArrayContext>, schema: KeywordSchema): void {
  const { contains, minContains: min = 1, maxContains: max } = schema;
  if (!contains || (min === 0 && max === undefined)) return;
  const count = writeCount(site, contains, max === undefined ? min : undefined);
  const write = (keyword: string, bad: Code, expected: string): void =>
    writeFailureIf(site, schema, { bad, keyword, expected: `${expected} of the kind described under 'contains'` });
  const keyword = schema.minContains === undefined ? 'contains' : 'minContains';
  if (min > 0) write(keyword, code`${count} < ${min}`, `at least ${formatCount(min, 'item')}`);
  if (max !== undefined) write('maxContains', code`${count} > ${max}`, `at most ${formatCount(max, 'item')}`);
}

// Writes the count of the items that a schema accepts, up to `enough`.
function writeCount(site: Site<ArrayContext>, contains: Schema, enough: number | undefined): Reference {
  const { context } = site;
  const count = context.names.name('count');
  context.lines.declare(count, code`let ${count} = 0;`);
  writeEach(site, 0, (item) => {
    context.lines.addIf(writeExpression(context, item, contains).ok, code`${count}++;`);
    // The search stops as soon as enough items are found.
    if (enough !== undefined) context.lines.addIf(code`${count} === ${enough}`, 'break;');
  });
  return count;
}
