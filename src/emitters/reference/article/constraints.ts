import { hasOpenFields, type KeywordSchema } from '../../../model/schema.js';
import { code, type Inline, line } from '../../../text/tree.js';

/** Formats the constraints of a schema, one phrase per keyword of JSON Schema. */
export function listConstraints(schema: KeywordSchema): Inline[] {
  const { dependentRequired = [], contentEncoding, contentMediaType, types = [] } = schema;
  return [
    formatRange('', schema.minimum, schema.maximum),
    schema.exclusiveMinimum === undefined ? '' : `> ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? '' : `< ${schema.exclusiveMaximum}`,
    schema.multipleOf === undefined ? '' : `multiple of ${schema.multipleOf}`,
    formatRange(' characters', schema.minLength, schema.maxLength),
    schema.pattern === undefined ? '' : line`matches ${code(schema.pattern)}`,
    schema.format !== undefined && types.length === 0 ? `format ${schema.format}` : '',
    contentEncoding === undefined ? '' : `encoded as ${contentEncoding}`,
    contentMediaType === undefined ? '' : `contains ${contentMediaType}`,
    formatRange(' items', schema.minItems, schema.maxItems),
    schema.uniqueItems ? 'no duplicate items' : '',
    schema.contains ? formatRange(' of its items match', schema.minContains ?? 1, schema.maxContains) : '',
    formatRange(' fields', schema.minProperties, schema.maxProperties),
    isClosed(schema) ? 'no other fields' : '',
    ...dependentRequired.map(({ name, required }) => `${name} requires ${required.join(', ')}`),
  ].filter((phrase) => phrase !== '');
}

// If an item asks for further properties, there are some, even if `additionalProperties` forbids them.
function isClosed(schema: KeywordSchema): boolean {
  const others = schema.additionalProperties;
  return others?.kind === 'boolean' && !others.value && !hasOpenFields(schema);
}

function formatRange(unit: string, least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return '';
  const one = (least ?? most) === 1 ? unit.replace(/^ (\w+)s$/, ' $1') : unit;
  if (least === most) return `${least}${one}`;
  if (most === undefined) return `≥ ${least}${one}`;
  return least === undefined ? `≤ ${most}${one}` : `${least} to ${most}${unit}`;
}
