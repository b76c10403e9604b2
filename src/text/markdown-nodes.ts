import type { Token } from 'markdown-it';
import type { BlockContent, DefinitionContent, Heading, List, Nodes, Paragraph, PhrasingContent, Text } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers, type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import { removeControls } from './encode.js';
import { isPlainLine, listTokens } from './render-markdown.js';

/** A node of mdast that is a block. */
export type Content = BlockContent | DefinitionContent;

/**
 * Parses a Markdown text of a description as nodes of mdast, with the limits of `renderMarkdown`: HTML becomes text,
 * images become links, and only safe links are kept. The highest heading gets `headingLevel`.
 */
export function parseMarkdown(text: string, headingLevel: number): Content[] {
  if (isPlainLine(text)) return [{ type: 'paragraph', children: [{ type: 'text', value: text }] }];
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

/** Prints nodes of mdast as Markdown. */
export function printNodes(children: Content[]): string {
  const plain = printPlainBlocks(children, 'root');
  return plain === undefined ? toMarkdown({ type: 'root', children }, options) : `${plain}\n`;
}

// Most blocks contain nothing that Markdown could read as markup. The library takes several times longer for them.
// Returns `undefined` if a block needs the library.
function printPlainBlocks(blocks: readonly Content[], parent: 'root' | 'blockquote' | 'listItem'): string | undefined {
  let text = '';
  let last: Content | undefined;
  for (const block of blocks) {
    const printed = last?.type === 'list' && block.type === 'list' ? undefined : printPlainBlock(block);
    if (printed === undefined) return undefined;
    if (last) text += '\n'.repeat(1 + countBlankLines(last, block, { type: parent }));
    text += printed;
    last = block;
  }
  return last === undefined ? undefined : text;
}

function printPlainBlock(block: Content): string | undefined {
  switch (block.type) {
    case 'paragraph':
      return block.children.length === 0 ? '' : printPlainLine(block.children);
    case 'blockquote':
      return printPlainBlocks(block.children, 'blockquote')
        ?.replace(/^(?=.)/gm, ' ')
        .replace(/^/gm, '>');
    case 'heading':
      return printPlainHeading(block);
    case 'list':
      return block.ordered ? undefined : printPlainList(block);
    case 'code':
      return block.value === '' || /```|\r/.test(block.value) || /\W/.test(block.lang ?? '')
        ? undefined
        : `\`\`\`${block.lang ?? ''}\n${block.value}\n\`\`\``;
    default:
      return undefined;
  }
}

function printPlainList({ children }: List): string | undefined {
  let text = '';
  for (const { children: blocks } of children) {
    const item = blocks[0]?.type === 'paragraph' ? printPlainBlocks(blocks, 'listItem') : undefined;
    if (item === undefined || item === '' || item.startsWith('\n')) return undefined;
    text += `${text === '' ? '' : '\n'}- ${item.includes('\n') ? item.replace(/\n(?!\n|$)/g, '\n  ') : item}`;
  }
  return text;
}

const tables = gfmTableToMarkdown({ tablePipeAlign: false });

// Most paragraphs and headings contain nothing that Markdown could read as markup. The library would search each of their
// texts for about 50 patterns.
const printParagraph: Handle = (node: Paragraph, parent, state, info) =>
  printPlainLine(node.children) ?? defaultHandlers.paragraph(node, parent, state, info);

const printHeading: Handle = (node: Heading, parent, state, info) =>
  printPlainHeading(node) ?? defaultHandlers.heading(node, parent, state, info);

function printPlainHeading({ depth, children }: Heading): string | undefined {
  const line = printPlainLine(children);
  return line === undefined || line.includes('\n') ? undefined : `${'#'.repeat(depth)} ${line}`;
}

// Returns `undefined` if a part of the line needs an encoding.
function printPlainLine(phrases: readonly PhrasingContent[]): string | undefined {
  let line = '';
  for (const phrase of phrases) {
    const text = phrase.type === 'html' || isBreak(phrase) ? phrase.value : printPlain(phrase);
    if (text === undefined) return undefined;
    line += text;
  }
  return line === '' || /^[ \n]|[ \n]$| \n|\n[^A-Za-z`[*]|[^ \n*]\*+[^ \n*]/.test(line) ? undefined : line;
}

function isBreak(phrase: PhrasingContent): phrase is Text {
  return phrase.type === 'text' && phrase.value === '\n';
}

// With the first character, the library need not print a text twice to learn how it begins.
const printText = Object.assign(
  ((node: Text, parent, state, info) => {
    const isAtEdge = [info.before, info.after].includes('\n');
    return (isAtEdge ? undefined : printPlain(node)) ?? defaultHandlers.text(node, parent, state, info);
  }) satisfies Handle,
  { peek: ({ value }: Text) => value.charAt(0) },
);

const plainText = /^(?:[A-Za-z ,.:;](?:[A-Za-z0-9 ,.:;?%/'"()+={}$@≤≥-]|(?<=[A-Za-z0-9]{2})_(?=[A-Za-z0-9]{2}))*|\d+)$/;
const plainAddress = /^(?:#[\w.-]+|https?:\/\/[\w./#?=%~:+,@-]+)$/;
const plainCode = /^[^`|\s](?:[^`|\r\n]*[^`|\s])?$/;

// Returns `undefined` if a part of a line needs an encoding.
function printPlain(phrase: PhrasingContent): string | undefined {
  if (phrase.type === 'text') return plainText.test(phrase.value) ? phrase.value : undefined;
  if (phrase.type === 'inlineCode') return plainCode.test(phrase.value) ? `\`${phrase.value}\`` : undefined;
  if (phrase.type !== 'strong' && phrase.type !== 'emphasis' && phrase.type !== 'link') return undefined;
  if (phrase.type === 'link' && (phrase.title || !plainAddress.test(phrase.url))) return undefined;
  const [child, ...more] = phrase.children;
  const text = child && more.length === 0 ? printPlain(child) : undefined;
  if (text === undefined || /^ | $|]/.test(text) || (phrase.type === 'link' && text === phrase.url)) return undefined;
  if (phrase.type === 'link') return `[${text}](${phrase.url})`;
  return phrase.type === 'strong' ? `**${text}**` : `*${text}*`;
}

const options: Options = {
  bullet: '-',
  emphasis: '*',
  listItemIndent: 'one',
  // A rule of hyphens or asterisks could also be the mark of a list or heading.
  rule: '_',
  extensions: [tables],
  handlers: { heading: printHeading, paragraph: printParagraph, text: printText },
  join: [countBlankLines],
};

// Items, and the blocks of an item, follow each other without a blank line if Markdown reads them as they are.
function countBlankLines(left: Nodes, right: Nodes, parent: { readonly type: string }): 0 | 1 {
  return parent.type === 'list' || (parent.type === 'listItem' && canFollow(left, right)) ? 0 : 1;
}

// A line that begins no other block continues the paragraph or table before it, also a paragraph at the end of a
// quotation or list.
function canFollow(left: Nodes, right: Nodes): boolean {
  if (right.type === 'paragraph') return ['code', 'heading', 'thematicBreak'].includes(left.type);
  if (right.type === 'blockquote') return left.type !== 'blockquote';
  if (right.type === 'list') return (right.start ?? 1) === 1 && right.children[0]?.children.length !== 0;
  return right.type === 'code';
}
