import type { GapKind } from '../../model/element.js';
import type { ObjectKind } from '../../model/openapi-objects.js';

/** The specification extensions that Lacuna interprets. All others are kept but not interpreted. */
const productExtensions = [
  'x-not-shown',
  'x-source',
  'x-transitions',
  'x-requires',
  'x-pagination',
  'x-identifier',
  'x-resolved',
  'x-resolves',
] as const;

/** The name of an extension that Lacuna interprets. */
export type ProductExtension = (typeof productExtensions)[number];

/** Returns whether a keyword is an extension that Lacuna interprets. */
export function isProductExtension(keyword: string): keyword is ProductExtension {
  return productExtensions.some((name) => name === keyword);
}

/** The objects that may have a gap of each kind. */
export const gapPlaces: { readonly [K in GapKind]: readonly ObjectKind[] } = {
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
