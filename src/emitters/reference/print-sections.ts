import type { Html } from '../../text/html.js';
import { printBreakableText } from '../../text/long-words.js';
import { printTreeParts } from '../../text/print-tree.js';
import { printTreeMarkdown } from '../../text/print-tree-markdown.js';
import type { View } from '../../text/templates.js';
import { listBlocks, readLine, type Section } from '../../text/tree.js';

/** The sections of the article in all forms in which the pages show them. */
export interface PrintedSections {
  /** The sections as parts of HTML. */
  readonly text: readonly Html[];
  /** The sections as parts of Markdown, below the title of the document. */
  readonly markdown: readonly string[];
  /** The view of the table of contents: the sections with their inner sections. */
  readonly contents: readonly View[];
}

/** Prints the sections of the article. Each is printed in all forms before the next one is built. */
export function printSections(sections: Iterable<Section>): PrintedSections {
  const text: Html[] = [];
  const markdown: string[] = [];
  const entries: Entry[] = [];
  for (const section of sections) {
    printTreeParts([section], text);
    printTreeMarkdown([section], 2, markdown);
    entries.push({ ...viewEntry(section), role: section.role, inside: listInside(section).map(viewEntry) });
  }
  return { text, markdown, contents: viewContents(entries) };
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
