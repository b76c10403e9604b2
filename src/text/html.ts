import { encodeHtmlAttribute, encodeHtmlText, printLinkAttributes } from './encode.js';

/** Encoded HTML. Only this room creates it, from encoded parts. No text of a description becomes HTML without encoding. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A part of an `html` template. Texts are encoded, HTML does not change, and lists are joined. `undefined` and `false`
 * print nothing.
 */
export type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[];

/** Builds HTML from a template. Each part is encoded as content of an element, or as an attribute in double quotes. */
export function html(pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const attributes = listAttributePlaces(pieces);
  let text = pieces[0] ?? '';
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    text += (attributes[index] ? encodeHtmlAttribute(String(part)) : printPart(part)) + (pieces[index + 1] ?? '');
  }
  return new Html(text);
}

// Returns for each part whether it is inside an attribute.
function listAttributePlaces(pieces: TemplateStringsArray): readonly boolean[] {
  let isInside = false;
  return pieces.map((piece) => {
    // An attribute can have several parts; it ends at its closing quote.
    isInside = /="[^"<>]*$/.test(piece) || (isInside && !piece.includes('"'));
    return isInside;
  });
}

/** Joins parts with a text between them. Skips absent parts. */
export function joinHtml(parts: readonly HtmlPart[], between: string): Html {
  const printed = parts.map(printPart).filter((text) => text !== '');
  return new Html(printed.join(encodeHtmlText(between)));
}

/** Prints a link to an http, https or mailto URL. For any other URL, prints only the text. */
export function printLink(address: string, text: string): Html {
  return html`<a${new Html(printLinkAttributes(address))}>${text}</a>`;
}

function printPart(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return encodeHtmlText(part);
  return typeof part === 'number' ? String(part) : part.map(printPart).join('');
}
