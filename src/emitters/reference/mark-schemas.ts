import slugify from 'slugify';
import type { JsonObject, JsonValue } from '../../model/element.js';
import { isObject } from '../../model/is-object.js';

const tag = 'Schemas';

// Redoc puts the name into a Markdoc tag, and shows nothing of another name.
const safeName = /^[\w.-]+$/;

/** Returns the address of a schema component in Redoc's page, without `#`; `undefined` if Redoc does not show it. */
export function formatSchemaRoute(name: string): string | undefined {
  return safeName.test(name) ? `/${tag.toLowerCase()}/${slugify(name).toLowerCase()}` : undefined;
}

/** Puts the schemas of a description below a tag, where Redoc shows them. */
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
    // Redoc shows only the tags of groups, if there are any.
    ...(groups !== undefined && { 'x-tagGroups': addTo(groups, { name: tag, tags: [tag] }) }),
  };
}

// A tag of this name that the description has contains the schemas too.
function addTo(list: JsonValue, entry: JsonObject): JsonValue {
  if (!Array.isArray(list) || list.some((one) => isObject(one) && one['name'] === entry['name'])) return list;
  return [...list, entry];
}
