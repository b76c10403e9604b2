/** The objects of OpenAPI that matter for references. */
export type ObjectName =
  | 'openapi'
  | 'components'
  | 'paths'
  | 'pathItem'
  | 'operation'
  | 'responses'
  | 'response'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'mediaType'
  | 'encoding'
  | 'example'
  | 'link'
  | 'callback'
  | 'securityScheme'
  | 'securityRequirement'
  | 'schema'
  | 'discriminator';

/**
 * What the specification expects somewhere: an object; with `{}` a map of such objects; `any`, of which nothing is
 * known (extensions, unknown keywords, text); `none`, a literal in which `$ref` is a name like any other; `sample`, an
 * example, which is such a literal too, though many descriptions put references to files there.
 */
export type Place = ObjectName | `${ObjectName}{}` | 'any' | 'none' | 'sample';

type Row = { readonly [P in Place]?: string };

const operations = 'get put post delete options head patch trace query';
const encodings: Row = { 'encoding{}': 'encoding', encoding: 'prefixEncoding itemEncoding' };
const parameter: Row = { schema: 'schema', 'mediaType{}': 'content', sample: 'example', 'example{}': 'examples' };

// By object and place the names of the fields, OpenAPI 3.0 to 3.2 and JSON Schema 2020-12 together; `*` stands for all
// that are not named, which are `any` otherwise. A list has the place of its items.
const rows: { readonly [O in ObjectName]: Row } = {
  openapi: { paths: 'paths', 'pathItem{}': 'webhooks', components: 'components', securityRequirement: 'security' },
  components: {
    'schema{}': 'schemas',
    'response{}': 'responses',
    'parameter{}': 'parameters',
    'example{}': 'examples',
    'requestBody{}': 'requestBodies',
    'header{}': 'headers',
    'securityScheme{}': 'securitySchemes',
    'link{}': 'links',
    'callback{}': 'callbacks',
    'pathItem{}': 'pathItems',
    'mediaType{}': 'mediaTypes',
  },
  paths: { pathItem: '*' },
  pathItem: { operation: operations, 'operation{}': 'additionalOperations', parameter: 'parameters' },
  operation: {
    parameter: 'parameters',
    requestBody: 'requestBody',
    responses: 'responses',
    'callback{}': 'callbacks',
    securityRequirement: 'security',
  },
  responses: { response: '*' },
  response: { 'header{}': 'headers', 'mediaType{}': 'content', 'link{}': 'links' },
  parameter,
  header: parameter,
  requestBody: { 'mediaType{}': 'content' },
  mediaType: { ...encodings, schema: 'schema itemSchema', sample: 'example', 'example{}': 'examples' },
  encoding: { ...encodings, 'header{}': 'headers' },
  example: { sample: 'value dataValue' },
  link: { none: 'parameters requestBody' },
  callback: { pathItem: '*' },
  securityScheme: {},
  securityRequirement: { none: '*' },
  schema: {
    'schema{}': '$defs definitions properties patternProperties dependentSchemas dependencies',
    schema: `additionalProperties unevaluatedProperties propertyNames items prefixItems additionalItems unevaluatedItems
      contains contentSchema allOf anyOf oneOf not if then else`,
    discriminator: 'discriminator',
    none: 'default const enum',
    sample: 'example examples',
  },
  discriminator: { none: 'mapping' },
};

const fields = new Map(Object.entries(rows).map(([object, row]) => [object, indexRow(row)]));

function indexRow(row: Row): ReadonlyMap<string, Place> {
  const places = Object.entries(row) as [Place, string][];
  return new Map(places.flatMap(([place, names]) => names.split(/\s+/).map((name) => [name, place])));
}

/** Tells whether the specification says nothing about what stands inside a place. */
export function isOpaque(place: Place): place is 'any' | 'none' | 'sample' {
  return place === 'any' || place === 'none' || place === 'sample';
}

/** Gives the place of a member of the object at a place. */
export function placeOfMember(place: Place, key: string): Place {
  if (isOpaque(place)) return place;
  if (place.endsWith('{}')) return place.slice(0, -2) as ObjectName;
  const known = fields.get(place);
  return known?.get(key) ?? (key.startsWith('x-') ? undefined : known?.get('*')) ?? 'any';
}

/** Gives the section of the Components Object that holds the objects of a place, `undefined` where there is none. */
export function componentSection(place: Place): string | undefined {
  return rows.components[`${place as ObjectName}{}`];
}
