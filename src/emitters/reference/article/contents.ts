import { printBreakableText } from '../../../text/long-words.js';
import type { View } from '../../../text/templates.js';
import { listBlocks, readLine, type Section } from '../../../text/tree.js';

// Larger groups are folded.
const mostUnfolded = 40;

/** Returns the view of the table of contents: the sections of the article with their inner sections. */
export function viewContents(sections: readonly Section[]): readonly View[] {
  const all = sections.map((section) => ({ section, inside: listInside(section) }));
  const count = all.reduce((sum, { inside }) => sum + inside.length, 0);
  return all.map(({ section, inside }) => ({
    ...viewEntry(section),
    inside: inside.map(viewEntry),
    isFolded: section.role !== 'group' || count > mostUnfolded,
  }));
}

function viewEntry({ id, title }: Section): View & { readonly id: string } {
  return { id: id ?? '', title: printBreakableText(readLine(title)) };
}

// The table has no lines for the sections inside operations and inside the ledger.
function listInside({ role, id, blocks }: Section): Section[] {
  if (role !== 'group' && id !== 'schemas' && id !== 'webhooks') return [];
  return listBlocks(blocks).filter((block): block is Section => block.kind === 'section' && block.id !== undefined);
}
