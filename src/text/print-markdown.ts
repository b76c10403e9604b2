import { encodeMarkdownCode, encodeMarkdownText } from './encode.js';
import type { Html } from './html.js';

/**
 * Prints HTML of this room as Markdown (CommonMark with tables) for tools. Definition lists become lists, `<details>` are
 * shown in full, and images and buttons are omitted.
 */
export function printMarkdown(html: Html): string {
  const printer = new MarkdownPrinter();
  const { text } = html;
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<', at);
    if (start !== at) printer.addText(decode(start < 0 ? text.slice(at) : text.slice(at, start)));
    if (start < 0) break;
    const end = text.indexOf('>', start);
    const inside = text.slice(start + 1, end);
    const space = inside.indexOf(' ');
    if (inside.startsWith('/')) printer.close(inside.slice(1));
    else if (space < 0) printer.open(inside, '');
    else printer.open(inside.slice(0, space), inside.slice(space));
    at = end + 1;
  }
  return printer.finish();
}

const entities: { readonly [entity: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}

// Inline elements. Every other element begins a line.
const inline = new Set(['a', 'b', 'code', 'em', 'i', 'span', 's', 'strong', 'br']);
const unseen = new Set(['svg', 'nav', 'button']);
const marks: { readonly [tag: string]: string } = { b: '**', strong: '**', em: '*', s: '~~' };

class MarkdownPrinter {
  readonly #lines: string[] = [];
  #line = '';
  #prefix = '';
  #depth = 0;
  #code: string | undefined;
  #block: string | undefined;
  #hidden: string | undefined;
  #cells: string[] | undefined;
  #columns = 0;
  readonly #links: string[] = [];

  open(tag: string, attributes: string): void {
    if (this.#hidden !== undefined) return;
    if (unseen.has(tag)) this.#hidden = tag;
    else if (tag === 'pre') {
      this.#endLine();
      this.#block = '';
    } else if (this.#block !== undefined) {
      if (tag === 'br') this.#block += '\n';
    } else if (tag === 'code') this.#code = '';
    else if (inline.has(tag)) this.#openInline(tag, attributes);
    else this.#openBlock(tag);
  }

  #openInline(tag: string, attributes: string): void {
    this.#write(marks[tag] ?? '');
    if (tag !== 'a') return;
    // The text has no anchors, so links to anchors of the article are omitted.
    const address = decode(/ href="([^#"][^"]*)"/.exec(attributes)?.[1] ?? '');
    this.#links.push(address);
    if (address !== '') this.#write('[');
  }

  #openBlock(tag: string): void {
    if (tag === 'td' || tag === 'th') {
      this.#cells?.push('');
      return;
    }
    if (tag === 'tr') {
      this.#endLine();
      this.#cells = [];
      return;
    }
    this.#endLine();
    if (/^h[1-6]$/.test(tag)) this.#prefix = `${'#'.repeat(Number(tag[1]))} `;
    else if (tag === 'ul' || tag === 'ol' || tag === 'dl') this.#depth++;
    else if (tag === 'li' || tag === 'dt') this.#prefix = '- ';
    else if (tag === 'blockquote') this.#prefix = '> ';
  }

  close(tag: string): void {
    if (this.#hidden !== undefined) {
      if (tag === this.#hidden) this.#hidden = undefined;
    } else if (tag === 'pre') this.#closeBlock();
    else if (this.#block !== undefined) return;
    else if (tag === 'code') this.#closeCode();
    else if (tag === 'a') this.#closeLink();
    else if (inline.has(tag)) this.#write(marks[tag] ?? '');
    else if (tag === 'tr') this.#closeRow();
    else if (tag === 'thead') this.#lines.push(`|${' --- |'.repeat(this.#columns)}`);
    else if (tag !== 'td' && tag !== 'th') {
      this.#endLine();
      if (tag === 'ul' || tag === 'ol' || tag === 'dl') this.#depth--;
      if (this.#depth === 0) this.#leaveLine();
    }
  }

  #closeRow(): void {
    const cells = this.#cells ?? [];
    this.#columns = cells.length;
    this.#lines.push(`| ${cells.map((cell) => cell.trim()).join(' | ')} |`);
    this.#cells = undefined;
  }

  #closeCode(): void {
    const text = encodeMarkdownCode(this.#code ?? '');
    this.#code = undefined;
    // A code span needs no encoding, except that `|` would end a table cell.
    this.#write(this.#cells ? text.replaceAll('|', '\\|') : text);
  }

  #closeLink(): void {
    const address = this.#links.pop() ?? '';
    if (address !== '')
      this.#write(`](${address.replace(/[\s()<>\\]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`);
  }

  #closeBlock(): void {
    const text = this.#block ?? '';
    const fence = '`'.repeat(Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1);
    const indent = this.#indent();
    const lines = [fence, ...text.replace(/\n$/, '').split('\n'), fence].map((line) => `${indent}${line}`);
    this.#leaveLine();
    this.#lines.push(...lines);
    this.#leaveLine();
    this.#block = undefined;
  }

  addText(text: string): void {
    if (this.#hidden !== undefined) return;
    if (this.#block !== undefined) this.#block += text;
    else if (this.#code !== undefined) this.#code += text;
    else if (text.trim() === '') this.#write(' ');
    else this.#write(this.#encode(text));
  }

  // Some characters are markup only at the start of a line.
  #encode(text: string): string {
    const start = /^\s/.test(text) ? ' ' : '';
    const isBegun = this.#cells !== undefined || this.#line.trim() !== '';
    const encoded = isBegun ? encodeMarkdownText(`x${text.trim()}`).slice(1) : encodeMarkdownText(text);
    return `${start}${encoded}${/\s$/.test(text) ? ' ' : ''}`;
  }

  #write(text: string): void {
    if (this.#cells) this.#cells.push(`${this.#cells.pop() ?? ''}${text}`);
    else this.#line += text;
  }

  #indent(): string {
    return '  '.repeat(Math.max(0, this.#prefix === '- ' ? this.#depth - 1 : this.#depth));
  }

  #endLine(): void {
    const text = this.#line.trim();
    if (text !== '') {
      if (this.#depth === 0) this.#leaveLine();
      this.#lines.push(`${this.#indent()}${this.#prefix}${text}`);
      this.#prefix = '';
    }
    this.#line = '';
  }

  // One empty line between blocks, none before the first.
  #leaveLine(): void {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  finish(): string {
    this.#endLine();
    return `${this.#lines.join('\n').trimEnd()}\n`;
  }
}
