import { childOrigin } from '../../diagnostics/origin.js';
import { formatValue } from '../../diagnostics/show-value.js';
import type { JsonValue } from '../../model/element.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import type { Draft } from '../node.js';
import { nameTypes, ownTypes, type TypeSet, typeOfValue } from './schema-types.js';

/**
 * Checks the values of an enumeration against the type beside it. A number where there should be text is text that
 * somebody did not quote; any other value of another type can never occur and is left out. False when none is left.
 */
export function settleEnum(context: BuildContext, schema: Draft<KeywordSchema>): boolean {
  if (!schema.enum?.length || !schema.types) return true;
  const own = ownTypes(schema);
  const types = nameTypes(own);
  const place = childOrigin(schema.origin, 'enum');
  if (!schema.enum.some((value) => readValue(value, schema, own) !== undefined)) {
    schema.enum = [];
    return false;
  }
  const kept: JsonValue[] = [];
  schema.enum.forEach((value, index) => {
    const reading = readValue(value, schema, own);
    if (reading === undefined) {
      context.report('enum-value-forbidden', childOrigin(place, index), { value: formatValue(value), types });
      return;
    }
    if (reading !== value) {
      const finding = { keyword: 'enum', expected: 'strings', found: formatValue(value) } as const;
      context.report('read-as', childOrigin(place, index), { variant: 'text', ...finding });
    }
    kept.push(reading);
  });
  schema.enum = kept;
  return true;
}

function readValue(value: JsonValue, schema: KeywordSchema, own: TypeSet): JsonValue | undefined {
  if ((typeOfValue(value) & own) !== 0) return value;
  const isUnquoted = typeof value === 'number' || typeof value === 'boolean';
  return isUnquoted && schema.types?.includes('string') ? String(value) : undefined;
}
