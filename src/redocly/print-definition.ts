import type { JsonObject, JsonValue } from '../model/element.js';

// The fewest characters of a part that is printed once. A call would save hardly anything for a shorter one.
const leastShared = 60;

/**
 * A description as JavaScript. Each part that repeats is printed once in `shared`, a list of functions. The places
 * where it occurs call the function. Both texts are in pieces, because they have millions of characters.
 */
export interface PrintedDefinition {
  readonly shared: readonly string[];
  readonly text: readonly string[];
  /** The number of characters of the whole description, with repeated parts at each place. */
  readonly length: number;
}

/**
 * Prints a description with encoded names and values. Parts that repeat become calls of functions in the list with the name
 * `name`.
 */
export function printDefinition(
  description: JsonObject,
  name: string,
  encode: (text: string) => string,
): PrintedDefinition {
  const root = new Parts(encode).add(description);
  const places = new Map<Part, number>();
  const shared: string[] = [];
  const print = (part: Part, out: Pieces): void => {
    if (part.text !== undefined) out.add(part.text);
    else if (part.uses < 2 || part.length < leastShared) printMembers(part, out);
    else out.add(`${name}[${places.get(part) ?? share(part)}]()`);
  };
  const printMembers = ({ isList, inside }: Part, out: Pieces): void => {
    out.add(isList ? '[' : '{');
    inside.forEach((part, index) => {
      if (index > 0) out.add(isList || index % 2 === 0 ? ',' : ':');
      print(part, out);
    });
    out.add(isList ? ']' : '}');
  };
  const share = (part: Part): number => {
    const place = places.size;
    places.set(part, place);
    const out = new Pieces();
    printMembers(part, out);
    shared[place] = `()=>(${out.list().join('')})`;
    return place;
  };
  const text = new Pieces();
  print(root, text);
  const list = new Pieces();
  list.add('[');
  for (const [index, one] of shared.entries()) list.add(index === 0 ? one : `,${one}`);
  list.add(']');
  return { shared: list.list(), text: text.list(), length: root.length };
}

// The number of pieces that become one. Each piece is encoded on its own, so it is neither tiny nor large.
const mostJoined = 2000;

/** A long text that grows. It is joined now and then, because a list of all pieces would be copied as it grows. */
class Pieces {
  readonly #joined: string[] = [];
  #last: string[] = [];

  add(piece: string): void {
    if (this.#last.push(piece) === mostJoined) this.#join();
  }

  list(): readonly string[] {
    this.#join();
    return this.#joined;
  }

  #join(): void {
    this.#joined.push(this.#last.join(''));
    this.#last = [];
  }
}

/** A value or a key. Equal values are the same part. */
interface Part {
  readonly id: number;
  /** The text of a key, or of a value that is no object or list. */
  readonly text?: string;
  readonly isList: boolean;
  /** The items of a list, or each key of an object with its value. */
  readonly inside: readonly Part[];
  /** The number of characters of the whole part. */
  readonly length: number;
  /** The object or list before it whose members have the same hash. */
  readonly next?: Part | undefined;
  /** The number of places in other parts that contain it. Equal parts count once. */
  uses: number;
}

const nothing: readonly Part[] = [];

class Parts {
  readonly #leaves = new Map<JsonValue, Part>();
  readonly #keys = new Map<string, Part>();
  /** For each hash of members, the last object or list that has it. */
  readonly #parts = new Map<number, Part>();
  readonly #encode: (text: string) => string;
  /** What is inside the lists and objects that are being added. Most of these are known, so they need no list of their own. */
  readonly #stack: Part[] = [];
  #top = 0;
  #next = 0;

  constructor(encode: (text: string) => string) {
    this.#encode = encode;
  }

  add(value: JsonValue): Part {
    if (typeof value !== 'object' || value === null) return this.#addLeaf(this.#leaves, value, JSON.stringify);
    const start = this.#top;
    if (isList(value)) {
      for (const item of value) this.#push(this.add(item));
    } else {
      for (const key in value) {
        const item = value[key];
        if (item === undefined) continue;
        this.#push(this.#addLeaf(this.#keys, closeReference(key, item), printKey));
        this.#push(this.add(item));
      }
    }
    const part = this.#addInside(start, isList(value));
    this.#top = start;
    return part;
  }

  #push(part: Part): void {
    this.#stack[this.#top++] = part;
  }

  // Adds the list or object whose inside begins at `start` of the stack.
  #addInside(start: number, isList: boolean): Part {
    let hash = isList ? 2 : 1;
    for (let at = start; at < this.#top; at++) hash = Math.imul(hash ^ (this.#stack[at]?.id ?? 0), 0x01000193);
    const first = this.#parts.get(hash);
    for (let one = first; one; one = one.next) {
      if (one.isList === isList && this.#isInside(one.inside, start)) return one;
    }
    const inside = this.#stack.slice(start, this.#top);
    let length = 2;
    for (const one of inside) {
      length += one.length + 1;
      one.uses++;
    }
    const part = { id: this.#next++, isList, inside, length, next: first, uses: 0 };
    this.#parts.set(hash, part);
    return part;
  }

  #isInside(parts: readonly Part[], start: number): boolean {
    return parts.length === this.#top - start && parts.every((part, index) => part === this.#stack[start + index]);
  }

  #addLeaf<Value extends JsonValue>(leaves: Map<Value, Part>, value: Value, print: (value: Value) => string): Part {
    const known = leaves.get(value);
    if (known) return known;
    const text = this.#encode(print(value));
    const leaf = {
      id: this.#next++,
      text: closeTags(text),
      isList: false,
      inside: nothing,
      length: text.length,
      uses: 0,
    };
    leaves.set(value, leaf);
    return leaf;
  }
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/**
 * Renames a member that Redocly would follow as a reference to another file, even inside an example. A description in
 * one file needs no such reference. The new name ends with a word joiner, which is invisible.
 */
export function closeReference(key: string, value: JsonValue): string {
  return key !== '$ref' || (typeof value === 'string' && value.startsWith('#')) ? key : closedName;
}

/** Restores the names that `closeReference` changed in a text. */
export function openReferences(text: string): string {
  return text.replaceAll(closedName, '$ref');
}

const closedName = '$ref\u2060';

// Escapes text that would end the script or begin another one. Only strings can contain it.
function closeTags(text: string): string {
  return text.replace(/<(?=!--|\/?script)/gi, '\\u003c');
}

// Without brackets, `__proto__` would set the prototype instead of a member.
function printKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
}
