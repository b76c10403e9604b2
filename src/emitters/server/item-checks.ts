import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import type { ItemPlan } from '../../wire/plan.js';
import { runtimeValue } from '../runtime-references.js';

/**
 * Prints the validator of the items of a sequence; returns `undefined` if they have none. `validatorOf` prints the
 * validator of a schema.
 */
export function printItemValidator(
  { schema, data, describesData }: ItemPlan,
  validatorOf: (schema: Schema) => Code | undefined,
): Code | undefined {
  const ofItem = schema && validatorOf(schema);
  if (!data) return ofItem;
  if (describesData) return ofItem && code`${runtimeValue('validate-events', 'validateEvent')}(${ofItem})`;
  const ofData = validatorOf(data);
  const rest = ofItem ? code`, ${ofItem}` : '';
  return ofData && code`${runtimeValue('validate-events', 'validateData')}(${ofData}${rest})`;
}
