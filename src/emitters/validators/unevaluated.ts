import { listPartsInPlace } from '../../model/in-place.js';
import { anyType } from '../../model/json-type.js';
import { hasOpenFields, type KeywordSchema, type Schema } from '../../model/schema.js';
import { code, joinCode, type Reference } from '../../typescript/code.js';
import { isAcceptingAll } from './analysis/kinds.js';
import { mostListed, nameLocal, readField, splitList } from './body.js';
import {
  always,
  asWhole,
  type Condition,
  compare,
  invert,
  isAlways,
  isPresent,
  joinAll,
  joinAny,
  never,
  test,
  type Value,
} from './conditions.js';
import { printExpression } from './expression.js';
import { listNameTests } from './fields.js';
import type { Site } from './program.js';

/** Prints `unevaluatedProperties` (JSON Schema 2020-12, core, 11.3), for an object whose fields are under `fields`. */
export function printUnevaluatedProperties(site: Site, schema: KeywordSchema, fields: Reference): void {
  const { context } = site;
  const rest = schema.unevaluatedProperties;
  if (!rest || isAcceptingAll(rest) || hasOpenFields(schema)) return;
  const key = nameLocal('key');
  const describe: Evaluation['describe'] = (part, isRoot) =>
    part.additionalProperties || (!isRoot && part.unevaluatedProperties)
      ? always
      : joinAny(listNameTests(context, part, key));
  const parameters = [{ name: key, type: 'string' }];
  const evaluated = printEvaluated({ site, describe, fields, parameters }, schema, [schema]);
  if (isAlways(evaluated)) return;
  context.lines.block(code`for (const ${key} in ${fields})`, () => {
    const value = context.declareAnyField(code`${fields}[${key}]`);
    const path = [...site.path, { key }];
    const isLeft = joinAll([isPresent(value.name), invert(asWhole(evaluated))]);
    context.lines.blockIf(isLeft.ok, () =>
      context.printSchema({ ...site, value, path, root: rest, keyword: 'unevaluatedProperties' }, rest),
    );
  });
}

/** Prints `unevaluatedItems` (JSON Schema 2020-12, core, 11.2). */
export function printUnevaluatedItems(site: Site, schema: KeywordSchema): void {
  const { context, value } = site;
  const rest = schema.unevaluatedItems;
  if (!rest || isAcceptingAll(rest)) return;
  const index = nameLocal('index');
  const item: Value = { name: nameLocal('item'), kinds: anyType };
  const describe: Evaluation['describe'] = (part, isRoot) => {
    if (part.items || (!isRoot && part.unevaluatedItems)) return always;
    const contained = part.contains ? printExpression(context, item, part.contains) : never;
    return joinAny([part.prefixItems ? compare(index, '<', part.prefixItems.length) : never, contained]);
  };
  const parameters = [
    { name: index, type: 'number' },
    { name: item.name, type: 'unknown' },
  ];
  const evaluated = printEvaluated({ site, describe, parameters }, schema, [schema]);
  if (isAlways(evaluated)) return;
  context.lines.block(code`for (let ${index} = 0; ${index} < ${value.name}.length; ${index}++)`, () => {
    context.lines.declare(item.name, code`const ${item.name}: unknown = ${value.name}[${index}];`);
    const path = [...site.path, { index }];
    // The test above narrowed this name. A new name has the original type.
    const checked = context.widen(item.name);
    context.lines.blockIf(invert(asWhole(evaluated)).ok, () =>
      context.printSchema({ ...site, value: checked, path, root: rest, keyword: 'unevaluatedItems' }, rest),
    );
  });
}

interface Evaluation {
  readonly site: Site;
  /** Prints the condition under which a schema itself evaluates a field or item. */
  readonly describe: (schema: KeywordSchema, isRoot: boolean) => Condition;
  /** The fields of an object; absent for an array. */
  readonly fields?: Reference;
  /** The parameters of the conditions: the name of a field, or the index of an item and the item. */
  readonly parameters: readonly { readonly name: Reference; readonly type: string }[];
}

// Prints the condition under which a schema, or one that it applies to the same value, evaluates a field or item.
function printEvaluated(evaluation: Evaluation, schema: Schema, seen: readonly Schema[]): Condition {
  if (schema.kind !== 'keywords') return never;
  const own = evaluation.describe(schema, seen.length === 1);
  if (isAlways(own)) return always;
  const conditions = own === never ? [] : [own];
  for (const { part, when } of listAppliedParts(evaluation, schema)) {
    if (seen.includes(part)) continue;
    const inner = printEvaluated(evaluation, part, [...seen, part]);
    if (inner === never) continue;
    const applied = joinAll([when?.() ?? always, inner]);
    if (isAlways(applied)) return always;
    conditions.push(applied);
  }
  return conditions.length > mostListed ? printTests(evaluation, conditions) : joinAny(conditions);
}

// If there are very many conditions, they become a table of functions.
function printTests({ site, parameters }: Evaluation, conditions: readonly Condition[]): Condition {
  const { lines } = site.context;
  const tests = conditions.map(({ ok }) => {
    const list = parameters.map(({ name, type }) => code`${ok.parts.includes(name) ? name : `_${name.name}`}: ${type}`);
    return code`(${joinCode(list, ', ')}) => ${ok}`;
  });
  const rows = splitList(tests).map((list) => code`[${joinCode(list, ', ')}]`);
  const name = nameLocal('tests');
  lines.declare(name, code`const ${name} = [${joinCode(rows, ', ')}];`);
  const values = parameters.map((parameter) => parameter.name);
  return test(code`${name}.some((list) => list.some((test) => test(${joinCode(values, ', ')})))`);
}

interface AppliedPart {
  readonly part: Schema;
  /** Declares the condition under which the part accepts the value; absent if the part must accept it. */
  readonly when?: () => Condition;
}

function listAppliedParts({ site, fields }: Evaluation, schema: KeywordSchema): AppliedPart[] {
  const accepts =
    (part: Schema, isWanted = true) =>
    (): Condition => {
      const { context, value } = site;
      const { ok, bad } = printExpression(context, context.widen(value.name), part);
      const name = nameLocal('isMatch');
      context.lines.declare(name, code`const ${name} = ${isWanted ? ok : bad};`);
      return test(name);
    };
  const condition = schema.if;
  return [
    ...listPartsInPlace(schema).map((part) => ({ part })),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((part) => ({ part, when: accepts(part) })),
    ...(schema.dependentSchemas ?? []).flatMap(({ name, schema: part }) =>
      fields ? [{ part, when: () => isPresent(readField(fields, name)) }] : [],
    ),
    ...(condition ? [{ part: condition, when: accepts(condition) }] : []),
    ...(condition && schema.then ? [{ part: schema.then, when: accepts(condition) }] : []),
    ...(condition && schema.else ? [{ part: schema.else, when: accepts(condition, false) }] : []),
  ];
}
