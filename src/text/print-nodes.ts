import type { Heading, List, ListItem, Nodes, PhrasingContent, Text } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { Content } from './markdown-nodes.js';

/** Prints nodes of mdast as Markdown. */
export function printNodes(children: Content[]): string {
  const plain = printPlainBlocks(children, 'root');
  return plain === undefined ? toMarkdown({ type: 'root', children }, options) : `${plain}\n`;
}

// Prints one block, or a list of one item, like among others.
function printByLibrary(block: Content): string {
  return toMarkdown({ type: 'root', children: [block] }, options).replace(/\n$/, '');
}

// Most blocks contain nothing that Markdown could read as markup. The library prints only the outermost blocks and the items
// of lists that need it: if it printed all, a run for Box's description with the reference would take 13 % more time.
// Returns `undefined` if it must print them all.
function printPlainBlocks(blocks: readonly Content[], parent: 'root' | 'blockquote' | 'listItem'): string | undefined {
  let text = '';
  let last: Content | undefined;
  for (const block of blocks) {
    // The library marks lists that follow each other in different ways.
    if (last?.type === 'list' && block.type === 'list') return undefined;
    const printed = printPlainBlock(block) ?? (parent === 'root' ? printByLibrary(block) : undefined);
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

function printPlainList({ children }: List): string {
  return children
    .map((item) => printPlainItem(item) ?? printByLibrary({ type: 'list', ordered: false, children: [item] }))
    .join('\n');
}

function printPlainItem({ children: blocks }: ListItem): string | undefined {
  const item = blocks[0]?.type === 'paragraph' ? printPlainBlocks(blocks, 'listItem') : undefined;
  if (item === undefined || item === '' || item.startsWith('\n')) return undefined;
  return `- ${item.includes('\n') ? item.replace(/\n(?!\n|$)/g, '\n  ') : item}`;
}

const tables = gfmTableToMarkdown({ tablePipeAlign: false });

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
  return line === '' ||
    /^[ \n]|[ \n]$| \n|\n[^A-Za-z`[*]|[^ \n*`]\*+[^ \n*.,:;]|`\*+[^ \n*.,:;]|[^A-Za-z0-9*`]\*+[.,:;]/.test(line)
    ? undefined
    : line;
}

function isBreak(phrase: PhrasingContent): phrase is Text {
  return phrase.type === 'text' && phrase.value === '\n';
}

// A character beside a `_` at the start or end of a text can be encoded, because a mark may be beside it.
const plainText =
  /^(?:[A-Za-z ,.:;")'{](?:[A-Za-z0-9 ,.:;?%/'"()+={}$@>≤≥’“”–—…-]|[!#](?!$)|[&<](?= )|(?<=[^_][A-Za-z0-9])_(?=[A-Za-z0-9].))*|\d+)$/;
// A `_` at the start begins no emphasis, because no other `_` of the line can end it.
const plainName = /^_[A-Za-z](?:[A-Za-z0-9 ,.:;?%/'"()+={}$@≤≥-]|(?<=[A-Za-z0-9]{2})_(?=[A-Za-z0-9]{2}))*$/;
const plainAddress = /^(?:#[\w.-]+|https?:\/\/[\w./#?=%~:+,@-]+)$/;
const plainCode = /^[^`\s](?:[^`\r\n]*[^`\s])?$/;

// Returns `undefined` if a part of a line needs an encoding.
function printPlain(phrase: PhrasingContent): string | undefined {
  if (phrase.type === 'text')
    return plainText.test(phrase.value) || plainName.test(phrase.value) ? phrase.value : undefined;
  if (phrase.type === 'inlineCode') return plainCode.test(phrase.value) ? `\`${phrase.value}\`` : undefined;
  if (phrase.type !== 'strong' && phrase.type !== 'emphasis' && phrase.type !== 'link') return undefined;
  if (phrase.type === 'link' && (phrase.title || !plainAddress.test(phrase.url))) return undefined;
  const text = printPlainInside(phrase.children);
  if (text === undefined || /^[ .,:;]| $|]/.test(text) || (phrase.type === 'link' && text === phrase.url))
    return undefined;
  if (phrase.type === 'link') return `[${text}](${phrase.url})`;
  return phrase.type === 'strong' ? `**${text}**` : `*${text}*`;
}

// Marks that follow each other need the library. So does a `_` beside code, which can begin or end an emphasis.
function printPlainInside([first, ...more]: readonly PhrasingContent[]): string | undefined {
  let text = first && printPlain(first);
  for (const phrase of more) {
    const isPart = phrase.type === 'text' || phrase.type === 'inlineCode';
    const next = isBreak(phrase) ? '\n' : isPart ? printPlain(phrase) : undefined;
    text = text === undefined || next === undefined || next.startsWith('_') ? undefined : text + next;
  }
  return text;
}

const options: Options = {
  bullet: '-',
  emphasis: '*',
  listItemIndent: 'one',
  // A rule of hyphens or asterisks could also be the mark of a list or heading.
  rule: '_',
  extensions: [tables],
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
