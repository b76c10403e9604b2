import type { JsonObject, JsonValue } from '../../model/element.js';
import { isObject } from '../../model/is-object.js';
import { slugify } from './slugify.js';

const tag = 'Schemas';

// Redoc puts the name into a Markdoc tag. With other characters, it shows nothing.
const safeName = /^[\w.-]+$/;

/**
 * Returns the address of a component schema in Redoc's page, without `#`. Returns `undefined` if Redoc does not show
 * the schema.
 */
export function formatSchemaRoute(name: string): string | undefined {
  return safeName.test(name) ? `/${tag.toLowerCase()}/${slugify(name).toLowerCase()}` : undefined;
}

/** Adds a tag for the schemas of a description, because Redoc shows schemas only below a tag. */
export function markSchemas(description: JsonObject): JsonObject {
  const { components, tags = [], 'x-tagGroups': groups } = description;
  if (!isObject(components)) return description;
  const { schemas } = components;
  if (!isObject(schemas) || !Object.keys(schemas).some((name) => safeName.test(name))) return description;
  const tagged = Object.entries(schemas).map(([name, schema]): [string, JsonValue] => [
    name,
    isObject(schema) && safeName.test(name) ? { ...schema, 'x-tags': [tag] } : schema,
  ]);
  return {
    ...description,
    components: { ...components, schemas: Object.fromEntries(tagged) },
    tags: addTo(tags, { name: tag }),
    // If there are groups of tags, Redoc shows only the tags in groups.
    ...(groups !== undefined && { 'x-tagGroups': addTo(groups, { name: tag, tags: [tag] }) }),
  };
}

// If the description already has a tag of this name, that tag contains the schemas too.
function addTo(list: JsonValue, entry: JsonObject): JsonValue {
  if (!Array.isArray(list) || list.some((one) => isObject(one) && one['name'] === entry['name'])) return list;
  return [...list, entry];
}
