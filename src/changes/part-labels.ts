import type { Nothing, PartKeyword } from '../model/schema-keywords.js';
import type { Subschema } from '../model/walk-schemas.js';

/**
 * The keywords in the order in which their schemas are printed. `#` is replaced by the name of a part, or by its
 * position from 1.
 */
export const partLabels = [
  ['allOf', 'all of'],
  ['anyOf', 'any of'],
  ['oneOf', 'one of'],
  ['not', 'not'],
  ['if', 'if'],
  ['then', 'then'],
  ['else', 'else'],
  ['items', 'each item'],
  ['prefixItems', 'item #'],
  ['contains', 'contains'],
  ['unevaluatedItems', 'other items'],
  ['additionalProperties', 'other fields'],
  ['unevaluatedProperties', 'other fields'],
  ['propertyNames', 'names of fields'],
  ['dependentSchemas', 'with the field #'],
  ['contentSchema', 'its content'],
] as const;

/** A compile error if a keyword has no label and is visible neither in the type nor in the list of fields. */
export type Unlabelled = Nothing<
  Exclude<PartKeyword, (typeof partLabels)[number][0] | '$ref' | 'properties' | 'patternProperties'>
>;

/** Formats the label of a part. */
export function formatPart(part: Subschema): string {
  const [, label = 'fields that match #'] = partLabels.find(([keyword]) => keyword === part.keyword) ?? [];
  return label.replace('#', () => nameOf(part));
}

function nameOf({ key = '' }: Subschema): string {
  return typeof key === 'number' ? String(key + 1) : key;
}
