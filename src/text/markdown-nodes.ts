import type { Token } from 'markdown-it';
import type { BlockContent, DefinitionContent, PhrasingContent } from 'mdast';
import { removeControls } from './encode.js';
import { listTokens } from './render-markdown.js';

/** A node of mdast that is a block. */
export type Content = BlockContent | DefinitionContent;

/**
 * Parses a Markdown text of a description as nodes of mdast, with the limits of `renderMarkdown`: HTML becomes text,
 * images become links, and only safe links are kept. The highest heading gets `headingLevel`.
 */
export function parseMarkdown(text: string, headingLevel: number): Content[] {
  const tokens = listTokens(text, headingLevel);
  if (tokens === undefined) return [{ type: 'code', value: removeControls(text) }];
  const root: Open = { children: [] };
  const open = [root];
  for (const token of tokens) {
    const inside = open.at(-1) ?? root;
    if (token.nesting === 1) open.push(startBlock(token));
    else if (token.nesting === -1) {
      const done = open.pop();
      const outer = open.at(-1) ?? root;
      if (done) outer.children.push(...buildBlock(done));
    } else if (token.type === 'inline') inside.children.push(...listPhrases(token.children ?? []));
    else if (token.type === 'hr') inside.children.push({ type: 'thematicBreak' });
    else
      inside.children.push({ type: 'code', lang: printLanguage(token.info), value: token.content.replace(/\n$/, '') });
  }
  return root.children as Content[];
}

// The tokens of markdown-it decide which nodes contain which.
interface Open {
  readonly token?: Token;
  readonly children: unknown[];
}

function startBlock(token: Token): Open {
  return { token, children: [] };
}

function printLanguage(info: string): string | null {
  return /^\S+/.exec(info)?.[0] ?? null;
}

function buildBlock({ token, children }: Open): unknown[] {
  switch (token?.type) {
    case 'paragraph_open':
      return [{ type: 'paragraph', children }];
    case 'heading_open':
      return [{ type: 'heading', depth: Number(token.tag.slice(1)), children }];
    case 'blockquote_open':
      return [{ type: 'blockquote', children }];
    case 'bullet_list_open':
      return [{ type: 'list', ordered: false, children }];
    case 'ordered_list_open':
      return [{ type: 'list', ordered: true, start: Number(token.attrGet('start') ?? 1), children }];
    case 'list_item_open':
      return [{ type: 'listItem', children }];
    case 'table_open':
      return [{ type: 'table', children }];
    case 'tr_open':
      return [{ type: 'tableRow', children }];
    case 'th_open':
    case 'td_open':
      return [{ type: 'tableCell', children }];
    default:
      return children;
  }
}

const spans: { readonly [type: string]: string } = { strong_open: 'strong', em_open: 'emphasis' };

function listPhrases(tokens: readonly Token[]): PhrasingContent[] {
  const root: Open = { children: [] };
  const open = [root];
  for (const token of tokens) {
    const inside = (open.at(-1) ?? root).children;
    if (token.nesting === 1) open.push(startBlock(token));
    else if (token.nesting === -1) {
      const done = open.pop();
      (open.at(-1) ?? root).children.push(...(done ? buildSpan(done) : []));
    } else
      inside.push(
        ...listLeaves(
          token,
          open.some((one) => one.token?.type === 'link_open'),
        ),
      );
  }
  return root.children as PhrasingContent[];
}

function buildSpan({ token, children }: Open): unknown[] {
  const type = spans[token?.type ?? ''];
  if (type !== undefined) return [{ type, children }];
  const address = token?.type === 'link_open' ? token.attrGet('href') : null;
  return address === null ? children : [{ type: 'link', url: address, children }];
}

function listLeaves(token: Token, isInLink: boolean): unknown[] {
  if (token.type === 'code_inline') return [{ type: 'inlineCode', value: removeControls(token.content) }];
  if (token.type === 'softbreak') return [{ type: 'text', value: '\n' }];
  if (token.type === 'hardbreak') return [{ type: 'break' }];
  if (token.type !== 'image')
    return token.content === '' ? [] : [{ type: 'text', value: removeControls(token.content) }];
  const url = String(token.attrGet('src') ?? '');
  const text = { type: 'text', value: removeControls(token.content || url) };
  return isInLink ? [text] : [{ type: 'link', url, children: [text] }];
}
