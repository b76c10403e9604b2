import type { BlockContent, DefinitionContent, Heading, List, Paragraph, PhrasingContent, TableRow, Text } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers, type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import { isSafeAddress, removeControls } from './encode.js';
import { parseMarkdown } from './parse-markdown.js';
import {
  type Block,
  type Blocks,
  type Inline,
  type InlineNode,
  isEmpty,
  listBlocks,
  type Mark,
  type Section,
  type Table,
} from './tree.js';

/**
 * Prints blocks as Markdown (CommonMark with tables). Folded blocks are shown, drawings are omitted, and each heading has the
 * anchor of its section. The outermost headings have the level `level`.
 */
export function printTreeMarkdown(blocks: Blocks, level = 1): string {
  return listBlocks(blocks)
    .map((block) => printPart(block, level))
    .join('\n');
}

// All nodes of a large description would take hundreds of megabytes, so each section is printed before the next one is
// built.
function printPart(block: Block, level: number): string {
  if (block.kind !== 'section') return printNodes(listNodesOf(block, level));
  const blocks = listBlocks(block.blocks);
  const inner = blocks.findIndex(({ kind }) => kind === 'section');
  const own = inner < 0 ? blocks : blocks.slice(0, inner);
  const start = printNodes([buildHeading(block, level), ...own.flatMap((one) => listNodesOf(one, level + 1))]);
  return inner < 0 ? start : `${start}\n${printTreeMarkdown(blocks.slice(inner), level + 1)}`;
}

function printNodes(children: Content[]): string {
  return toMarkdown({ type: 'root', children }, options);
}

const tables = gfmTableToMarkdown({ tablePipeAlign: false });

// Most paragraphs and headings contain nothing that Markdown could read as markup. The library would search each of their
// texts for about 50 patterns.
const printParagraph: Handle = (node: Paragraph, parent, state, info) =>
  printPlainLine(node.children) ?? defaultHandlers.paragraph(node, parent, state, info);

const printHeading: Handle = (node: Heading, parent, state, info) => {
  const line = printPlainLine(node.children);
  return line === undefined ? defaultHandlers.heading(node, parent, state, info) : `${'#'.repeat(node.depth)} ${line}`;
};

// Returns `undefined` if a part of the line needs an encoding.
function printPlainLine(phrases: readonly PhrasingContent[]): string | undefined {
  let line = '';
  for (const phrase of phrases) {
    const text = phrase.type === 'html' ? phrase.value : printPlain(phrase);
    if (text === undefined) return undefined;
    line += text;
  }
  return line === '' || /^ | $|[^ ]\*\*[^ ]/.test(line) ? undefined : line;
}

// With the first character, the library need not print a text twice to learn how it begins.
const printText = Object.assign(
  ((node: Text, parent, state, info) => {
    const isAtEdge = /\n$/.test(info.before) || /^\n/.test(info.after);
    return (isAtEdge ? undefined : printPlain(node)) ?? defaultHandlers.text(node, parent, state, info);
  }) satisfies Handle,
  { peek: ({ value }: Text) => value.charAt(0) },
);

