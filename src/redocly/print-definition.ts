import type { JsonObject, JsonValue } from '../model/element.js';

// Below this many characters a call is hardly shorter than what it stands for.
const leastShared = 60;

/** A description as JavaScript: what stands in it many times over is written once, in the list, and made anew at each place. */
export interface PrintedDefinition {
  readonly shared: string;
  readonly text: string;
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
      if (keys) out.push(keys[index] ?? '', ':');
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
  return { shared: closeTags(`[${shared.join(',')}]`), text: closeTags(out.join('')) };
}

/** A value; two that are written alike are one part. */
interface Part {
  readonly id: number;
  /** What is printed, of a value without members. */
  readonly text?: string;
  /** As they are printed; none for a list. */
  readonly keys?: readonly string[] | undefined;
  readonly members: readonly Part[];
  /** Characters that it takes when it is printed whole. */
  readonly length: number;
  /** How often other parts, each counted once, hold it. */
  uses: number;
}

class Parts {
  readonly #leaves = new Map<JsonValue, Part>();
  readonly #keys = new Map<string, Part>();
  readonly #parts = new Map<string, Part>();
  #next = 0;

  add(value: JsonValue): Part {
    if (typeof value !== 'object' || value === null) return this.#addLeaf(this.#leaves, value, JSON.stringify);
    const members: Part[] = [];
    const isList = Array.isArray(value);
    const keys: string[] | undefined = isList ? undefined : [];
    // Parts are told apart by the numbers of their keys and members, which are much shorter than their texts.
    let signature = isList ? '[' : '{';
    let length = 2;
    for (const [key, item] of Object.entries(value)) {
      const member = this.add(item);
      members.push(member);
      signature += `${member.id},`;
      length += member.length + 1;
      if (!keys) continue;
      const name = this.#addLeaf(this.#keys, closeReference(key, item), printKey);
      keys.push(name.text ?? '');
      signature += `${name.id},`;
      length += name.length + 1;
    }
    return this.#parts.get(signature) ?? this.#keep(signature, { id: this.#next++, keys, members, length, uses: 0 });
  }

  #keep(signature: string, part: Part): Part {
    for (const member of part.members) member.uses++;
    this.#parts.set(signature, part);
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

/**
 * Renames a member that Redocly would follow as a reference, even inside an example, out of the folder and into the page.
 * A description of one file needs none of these; a word joiner keeps the name as it looks and leaves nothing to follow.
 */
export function closeReference(key: string, value: JsonValue): string {
  return key !== '$ref' || (typeof value === 'string' && value.startsWith('#')) ? key : '$ref\u2060';
}

// What would end the script, or begin another one, stands in strings alone.
function closeTags(text: string): string {
  return text.replace(/<(?=!--|\/?script)/gi, '\\u003c');
}

// Only in brackets it names a member; without, what the object is made from.
function printKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
}
