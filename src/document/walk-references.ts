import { encodePointerToken } from '../diagnostics/origin.js';
import { isObject, type ObjectValue } from '../model/element.js';
import type { Reference, WrittenReference } from './document.js';
import { getMemberKind, isOpaque, type ValueKind } from './places.js';

/** The callbacks of a walk. */
interface ReferenceVisitor {
  /** Called for each reference. */
  meet(reference: WrittenReference): void;
  /** Called for a value that should be a reference but is not a string. */
  meetOther(pointer: string, keyword: string): void;
  /** Called before an object or array is walked. Returns `false` to skip it. */
  enter(value: object, place: ValueKind): boolean;
}

/** Walks a value and calls the visitor for every reference in it. Does not follow the references. */
export function walkReferences(root: unknown, kind: ValueKind, start: string, visitor: ReferenceVisitor): void {
  const path: (string | number)[] = [];
  walk(root, kind);

  function walk(value: unknown, place: ValueKind): void {
    if (place === 'none') return;
    if (Array.isArray(value)) walkList(value, place);
    else if (isObject(value)) walkObject(value, place);
  }

  function walkList(list: readonly unknown[], place: ValueKind): void {
    let isEntered = false;
    for (let index = 0; index < list.length; index++) {
      const item = list[index];
      if (typeof item !== 'object') continue;
      isEntered ||= visitor.enter(list, place);
      if (!isEntered) return;
      walkInside(index, item, place);
    }
  }

  // Most objects contain neither references nor other objects, so it would be a waste to remember that they were walked.
  function walkObject(object: ObjectValue, place: ValueKind): void {
    let isEntered = false;
    for (const key in object) {
      const member = object[key];
      // Keywords without a value are read as absent.
      const canRefer = member !== null && (typeof member === 'object' || keywords.has(key));
      if (!canRefer && place !== 'securityRequirement') continue;
      isEntered ||= visitor.enter(object, place);
      if (!isEntered) return;
      readMember(key, member, place);
    }
  }

  function walkInside(key: string | number, value: unknown, place: ValueKind): void {
    path.push(key);
    walk(value, place);
    path.pop();
  }

  function readMember(key: string, member: unknown, place: ValueKind): void {
    if (key === '$ref') readReference(key, member, place);
    else if (place === 'schema' && key === '$dynamicRef') readReference(key, member, place);
    else if (place === 'link' && key === 'operationRef') readReference(key, member, 'operation');
    else if (place === 'discriminator') readMapping(key, member);
    else if (place === 'securityRequirement') meet('security', key, 'securityScheme', key);
    else if (typeof member === 'object') walkInside(key, member, getMemberKind(place, key));
  }

  function readReference(keyword: '$ref' | '$dynamicRef' | 'operationRef', member: unknown, place: ValueKind): void {
    if (typeof member === 'string') meet(keyword, member, place, keyword);
    // In a map, `$ref` may be a name. In an extension, its meaning is unknown.
    else if (!isOpaque(place) && !place.endsWith('{}')) visitor.meetOther(addKeys(start, [...path, keyword]), keyword);
    else walkInside(keyword, member, getMemberKind(place, keyword));
  }

  function readMapping(key: string, member: unknown): void {
    if (key === 'defaultMapping' && typeof member === 'string') meet('mapping', member, 'schema', key);
    if (key !== 'mapping' || typeof member !== 'object' || member === null) return;
    for (const [value, text] of Object.entries(member))
      if (typeof text === 'string') meet('mapping', text, 'schema', key, value);
  }

  /** Calls the visitor for a reference. `keys` lead from the object that contains it, where the walk is, to its text. */
  function meet(kind: Reference['kind'], text: string, place: ValueKind, ...keys: readonly string[]): void {
    const from = addKeys(start, path);
    visitor.meet({ kind, text, place, from, at: addKeys(from, keys) });
  }
}

/** The members that can be references. The names of a mapping and of a security requirement are others. */
const keywords: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', 'operationRef', 'defaultMapping']);

function addKeys(pointer: string, keys: readonly (string | number)[]): string {
  let text = pointer;
  for (const key of keys) text += `/${encodePointerToken(key)}`;
  return text;
}
