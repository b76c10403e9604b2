// mdast-util-from-markdown would add 18 % to a run for Box's description with the reference, so the texts are parsed by another
// library than the one that prints Markdown. Node loads this one file in a third of the time that it needs for all modules of the package.
import MarkdownIt, { type RendererRule, type Token } from 'markdown-it/browser';
import { encodeHtmlText, isRelativeAddress, isSafeAddress, printLinkAttributes } from './encode.js';
import { Html } from './html.js';

const markdown = new MarkdownIt({ html: false, linkify: false });
// A relative URL has no target in the output, so its text is shown without a link.
markdown.validateLink = (address) => isSafeAddress(address) || isRelativeAddress(address);

// A quotation whose first line is `[!NOTE]` is an alert of GitHub. The name of the alert replaces this line.
markdown.core.ruler.push('alerts', ({ tokens, Token }) => {
  tokens.forEach((token, index) => {
    const line = tokens[index + 2];
    if (token.type !== 'blockquote_open' || line?.type !== 'inline') return;
    const [first, second, ...rest] = line.children ?? [];
    const [, kind] = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$/i.exec(first?.content ?? '') ?? [];
    if (kind === undefined || (second && second.type !== 'softbreak')) return;
    const write = (content: string): Token => Object.assign(new Token('text', '', 0), { content });
    const word = `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}`;
    line.children = [
      new Token('strong_open', 'strong', 1),
      write(second ? `${word}:` : word),
      new Token('strong_close', 'strong', -1),
      ...(second ? [write(' '), ...rest] : []),
    ];
  });
});

// markdown-it limits the nesting of blocks and links, but not that of emphasis, which would overflow the call stack of its
// readers. The text of deeper emphasis stays.
const mostNested = 100;
markdown.core.ruler.before('text_join', 'nesting', ({ tokens }) => {
  for (const token of tokens) {
    let depth = 0;
    token.children =
      token.children?.filter(({ nesting }) => {
        if (nesting === -1) depth--;
        const isKept = nesting === 0 || depth < mostNested;
        if (nesting === 1) depth++;
        return isKept;
      }) ?? null;
  }
});

const printCode: RendererRule = (tokens, index) =>
  `<pre><code>${encodeHtmlText(tokens[index]?.content ?? '')}</code></pre>\n`;

// Browsers would fetch an image, so a link with its description and URL replaces it.
const printImage: RendererRule = (tokens, index) => {
  const source = String(tokens[index]?.attrGet('src') ?? '');
  const text = encodeHtmlText(tokens[index]?.content || source);
  const depth = tokens.slice(0, index).reduce((sum, { type, nesting }) => sum + (/^link_/.test(type) ? nesting : 0), 0);
  return depth > 0 ? text : `<a${printLinkAttributes(source)}>${text}</a>`;
};

// A table that is wider than the page scrolls. Readers who use only the keyboard must reach it, and one with fewer columns
// hardly ever scrolls.
const leastColumns = 4;
const printTableStart: RendererRule = (tokens, index) => {
  const end = tokens.findIndex(({ type }, at) => at > index && type === 'thead_close');
  const count = tokens.slice(index, end).filter(({ type }) => type === 'th_open').length;
  const isReached = count >= leastColumns;
  return `<div class="lacuna-table"${isReached ? ' role="group" aria-label="Table" tabindex="0"' : ''}><table>\n`;
};

Object.assign(markdown.renderer.rules, {
  table_open: printTableStart,
  table_close: () => '</table></div>\n',
  fence: printCode,
  code_block: printCode,
  image: printImage,
});

// Longer texts are not parsed, because that takes too long.
const mostCharacters = 1_000_000;

/** The HTML elements that the Markdown of a description may produce, with their allowed attributes. */
const allowed: { readonly [tag: string]: readonly string[] } = {
  ...Object.fromEntries(
    'blockquote br code em h1 h2 h3 h4 h5 h6 hr img li p s strong table tbody thead tr ul'
      .split(' ')
      .map((tag) => [tag, []]),
  ),
  a: ['href', 'title'],
  ol: ['start'],
  td: ['style'],
  th: ['style'],
};

/**
 * Renders Markdown (CommonMark with tables) as HTML. HTML in the Markdown is shown as text, images become links, and only
 * http, https and mailto links stay links. The highest heading gets `headingLevel`, 1 to 6.
 */
