import type { JsonObject, JsonValue } from '../model/element.js';

// Below this many characters a call is hardly shorter than what it stands for.
const leastShared = 120;

/** Prints the description as JavaScript: a value that stands in it many times over is written once, in `name`, and made anew at each place. */
export function printDefinition(value: JsonValue, name: string): { readonly shared: string; readonly text: string } {
  const counts = new Map<string, number>();
  const texts = new Map<JsonValue, string>();
  countTexts(value, counts, texts);
  const places = new Map<string, number>();
  const shared: string[] = [];
  const print = (part: JsonValue): string => {
    if (typeof part !== 'object' || part === null) return JSON.stringify(part);
    const text = texts.get(part) ?? '';
    if ((counts.get(text) ?? 0) < 2) return text.length < leastShared ? text : printMembers(part, print);
    let place = places.get(text);
    if (place === undefined) {
      place = places.size;
      places.set(text, place);
      shared[place] = `()=>(${printMembers(part, print)})`;
    }
    return `${name}[${place}]()`;
  };
  const text = closeTags(print(value));
  return { shared: closeTags(`[${shared.join(',')}]`), text };
}

function countTexts(value: JsonValue, counts: Map<string, number>, texts: Map<JsonValue, string>): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const text = printMembers(value, (member) => countTexts(member, counts, texts));
  texts.set(value, text);
  if (text.length >= leastShared) counts.set(text, (counts.get(text) ?? 0) + 1);
  return text;
}

function printMembers(value: JsonObject | readonly JsonValue[], print: (member: JsonValue) => string): string {
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`;
  const members = Object.entries(value).map(([key, member]) => `${printKey(key)}:${print(member)}`);
  return `{${members.join(',')}}`;
}

// What would end the script, or begin another one, stands in strings alone.
function closeTags(text: string): string {
  return text.replace(/<(?=!--|\/?script)/gi, '\\u003c');
}

// Only in brackets it names a member; without, what the object is made from.
function printKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
}
