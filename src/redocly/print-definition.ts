import type { JsonObject, JsonValue } from '../model/element.js';

// The fewest characters of a part that is printed once. A call would save hardly anything for a shorter one.
const leastShared = 60;

/**
 * A description as JavaScript. Each part that repeats is printed once in `shared`, a list of functions. The places
 * where it occurs call the function.
 */
export interface PrintedDefinition {
  readonly shared: string;
  readonly text: string;
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
  const print = (part: Part, out: string[]): void => {
    if (part.text !== undefined) out.push(part.text);
    else if (part.uses < 2 || part.length < leastShared) printMembers(part, out);
    else out.push(name, '[', String(places.get(part) ?? share(part)), ']()');
  };
  const printMembers = ({ keys, members }: Part, out: string[]): void => {
    out.push(keys ? '{' : '[');
    members.forEach((member, index) => {
      if (index > 0) out.push(',');
      if (keys) out.push(keys[index]?.text ?? '', ':');
      print(member, out);
    });
    out.push(keys ? '}' : ']');
  };
  const share = (part: Part): number => {
    const place = places.size;
    places.set(part, place);
    const out = ['()=>('];
    printMembers(part, out);
    shared[place] = `${out.join('')})`;
    return place;
  };
  const out: string[] = [];
  print(root, out);
  return { shared: closeTags(`[${shared.join(',')}]`), text: closeTags(out.join('')), length: root.length };
}

/** A value or a key. Equal values are the same part. */
interface Part {
  readonly id: number;
  /** The text of a key, or of a value that is no object or list. */
  readonly text?: string;
  /** The keys of an object. Absent for a list. */
  readonly keys?: readonly Part[] | undefined;
  readonly members: readonly Part[];
  /** The number of characters of the whole part. */
  readonly length: number;
  /** The number of places in other parts that contain it. Equal parts count once. */
  uses: number;
}

class Parts {
  readonly #leaves = new Map<JsonValue, Part>();
  readonly #keys = new Map<string, Part>();
  /** The objects and lists by a hash of their members. */
  readonly #parts = new Map<number, Part[]>();
  readonly #encode: (text: string) => string;
  #next = 0;

  constructor(encode: (text: string) => string) {
    this.#encode = encode;
  }

  add(value: JsonValue): Part {
    if (typeof value !== 'object' || value === null) return this.#addLeaf(this.#leaves, value, JSON.stringify);
    if (isList(value)) return this.#addParts(value.map((item) => this.add(item)));
    const keys: Part[] = [];
    const members: Part[] = [];
    for (const key in value) {
      const item = value[key];
      if (item === undefined) continue;
      keys.push(this.#addLeaf(this.#keys, closeReference(key, item), printKey));
      members.push(this.add(item));
    }
    return this.#addParts(members, keys);
  }

  #addParts(members: readonly Part[], keys?: readonly Part[]): Part {
    let hash = keys ? 1 : 2;
    for (const { id } of members) hash = Math.imul(hash ^ id, 0x01000193);
    for (const { id } of keys ?? []) hash = Math.imul(hash ^ id, 0x01000193);
    const others = this.#parts.get(hash);
    const known = others?.find((one) => isSame(one.members, members) && isSame(one.keys, keys));
    if (known) return known;
    let length = 2;
    for (const member of members) length += member.length + 1;
    for (const key of keys ?? []) length += key.length + 1;
    for (const member of members) member.uses++;
    const part = { id: this.#next++, keys, members, length, uses: 0 };
    if (others) others.push(part);
    else this.#parts.set(hash, [part]);
    return part;
  }

  #addLeaf<Value extends JsonValue>(leaves: Map<Value, Part>, value: Value, print: (value: Value) => string): Part {
    const known = leaves.get(value);
    if (known) return known;
    const text = this.#encode(print(value));
    const leaf = { id: this.#next++, text, members: [], length: text.length, uses: 0 };
    leaves.set(value, leaf);
    return leaf;
  }
}

function isSame(some: readonly Part[] | undefined, others: readonly Part[] | undefined): boolean {
  if (some === undefined || others === undefined) return some === others;
  return some.length === others.length && some.every((part, index) => part === others[index]);
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
