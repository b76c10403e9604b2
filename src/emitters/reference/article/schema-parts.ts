import type { KeywordSchema, Schema } from '../../../model/schema.js';

/** A schema inside a schema, and the words that say what it is to it. */
export interface SchemaPart {
  readonly label: string;
  readonly schema: Schema;
}

/** Lists the schemas inside a schema but for its properties; of a list of values only the members that say more than values. */
export function listParts(schema: KeywordSchema, isListed: boolean): SchemaPart[] {
  const part = (label: string, ...schemas: (Schema | undefined)[]): SchemaPart[] =>
    schemas.flatMap((one) => (one ? [{ label, schema: one }] : []));
  const { additionalProperties: others, discriminator } = schema;
  const mapping = discriminator?.mapping.filter(({ explicit }) => explicit) ?? [];
  return [
    ...part('all of', ...(schema.allOf ?? [])),
    ...part('any of', ...(schema.anyOf ?? []).filter((one) => !isListed || hasMore(one, toldByList))),
    ...part('one of', ...(schema.oneOf ?? []).filter((one) => !isListed || hasMore(one, toldByList))),
    ...part('not', schema.not),
    ...part('if', schema.if),
    ...part('then', schema.then),
    ...part('else', schema.else),
    ...part('each item', schema.items && hasMore(schema.items, toldByType) ? schema.items : undefined),
    ...(schema.prefixItems ?? []).flatMap((item, index) => part(`item ${index + 1}`, item)),
    ...part('contains', schema.contains),
    ...part('other items', schema.unevaluatedItems),
    ...part('other fields', others?.kind === 'boolean' ? undefined : others, schema.unevaluatedProperties),
    ...part('names of fields', schema.propertyNames),
    ...(schema.dependentSchemas ?? []).flatMap(({ name, schema: one }) => part(`with the field ${name}`, one)),
    ...part('its content', schema.contentSchema),
    ...part('in dynamic scope', schema.dynamicRef?.initial),
    ...mapping.flatMap(({ value, schema: one }) => part(`${discriminator?.propertyName} = ${value}`, one)),
    ...part(`${discriminator?.propertyName} = anything else`, discriminator?.defaultMapping),
  ];
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
