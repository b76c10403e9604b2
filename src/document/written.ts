import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import type { Document } from './document.js';
import { hasSameDigits, printJsonNumber } from './number-text.js';

/** Returns the text of a number of the description, if JavaScript writes the number in another way. */
export function findNumberText(document: Document, origin: Origin, value: number): string | undefined {
  const { file, pointer } = findWritten(document, origin);
  const written = document.files.get(file) ?? document.overlays.find((one) => one.file === file);
  const text = written?.numbers.get(pointer);
  // A member that YAML merges can have the pointer of another one.
  return text !== undefined && Number(text) === value ? text : undefined;
}

/** Lists the numbers of the description that JavaScript writes with other digits, as JSON writes them. */
export function listExactNumbers(document: Document): readonly { readonly origin: Origin; readonly text: string }[] {
  const files = [...document.files.values(), ...document.overlays];
  if (files.every(({ numbers }) => [...numbers.values()].every(hasSameDigits))) return [];
  const found: { origin: Origin; text: string }[] = [];
  const waiting = [...document.files.values()].map(({ file, value }) => ({ origin: { file, pointer: '' }, value }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { origin, value } = next;
    if (typeof value === 'number') {
      const text = findNumberText(document, origin, value);
      if (text !== undefined && !hasSameDigits(text)) found.push({ origin, text: printJsonNumber(text) });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value))
        waiting.push({ origin: buildChildOrigin(origin, key), value: member });
    }
  }
  return found;
}

/**
 * Returns the origin at which a value of the description is written. It is in an overlay if the overlay added the
 * value.
 */
export function findWritten({ entry, moved }: Document, origin: Origin): Origin {
  const { file, pointer } = origin;
  if (file !== entry || moved.size === 0) return origin;
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const written = moved.get(pointer.slice(0, end));
    if (written) return { file: written.file, pointer: written.pointer + pointer.slice(end) };
  }
  return origin;
}