const plainText = /^(?:[A-Za-z ,.:;](?:[A-Za-z0-9 ,.:;?%/'"()+={}$@-]|(?<=[A-Za-z0-9]{2})_(?=[A-Za-z0-9]{2}))*|\d+)$/;
const plainAddress = /^(?:#[\w.-]+|https?:\/\/[\w./#?=%~:+,@-]+)$/;
const plainCode = /^[^`|\s](?:[^`|\r\n]*[^`|\s])?$/;

// Returns `undefined` if a part of a line needs an encoding.
function printPlain(phrase: PhrasingContent): string | undefined {
  if (phrase.type === 'text') return plainText.test(phrase.value) ? phrase.value : undefined;
  if (phrase.type === 'inlineCode') return plainCode.test(phrase.value) ? `\`${phrase.value}\`` : undefined;
  if (phrase.type !== 'strong' && (phrase.type !== 'link' || phrase.title || !plainAddress.test(phrase.url)))
    return undefined;
  const [child, ...more] = phrase.children;
  const text = child && more.length === 0 ? printPlain(child) : undefined;
  if (text === undefined || /^ | $|]/.test(text) || (phrase.type === 'link' && text === phrase.url)) return undefined;
  return phrase.type === 'link' ? `[${text}](${phrase.url})` : `**${text}**`;
}

const options: Options = {
  bullet: '-',
  emphasis: '*',
  listItemIndent: 'one',
  rule: '-',
  extensions: [tables],
  handlers: { heading: printHeading, paragraph: printParagraph, text: printText },
  join: [(_left, _right, parent) => (parent.type === 'list' || parent.type === 'listItem' ? 0 : 1)],
};

type Content = BlockContent | DefinitionContent;

const marks: { readonly [K in Mark]?: 'strong' | 'emphasis' } = { strong: 'strong', emphasis: 'emphasis' };
const highest = 6;

function listNodes(blocks: Blocks, level: number): Content[] {
  return listBlocks(blocks).flatMap((block) => listNodesOf(block, level));
}

function listNodesOf(block: Block, level: number): Content[] {
  switch (block.kind) {
    case 'section':
      return [buildHeading(block, level), ...listNodes(block.blocks, level + 1)];
    case 'paragraph':
      return [{ type: 'paragraph', children: listPhrases(block.inside) }];
    case 'prose':
      return parseMarkdown(block.text, Math.min(level, highest));
    case 'fields':
      return buildList(
        block.fields.map(({ name, line, mark, blocks }) =>
          buildItem([name, !isEmpty(line) && [' ', line], !isEmpty(mark) && [' ', mark]], blocks, level),
        ),
      );
    case 'list':
      return buildList(block.items.map(({ line, blocks = [] }) => buildItem(line, blocks, level)));
    case 'facts':
      return buildList(block.facts.map(({ name, value }) => buildItem([name, ': ', value], [], level)));
    case 'table':
      return [buildTable(block)];
    case 'code':
      return [{ type: 'code', lang: block.language || null, value: removeControls(block.text) }];
    case 'details':
      return [{ type: 'paragraph', children: listPhrases(block.summary) }, ...listNodes(block.blocks, level)];
    case 'call-out':
      return [{ type: 'blockquote', children: listNodes(block.blocks, level) }];
    case 'figure':
      return listNodes(block.blocks, level);
    case 'drawing':
      return [];
  }
}

function buildHeading({ id, title, note }: Section, level: number): Content {
  const depth = Math.min(level, highest) as Heading['depth'];
  const anchor: PhrasingContent[] = id === undefined ? [] : [buildAnchor(id)];
  const phrases = [...listPhrases(title), ...(isEmpty(note) ? [] : listPhrases([' ', note]))];
  return { type: 'heading', depth, children: [...anchor, ...phrases] };
}

function buildTable({ head, rows }: Table): Content {
  const children = [head, ...rows].map(
    (row): TableRow => ({
      type: 'tableRow',
      children: row.map((cell) => ({ type: 'tableCell', children: listPhrases(cell) })),
    }),
  );
  return { type: 'table', children };
}

function buildItem(line: Inline, blocks: Blocks, level: number): List['children'][number] {
  const phrases = listPhrases(line);
  const first: Content[] = phrases.length === 0 ? [] : [{ type: 'paragraph', children: phrases }];
  return { type: 'listItem', children: [...first, ...listNodes(blocks, level)] };
}

function buildList(children: List['children']): Content[] {
  return children.length === 0 ? [] : [{ type: 'list', ordered: false, children }];
}

// Ids consist of letters, digits, `-`, `_` and `.`.
function buildAnchor(id: string): PhrasingContent {
  return { type: 'html', value: `<a id="${id}"></a>` };
}

function listPhrases(part: Inline, phrases: PhrasingContent[] = []): PhrasingContent[] {
  if (part === undefined || part === false || part === '') return phrases;
  if (typeof part === 'string' || typeof part === 'number')
    addPhrase(phrases, { type: 'text', value: toOneLine(String(part)) });
  else if ('kind' in part) for (const phrase of listNodePhrases(part)) addPhrase(phrases, phrase);
  else for (const one of part) listPhrases(one, phrases);
  return phrases;
}

// The library would encode adjacent texts as if each began a word.
function addPhrase(phrases: PhrasingContent[], phrase: PhrasingContent): void {
  const last = phrases.at(-1);
  if (phrase.type === 'text' && last?.type === 'text') last.value += phrase.value;
  else phrases.push(phrase);
}

function listNodePhrases(node: InlineNode): PhrasingContent[] {
  if (node.kind === 'code') return [{ type: 'inlineCode', value: toOneLine(node.text) }];
  const children = listPhrases(node.inside);
  if (node.kind === 'mark') {
    const type = marks[node.mark];
    return type && children.length > 0 ? [{ type, children }] : children;
  }
  const { address } = node;
  return address.startsWith('#') || isSafeAddress(address) ? [{ type: 'link', url: address, children }] : children;
}

function toOneLine(text: string): string {
  const isOneLine = !/[^ -~]| {2}/.test(text);
  return isOneLine ? text : removeControls(text).replace(/[\s\u2028\u2029]+/g, ' ');
}
