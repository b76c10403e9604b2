import type { ConversionPlan, Conversions } from '../../conversions/conversions.js';
import { listParts } from '../../conversions/plan-conversions.js';
import type { Api } from '../../model/api.js';
import { listMessageSchemas } from '../../model/walk-schemas.js';
import type { Names } from '../../naming/names.js';
import { type Code, code, importValue, joinCode } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { encodePattern } from '../../typescript/encode-pattern.js';

/** The module with the conversions of named schemas. */
export const conversionsModule = 'types/conversions';

/** The name of the constant of each conversion that has one. */
export type NamedPlans = ReadonlyMap<ConversionPlan, string>;

/** Names the plans of named schemas, the plans that several others contain, and those that contain themselves. */
export function namePlans(api: Api, names: Names, conversions: Conversions): NamedPlans {
  const named = new Map<ConversionPlan, string>();
  const roots = new Set<ConversionPlan>();
  for (const [schema, { types }] of names.schemas) {
    const plan = conversions.planOf(schema);
    if (!plan || isPlain(plan)) continue;
    if (!named.has(plan))
      named.set(plan, `${types.response.charAt(0).toLowerCase()}${types.response.slice(1)}Conversion`);
    roots.add(plan);
  }
  for (const { schema } of api.operations.flatMap(listMessageSchemas)) {
    const plan = conversions.planOf(schema);
    if (plan) roots.add(plan);
  }
  const holders = new Map<ConversionPlan, number>();
  for (const plan of roots)
    for (const part of listParts(plan)) {
      holders.set(part, (holders.get(part) ?? 0) + 1);
      roots.add(part);
    }
  let count = 0;
  for (const plan of roots)
    if (!named.has(plan) && !isPlain(plan) && ((holders.get(plan) ?? 0) > 1 || isRecursive(plan)))
      named.set(plan, `conversion${++count}`);
  return named;
}

function isRecursive(plan: ConversionPlan): boolean {
  const inside = new Set(listParts(plan));
  for (const part of inside) for (const next of listParts(part)) inside.add(next);
  return inside.has(plan);
}

/** Returns whether a plan contains an `int64`. JSON must then be read and written with all digits. */
export function hasInt64(plan: ConversionPlan): boolean {
  const all = new Set([plan]);
  for (const each of all) {
    if (each.formats.has('int64')) return true;
    for (const part of listParts(each)) all.add(part);
  }
  return false;
}

/** Prints a conversion: the name of its constant if it has one, or else the plan. */
export function printConversion(plan: ConversionPlan, named: NamedPlans): Code {
  const name = named.get(plan);
  return name === undefined ? printPlan(plan, named) : code`${importValue(conversionsModule, name)}`;
}

/** Prints a plan inline. */
export function printPlan(plan: ConversionPlan, named: NamedPlans): Code {
  const { formats, properties, patterns, others, first, items, by, cases } = plan;
  const [format] = formats;
  if (isPlain(plan) && format) return code`${encodeString(format)}`;
  const print = (part: ConversionPlan | undefined): Code => {
    const name = part && named.get(part);
    if (name !== undefined) return code`() => ${importValue(conversionsModule, name)}`;
    return part ? printPlan(part, named) : code`undefined`;
  };
  // Unconverted values are listed only beside converted ones.
  const listed = (parts: ReadonlyMap<string, ConversionPlan | undefined>): Code[] =>
    [...parts].flatMap(([name, part]) =>
      part || others || patterns.size > 0 ? [code`${encodePropertyKey(name)}: ${print(part)}`] : [],
    );
  const object = (members: readonly Code[]): Code => code`{ ${joinCode(members, ', ')} }`;
  const list = (parts: readonly Code[]): Code => code`[${joinCode(parts, ', ')}]`;
  const patternRows = [...patterns].map(([pattern, part]) =>
    list([code`${encodePattern(pattern).expression}`, print(part)]),
  );
  const members: Code[] = [];
  if (formats.size > 0) members.push(code`formats: ${list([...formats].map((each) => code`${encodeString(each)}`))}`);
  const [fields, rows] = [listed(properties), listed(cases)];
  if (fields.length > 0) members.push(code`properties: ${object(fields)}`);
  if (patternRows.length > 0) members.push(code`patterns: ${list(patternRows)}`);
  if (others) members.push(code`others: ${print(others)}`);
  if (first.some((part) => part !== undefined)) members.push(code`first: ${list(first.map(print))}`);
  if (items) members.push(code`items: ${print(items)}`);
  if (by !== undefined) members.push(code`by: ${encodeString(by)}, cases: ${object(rows)}`);
  return object(members);
}

// Returns whether a plan consists of a format only.
function isPlain(plan: ConversionPlan): boolean {
  return plan.formats.size === 1 && plan.by === undefined && listParts(plan).length === 0;
}
