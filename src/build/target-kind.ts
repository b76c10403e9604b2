import { type Origin, pointerTokens } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import { isObject } from './node.js';
import type { ObjectKind } from './object-kinds.js';

/** What a keyword holds: an object, many of them by name or position, or plain data. */
type Held = ObjectKind | readonly [ObjectKind] | 'data';

const schema: { readonly [keyword: string]: Held } = {
  ...hold(['Schema Object'], ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'properties', 'patternProperties']),
  ...hold(['Schema Object'], ['dependentSchemas', '$defs', 'definitions']),
  ...hold('Schema Object', ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else']),
  ...hold('Schema Object', ['unevaluatedItems', 'unevaluatedProperties', 'contentSchema']),
  ...hold('data', ['enum', 'const', 'default', 'example', 'examples', 'required', 'type', 'dependentRequired']),
  discriminator: 'Discriminator Object',
  xml: 'XML Object',
};

const parameter: { readonly [keyword: string]: Held } = {
  schema: 'Schema Object',
  content: ['Media Type Object'],
  examples: ['Example Object'],
  example: 'data',
};

const pathItem: { readonly [keyword: string]: Held } = {
  ...hold('Operation Object', ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']),
  additionalOperations: ['Operation Object'],
  parameters: ['Parameter Object'],
  servers: ['Server Object'],
};

const encoding: { readonly [keyword: string]: Held } = {
  encoding: ['Encoding Object'],
  prefixEncoding: ['Encoding Object'],
  itemEncoding: 'Encoding Object',
};

/** What stands below each object; `*` for members whose names are the author's. */
const below: { readonly [K in ObjectKind]?: { readonly [keyword: string]: Held } } = {
  'OpenAPI Object': {
    info: 'Info Object',
    servers: ['Server Object'],
    paths: ['Path Item Object'],
    webhooks: ['Path Item Object'],
    components: 'Components Object',
    security: ['Security Requirement Object'],
    tags: ['Tag Object'],
  },
  'Components Object': {
    schemas: ['Schema Object'],
    responses: ['Response Object'],
    parameters: ['Parameter Object'],
    examples: ['Example Object'],
    requestBodies: ['Request Body Object'],
    headers: ['Header Object'],
    securitySchemes: ['Security Scheme Object'],
    links: ['Link Object'],
    callbacks: ['Callback Object'],
    pathItems: ['Path Item Object'],
    mediaTypes: ['Media Type Object'],
  },
  'Path Item Object': pathItem,
  'Operation Object': {
    parameters: ['Parameter Object'],
    requestBody: 'Request Body Object',
    responses: ['Response Object'],
    callbacks: ['Callback Object'],
    security: ['Security Requirement Object'],
    servers: ['Server Object'],
    tags: 'data',
  },
  'Parameter Object': parameter,
  'Header Object': parameter,
  'Request Body Object': { content: ['Media Type Object'] },
  'Media Type Object': { ...parameter, ...encoding, itemSchema: 'Schema Object' },
  'Encoding Object': { ...encoding, headers: ['Header Object'] },
  'Response Object': {
    headers: ['Header Object'],
    content: ['Media Type Object'],
    links: ['Link Object'],
  },
  'Link Object': { server: 'Server Object', parameters: 'data', requestBody: 'data' },
  'Callback Object': { '*': 'Path Item Object' },
  'Example Object': { value: 'data', dataValue: 'data' },
  'Schema Object': schema,
};

function hold(held: Held, keywords: readonly string[]): { [keyword: string]: Held } {
  return Object.fromEntries(keywords.map((keyword) => [keyword, held]));
}

const schemaComponent = /^\/components\/schemas\/[^/]+$/;

/**
 * Tells what kind of object stands at a place, by the keywords that lead there from the root of a description;
 * `undefined` where that cannot be told: in files that are no description, and below extensions.
 */
export function kindAt(document: Document, origin: Origin): ObjectKind | 'plain data' | undefined {
  const root = document.files.get(origin.file)?.value;
  if (!isObject(root) || root['openapi'] === undefined) return undefined;
  if (schemaComponent.test(origin.pointer)) return 'Schema Object';
  let kind: ObjectKind = 'OpenAPI Object';
  let inside: readonly [ObjectKind] | undefined;
  for (const token of pointerTokens(origin.pointer)) {
    if (inside) {
      [kind] = inside;
      inside = undefined;
      continue;
    }
    const known: { readonly [keyword: string]: Held } | undefined = below[kind];
    const held: Held | undefined = known && Object.hasOwn(known, token) ? known[token] : known?.['*'];
    if (held === 'data') return 'plain data';
    if (held === undefined) return undefined;
    if (typeof held === 'string') kind = held;
    else inside = held;
  }
  return inside ? undefined : kind;
}
