import type { Html } from '../../text/html.js';
import { printBreakableText } from '../../text/long-words.js';
import { printTreeParts } from '../../text/print-tree.js';
import { printTreeMarkdown } from '../../text/print-tree-markdown.js';
import type { View } from '../../text/templates.js';
import { type Block, listBlocks, readLine, type Section } from '../../text/tree.js';

/** The sections of the article in all forms in which the pages show them. */
export interface PrintedSections {
  /** The sections as parts of HTML. */
  readonly text: readonly Html[];
  /** The sections as parts of Markdown, below the title of the document. */
  readonly markdown: readonly string[];
  /** The view of the table of contents: the sections with their inner sections. */
  readonly contents: readonly View[];
  /** The addresses in Redoc's page and the ids with the same content, as JSON for a script. */
  readonly places: string;
}

/** Prints the sections of the article. Each is printed in all forms before the next one is built. */
export function printSections(sections: Iterable<Section>): PrintedSections {
  const text: Html[] = [];
  const markdown: string[] = [];
  const entries: Entry[] = [];
  const places: [string, string][] = [];
  for (const section of sections) {
    printTreeParts([section], text);
    printTreeMarkdown([section], 2, markdown);
    entries.push({ ...viewEntry(section), role: section.role, inside: listInside(section).map(viewEntry) });
    addPlaces(places, [section]);
  }
  return { text, markdown, contents: viewContents(entries), places: encodeScriptData(places) };
}

/** A section in the table of contents. */
interface Entry extends View {
  readonly role: Section['role'];
  readonly inside: readonly View[];
}

// Larger groups are folded.
const mostUnfolded = 40;

function viewContents(entries: readonly Entry[]): readonly View[] {
  const count = entries.reduce((sum, { inside }) => sum + inside.length, 0);
  return entries.map((entry) => ({ ...entry, isFolded: entry.role !== 'group' || count > mostUnfolded }));
}

function viewEntry({ id, title }: Section): View & { readonly id: string } {
  return { id: id ?? '', title: printBreakableText(readLine(title)) };
}

// The table has no lines for the sections inside operations and inside the ledger.
function listInside({ role, id, blocks }: Section): Section[] {
  if (role !== 'group' && id !== 'schemas' && id !== 'webhooks') return [];
  return listBlocks(blocks).filter((block): block is Section => block.kind === 'section' && block.id !== undefined);
}

// Redoc's page compares the end of its own address with these, to find the place in the article with the same content.
function addPlaces(places: [string, string][], blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.kind === 'list') {
      for (const { id, route } of block.items) if (route !== undefined) places.push([route, id ?? 'changes']);
    }
    if (block.kind !== 'section') continue;
    if (block.route !== undefined && block.id !== undefined) places.push([block.route, block.id]);
    addPlaces(places, listBlocks(block.blocks));
  }
}

// The data must not begin a comment or an end tag.
function encodeScriptData(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
