import type { JsonValue } from '../../../../model/element.js';
import { listPartsInPlace } from '../../../../model/in-place.js';
import { getJsonType } from '../../../../model/json-type.js';
import type { KeywordSchema, Schema } from '../../../../model/schema.js';

// For deeper values, the outline has only their type. The reference describes them elsewhere.
const deepest = 5;

/**
 * Builds an outline of a schema's value from the examples and constants of the description. Every other value is a
 * placeholder with its type, such as `<string>`, so that no value is invented.
 */
export function outlineValue(schema: Schema | undefined, depth = 0): JsonValue {
  if (schema?.kind === 'not-shown') return '<not shown>';
  if (schema?.kind !== 'keywords') return '<any value>';
  const stated = schema.const ?? schema.examples?.[0];
  if (stated !== undefined) return stated;
  const part = outlineParts(schema, depth);
  if (part !== undefined) return part;
  const listed = [...new Set((schema.enum ?? []).map(getJsonType))];
  const types = (schema.types ?? listed).filter((type) => type !== 'null');
  return `<${types.length === 0 ? 'any value' : types.join(' or ')}>`;
}

function outlineParts(schema: KeywordSchema, depth: number): JsonValue | undefined {
  const { properties, items, oneOf, anyOf } = schema;
  if (depth > deepest) return undefined;
  const merged = listPartsInPlace(schema);
  if (properties || merged.length > 0) {
    const outlines = merged.map((one) => outlineValue(one, depth + 1));
    const own = (properties ?? []).map(({ name, schema: one }): [string, JsonValue] => [
      name,
      outlineValue(one, depth + 1),
    ]);
    const objects = outlines.filter((one) => getJsonType(one) === 'object');
    if (objects.length === 0 && own.length === 0) return outlines[0];
    return Object.fromEntries([...objects.flatMap((one) => Object.entries(one ?? {})), ...own]);
  }
  if (items) return [outlineValue(items, depth + 1)];
  const [first] = oneOf ?? anyOf ?? [];
  return first && outlineValue(first, depth + 1);
}
