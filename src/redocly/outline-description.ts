import type { JsonObject, JsonValue } from '../model/element.js';

// The fields of an operation that Redoc's menu shows.
const told = new Set(['tags', 'summary', 'operationId', 'deprecated', 'x-badges']);

/**
 * Reduces a description to what Redoc's first page and menu show. Parameters, bodies, responses and the components that
 * only these use are removed. Redoc renders the same page from both, except for the description in its script.
 */
export function outlineDescription(description: JsonObject): JsonObject {
  return convertMembers(description, (name, value) => {
    if (name === 'paths' || name === 'webhooks') return outlinePaths(value);
    return name === 'components' ? outlineComponents(value) : value;
  });
}

function outlineComponents(components: JsonValue): JsonValue | undefined {
  return convertMembers(components, (name, value) => {
    if (name === 'pathItems') return outlinePaths(value);
    if (name === 'schemas') return convertMembers(value, (_name, schema) => outlineSchema(schema));
    return name === 'securitySchemes' ? value : undefined;
  });
}

// The parts of a schema that Redoc's menu shows below a tag.
function outlineSchema(schema: JsonValue): JsonValue | undefined {
  const outline = convertMembers(schema, (name, value) => (name === 'title' || name === 'x-tags' ? value : undefined));
  return typeof outline === 'object' && outline !== null && 'x-tags' in outline ? outline : undefined;
}

function outlinePaths(paths: JsonValue): JsonValue {
  return convertMembers(paths, (_path, item) =>
    convertMembers(item, (name, value) => {
      if (name === 'parameters') return undefined;
      return name === 'additionalOperations'
        ? convertMembers(value, (_method, operation) => outlineOperation(operation))
        : outlineOperation(value);
    }),
  );
}

function outlineOperation(operation: JsonValue): JsonValue {
  return convertMembers(operation, (name, value) => (told.has(name) ? value : undefined));
}

// Converts the members of an object. Any other value stays the same.
function convertMembers<Value extends JsonValue>(
  value: Value,
  map: (name: string, member: JsonValue) => JsonValue | undefined,
): Value | JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, map(name, member)] as const);
  return Object.fromEntries(members.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}
