/** A JSON Schema that is an object. */
export interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** Returns whether a JSON value is an object. */
export function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Finds the value to which a local reference such as `#/components/schemas/Pet` leads. */
export function lookUp(root: unknown, reference: string): unknown {
  const tokens = decodeURIComponent(reference.replace(/^#\/?/, '')).split('/');
  return tokens
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, token) => {
      if (Array.isArray(node)) return node[Number(token)];
      return isObject(node) ? node[token] : undefined;
    }, root);
}

const ofSchemas = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const ofLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const ofOne = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
];

/**
 * Rewrites each schema in a JSON value, outer ones first. Skips examples and defaults, because they can contain
 * anything.
 */
export function rewriteSchemas(node: unknown, rewrite: (schema: SchemaObject) => SchemaObject): unknown {
  if (Array.isArray(node)) return node.map((each) => rewriteSchemas(each, rewrite));
  if (!isObject(node)) return node;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    const isSchema = key === 'schema' || key === 'itemSchema';
    const isMap = key === 'schemas' && isObject(value);
    if (isSchema) result[key] = rewriteSchema(value, rewrite);
    else if (isMap) result[key] = mapMembers(value, (each) => rewriteSchema(each, rewrite));
    else if (key !== 'example' && key !== 'examples') result[key] = rewriteSchemas(value, rewrite);
  }
  return result;
}

function rewriteSchema(schema: unknown, rewrite: (schema: SchemaObject) => SchemaObject): unknown {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(rewrite(schema)).flatMap(([keyword, value]): [string, unknown][] => {
      if (keyword === 'examples' || keyword === 'example' || keyword === 'default') return [];
      if (ofSchemas.includes(keyword) && isObject(value))
        return [[keyword, mapMembers(value, (each) => rewriteSchema(each, rewrite))]];
      if (ofLists.includes(keyword) && Array.isArray(value))
        return [[keyword, value.map((each) => rewriteSchema(each, rewrite))]];
      if (ofOne.includes(keyword)) return [[keyword, rewriteSchema(value, rewrite)]];
      return [[keyword, value]];
    }),
  );
}

function mapMembers(members: SchemaObject, change: (value: unknown) => unknown): SchemaObject {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value)]));
}

/** Returns whether a schema, a part of it, or a schema to which it refers has a keyword. */
export function mentions(root: unknown, schema: unknown, keyword: string, seen: Set<string> = new Set()): boolean {
  if (Array.isArray(schema)) return schema.some((each) => mentions(root, each, keyword, seen));
  if (!isObject(schema)) return false;
  if (keyword in schema) return true;
  const { $ref, ...rest } = schema;
  if (typeof $ref === 'string' && !seen.has($ref)) {
    seen.add($ref);
    if (mentions(root, lookUp(root, $ref), keyword, seen)) return true;
  }
  return mentions(root, Object.values(rest), keyword, seen);
}
