import type { JsonObject, JsonValue } from '../../model/element.js';
import { isObject } from '../../model/is-object.js';

/**
 * Returns the descriptions of the values in the `enum` of a Schema Object, as Markdown, by the texts of the values. They come from extensions:
 * `x-enumDescriptions` of Redoc, an object by value, or `x-enum-descriptions`, a list in the order of `enum`.
 */
export function listEnumDescriptions(schema: JsonObject): ReadonlyMap<string, string> {
  const { enum: values = [], 'x-enumDescriptions': byValue, 'x-enum-descriptions': byPlace } = schema;
  const given = byValue ?? byPlace;
  const descriptions = new Map<string, string>();
  if (given === undefined || !isList(values)) return descriptions;
  values.forEach((value, index) => {
    const text = isList(given) ? given[index] : isObject(given) ? given[String(value)] : undefined;
    if (typeof text === 'string' && text.trim() !== '') descriptions.set(String(value), text);
  });
  return descriptions;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
