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
  const parts = new Parts();
  const root = parts.add(description);
  const places = new Map<Part, number>();
  const shared: string[] = [];
  const print = (part: Part | string, out: string[]): void => {
    if (typeof part === 'string') out.push(part);
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

/** An object or a list; two that are written alike are one part. */
interface Part {
  /** As they are printed; none for a list. */
  readonly keys: readonly string[] | undefined;
  readonly members: readonly (Part | string)[];
  readonly id: number;
  /** Characters that it takes when it is printed whole. */
  readonly length: number;
  /** How often other parts, each counted once, hold it. */
  uses: number;
}

class Parts {
  readonly #parts = new Map<string, Part>();
  readonly #texts = new Map<JsonValue, string>();
  readonly #ids = new Map<string, number>();

  add(value: JsonObject | readonly JsonValue[]): Part {
    const isList = Array.isArray(value);
    const members = (isList ? value : Object.values(value)).map((member: JsonValue) => this.#addMember(member));
    const keys = isList
      ? undefined
      : Object.entries(value).map(([key, member]) => printKey(closeReference(key, member)));
    const key = `${keys?.map((one) => this.#identify(one)).join() ?? '-'}:${members.map((member) => (typeof member === 'string' ? this.#identify(member) : `p${member.id}`)).join()}`;
    const known = this.#parts.get(key);
    if (known) return known;
    const sum = (list: readonly string[]): number => list.reduce((total, { length }) => total + length + 1, 0);
    const length = members.reduce((total, { length: one }) => total + one + 1, keys ? sum(keys) : 0) + 2;
    for (const member of members) if (typeof member !== 'string') member.uses++;
    const part = { keys, members, id: this.#parts.size, length, uses: 0 };
    this.#parts.set(key, part);
    return part;
  }

  #addMember(value: JsonValue): Part | string {
    if (typeof value === 'object' && value !== null) return this.add(value);
    let text = this.#texts.get(value);
    if (text === undefined) {
      text = JSON.stringify(value);
      this.#texts.set(value, text);
    }
    return text;
  }

  #identify(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(text, id);
    }
    return id;
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
