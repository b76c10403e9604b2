import { type Origin, splitPointer } from '../diagnostics/origin.js';
import { formatKind } from '../diagnostics/show-value.js';
import type { Document } from '../document/document.js';
import { getMemberKind, isMap, type ValueKind } from '../document/places.js';
import { isObject } from '../model/is-object.js';
import { getTitle, type ObjectKind } from '../model/openapi-objects.js';
import type { Node } from './node.js';

/**
 * Returns the kind of the target of a reference if it is not the kind that the place of the reference needs. A target of
 * unknown kind may be of this kind: in files that are not descriptions, and below extensions.
 */
export function findOtherKind(document: Document, { origin, value }: Node, kind: ObjectKind): string | undefined {
  if (!isObject(value) && !(kind === 'Schema Object' && typeof value === 'boolean')) return formatKind(value);
  const found = findKind(document, origin);
  return found === kind ? undefined : found;
}

// Finds the kind of the object at a place, by the keywords that lead there from the root of a description.
function findKind({ files }: Document, { file, pointer }: Origin): ObjectKind | 'plain data' | undefined {
  const root = files.get(file)?.value;
  if (!isObject(root) || root['openapi'] === undefined) return undefined;
  let place: ValueKind = 'openapi';
  let value: unknown = root;
  for (const token of splitPointer(pointer)) {
    // A list has the place of its items.
    if (!Array.isArray(value)) place = getMemberKind(place, token);
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, token) : undefined;
  }
  if (place === 'none' || place === 'sample') return 'plain data';
  return place === 'any' || isMap(place) ? undefined : getTitle(place);
}
