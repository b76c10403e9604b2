import { encodeHtmlAttribute, encodeHtmlText, printLinkAttributes } from './encode.js';
import { Html } from './html.js';
import { hasLongWord, printBreakable, usualLength } from './long-words.js';
import { renderMarkdown } from './render-markdown.js';
import {
  type Block,
  type Blocks,
  type Fields,
  type Inline,
  type InlineNode,
  isEmpty,
  type ListItem,
  listBlocks,
  type Mark,
  type Section,
  type Table,
} from './tree.js';

/** The options for printing a tree as HTML. */
interface TreeOptions {
  /** The level of the headings of the outermost sections; 2 by default. */
  readonly level?: number;
  /** The URL of the document to which links to ids lead. It is empty by default: the links lead to this document. */
  readonly document?: string;
}

/** Prints blocks as HTML. */
export function printTree(blocks: Blocks, { level = 2, document = '' }: TreeOptions = {}): Html {
  return new Html(new TreePrinter(document).printBlocks(blocks, level));
}

/**
 * Adds blocks to the parts of a document, as HTML. Each operation and each schema is a part of its own. The whole text of a large
 * description would be copied each time that it is changed.
 */
export function printTreeParts(blocks: Blocks, parts: Html[] = []): Html[] {
  new TreePrinter('').addParts(blocks, 2, parts);
  return parts;
}

const tags: { readonly [K in Mark]: readonly [start: string, end: string] } = {
  strong: ['<b>', '</b>'],
  emphasis: ['<em>', '</em>'],
  muted: ['<i>', '</i>'],
  open: ['<span class="lacuna-open">', '</span>'],
  count: ['<span class="lacuna-count">', '</span>'],
  hidden: ['<span class="lacuna-hidden">', '</span>'],
};

const highest = 6;

// A large description has tens of thousands of fields, so optional end tags are omitted.
class TreePrinter {
  readonly #document: string;

  constructor(document: string) {
    this.#document = document;
  }

  printInline(part: Inline): string {
    if (part === undefined || part === false) return '';
    if (typeof part === 'string') return this.#printText(part);
    if (typeof part === 'number') return String(part);
    if ('kind' in part) return this.#printNode(part);
    let text = '';
    for (const one of part) text += this.printInline(one);
    return text;
  }

