import { listPartsInPlace } from '../../model/in-place.js';
import { hasOpenFields, type KeywordSchema, type Schema } from '../../model/schema.js';
import { type Code, code, joinCode, type Reference } from '../../typescript/code.js';
import { isAcceptingAll } from './analysis/checked-keywords.js';
import { allKinds } from './analysis/kinds.js';
import { isAlways, isNever } from './condition.js';
import type { Site, Uses } from './context.js';
import { type ExpressionContext, writeExpression } from './expression.js';
import { joinAnd, joinOr, writeNegation, yes } from './operators.js';
import { readField } from './read-field.js';
import type { Value } from './value.js';
import { type FieldContext, listNameTests, mostListed, splitList } from './write-fields.js';

/** The members of the function that the code in this file uses. */
export type UnevaluatedContext = Uses<'declareValue' | 'lines' | 'names' | 'writeSchema'> &
  ExpressionContext &
  FieldContext;

/** Writes `unevaluatedProperties` (JSON Schema 2020-12, core, 11.3), for an object whose fields are under `fields`. */
export function writeUnevaluatedProperties(
  site: Site<UnevaluatedContext>,
  schema: KeywordSchema,
  fields: Reference,
): void {
  const { context } = site;
  const rest = schema.unevaluatedProperties;
  if (!rest || isAcceptingAll(rest) || hasOpenFields(schema)) return;
  const key = context.names.name('key');
  const describe: Describe = (part, isRoot) => {
    if (part.additionalProperties || (!isRoot && part.unevaluatedProperties)) return yes;
    return joinConditions(listNameTests(site, part, key));
  };
  const evaluated = writeEvaluated({ site, describe, fields, parameters: [{ name: key, type: 'string' }] }, schema, [
    schema,
  ]);
  if (evaluated === yes) return;
  context.lines.block(code`for (const ${key} in ${fields})`, () => {
    const value = context.declareValue(code`${fields}[${key}]`);
    const path = [...site.path, { key }];
    const inner: Site<UnevaluatedContext> = { ...site, value, path, root: rest, keyword: 'unevaluatedProperties' };
    const isOpen = code`${value.name} !== undefined`;
    const test = evaluated ? joinAnd([isOpen, writeNegation(evaluated)]) : isOpen;
    context.lines.blockIf(test, () => context.writeSchema(inner, rest));
  });
}

/** Writes `unevaluatedItems` (JSON Schema 2020-12, core, 11.2). */
export function writeUnevaluatedItems(site: Site<UnevaluatedContext>, schema: KeywordSchema): void {
  const { context, value } = site;
  const rest = schema.unevaluatedItems;
  if (!rest || isAcceptingAll(rest)) return;
  const index = context.names.name('index');
  const item: Value = { name: context.names.name('item'), kinds: allKinds };
  const describe: Describe = (part, isRoot) => {
    if (part.items || (!isRoot && part.unevaluatedItems)) return yes;
    const contained = part.contains && writeExpression(context, item, part.contains);
    if (contained && isAlways(contained)) return yes;
    return joinConditions([
      ...(part.prefixItems ? [code`${index} < ${part.prefixItems.length}`] : []),
      ...(contained && !isNever(contained) ? [contained.ok] : []),
    ]);
  };
  const parameters = [
    { name: index, type: 'number' },
    { name: item.name, type: 'unknown' },
  ];
  const evaluated = writeEvaluated({ site, describe, fields: undefined, parameters }, schema, [schema]);
  if (evaluated === yes) return;
  context.lines.block(code`for (let ${index} = 0; ${index} < ${value.name}.length; ${index}++)`, () => {
    context.lines.declare(item.name, code`const ${item.name}: unknown = ${value.name}[${index}];`);
    const path = [...site.path, { index }];
    // The test above narrowed this name. A new name has the original type.
    const checked = context.declareValue(item.name);
    const inner: Site<UnevaluatedContext> = { ...site, value: checked, path, root: rest, keyword: 'unevaluatedItems' };
    const write = (): void => context.writeSchema(inner, rest);
    if (evaluated) context.lines.blockIf(writeNegation(evaluated), write);
    else write();
  });
}

