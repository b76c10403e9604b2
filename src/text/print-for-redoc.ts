import { encodeMarkdownText } from './encode.js';
import type { Html } from './html.js';
import { renderMarkdown, renderSections } from './render-markdown.js';

// Text that Redoc shows unchanged, because it contains no markup.
const plain = /^[a-zA-Z0-9\s,.!?:;'"()/]*$/;

/**
 * Prints a Markdown text of a description for Redoc, so that nothing in it runs or is fetched. Redoc would interpret HTML
 * and Markdoc tags in Markdown, so the result is one block of encoded HTML.
 */
export function printForRedoc(text: string): string {
  return plain.test(text) ? text : printBlock(renderMarkdown(text, 4));
}

/** Prints the text of the Info Object like `printForRedoc`, but keeps its headings, which Redoc lists in its menu. */
export function printSectionsForRedoc(text: string): string {
  return renderSections(text)
    .map(({ heading, body }) => {
      const line = heading && `${'#'.repeat(heading.level)} ${encodeMarkdownText(heading.text)}\n\n`;
      return `${line ?? ''}${printBlock(body)}`;
    })
    .join('\n\n');
}

const blocks = '(?:blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|table|tbody|td|th|thead|tr|ul)';
const aroundBlocks = new RegExp(`\\s*(</?${blocks}\\b[^>]*>)\\s*`, 'g');

/**
 * Prints HTML as one block (CommonMark, section 4.6), without blank lines, because these would end the block. A
 * zero-width space keeps Redoc from dropping a space between two elements or entities, and from reading `{%` as a tag.
 * Redoc's search shows all entities except `&lt;`, `&gt;` and `&amp;` in their written form.
 */
export function printBlock({ text }: Html): string {
  const lines = text
    .split(/(<pre\b.*?<\/pre>)/s)
    .map((part, index) => (index % 2 === 0 ? joinLines(part) : breakLines(part)));
  return `<div>${lines
    .join('')
    .replace(/([>;])( +)(?=[<&])/g, '$1$2\u200b')
    .replaceAll('{%', '{\u200b%')}</div>`;
}

// Redoc's search joins the texts of blocks without a space, so each block ends with one.
function joinLines(html: string): string {
  return html
    .replace(aroundBlocks, '$1')
    .replace(/\s+/g, ' ')
    .replace(/(.)(?=<\/(?:h[1-6]|li|p|td|th)>)/g, (last) => (last === '>' ? '> \u200b' : `${last} `));
}

function breakLines(html: string): string {
  return html
    .trim()
    .replace(/\n(?=<\/code>)/, '')
    .replaceAll('\n', '<br>');
}
