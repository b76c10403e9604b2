import { matchesPattern } from '../model/compile-pattern.js';
import { isList, isObject, type JsonValue } from '../model/element.js';
import type { ConversionPlan } from '../views/conversions.js';
import { encodeJson, encodePropertyKey } from './code.js';

/**
 * Encodes a JSON value as the TypeScript expression of what a reader of JSON with all digits returns: an `int64` that no
 * number represents is a `bigint`.
 */
export function encodeWireJson(value: JsonValue, plan: ConversionPlan | undefined): string {
  if (typeof value === 'bigint') return encodeJson(value, plan?.own?.has('int64'));
  if (isList(value))
    return `[${value.map((item, index) => encodeWireJson(item, plan?.first[index] ?? plan?.items)).join(', ')}]`;
  if (!plan || !isObject(value)) return encodeJson(value);
  const chosen = plan.by === undefined ? plan : (plan.cases.get(String(value[plan.by])) ?? plan.others);
  const members = Object.entries(value).map(
    ([name, member]: [string, JsonValue]) =>
      `${encodePropertyKey(name)}: ${encodeWireJson(member, findMember(chosen, name))}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Returns the plan of a member of an object, if it is converted. */
export function findMember(plan: ConversionPlan | undefined, name: string): ConversionPlan | undefined {
  if (!plan) return undefined;
  if (plan.properties.has(name)) return plan.properties.get(name);
  for (const [pattern, of] of plan.patterns) if (matchesPattern(pattern, name)) return of;
  return plan.others;
}
