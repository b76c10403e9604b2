import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import type { ItemPlan } from '../../wire/plan.js';
import { importRuntimeValue } from '../runtime-references.js';

/**
 * Prints the validator of the items of a sequence. Returns `undefined` if they have none. `validatorOf` prints the
 * validator of a schema.
 */
export function printItemValidator(
  { checked, data, describesData }: ItemPlan,
  validatorOf: (schema: Schema) => Code,
): Code | undefined {
  const ofItem = checked && validatorOf(checked);
  if (!data) return ofItem;
  if (describesData) return ofItem && code`${importRuntimeValue('validate-events', 'validateEvent')}(${ofItem})`;
  const rest = ofItem ? code`, ${ofItem}` : '';
  return code`${importRuntimeValue('validate-events', 'validateData')}(${validatorOf(data)}${rest})`;
}
