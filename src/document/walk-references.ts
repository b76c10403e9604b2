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
export function walkReferences(value: unknown, place: ValueKind, pointer: string, visitor: ReferenceVisitor): void {
  new ReferenceWalk(pointer, visitor).walk(value, place);
}

class ReferenceWalk {
  readonly #start: string;
  readonly #visitor: ReferenceVisitor;
  readonly #path: (string | number)[] = [];

  constructor(start: string, visitor: ReferenceVisitor) {
    this.#start = start;
    this.#visitor = visitor;
  }

  walk(value: unknown, place: ValueKind): void {
    if (place === 'none') return;
    if (Array.isArray(value)) this.#walkList(value, place);
    else if (isObject(value)) this.#walkObject(value, place);
  }

  #walkList(list: readonly unknown[], place: ValueKind): void {
    let isEntered = false;
    for (let index = 0; index < list.length; index++) {
      const item = list[index];
      if (typeof item !== 'object') continue;
      isEntered ||= this.#visitor.enter(list, place);
      if (!isEntered) return;
      this.#walkInside(index, item, place);
    }
  }

  // Most objects contain neither references nor other objects, so it would be a waste to remember that they were walked.
  #walkObject(object: ObjectValue, place: ValueKind): void {
    let isEntered = false;
    for (const key in object) {
      const member = object[key];
      // Keywords without a value are read as absent.
      const canRefer = member !== null && (typeof member === 'object' || keywords.has(key));
      if (!canRefer && place !== 'securityRequirement') continue;
      isEntered ||= this.#visitor.enter(object, place);
      if (!isEntered) return;
      this.#readMember(key, member, place);
    }
  }

  #walkInside(key: string | number, value: unknown, place: ValueKind): void {
    this.#path.push(key);
    this.walk(value, place);
    this.#path.pop();
  }

  #readMember(key: string, member: unknown, place: ValueKind): void {
    if (key === '$ref') this.#readReference(key, member, place);
    else if (place === 'schema' && key === '$dynamicRef') this.#readReference(key, member, place);
    else if (place === 'link' && key === 'operationRef') this.#readReference(key, member, 'operation');
    else if (place === 'discriminator') this.#readMapping(key, member);
    else if (place === 'securityRequirement') this.#meet('security', key, 'securityScheme', key);
    else if (typeof member === 'object') this.#walkInside(key, member, getMemberKind(place, key));
  }

  #readReference(keyword: '$ref' | '$dynamicRef' | 'operationRef', member: unknown, place: ValueKind): void {
    if (typeof member === 'string') this.#meet(keyword, member, place, keyword);
    // In a map, `$ref` may be a name. In an extension, its meaning is unknown.
    else if (!isOpaque(place) && !place.endsWith('{}'))
      this.#visitor.meetOther(addKeys(this.#start, [...this.#path, keyword]), keyword);
    else this.#walkInside(keyword, member, getMemberKind(place, keyword));
  }

  #readMapping(key: string, member: unknown): void {
    if (key === 'defaultMapping' && typeof member === 'string') this.#meet('mapping', member, 'schema', key);
    if (key !== 'mapping' || typeof member !== 'object' || member === null) return;
    for (const [value, text] of Object.entries(member))
      if (typeof text === 'string') this.#meet('mapping', text, 'schema', key, value);
  }

  /** Calls the visitor for a reference. `keys` lead from the object that contains it, where the walk is, to its text. */
  #meet(kind: Reference['kind'], text: string, place: ValueKind, ...keys: readonly string[]): void {
    const from = addKeys(this.#start, this.#path);
    this.#visitor.meet({ kind, text, place, from, at: addKeys(from, keys) });
  }
}

/** The members that can be references. The names of a mapping and of a security requirement are others. */
const keywords: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', 'operationRef', 'defaultMapping']);

function addKeys(pointer: string, keys: readonly (string | number)[]): string {
  let text = pointer;
  for (const key of keys) text += `/${encodePointerToken(key)}`;
  return text;
}
