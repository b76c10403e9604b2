import { buildChildOrigin } from '../../diagnostics/origin.js';
import { formatValue } from '../../diagnostics/show-value.js';
import { readExactNumber } from '../../document/number-text.js';
import { findNumberText } from '../../document/written-numbers.js';
import type { JsonValue } from '../../model/element.js';
import { normalizeJson } from '../../model/print-json.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import type { Draft } from '../node.js';
import type { Admitted } from './admitted-types.js';
import { isWithin } from './crossed-bounds.js';
import { findValueType, nameTypes, type TypeSet } from './schema-types.js';

/**
 * Checks a default against the types, listed values and bounds that the schema admits. A default in another form
 * (`"12"`, `0` for false) is read as the value that it means. Null means that there is no default. A value that is not
 * valid, such as the default of a list on its items, is ignored: code that fills it in would contradict the types.
 */
export function settleDefault(context: BuildContext, schema: Draft<KeywordSchema>, admitted: Admitted): void {
  const value = schema.default;
  if (value === undefined) return;
  const place = buildChildOrigin(schema.origin, 'default');
  const { types } = admitted;
  if (types === 0) {
    context.report('no-effect', place, { variant: 'no-valid-value', keyword: 'default' }, 'key');
    delete schema.default;
    return;
  }
  const text = (typeof value === 'number' && findNumberText(context.document, place, value)) || String(value);
  const reading = (findValueType(value) & types) === 0 ? convert(value, types, text) : value;
  const misfit = reading === undefined ? 'type' : findMisfit(reading, admitted);
  if (misfit) {
    delete schema.default;
    context.report('default-ignored', place, { variant: misfit, value: formatValue(value), types: nameTypes(types) });
  } else if (reading !== undefined && reading !== value) {
    const finding = { types: nameTypes(types), found: formatValue(value), reading: formatValue(reading) };
    context.report('read-as', place, { variant: 'default', ...finding });
    schema.default = reading;
  }
}

function findMisfit(value: JsonValue, { values, bounds }: Admitted): 'value' | 'bounds' | undefined {
  const text = normalizeJson(value);
  if (values?.every((one) => normalizeJson(one) !== text)) return 'value';
  return isWithin(value, bounds) ? undefined : 'bounds';
}

// Lists the values that may be meant. `text` is how a number is written.
function convert(value: JsonValue, admitted: TypeSet, text: string): JsonValue | undefined {
  const candidates: JsonValue[] = [];
  if (typeof value === 'string' && value.trim() !== '')
    candidates.push(readExactNumber(value.trim()), value === 'true');
  if (typeof value === 'number') candidates.push(value === 1);
  if (['number', 'bigint', 'boolean'].includes(typeof value)) candidates.push(text);
  return candidates.find((one) => (findValueType(one) & admitted) !== 0 && isSame(one, value, text));
}

// The reading must mean exactly the same as the written value.
function isSame(reading: JsonValue, value: JsonValue, text: string): boolean {
  if (typeof reading === 'boolean' && typeof value === 'number') return value === 0 || value === 1;
  return typeof reading === 'number' ? Number.isFinite(reading) : String(reading) === text;
}
