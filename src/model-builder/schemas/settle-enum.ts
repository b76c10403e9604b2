import { buildChildOrigin } from '../../diagnostics/origin.js';
import { formatValue } from '../../diagnostics/show-value.js';
import type { JsonValue } from '../../model/element.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import type { Draft } from '../node.js';
import { findValueType, getOwnTypes, nameTypes } from './schema-types.js';

/**
 * Checks the values of an enumeration against the type of the schema. A value of another type can never occur and is
 * left out (JSON Schema 2020-12, validation, 6.1.2). Returns whether any value remains.
 */
export function settleEnum(context: BuildContext, schema: Draft<KeywordSchema>): boolean {
  if (!schema.enum?.length || !schema.types) return true;
  const own = getOwnTypes(schema);
  const isForbidden = (value: JsonValue): boolean => (findValueType(value) & own) === 0;
  if (!schema.enum.some(isForbidden)) return true;
  const kept = schema.enum.filter((value) => !isForbidden(value));
  if (kept.length > 0) {
    const place = buildChildOrigin(schema.origin, 'enum');
    schema.enum.forEach((value, index) => {
      if (!isForbidden(value)) return;
      const finding = { value: formatValue(value), types: nameTypes(own) };
      context.report('enum-value-forbidden', buildChildOrigin(place, index), finding);
    });
  }
  schema.enum = kept;
  return kept.length > 0;
}
