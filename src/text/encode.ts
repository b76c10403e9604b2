const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// What needs no encoding, as most texts; they are many.
const plainText = /^[\n\r\t -%'-;=?-~]*$/;

/** Encodes any text as the content of an HTML element. */
export function encodeHtmlText(text: string): string {
  if (plainText.test(text)) return text;
  return dropControls(text).replace(/[&<>]/g, (character) => entities[character] ?? character);
}

/** Encodes any text as the value of an HTML attribute, to be put in double quotes. */
export function encodeHtmlAttribute(text: string): string {
  if (/^[\w./#-]*$/.test(text)) return text;
  return dropControls(text)
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
    .replace(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Prints an address as the attribute of an `<a>`: `href` where it leads to http, https or mail, else none. */
export function printLinkAttributes(address: string): string {
  return isSafeAddress(address) ? ` href="${encodeHtmlAttribute(address.trim())}"` : '';
}

/** Tells whether a link to an address does nothing but lead there. */
export function isSafeAddress(address: string): boolean {
  return /^\s*(?:https?:\/\/|mailto:)/i.test(address);
}

// One line in which no character is a mark wherever it stands.
const plainLine = /^[A-Za-z](?: ?[A-Za-z0-9,.;:?!'"()/%-]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))*$/;

/**
 * Encodes any text as text of a Markdown paragraph, heading, list item or table cell (CommonMark, GFM, Markdoc), in one
 * line: nothing in it marks anything up.
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

/** Encodes any text as a Markdown code span, in one line; not for table cells. */
export function encodeMarkdownCode(text: string): string {
  const line = toOneLine(text);
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/**
 * Encodes any text as part of a shell's word in double quotes, in one line. A backtick and `!`, which interactive shells
 * take for a command of the history, stand in single quotes.
 */
export function encodeShellText(text: string): string {
  return toOneLine(text)
    .replace(/[\\"$]/g, '\\$&')
    .replace(/[!`]+/g, `"'$&'"`);
}

/** Encodes any text as part of a file name or of an anchor: ASCII letters, digits, `-` and `_`, different texts staying different. */
export function encodeFileName(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/gu, (character) => `.${character.codePointAt(0)?.toString(16) ?? ''}.`);
}

/**
 * Encodes any text for a viewer that shows it as it is: each mark of direction, which changes how its neighbours are
 * shown, as its number (`[U+202E]`), also where it is percent-encoded in the fragment of a URI.
 */
export function encodeDirections(text: string): string {
  return text.replace(directions, (mark) => {
    const character = mark.startsWith('%') ? decodeURIComponent(mark) : mark;
    return `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`;
  });
}

const directions = /[\u202a-\u202e\u2066-\u2069]|%E2%80%A[A-E]|%E2%81%A[6-9]/gi;

function toOneLine(text: string): string {
  return dropControls(text)
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .trim();
}

// Control characters and marks of direction show nothing and change how their neighbours are shown.
function dropControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\r\t]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
