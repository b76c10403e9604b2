import { Html } from '../../text/html.js';

// The number of characters between two pauses of the browser.
const mostParsed = 500_000;

/** Changes the HTML of a large article so that a browser parses it faster and in short steps. Its content stays the same. */
export function prepareArticle(article: Html): Html {
  if (article.text.length < mostParsed) return article;
  return new Html(addPauses(writeRareAsReferences(article.text)));
}

// Chromium parses a page for up to half a second without a pause. During this time, the page does not respond. The end
// of a script makes it pause, even if the script is empty.
function addPauses(text: string): string {
  let next = mostParsed;
  return text.replaceAll('<article ', (start, at: number) => {
    if (at < next) return start;
    next = at + mostParsed;
    return `<script></script>${start}`;
  });
}

// How much longer character references may make the text.
const mostGrowth = 1.01;

// A browser keeps each part of a page in two bytes per character if one character of the part needs them. It decodes and
// parses such a part more slowly, also before it draws the first text.
function writeRareAsReferences(text: string): string {
  const written = text.replaceAll(/[^\0-\u00ff]+/g, (wide) =>
    Array.from(wide, (one) => `&#${one.codePointAt(0)};`).join(''),
  );
  return written.length < text.length * mostGrowth ? written : text;
}
