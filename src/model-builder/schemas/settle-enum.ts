import { childOrigin } from '../../diagnostics/origin.js';
import { formatValue } from '../../diagnostics/show-value.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import type { Draft } from '../node.js';
import { nameTypes, ownTypes, typeOfValue } from './schema-types.js';

/**
 * Checks the values of an enumeration against the type beside it. A value of another type can never occur and is left out
 * (JSON Schema 2020-12, validation, 6.1.2). Returns whether a value is left.
 */
export function settleEnum(context: BuildContext, schema: Draft<KeywordSchema>): boolean {
  if (!schema.enum?.length || !schema.types) return true;
  const own = ownTypes(schema);
  const types = nameTypes(own);
  const place = childOrigin(schema.origin, 'enum');
  const kept = schema.enum.filter((value) => (typeOfValue(value) & own) !== 0);
  if (kept.length > 0)
    schema.enum.forEach((value, index) => {
      if ((typeOfValue(value) & own) === 0)
        context.report('enum-value-forbidden', childOrigin(place, index), { value: formatValue(value), types });
    });
  schema.enum = kept;
  return kept.length > 0;
}
