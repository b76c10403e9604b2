const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Encodes any text as the content of an HTML element. */
export function encodeHtmlText(text: string): string {
  return removeControls(text).replace(/[&<>]/g, (character) => entities[character] ?? character);
}

/** Encodes any text as the value of an HTML attribute in double quotes. */
export function encodeHtmlAttribute(text: string): string {
  return removeControls(text)
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
    .replace(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Prints a URL as the `href` of an `<a>`. Returns an empty text unless the scheme is http, https or mailto. */
export function printLinkAttributes(address: string): string {
  return isSafeAddress(address) ? ` href="${encodeHtmlAttribute(address.trim())}"` : '';
}

/** Returns whether a URL is an http, https or mailto link, which runs no code. */
export function isSafeAddress(address: string): boolean {
  return /^\s*(?:https?:\/\/|mailto:)/i.test(address);
}

/** Returns whether a URL is relative to the URL of a document: it has neither a scheme nor a host. */
export function isRelativeAddress(address: string): boolean {
  return !/^\s*(?:\/\/|[^/?#]*:)/.test(address);
}

// Matches one line without characters that Markdown could read as markup.
const plainLine = /^[A-Za-z](?: ?[A-Za-z0-9,.;:?!'"()/%-]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))*$/;

/**
 * Encodes any text for a Markdown paragraph, heading, list item or table cell (CommonMark, GFM, Markdoc). The result is one
 * line without markup.
 */
export function encodeMarkdownText(text: string): string {
  if (plainLine.test(text)) return text;
  return toOneLine(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*[\]|~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\{(?=%)/g, '&#123;')
    .replace(/^(?=[#+\-=>:])/, '\\')
    .replace(/^(\d+)(?=[.)])/, '$1\\');
}

/** Encodes any text as a Markdown code span in one line. Not valid for table cells. */
export function encodeMarkdownCode(text: string): string {
  const line = toOneLine(text);
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/**
 * Encodes any text as part of a shell word in double quotes, in one line. Puts backticks, and `!`, which interactive
 * shells expand, in single quotes.
 */
export function encodeShellText(text: string): string {
  return removeControls(text)
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(/[\\"$]/g, '\\$&')
    .replace(/[!`]+/g, `"'$&'"`);
}

/** Encodes any text as a shell word in single quotes, in which shells expand nothing. Line breaks do not change. */
export function encodeShellWord(text: string): string {
  return `'${removeControls(text).replaceAll("'", "'\\''")}'`;
}

/**
 * Encodes any text as part of a file name or an anchor, in ASCII letters, digits, `-`, `_` and `.`. Different texts have
 * different results.
 */
export function encodeFileName(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/gu, (character) => `.${character.codePointAt(0)?.toString(16) ?? ''}.`);
}

/**
 * Encodes any text for a viewer that shows text unchanged. Each bidirectional control becomes its number (`[U+202E]`), even
 * if it is percent-encoded in the fragment of a URI.
 */
export function encodeDirections(text: string): string {
  return text.replace(directions, (mark) => {
    const character = mark.startsWith('%') ? decodeURIComponent(mark) : mark;
    return `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`;
  });
}

const directions = /[\u202a-\u202e\u2066-\u2069]|%E2%80%A[A-E]|%E2%81%A[6-9]/gi;

function toOneLine(text: string): string {
  return removeControls(text)
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .trim();
}

/** Replaces control characters and bidirectional controls, which are invisible and change how other characters appear. */
export function removeControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\r\t]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
