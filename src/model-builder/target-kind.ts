import { type Origin, pointerTokens } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import { type Place, placeOfMember } from '../document/places.js';
import { isObject } from '../model/is-object.js';
import type { ObjectKind } from './object-kinds.js';

const kinds: { readonly [P in Place]?: ObjectKind | 'plain data' } = {
  openapi: 'OpenAPI Object',
  components: 'Components Object',
  paths: 'Paths Object',
  pathItem: 'Path Item Object',
  operation: 'Operation Object',
  responses: 'Responses Object',
  response: 'Response Object',
  parameter: 'Parameter Object',
  header: 'Header Object',
  requestBody: 'Request Body Object',
  mediaType: 'Media Type Object',
  encoding: 'Encoding Object',
  example: 'Example Object',
  link: 'Link Object',
  callback: 'Callback Object',
  securityScheme: 'Security Scheme Object',
  securityRequirement: 'Security Requirement Object',
  schema: 'Schema Object',
  discriminator: 'Discriminator Object',
  none: 'plain data',
  sample: 'plain data',
};

const component = /^\/components\/([^/]+)\/[^/]+$/;

/**
 * Tells what kind of object stands at a place, by the keywords that lead there from the root of a description;
 * `undefined` where that cannot be told: in files that are no description, and below extensions.
 */
export function kindAt({ files }: Document, { file, pointer }: Origin): ObjectKind | 'plain data' | undefined {
  const root = files.get(file)?.value;
  if (!isObject(root) || root['openapi'] === undefined) return undefined;
  // Nearly every reference leads to a component.
  const [, section] = component.exec(pointer) ?? [];
  if (section !== undefined) return kinds[placeOfMember(placeOfMember('components', section), '')];
  let place: Place = 'openapi';
  let value: unknown = root;
  for (const token of pointerTokens(pointer)) {
    if (!Array.isArray(value)) place = placeOfMember(place, token);
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, token) : undefined;
  }
  return Array.isArray(value) ? undefined : kinds[place];
}
