import { buildChildOrigin } from '../../../diagnostics/origin.js';
import type { SchemaMember } from '../../../model/keyword-table.js';
import { hasOpenFields, type KeywordSchema } from '../../../model/schema.js';
import type { KeywordHolding } from '../../../model/schema-keywords.js';
import { code, type Inline, line } from '../../../text/tree.js';
import type { Context } from './context.js';

/** Formats the constraints of a schema, one phrase per keyword of JSON Schema. */
export function listConstraints(schema: KeywordSchema, { write }: Pick<Context, 'write'>): Inline[] {
  const { dependentRequired = [], contentEncoding, contentMediaType, types = [] } = schema;
  const show = (keyword: KeywordHolding<'number'> & SchemaMember): Limit => {
    const value = schema[keyword];
    return value === undefined ? undefined : String(write(value, buildChildOrigin(schema.origin, keyword)));
  };
  return [
    formatRange('', show('minimum'), show('maximum')),
    schema.exclusiveMinimum === undefined ? '' : `> ${show('exclusiveMinimum')}`,
    schema.exclusiveMaximum === undefined ? '' : `< ${show('exclusiveMaximum')}`,
    schema.multipleOf === undefined ? '' : `multiple of ${show('multipleOf')}`,
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

type Limit = number | string | undefined;

function formatRange(unit: string, least: Limit, most: Limit): string {
  if (least === undefined && most === undefined) return '';
  const one = (least ?? most) === 1 ? unit.replace(/^ (\w+)s$/, ' $1') : unit;
  if (least === most) return `${least}${one}`;
  if (most === undefined) return `≥ ${least}${one}`;
  return least === undefined ? `≤ ${most}${one}` : `${least} to ${most}${unit}`;
}
