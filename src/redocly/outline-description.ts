import type { JsonObject, JsonValue } from '../model/element.js';
import { isObject } from '../model/is-object.js';

// The fields of an operation that Redoc's menu shows.
const told = new Set(['tags', 'summary', 'operationId', 'deprecated', 'x-badges']);

/**
 * Reduces a description to what Redoc's first page and menu show. The menu is folded, so it shows one operation and one
 * schema of each tag like all of them. Parameters, bodies, responses and the components that only these use are
 * removed. Redoc renders the same page from both, except for the description in its script.
 */
export function outlineDescription(description: JsonObject): JsonObject {
  return convertMembers(description, (name, value) => {
    if (name === 'paths') return outlinePaths(value, createIsFolded('tags'));
    if (name === 'webhooks') return outlinePaths(value);
    return name === 'components' ? outlineComponents(value) : value;
  });
}

/** Returns whether Redoc shows a value only in parts of the menu that are unfolded. */
type IsFolded = (value: JsonValue) => boolean;

// Returns a function that is false for the first value of each tag, and for each value without tags.
function createIsFolded(member: 'tags' | 'x-tags'): IsFolded {
  const known = new Set<JsonValue>();
  return (value) => {
    const tags = isObject(value) ? (value[member] ?? []) : [];
    if (!Array.isArray(tags) || tags.length === 0) return false;
    const isFolded = tags.every((tag) => known.has(tag));
    for (const tag of tags) known.add(tag);
    return isFolded;
  };
}

function outlineComponents(components: JsonValue): JsonValue | undefined {
  const isFolded = createIsFolded('x-tags');
  return convertMembers(components, (name, value) => {
    if (name === 'pathItems') return outlinePaths(value);
    if (name === 'schemas')
      return convertMembers(value, (_name, schema) => (isFolded(schema) ? undefined : outlineSchema(schema)));
    return name === 'securitySchemes' ? value : undefined;
  });
}

// The parts of a schema that Redoc's menu shows below a tag.
function outlineSchema(schema: JsonValue): JsonValue | undefined {
  const outline = convertMembers(schema, (name, value) => (name === 'title' || name === 'x-tags' ? value : undefined));
  return typeof outline === 'object' && outline !== null && 'x-tags' in outline ? outline : undefined;
}

function outlinePaths(paths: JsonValue, isFolded: IsFolded = () => false): JsonValue {
  const outline = (operation: JsonValue): JsonValue | undefined =>
    isFolded(operation) ? undefined : outlineOperation(operation);
  return convertMembers(paths, (_path, item) =>
    convertMembers(item, (name, value) => {
      if (name === 'parameters') return undefined;
      return name === 'additionalOperations'
        ? convertMembers(value, (_method, operation) => outline(operation))
        : outline(value);
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
