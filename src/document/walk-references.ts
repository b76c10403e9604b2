import { encodePointerToken } from '../diagnostics/origin.js';
import { isObject } from '../model/is-object.js';
import type { Reference } from './document.js';
import { getMemberPlace, isOpaque, type Place } from './places.js';

/** A reference as written. */
type WrittenReference = Pick<Reference, 'kind' | 'text' | 'place'> & {
  /** The pointers of the object that contains the reference, and of its text. */
  readonly from: string;
  readonly at: string;
};

/** The callbacks of a walk. */
interface ReferenceVisitor {
  /** Called for each reference. */
  meet(reference: WrittenReference): void;
  /** Called for a value that should be a reference but is not a string. */
  meetOther(pointer: string, keyword: string): void;
  /** Called before an object or array is walked. Returns `false` to skip it. */
  enter(value: object, place: Place): boolean;
}

/** Walks a value and calls the visitor for every reference in it. Does not follow the references. */
export function walkReferences(value: unknown, place: Place, pointer: string, visitor: ReferenceVisitor): void {
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

  walk(value: unknown, place: Place): void {
    if (typeof value !== 'object' || value === null || place === 'none') return;
    if (!this.#visitor.enter(value, place)) return;
    if (Array.isArray(value)) this.#walkList(value, place);
    else if (isObject(value)) this.#walkMembers(value, place);
  }

  #walkList(list: readonly unknown[], place: Place): void {
    for (let index = 0; index < list.length; index++) {
      this.#path.push(index);
      this.walk(list[index], place);
      this.#path.pop();
    }
  }

  #walkMembers(value: Readonly<Record<string, unknown>>, place: Place): void {
    for (const key in value) {
      this.#path.push(key);
      this.#readMember(key, value[key], place);
      this.#path.pop();
    }
  }

  #readMember(key: string, member: unknown, place: Place): void {
    if (key === '$ref') this.#readReference(key, member, place);
    else if (place === 'schema' && key === '$dynamicRef') this.#readReference(key, member, place);
    else if (place === 'link' && key === 'operationRef') this.#readReference(key, member, 'operation');
    else if (place === 'discriminator') this.#readMapping(key, member);
    else if (place === 'securityRequirement') this.#meet('security', key, 'securityScheme', 1);
    else this.walk(member, getMemberPlace(place, key));
  }

  #readReference(keyword: '$ref' | '$dynamicRef' | 'operationRef', member: unknown, place: Place): void {
    if (typeof member === 'string') this.#meet(keyword, member, place, 1);
    // In a map, `$ref` may be a name. In an extension, its meaning is unknown.
    else if (!isOpaque(place) && !place.endsWith('{}')) this.#visitor.meetOther(this.#extend(this.#start, 0), keyword);
    else this.walk(member, getMemberPlace(place, keyword));
  }

  #readMapping(key: string, member: unknown): void {
    if (key === 'defaultMapping' && typeof member === 'string') this.#meet('mapping', member, 'schema', 1);
    if (key !== 'mapping' || typeof member !== 'object' || member === null) return;
    for (const [value, text] of Object.entries(member)) {
      this.#path.push(value);
      if (typeof text === 'string') this.#meet('mapping', text, 'schema', 2);
      this.#path.pop();
    }
  }

  #meet(kind: Reference['kind'], text: string, place: Place, levels: number): void {
    const end = this.#path.length - levels;
    const from = this.#extend(this.#start, 0, end);
    this.#visitor.meet({ kind, text, place, from, at: this.#extend(from, end) });
  }

  /** Extends a pointer with the steps of the path between two positions. */
  #extend(pointer: string, start: number, end = this.#path.length): string {
    return start === end ? pointer : `${pointer}/${this.#path.slice(start, end).map(encodePointerToken).join('/')}`;
  }
}
