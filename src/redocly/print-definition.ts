import type { JsonObject, JsonValue } from '../model/element.js';

// A call is hardly shorter than a part of fewer characters.
const leastShared = 60;

/**
 * A description as JavaScript. A part that repeats is printed once, as a function in the list, and each place calls it.
 */
export interface PrintedDefinition {
  readonly shared: string;
  readonly text: string;
  /** Characters of the whole description, repeated parts counted at each place. */
  readonly length: number;
}

/** Prints a description; parts that repeat are calls of the members of the list `name`. */
export function printDefinition(description: JsonObject, name: string): PrintedDefinition {
  const root = new Parts().add(description);
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

/** A value or a key; equal ones are one part. */
interface Part {
  readonly id: number;
  /** The text of a key, or of a value without members. */
  readonly text?: string;
  /** Absent for a list. */
  readonly keys?: readonly Part[] | undefined;
  readonly members: readonly Part[];
  /** Characters of the whole part. */
  readonly length: number;
  /** How many other parts contain it, each counted once. */
  uses: number;
}

class Parts {
  readonly #leaves = new Map<JsonValue, Part>();
  readonly #keys = new Map<string, Part>();
  /** By a hash. */
  readonly #parts = new Map<number, Part[]>();
  #next = 0;

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
    const text = print(value);
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
 * Renames a member that Redocly would follow as a reference to another file, even inside an example. A description of
 * one file needs no such reference. The word joiner keeps the look of the name.
 */
export function closeReference(key: string, value: JsonValue): string {
  return key !== '$ref' || (typeof value === 'string' && value.startsWith('#')) ? key : closedName;
}

/** Restores, in a text, the names of members that `closeReference` renamed. */
export function openReferences(text: string): string {
  return text.replaceAll(closedName, '$ref');
}

const closedName = '$ref\u2060';

// Only strings can contain text that would end the script or begin another one.
function closeTags(text: string): string {
  return text.replace(/<(?=!--|\/?script)/gi, '\\u003c');
}

// Without brackets, `__proto__` sets the prototype and names no member.
function printKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
}