/** Writes the condition under which a schema evaluates a field or item. Returns `yes` if it evaluates all of them. */
type Describe = (schema: KeywordSchema, isRoot: boolean) => Code | undefined;

interface Evaluation {
  readonly site: Site<UnevaluatedContext>;
  readonly describe: Describe;
  /** The fields of an object; absent for an array. */
  readonly fields: Reference | undefined;
  /** The parameters of the conditions: the name of a field, or the index of an item and the item. */
  readonly parameters: readonly { readonly name: Reference; readonly type: string }[];
}

// Writes the condition under which a schema, or one that it applies to the same value, evaluates a field or item.
function writeEvaluated(evaluation: Evaluation, schema: Schema, seen: readonly Schema[]): Code | undefined {
  if (schema.kind !== 'keywords') return undefined;
  const own = evaluation.describe(schema, seen.length === 1);
  if (own === yes) return yes;
  const conditions = own ? [own] : [];
  for (const { part, when } of listAppliedParts(evaluation, schema)) {
    if (seen.includes(part)) continue;
    const inner = writeEvaluated(evaluation, part, [...seen, part]);
    const guard = inner && when?.();
    if (inner === yes && !guard) return yes;
    if (inner) conditions.push(guard ? (inner === yes ? guard : joinAnd([guard, inner])) : inner);
  }
  return conditions.length > mostListed ? writeTests(evaluation, conditions) : joinConditions(conditions);
}

// If there are very many conditions, they become a table of functions.
function writeTests({ site, parameters }: Evaluation, conditions: readonly Code[]): Code {
  const { context } = site;
  const tests = conditions.map((condition) => {
    const list = parameters.map(
      ({ name, type }) => code`${condition.parts.includes(name) ? name : `_${name.name}`}: ${type}`,
    );
    return code`(${joinCode(list, ', ')}) => ${condition}`;
  });
  const rows = splitList(tests).map((list) => code`[${joinCode(list, ', ')}]`);
  const name = context.names.name('tests');
  context.lines.declare(name, code`const ${name} = [${joinCode(rows, ', ')}];`);
  const values = joinCode(
    parameters.map((parameter) => code`${parameter.name}`),
    ', ',
  );
  return code`${name}.some((list) => list.some((test) => test(${values})))`;
}

interface AppliedPart {
  readonly part: Schema;
  /** Declares the condition under which the part accepts the value; absent if the part must accept it. */
  readonly when?: () => Code;
}

function listAppliedParts({ site, fields }: Evaluation, schema: KeywordSchema): AppliedPart[] {
  const accepts =
    (part: Schema, isWanted = true) =>
    (): Code => {
      const { context, value } = site;
      const { ok, bad } = writeExpression(context, context.declareValue(value.name), part);
      const name = context.names.name('isMatch');
      context.lines.declare(name, code`const ${name} = ${isWanted ? ok : bad};`);
      return code`${name}`;
    };
  const has = (name: string) => (): Code => code`${fields ? readField(fields, name) : 'undefined'} !== undefined`;
  const condition = schema.if;
  return [
    ...listPartsInPlace(schema).map((part) => ({ part })),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((part) => ({ part, when: accepts(part) })),
    ...(fields ? (schema.dependentSchemas ?? []) : []).map(({ name, schema: part }) => ({ part, when: has(name) })),
    ...(condition ? [{ part: condition, when: accepts(condition) }] : []),
    ...(condition && schema.then ? [{ part: schema.then, when: accepts(condition) }] : []),
    ...(condition && schema.else ? [{ part: schema.else, when: accepts(condition, false) }] : []),
  ];
}

function joinConditions(conditions: readonly Code[]): Code | undefined {
  return conditions.length === 0 ? undefined : joinOr(conditions);
}
