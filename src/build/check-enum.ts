import { childOrigin } from '../diagnostics/origin.js';
import type { JsonValue } from '../model/element.js';
import type { KeywordSchema } from '../model/schema.js';
import type { BuildContext } from './context.js';
import { type Draft, showValue } from './node.js';
import { nameTypes, ownTypes, typeOfValue } from './schema-types.js';

/**
 * Checks the values of an enumeration against the type beside it. A number where there should be text is text that
 * somebody did not quote; any other value of another type can never occur and is left out.
 */
export function checkEnum(context: BuildContext, schema: Draft<KeywordSchema>): void {
  if (!schema.enum || !schema.types) return;
  const own = ownTypes(schema);
  const types = nameTypes(own);
  const place = childOrigin(schema.origin, 'enum');
  const kept: JsonValue[] = [];
  schema.enum.forEach((value, index) => {
    if ((typeOfValue(value) & own) !== 0) kept.push(value);
    else if ((typeof value === 'number' || typeof value === 'boolean') && schema.types?.includes('string')) {
      const finding = { keyword: 'enum', expected: 'a string', found: showValue(value), reading: 'its text' };
      context.report('read-as', childOrigin(place, index), finding);
      kept.push(String(value));
    } else context.report('enum-value-forbidden', childOrigin(place, index), { value: showValue(value), types });
  });
  if (kept.length === 0) context.report('enum-forbidden', place, { types });
  schema.enum = kept;
}
