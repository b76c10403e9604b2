import { formatCount } from '../../diagnostics/show-text.js';
import { typeSets } from '../../model/json-type.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { type Code, code, type Reference } from '../../typescript/code.js';
import { isAcceptingAll } from './analysis/kinds.js';
import { nameLocal } from './body.js';
import type { Value } from './conditions.js';
import { printExpression } from './expression.js';
import { printFailureIf, type Site } from './program.js';
import { printInParts } from './references.js';
import { printUnevaluatedItems } from './unevaluated.js';

/** Prints the checks for the items of arrays (JSON Schema 2020-12, core, 10.3.1, and validation, 6.4). */
export function printArrayChecks(site: Site, schema: KeywordSchema): void {
  const { prefixItems: prefix = [], items } = schema;
  printInParts(site, [...prefix.entries()], (inner, list) => {
    const array = inner === site ? site : withArrayValue(inner);
    for (const [index, part] of list) printPrefixItem(array, part, index);
  });
  if (items && !isAcceptingAll(items))
    printEach(site, prefix.length, (value, index) =>
      site.context.printSchema(
        { ...site, value, path: [...site.path, { index }], root: items, keyword: 'items' },
        items,
      ),
    );
  printContains(site, schema);
  printUnevaluatedItems(site, schema);
}

// The compiler does not know the type of a separate function's argument.
function withArrayValue(site: Site): Site {
  const { context } = site;
  const name = nameLocal('items');
  context.lines.declare(name, code`const ${name} = ${site.value.name} as readonly unknown[];`);
  return { ...site, value: { name, kinds: typeSets.array } };
}

function printPrefixItem(site: Site, part: Schema, index: number): void {
  const { context, value } = site;
  if (isAcceptingAll(part)) return;
  context.lines.blockIf(code`${value.name}.length > ${index}`, () => {
    const item = context.declareItem(code`${value.name}[${index}]`);
    const path = [...site.path, String(index)];
    context.printSchema({ ...site, value: item, path, root: part, keyword: 'prefixItems' }, part);
  });
}

function printEach({ context, value }: Site, from: number, print: (item: Value, index: Reference) => void): void {
  const index = nameLocal('index');
  context.lines.block(code`for (let ${index} = ${from}; ${index} < ${value.name}.length; ${index}++)`, () =>
    print(context.declareItem(code`${value.name}[${index}]`), index),
  );
}

function printContains(site: Site, schema: KeywordSchema): void {
  const { context } = site;
  const { contains, minContains: min = 1, maxContains: max } = schema;
  if (!contains || (min === 0 && max === undefined)) return;
  const count = nameLocal('count');
  context.lines.declare(count, code`let ${count} = 0;`);
  printEach(site, 0, (item) => {
    context.lines.addIf(printExpression(context, item, contains).ok, code`${count}++;`);
    // The search stops as soon as enough items are found.
    if (max === undefined) context.lines.addIf(code`${count} === ${min}`, 'break;');
  });
  const print = (keyword: string, bad: Code, expected: string): void =>
    printFailureIf(site, schema, bad, keyword, `${expected} of the kind described under 'contains'`);
  const keyword = schema.minContains === undefined ? 'contains' : 'minContains';
  if (min > 0) print(keyword, code`${count} < ${min}`, `at least ${formatCount(min, 'item')}`);
  if (max !== undefined) print('maxContains', code`${count} > ${max}`, `at most ${formatCount(max, 'item')}`);
}