  // Redoc's search would not find a word that contains elements.
  #printText(text: string, leastTogether = usualLength): string {
    return this.#document === '' ? printBreakable(text, leastTogether) : encodeHtmlText(text);
  }

  #breakWords(html: string): string {
    if (this.#document !== '' || !hasLongWord(html)) return html;
    const parts = html.split(/(<[^>]*>)/);
    return parts.map((part) => (part.startsWith('<') ? part : printBreakable(part, usualLength, String))).join('');
  }

  #printNode(node: InlineNode): string {
    if (node.kind === 'code') return `<code>${this.#printText(node.text)}</code>`;
    const inside = this.printInline(node.inside);
    if (node.kind === 'mark') return tags[node.mark].join(inside);
    // On paper, the URL follows the text of a link, unless it is the text.
    const kind = node.isBadge ? 'badge' : node.inside === node.address ? 'url' : undefined;
    return `<a${kind ? ` class="lacuna-${kind}"` : ''}${this.#printTarget(node.address)}>${inside}</a>`;
  }

  #printTarget(address: string): string {
    if (!address.startsWith('#')) return printLinkAttributes(address);
    return ` href="${encodeHtmlAttribute(this.#document + address)}"`;
  }

  printBlocks(blocks: Blocks, level: number): string {
    let text = '';
    for (const block of listBlocks(blocks)) text += this.#printBlock(block, level);
    return text;
  }

  addParts(blocks: Blocks, level: number, parts: Html[]): void {
    for (const block of listBlocks(blocks)) {
      if (block.kind !== 'section' || isArticle(block)) parts.push(new Html(this.#printBlock(block, level)));
      else {
        parts.push(new Html(this.#printStart(block, level)));
        this.addParts(block.blocks, level + 1, parts);
        parts.push(new Html(printEnd(block)));
      }
    }
  }

  #printBlock(block: Block, level: number): string {
    switch (block.kind) {
      case 'section':
        return this.#printSection(block, level);
      case 'paragraph':
        return `<p${block.role ? ` class="lacuna-${block.role}"` : ''}>${this.printInline(block.inside)}</p>\n`;
      case 'prose':
        return `${this.#breakWords(renderMarkdown(block.text, Math.min(level, highest)).text)}\n`;
      case 'fields':
        return this.#printFields(block, level);
      case 'list':
        return `<ul${block.role ? ` class="lacuna-${block.role}"` : ''}>${block.items.map((item) => this.#printItem(item, level)).join('')}</ul>\n`;
      case 'facts':
        return `<dl class="lacuna-facts">\n${block.facts
          .map(
            ({ name, value }) => `<div><dt>${this.printInline(name)}</dt><dd>${this.printInline(value)}</dd></div>\n`,
          )
          .join('')}</dl>\n`;
      case 'table':
        return this.#printTable(block);
      case 'code':
        return this.#printCode(block.text, block.language, block.label);
      case 'details':
        return `<details${block.role ? ' class="lacuna-call-out lacuna-elsewhere"' : ''}${printId(block.id)}><summary>${this.printInline(block.summary)}</summary>${this.printBlocks(block.blocks, level)}</details>\n`;
      case 'call-out':
        return `<div class="lacuna-call-out"${printId(block.id)}>\n${this.printBlocks(block.blocks, level)}</div>\n`;
      case 'figure':
        return `<figure class="lacuna-states">${this.printBlocks(block.blocks, level)}</figure>\n`;
      case 'drawing':
        return block.drawing.text;
    }
  }

  #printSection(section: Section, level: number): string {
    return [this.#printStart(section, level), this.printBlocks(section.blocks, level + 1), printEnd(section)].join('');
  }

  #printStart(section: Section, level: number): string {
    const { id, oldIds = [], role, title, note, route } = section;
    const tag = isArticle(section) ? 'article' : 'section';
    const heading = `h${Math.min(level, highest)}`;
    const text = this.printInline(title);
    const beside = isEmpty(note) ? '' : ` ${this.printInline(note)}`;
    const start = `<${tag}${role ? ` class="lacuna-${role}"` : ''}${printId(id)}${printRoute(route)}>`;
    return `${start}${printOldIds(oldIds)}\n<${heading}>${text}${beside}${printAnchor(id)}</${heading}>\n`;
  }

  #printFields({ id, fields }: Fields, level: number): string {
    let text = `<dl${printId(id)}>`;
    for (const { name, line, mark, id: own, blocks } of fields) {
      const about = isEmpty(line) ? '' : ` <i>${this.printInline(line)}</i>`;
      const marked = isEmpty(mark) ? '' : ` ${this.printInline(mark)}`;
      text += `<dt>${this.printInline(name)}${about}${marked}<dd${printId(own)}>${this.printBlocks(blocks, level)}\n`;
    }
    return `${text}</dl>\n`;
  }

  #printItem({ id, oldIds = [], line, blocks = [] }: ListItem, level: number): string {
    return `<li${printId(id)}>${printOldIds(oldIds)}${this.printInline(line)}${this.printBlocks(blocks, level)}</li>\n`;
  }

  #printTable({ head, rows }: Table): string {
    const cells = head.map((text) => `<th scope="col">${encodeHtmlText(text)}</th>`).join('');
    const body = rows.map((row) => {
      const [first, ...others] = row.map((cell) => this.printInline(cell));
      const columns = others.map(
        (cell, index) => `<td data-label="${encodeHtmlAttribute(head[index + 1] ?? '')}">${cell}</td>`,
      );
      return `<tr><th scope="row">${first}</th>${columns.join('')}</tr>\n`;
    });
    return `<table><thead><tr>${cells}</tr></thead><tbody>\n${body.join('')}</tbody></table>\n`;
  }

  #printCode(text: string, language: string, label: string | undefined): string {
    const named = label === undefined ? '' : ` data-label="${encodeHtmlAttribute(label)}"`;
    const kind = language === '' ? '' : ` class="language-${encodeHtmlAttribute(language)}"`;
    const button = label === undefined ? '' : '<button type="button" class="lacuna-copy">Copy</button>';
    return `<pre${named}>${button}<code${kind}>${this.#printText(text, 20)}</code></pre>\n`;
  }
}

function isArticle({ role }: Section): boolean {
  return role === 'operation' || role === 'schema';
}

function printEnd(section: Section): string {
  return isArticle(section) ? '</article>\n' : '</section>\n';
}

// CSS shows the sign, so that the heading contains only its words.
function printAnchor(id: string | undefined): string {
  if (id === undefined) return '';
  return `<a class="lacuna-anchor" href="#${encodeHtmlAttribute(id)}" aria-label="Link to this section"></a>`;
}

function printId(id: string | undefined): string {
  return id === undefined ? '' : ` id="${encodeHtmlAttribute(id)}"`;
}

function printRoute(route: string | undefined): string {
  return route === undefined ? '' : ` data-route="${encodeHtmlAttribute(route)}"`;
}

function printOldIds(ids: readonly string[]): string {
  return ids.map((id) => `<span id="${encodeHtmlAttribute(id)}"></span>`).join('');
}
