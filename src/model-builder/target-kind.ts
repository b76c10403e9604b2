import { type Origin, pointerTokens } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import { isMap, type Place, placeOfMember } from '../document/places.js';
import { isObject } from '../model/is-object.js';
import { type ObjectKind, titleOf } from '../model/openapi-objects.js';

function kindOf(place: Place): ObjectKind | 'plain data' | undefined {
  if (place === 'none' || place === 'sample') return 'plain data';
  return place === 'any' || isMap(place) ? undefined : titleOf(place);
}

const component = /^\/components\/([^/]+)\/[^/]+$/;

/**
 * Finds the kind of the object at a place, by the keywords that lead there from the root of a description;
 * `undefined` where that is unknown: in files that are no description, and below extensions.
 */
export function kindAt({ files }: Document, { file, pointer }: Origin): ObjectKind | 'plain data' | undefined {
  const root = files.get(file)?.value;
  if (!isObject(root) || root['openapi'] === undefined) return undefined;
  // Nearly every reference leads to a component.
  const [, section] = component.exec(pointer) ?? [];
  if (section !== undefined) return kindOf(placeOfMember(placeOfMember('components', section), ''));
  let place: Place = 'openapi';
  let value: unknown = root;
  for (const token of pointerTokens(pointer)) {
    if (!Array.isArray(value)) place = placeOfMember(place, token);
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, token) : undefined;
  }
  return Array.isArray(value) ? undefined : kindOf(place);
}
