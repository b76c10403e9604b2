import type { NotShown } from '../model/element.js';

/**
 * Formats a blank: the text that a sample has for a value that the description does not state. The blank of a gap
 * contains its id.
 */
export function formatBlank(name: string, gap?: NotShown): string {
  const clean = name.replace(/[^\p{L}\p{N}_.-]+/gu, ' ').trim();
  return `<${clean === '' ? 'value' : clean}${gap ? `: not shown, ${gap.id}` : ''}>`;
}

/** Returns whether a text is a blank. Blanks are never encoded, so that people can find them and fill them in. */
export function isBlank(text: string): boolean {
  return /^<[\p{L}\p{N}_.:, -]+>$/u.test(text);
}
