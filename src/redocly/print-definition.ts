import type { JsonObject, JsonValue } from '../model/element.js';

// Below this many characters a call is hardly shorter than what it stands for.
const leastShared = 60;

/** A description as JavaScript: what stands in it many times over is written once, in the list, and made anew at each place. */
export interface PrintedDefinition {
  readonly shared: string;
  readonly text: string;
  /** Characters of the whole description, with all that is written once at each of its places. */
  readonly length: number;
}

/** Prints a description whose parts, where they repeat, are calls of the members of the list `name`. */
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

/** A value, or a key; two that are written alike are one part. */
interface Part {
  readonly id: number;
  /** What is printed, of a key and of a value without members. */
  readonly text?: string;
  /** None for a list. */
  readonly keys?: readonly Part[] | undefined;
  readonly members: readonly Part[];
  /** Characters that it takes when it is printed whole. */
  readonly length: number;
  /** How often other parts, each counted once, hold it. */
  uses: number;
}

class Parts {
  readonly #leaves = new Map<JsonValue, Part>();
  readonly #keys = new Map<string, Part>();
  /** By a number that parts alike have in common. */
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
 * Renames a member that Redocly would follow as a reference, even inside an example, out of the folder and into the page.
 * A description of one file needs none of these; a word joiner keeps the name as it looks and leaves nothing to follow.
 */
export function closeReference(key: string, value: JsonValue): string {
  return key !== '$ref' || (typeof value === 'string' && value.startsWith('#')) ? key : closedName;
}

/** Gives members that `closeReference` renamed their own name back, in a text that mentions them. */
export function openReferences(text: string): string {
  return text.replaceAll(closedName, '$ref');
}

const closedName = '$ref\u2060';

// What would end the script, or begin another one, stands in strings alone.
function closeTags(text: string): string {
  return text.replace(/<(?=!--|\/?script)/gi, '\\u003c');
}

// Only in brackets it names a member; without, what the object is made from.
function printKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
}
