import { buildChildOrigin } from '../../diagnostics/origin.js';
import { listPartsInPlace } from '../../model/in-place.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import { listApplied, listProperties, listValues } from '../schemas/schema-facts.js';

/**
 * Reports schema keywords that have no meaning at their place: `readOnly` on a schema that is not a property, and
 * discriminators without alternatives.
 */
export function checkWithoutEffect(context: BuildContext): void {
  const keywords = context.schemas.list.filter((schema) => schema.kind === 'keywords');
  const outside = listOutsideProperties(keywords);
  for (const schema of keywords) {
    if (outside.has(schema)) reportOutsideProperties(context, schema);
    reportUnusedMapping(context, schema);
  }
}

// Lists the schemas with `readOnly` or `writeOnly` that describe no property.
function listOutsideProperties(keywords: readonly KeywordSchema[]): ReadonlySet<Schema> {
  const outside = new Set<Schema>(keywords.filter(({ readOnly, writeOnly }) => readOnly || writeOnly));
  for (const { properties } of keywords) for (const { schema } of properties ?? []) outside.delete(schema);
  // Most descriptions mark only schemas that are written at their properties.
  if (outside.size > 0) for (const schema of listReferredByProperties(keywords)) outside.delete(schema);
  return outside;
}

// OpenAPI 3.0, 4.7.24.2: the keyword has a meaning only for properties.
function reportOutsideProperties(context: BuildContext, schema: KeywordSchema): void {
  for (const keyword of ['readOnly', 'writeOnly'] as const)
    if (schema[keyword])
      context.report('no-effect', buildChildOrigin(schema.origin, keyword), { variant: 'no-property', keyword }, 'key');
}

// Lists the schemas to which the schemas of properties refer, or that these extend.
function listReferredByProperties(schemas: readonly KeywordSchema[]): ReadonlySet<Schema> {
  const found = new Set<Schema>();
  const addParts = (schema: Schema): void => {
    for (const part of listPartsInPlace(schema)) found.add(part.baseOf ?? part);
  };
  for (const { properties } of schemas) for (const { schema } of properties ?? []) addParts(schema);
  for (const schema of found) addParts(schema);
  return found;
}

function reportUnusedMapping(context: BuildContext, schema: KeywordSchema): void {
  const { discriminator, oneOf, anyOf } = schema;
  if (!discriminator || !(oneOf?.length || anyOf?.length)) return;
  const { origin, propertyName: name, mapping } = discriminator;
  if (!listProperties([schema]).has(name)) {
    context.report('no-effect', origin, { variant: 'no-alternative', name }, 'key');
    return;
  }
  for (const { value, schema: target, explicit } of mapping) {
    const stated = explicit ? listStated(target, name) : new Set<string>();
    if (stated.size === 0 || stated.has(value)) continue;
    const place = buildChildOrigin(origin, 'mapping', value);
    context.report('no-effect', place, { variant: 'value-not-allowed', value, name }, 'key');
  }
}

// Lists the strings to which a schema itself limits a property.
function listStated(schema: Schema, name: string): ReadonlySet<string> {
  const properties = [...listApplied([schema])].flatMap((one) =>
    one.kind === 'keywords' ? (one.properties ?? []).filter((property) => property.name === name) : [],
  );
  return new Set(properties.flatMap((property) => [...listValues(property.schema)]));
}
