import { listTokens } from './render-markdown.js';

// A title with more characters takes several lines in menus and headings.
const mostCharacters = 80;

/** Returns whether a title is too long for a heading, so that its heading does not show all of it. */
export function isCutTitle(title: string): boolean {
  return shortenTitle(title) !== title.trim();
}

/** Shortens a long title to its first sentence, without Markdown. A long sentence is cut after a word. */
export function shortenTitle(title: string): string {
  if (title.length <= mostCharacters) return title.trim();
  const inline = (listTokens(title.slice(0, 2_000), 1) ?? []).flatMap(({ children }) => children ?? []);
  const text = inline.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
  const sentence = /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
  if (sentence.length <= 2 * mostCharacters) return sentence === '' ? title.slice(0, mostCharacters) : sentence;
  const cut = sentence.slice(0, mostCharacters);
  return `${cut.replace(/\s+\S*$/, '')} …`;
}
