import type { KeywordSchema, Schema } from '../../../model/schema.js';

/** A schema inside a schema, and the words that say what it is to it. */
export interface SchemaPart {
  readonly label: string;
  readonly schema: Schema;
}

/** Lists the schemas inside a schema but for its properties; of a list of values only the members that say more than values. */
export function listParts(schema: KeywordSchema, isListed: boolean): SchemaPart[] {
  const parts: SchemaPart[] = [];
  const add = (label: string, one: Schema | undefined): void => {
    if (one) parts.push({ label, schema: one });
  };
  const addAll = (label: string, list: readonly Schema[] | undefined): void => {
    if (list) for (const one of list) add(label, one);
  };
  const { additionalProperties: others, discriminator, items, prefixItems, dependentSchemas } = schema;
  addAll('all of', schema.allOf);
  addAll('any of', isListed ? schema.anyOf?.filter((one) => hasMore(one, toldByList)) : schema.anyOf);
  addAll('one of', isListed ? schema.oneOf?.filter((one) => hasMore(one, toldByList)) : schema.oneOf);
  add('not', schema.not);
  add('if', schema.if);
  add('then', schema.then);
  add('else', schema.else);
  if (items && hasMore(items, toldByType)) add('each item', items);
  for (const [index, item] of (prefixItems ?? []).entries()) add(`item ${index + 1}`, item);
  add('contains', schema.contains);
  add('other items', schema.unevaluatedItems);
  if (others?.kind !== 'boolean') add('other fields', others);
  add('other fields', schema.unevaluatedProperties);
  add('names of fields', schema.propertyNames);
  for (const { name, schema: one } of dependentSchemas ?? []) add(`with the field ${name}`, one);
  add('its content', schema.contentSchema);
  add('in dynamic scope', schema.dynamicRef?.initial);
  if (!discriminator) return parts;
  const { propertyName, mapping, defaultMapping, inheritance } = discriminator;
  for (const { explicit, value, schema: one } of mapping)
    if (explicit || inheritance) add(`${propertyName} = ${value}`, one);
  add(`${propertyName} = anything else`, defaultMapping);
  return parts;
}

// An array says the type of its items itself, and a list of values those of its members; only what is more stands below.
const unsaid = ['kind', 'origin', 'notShown', 'source', 'resource', 'component', 'definition', 'types', 'ref'];
const toldByType: ReadonlySet<string> = new Set([...unsaid, 'format']);
const toldByList: ReadonlySet<string> = new Set([...unsaid, 'enum', 'const']);

function hasMore(schema: Schema, told: ReadonlySet<string>): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'not-shown';
  return (
    schema.notShown.length > 0 || Object.entries(schema).some(([name, value]) => value !== undefined && !told.has(name))
  );
}
