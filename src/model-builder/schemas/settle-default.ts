import { buildChildOrigin } from '../../diagnostics/origin.js';
import { formatValue } from '../../diagnostics/show-value.js';
import type { JsonValue } from '../../model/element.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import type { Draft } from '../node.js';
import { anyType, findValueType, nameTypes, type TypeSet } from './schema-types.js';

const numbersAndFlags = (findValueType(0) | findValueType(0.5) | findValueType(true)) & anyType;

/**
 * Checks a default against the types that the schema admits. A default in another form (`"12"`, `0` for false) is read
 * as the value that it means. Null means that there is no default. So does a value that belongs elsewhere, such as the
 * default of a list on its items. In OpenAPI 3.0, a default must have the type of its schema (4.7.24.2). There, a
 * default of another type for a number or boolean is an error: callers expect that a value is filled in, and the
 * description does not show which one. JSON Schema only recommends a matching type (2020-12, validation, 9.2).
 */
export function settleDefault(context: BuildContext, schema: Draft<KeywordSchema>, admitted: TypeSet): void {
  const value = schema.default;
  if (value === undefined || (findValueType(value) & admitted) !== 0) return;
  const place = buildChildOrigin(schema.origin, 'default');
  if (admitted === 0) {
    context.report('no-effect', place, { variant: 'no-valid-value', keyword: 'default' }, 'key');
    delete schema.default;
    return;
  }
  const types = nameTypes(admitted);
  const reading = convert(value, admitted);
  if (reading !== undefined) {
    const finding = { types, found: formatValue(value), reading: formatValue(reading) };
    context.report('read-as', place, { variant: 'default', ...finding });
    schema.default = reading;
    return;
  }
  delete schema.default;
  const isStrict = context.version === '3.0';
  const isNeeded = isStrict && (admitted & ~numbersAndFlags) === 0 && value !== null && value !== '';
  const code = isNeeded ? 'default-forbidden' : 'default-ignored';
  context.report(code, place, { value: formatValue(value), types });
}

function convert(value: JsonValue, admitted: TypeSet): JsonValue | undefined {
  const candidates: JsonValue[] = [];
  if (typeof value === 'string' && value.trim() !== '') candidates.push(Number(value), value === 'true');
  if (typeof value === 'number') candidates.push(value === 1);
  if (typeof value === 'number' || typeof value === 'boolean') candidates.push(String(value));
  return candidates.find((one) => (findValueType(one) & admitted) !== 0 && isSame(one, value));
}

// The reading must mean exactly the same as the written value.
function isSame(reading: JsonValue, value: JsonValue): boolean {
  if (typeof reading === 'boolean' && typeof value === 'number') return value === 0 || value === 1;
  return typeof reading === 'number' ? Number.isFinite(reading) : String(reading) === String(value);
}
