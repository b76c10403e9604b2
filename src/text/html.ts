import { encodeHtmlAttribute, encodeHtmlText, printLinkAttributes } from './encode.js';

/** HTML that is printed as it is. Made by this room from encoded parts alone: a text of a description never becomes one unread. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in `html`: texts are encoded, HTML is kept, lists are joined, and what is absent is nothing. */
export type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[];

/** Writes HTML around parts, each of which stands as the content of an element or in the quotes of an attribute. */
export function html(pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const attributes = attributesOf(pieces);
  let text = pieces[0] ?? '';
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    text += (attributes[index] ? encodeHtmlAttribute(String(part)) : printPart(part)) + (pieces[index + 1] ?? '');
  }
  return new Html(text);
}

const knownAttributes = new WeakMap<TemplateStringsArray, readonly boolean[]>();

// Tells of each part whether it stands in an attribute; found once for each place of the program that writes HTML.
function attributesOf(pieces: TemplateStringsArray): readonly boolean[] {
  const known = knownAttributes.get(pieces);
  if (known) return known;
  let isInside = false;
  const found = pieces.map((piece) => {
    // An attribute that holds several parts goes on until its quote closes.
    isInside = /="[^"<>]*$/.test(piece) || (isInside && !piece.includes('"'));
    return isInside;
  });
  knownAttributes.set(pieces, found);
  return found;
}

/** Joins parts, those that are absent left out, with a text between them. */
export function joinHtml(parts: readonly HtmlPart[], between: string): Html {
  const printed = parts.map(printPart).filter((text) => text !== '');
  return new Html(printed.join(encodeHtmlText(between)));
}

/** Prints a link that leads to http, https or mail; the text alone where the address leads elsewhere. */
export function printLink(address: string, text: string): Html {
  return html`<a${new Html(printLinkAttributes(address))}>${text}</a>`;
}

function printPart(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return encodeHtmlText(part);
  return typeof part === 'number' ? String(part) : part.map(printPart).join('');
}
