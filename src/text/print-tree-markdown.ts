import type { BlockContent, DefinitionContent, Heading, List, PhrasingContent, Root, TableRow } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
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
  const root: Root = { type: 'root', children: listNodes(blocks, level) };
  return toMarkdown(root, {
    bullet: '-',
    emphasis: '*',
    listItemIndent: 'one',
    rule: '-',
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
    join: [(_left, _right, parent) => (parent.type === 'list' || parent.type === 'listItem' ? 0 : 1)],
  });
}

type Content = BlockContent | DefinitionContent;

const marks: { readonly [K in Mark]?: 'strong' | 'emphasis' } = { strong: 'strong', emphasis: 'emphasis' };
const highest = 6;

function listNodes(blocks: Blocks, level: number): Content[] {
  return listBlocks(blocks).flatMap((block) => listNodesOf(block, level));
}

function listNodesOf(block: Block, level: number): Content[] {
  switch (block.kind) {
    case 'section':
      return listSectionNodes(block, level);
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

function listSectionNodes({ id, title, note, blocks }: Section, level: number): Content[] {
  const depth = Math.min(level, highest) as Heading['depth'];
  const anchor: PhrasingContent[] = id === undefined ? [] : [buildAnchor(id)];
  const phrases = [...listPhrases(title), ...(isEmpty(note) ? [] : listPhrases([' ', note]))];
  return [{ type: 'heading', depth, children: [...anchor, ...phrases] }, ...listNodes(blocks, level + 1)];
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
  return { type: 'listItem', spread: false, children: [...first, ...listNodes(blocks, level)] };
}

function buildList(children: List['children']): Content[] {
  return children.length === 0 ? [] : [{ type: 'list', ordered: false, spread: false, children }];
}

// Ids are letters, digits, `-`, `_` and `.`.
function buildAnchor(id: string): PhrasingContent {
  return { type: 'html', value: `<a id="${id}"></a>` };
}

function listPhrases(part: Inline): PhrasingContent[] {
  const phrases: PhrasingContent[] = [];
  for (const phrase of listAll(part)) {
    const last = phrases.at(-1);
    // Adjacent texts would be encoded as if each began a word.
    if (phrase.type === 'text' && last?.type === 'text') last.value += phrase.value;
    else phrases.push(phrase);
  }
  return phrases;
}

function listAll(part: Inline): PhrasingContent[] {
  if (part === undefined || part === false || part === '') return [];
  if (typeof part === 'string' || typeof part === 'number') return [{ type: 'text', value: toOneLine(String(part)) }];
  if ('kind' in part) return listNodePhrases(part);
  return part.flatMap(listAll);
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
  return removeControls(text).replace(/[\s\u2028\u2029]+/g, ' ');
}
