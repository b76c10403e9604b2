import type { Heading, List, PhrasingContent, TableRow } from 'mdast';
import { isSafeAddress, removeControls } from './encode.js';
import { type Content, parseMarkdown } from './markdown-nodes.js';
import { printNodes } from './print-nodes.js';
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
 * Adds blocks to the parts of a document, as Markdown (CommonMark with tables). Folded blocks are shown, drawings are omitted, and each
 * heading has the anchor of its section. The outermost headings have the level `level`.
 */
export function printTreeMarkdown(blocks: Blocks, level = 1, parts: string[] = []): string[] {
  addParts(parts, listBlocks(blocks), level);
  return parts;
}

// All nodes of a large description would take hundreds of megabytes, so each section is printed before the next one is
// built.
function addParts(parts: string[], blocks: readonly Block[], level: number): void {
  for (const block of blocks) {
    if (parts.length > 0) parts.push('\n');
    if (block.kind !== 'section') {
      parts.push(printNodes(listNodesOf(block, level)));
      continue;
    }
    const inside = listBlocks(block.blocks);
    const inner = inside.findIndex(({ kind }) => kind === 'section');
    const own = inner < 0 ? inside : inside.slice(0, inner);
    parts.push(printNodes([buildHeading(block, level), ...own.flatMap((one) => listNodesOf(one, level + 1))]));
    if (inner >= 0) addParts(parts, inside.slice(inner), level + 1);
  }
}

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
      return [{ type: 'paragraph', children: listLine(block.inside) }];
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
      return [{ type: 'paragraph', children: listLine(block.summary) }, ...listNodes(block.blocks, level)];
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
  const phrases = listLine([title, !isEmpty(note) && [' ', note]]);
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
  const children: Content[] = [];
  const phrases = listLine(line);
  if (phrases.length > 0) children.push({ type: 'paragraph', children: phrases });
  for (const block of listBlocks(blocks)) addToItem(children, listNodesOf(block, level));
  return { type: 'listItem', children };
}

// The lines of an item stand below each other. Without this, blank lines would separate them.
function addToItem(children: Content[], [first, ...more]: readonly Content[]): void {
  const last = children.at(-1);
  if (last?.type === 'paragraph' && first?.type === 'paragraph')
    children[children.length - 1] = {
      type: 'paragraph',
      children: [...last.children, { type: 'text', value: '\n' }, ...first.children],
    };
  else if (first) children.push(first);
  children.push(...more);
}

function buildList(children: List['children']): Content[] {
  return children.length === 0 ? [] : [{ type: 'list', ordered: false, children }];
}

// Ids consist of letters, digits, `-`, `_` and `.`.
function buildAnchor(id: string): PhrasingContent {
  return { type: 'html', value: `<a id="${id}"></a>` };
}

// A line has no spaces at its end. The library would print them as character references.
function listLine(part: Inline): PhrasingContent[] {
  const phrases = listPhrases(part);
  const last = phrases.at(-1);
  if (last?.type !== 'text') return phrases;
  last.value = last.value.trimEnd();
  return last.value === '' ? phrases.slice(0, -1) : phrases;
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