export function renderMarkdown(text: string, headingLevel: number): Html {
  if (text.length > mostCharacters) return printLongText(text);
  const parsed = parseOnce(text, headingLevel);
  parsed.html ??= printTokens(parsed.tokens);
  return parsed.html;
}

/** A parsed text. If it has headings, it was parsed for their level. */
interface ParsedMarkdown {
  readonly tokens: Token[];
  readonly headingLevel: number | undefined;
  html?: Html;
}

// Each text appears in several views and often several times in a description, so the last texts are kept. Without them, a
// run for Box's description with the reference would take 10 % more time.
const known = new Map<string, ParsedMarkdown>();
const mostKnown = 5000;

function parseOnce(text: string, headingLevel: number): ParsedMarkdown {
  const last = known.get(text);
  if (last && (last.headingLevel ?? headingLevel) === headingLevel) return last;
  const tokens = parseTokens(text, headingLevel);
  const hasHeadings = tokens.some(({ type }) => type === 'heading_open');
  const parsed = { tokens, headingLevel: hasHeadings ? headingLevel : undefined };
  if (known.size >= mostKnown) known.clear();
  known.set(text, parsed);
  return parsed;
}

/**
 * Parses Markdown as tokens of markdown-it, with the limits of `renderMarkdown`. Returns `undefined` if the text is too
 * long.
 */
export function listTokens(text: string, headingLevel: number): readonly Token[] | undefined {
  return text.length > mostCharacters ? undefined : parseOnce(text, headingLevel).tokens;
}

function parseTokens(text: string, headingLevel: number): Token[] {
  const tokens = markdown.parse(text, {});
  const levels = tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => Number(tag.slice(1)));
  const shift = headingLevel - Math.min(...levels);
  for (const token of tokens) {
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + shift)}`;
    for (const one of [token, ...(token.children ?? [])]) removeUnsafe(one);
  }
  return tokens;
}

function printTokens(tokens: Token[]): Html {
  return new Html(markdown.renderer.render(tokens, markdown.options, {}).trim());
}

function printLongText(text: string): Html {
  return new Html(`<pre>${encodeHtmlText(text)}</pre>`);
}

function removeUnsafe(token: Token): void {
  if (token.tag === '') return;
  const attributes = allowed[token.tag];
  if (attributes === undefined) throw new Error(`Markdown becomes an element '${token.tag}', which is not allowed`);
  if (token.type === 'image') return;
  token.attrs =
    token.attrs?.filter(
      ([name, value]) => attributes.includes(name) && (name !== 'href' || isSafeAddress(String(value))),
    ) ?? null;
}

/** A section of a text: the part below one of its headings, or the part before the first heading. */
interface TextSection {
  /** The heading without its markup; absent in the part before the first heading. */
  readonly heading?: { readonly level: number; readonly text: string };
  readonly body: Html;
}

/** Renders Markdown like `renderMarkdown`, split at the headings outside lists and quotations. */
export function renderSections(text: string): readonly TextSection[] {
  if (text.length > mostCharacters) return [{ body: printLongText(text) }];
  const sections: { heading?: { level: number; text: string }; tokens: Token[] }[] = [{ tokens: [] }];
  const tokens = parseTokens(text, 1);
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && token.level === 0) {
      const heading = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
      sections.push({ heading: { level: Number(token.tag.slice(1)), text: heading }, tokens: [] });
    }
    sections.at(-1)?.tokens.push(token);
  });
  return sections.map(({ heading, tokens: own }) => ({
    ...(heading && { heading }),
    body: printTokens(heading ? own.slice(3) : own),
  }));
}

// A title with more characters takes several lines in menus and headings.
const longestTitle = 80;

/** Returns whether a title is too long for a heading, so that its heading does not show all of it. */
export function isCutTitle(title: string): boolean {
  return shortenTitle(title) !== title.trim();
}

/** Shortens a long title to its first sentence, without Markdown. A long sentence is cut after a word. */
export function shortenTitle(title: string): string {
  if (title.length <= longestTitle) return title.trim();
  const inline = (listTokens(title.slice(0, 2_000), 1) ?? []).flatMap(({ children }) => children ?? []);
  const text = inline.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
  const sentence = /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
  if (sentence.length <= 2 * longestTitle) return sentence === '' ? title.slice(0, longestTitle) : sentence;
  const cut = sentence.slice(0, longestTitle);
  return `${cut.replace(/\s+\S*$/, '')} …`;
}
