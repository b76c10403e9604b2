import type { KeywordSchema, Schema } from '../../../model/schema.js';

/** A schema inside a schema, and the words that say what it is to it. */
export interface SchemaPart {
  readonly label: string;
  readonly schema: Schema;
}

/** Lists the schemas inside a schema but for its properties; a list of values is no union worth telling. */
export function listParts(schema: KeywordSchema, isListed: boolean): SchemaPart[] {
  const part = (label: string, ...schemas: (Schema | undefined)[]): SchemaPart[] =>
    schemas.flatMap((one) => (one ? [{ label, schema: one }] : []));
  const { additionalProperties: others, discriminator } = schema;
  const mapping = discriminator?.mapping.filter(({ explicit }) => explicit) ?? [];
  return [
    ...part('all of', ...(schema.allOf ?? [])),
    ...(isListed ? [] : [...part('any of', ...(schema.anyOf ?? [])), ...part('one of', ...(schema.oneOf ?? []))]),
    ...part('not', schema.not),
    ...part('if', schema.if),
    ...part('then', schema.then),
    ...part('else', schema.else),
    ...part('each item', schema.items && hasMore(schema.items) ? schema.items : undefined),
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

// An array says the type of its items itself; only what is more than a type stands below it.
function hasMore(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'not-shown';
  const { kind, origin, notShown, source, resource, types, format, ref, component, definition, ...more } = schema;
  return notShown.length > 0 || Object.values(more).some((value) => value !== undefined);
}
