import { Html } from '../../text/html.js';

// The number of characters between two pauses of the browser.
const mostParsed = 500_000;

/**
 * Changes the HTML of a large article, which consists of parts, so that a browser parses it faster and in short steps.
 * Its content stays the same.
 */
export function prepareArticle(article: readonly Html[]): readonly Html[] {
  return countCharacters(article) < mostParsed ? article : addPauses(writeRareAsReferences(article));
}

/** Returns the number of characters of parts. */
export function countCharacters(parts: readonly Html[]): number {
  return parts.reduce((count, { text }) => count + text.length, 0);
}

// Chromium parses a page for up to half a second without a pause. During this time, the page does not respond. The end
// of a script makes it pause, even if the script is empty.
function addPauses(parts: readonly Html[]): Html[] {
  let next = mostParsed;
  let end = 0;
  return parts.map((part) => {
    const start = end;
    end += part.text.length;
    if (end < next) return part;
    const text = part.text.replaceAll('<article ', (tag, at: number) => {
      if (start + at < next) return tag;
      next = start + at + mostParsed;
      return `<script></script>${tag}`;
    });
    return new Html(text);
  });
}

// How much longer character references may make the text.
const mostGrowth = 1.01;

// A browser keeps each part of a page in two bytes per character if one character of the part needs them. It decodes and
// parses such a part more slowly, also before it draws the first text.
function writeRareAsReferences(parts: readonly Html[]): readonly Html[] {
  const written = parts.map((part) => {
    const text = part.text.replaceAll(/[^\0-\u00ff]+/g, (wide) =>
      Array.from(wide, (one) => `&#${one.codePointAt(0)};`).join(''),
    );
    return text === part.text ? part : new Html(text);
  });
  return countCharacters(written) < countCharacters(parts) * mostGrowth ? written : parts;
}
