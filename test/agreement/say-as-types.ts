import { readList } from '../read-list.js';
import { isObject, type SchemaObject } from './json-schema.js';

const narrower = readList('narrower-types.txt', import.meta.url);

/**
 * Makes a schema refuse what TypeScript refuses although JSON Schema accepts it: the values of the keywords in
 * `narrower-types.txt`, and objects that share no member with a type whose members are all optional (a weak type).
 */
export function sayAsTypes(schema: SchemaObject): SchemaObject {
  return weaken(discriminate(implyType(schema)));
}

function implyType(schema: SchemaObject): SchemaObject {
  if (schema['type'] !== undefined) return schema;
  const says = (...keywords: readonly string[]): boolean =>
    keywords.some((keyword) => narrower.has(keyword) && keyword in schema);
  if (says('properties', 'required', 'additionalProperties')) return { ...schema, type: 'object' };
  return says('items', 'prefixItems') ? { ...schema, type: 'array' } : schema;
}

function discriminate(schema: SchemaObject): SchemaObject {
  const { discriminator } = schema;
  if (!isObject(discriminator) || !narrower.has('discriminator')) return schema;
  const property = String(discriminator['propertyName']);
  const mapping = Object.entries(isObject(discriminator['mapping']) ? discriminator['mapping'] : {});
  const named = (member: unknown): unknown => {
    const reference = isObject(member) ? member['$ref'] : undefined;
    if (typeof reference !== 'string') return member;
    const name = reference.split('/').at(-1) ?? '';
    if ([reference, name].some((one) => one === discriminator['defaultMapping'])) return member;
    const values = mapping.filter(([, to]) => to === reference || to === name).map(([value]) => value);
    return { allOf: [member, { properties: { [property]: { enum: values.length > 0 ? values : [name] } } }] };
  };
  const rewritten: Record<string, unknown> = { ...schema };
  for (const keyword of ['oneOf', 'anyOf']) {
    const members = schema[keyword];
    if (Array.isArray(members)) rewritten[keyword] = members.map(named);
  }
  Reflect.deleteProperty(rewritten, 'discriminator');
  return rewritten;
}

function weaken(schema: SchemaObject): SchemaObject {
  const { properties, required, anyOf } = schema;
  if (!isObject(properties) || Object.keys(properties).length === 0 || anyOf !== undefined) return schema;
  if (Array.isArray(required) && required.length > 0) return schema;
  const known = Object.keys(properties).map((name) => ({ required: [name] }));
  return { ...schema, anyOf: [{ maxProperties: 0 }, ...known] };
}
