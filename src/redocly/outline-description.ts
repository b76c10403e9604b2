import type { JsonObject, JsonValue } from '../model/element.js';

// What Redoc's menu tells of an operation.
const told = new Set(['tags', 'summary', 'operationId', 'deprecated', 'x-badges']);

/**
 * Reduces a description to what stands on Redoc's first page and in its menu: without what operations take and give, and
 * without the components behind that. Of both Redoc makes the same page, but for the description in its script.
 */
export function outlineDescription(description: JsonObject): JsonObject {
  return mapMembers(description, (name, value) => {
    if (name === 'paths' || name === 'webhooks') return outlinePaths(value);
    return name === 'components' ? outlineComponents(value) : value;
  });
}

function outlineComponents(components: JsonValue): JsonValue | undefined {
  return mapMembers(components, (name, value) => {
    if (name === 'pathItems') return outlinePaths(value);
    return name === 'securitySchemes' ? value : undefined;
  });
}

function outlinePaths(paths: JsonValue): JsonValue {
  return mapMembers(paths, (_path, item) =>
    mapMembers(item, (name, value) => {
      if (name === 'parameters') return undefined;
      return name === 'additionalOperations'
        ? mapMembers(value, (_method, operation) => outlineOperation(operation))
        : outlineOperation(value);
    }),
  );
}

function outlineOperation(operation: JsonValue): JsonValue {
  return mapMembers(operation, (name, value) => (told.has(name) ? value : undefined));
}

// What is no object stays as it is.
function mapMembers<Value extends JsonValue>(
  value: Value,
  map: (name: string, member: JsonValue) => JsonValue | undefined,
): Value | JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, map(name, member)] as const);
  return Object.fromEntries(members.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}
