import type { Schema } from '../model/schema.js';

/** Lists the schemas to which others refer, and the components. */
export function listApart(schemas: Iterable<Schema>): Set<Schema> {
  const apart = new Set<Schema>();
  for (const schema of schemas) {
    if (schema.component !== undefined) apart.add(schema);
    if (schema.baseOf) apart.add(schema.baseOf).add(schema);
    if (schema.kind !== 'keywords') continue;
    const { ref, dynamicRef, discriminator } = schema;
    if (ref) apart.add(ref);
    if (dynamicRef) apart.add(dynamicRef.initial);
    if (!discriminator) continue;
    const { mapping, defaultMapping, inheritance } = discriminator;
    for (const each of mapping) apart.add(each.schema);
    if (defaultMapping) apart.add(defaultMapping);
    if (inheritance) apart.add(inheritance.base);
    for (const each of inheritance?.children ?? []) apart.add(each.schema);
  }
  return apart;
}
