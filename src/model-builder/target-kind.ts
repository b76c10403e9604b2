import { type Origin, splitPointer } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import { getMemberPlace, isMap, type Place } from '../document/places.js';
import { isObject } from '../model/is-object.js';
import { getTitle, type ObjectKind } from '../model/openapi-objects.js';

function getKind(place: Place): ObjectKind | 'plain data' | undefined {
  if (place === 'none' || place === 'sample') return 'plain data';
  return place === 'any' || isMap(place) ? undefined : getTitle(place);
}

const component = /^\/components\/([^/]+)\/[^/]+$/;

/**
 * Finds the kind of the object at a place, by the keywords that lead there from the root of a description. Returns
 * `undefined` if the kind is unknown: in files that are not descriptions, and below extensions.
 */
export function findKind({ files }: Document, { file, pointer }: Origin): ObjectKind | 'plain data' | undefined {
  const root = files.get(file)?.value;
  if (!isObject(root) || root['openapi'] === undefined) return undefined;
  // Nearly every reference leads to a component.
  const [, section] = component.exec(pointer) ?? [];
  if (section !== undefined) return getKind(getMemberPlace(getMemberPlace('components', section), ''));
  let place: Place = 'openapi';
  let value: unknown = root;
  for (const token of splitPointer(pointer)) {
    if (!Array.isArray(value)) place = getMemberPlace(place, token);
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, token) : undefined;
  }
  return Array.isArray(value) ? undefined : getKind(place);
}
