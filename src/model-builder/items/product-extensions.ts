import type { ItemKind } from '../../model/not-shown.js';
import type { ObjectKind } from '../../model/openapi-objects.js';

/** The specification extensions that Lacuna reads; all others are kept, not read. */
export type ProductExtension =
  | 'x-not-shown'
  | 'x-source'
  | 'x-transitions'
  | 'x-requires'
  | 'x-pagination'
  | 'x-identifier'
  | 'x-resolved'
  | 'x-resolves';

const places: { readonly [E in ProductExtension]: string } = {
  'x-not-shown':
    'a schema, parameter, header, request body, response, operation, path item, media type, security scheme, tag, server, the info or the root',
  'x-source': 'an object that restates a section of the documentation',
  'x-transitions': 'the schema of a status',
  'x-requires': 'a parameter',
  'x-pagination': 'an operation',
  'x-identifier': 'an operation, a parameter or a schema',
  'x-resolved': 'the root of the description',
  'x-resolves': 'an action of an Overlay',
};

/** Returns whether a keyword is an extension that is read here. */
export function isProductExtension(keyword: string): keyword is ProductExtension {
  return Object.hasOwn(places, keyword);
}

/** Formats the places at which an extension is allowed. */
export function placesOf(extension: ProductExtension): string {
  return places[extension];
}

/** The objects that may have an item of each kind. */
export const itemPlaces: { readonly [K in ItemKind]: readonly ObjectKind[] } = {
  shape: ['Schema Object', 'Media Type Object'],
  fields: ['Schema Object'],
  values: ['Schema Object'],
  unit: ['Schema Object'],
  transitions: ['Schema Object'],
  'parameter-name': ['Parameter Object'],
  parameters: ['Operation Object'],
  'status-code': ['Response Object'],
  header: ['Response Object'],
  errors: ['OpenAPI Object', 'Path Item Object', 'Operation Object', 'Response Object'],
  behaviour: [
    'Parameter Object',
    'Header Object',
    'Request Body Object',
    'Operation Object',
    'Path Item Object',
    'Tag Object',
  ],
  policy: [
    'OpenAPI Object',
    'Info Object',
    'Server Object',
    'Security Scheme Object',
    'Response Object',
    'Operation Object',
    'Path Item Object',
    'Tag Object',
  ],
  presence: ['OpenAPI Object'],
  events: ['OpenAPI Object'],
};
