import type { Html } from './html.js';

/** A part of a line of a document. Lists are joined. `undefined` and `false` print nothing. */
export type Inline = string | number | undefined | false | InlineNode | readonly Inline[];

/** The style of a part of a line. */
export type Mark = 'strong' | 'emphasis' | 'muted' | 'open' | 'count' | 'hidden';

/** A part of a line that is more than text. */
export type InlineNode =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'mark'; readonly mark: Mark; readonly inside: Inline }
  /** A link to an id of the document (`#id`) or to a URL. If the URL is not safe, only the text is printed. */
  | { readonly kind: 'link'; readonly address: string; readonly inside: Inline; readonly isBadge?: true };

/** A block of a document. */
export type Block =
  | Section
  | Fields
  | { readonly kind: 'paragraph'; readonly inside: Inline; readonly role?: 'source' | 'fine' | 'route' | 'lead' }
  /** A Markdown text of the description. */
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly ListItem[]; readonly role?: 'parts' }
  /** Names with short values. */
  | { readonly kind: 'facts'; readonly facts: readonly { readonly name: Inline; readonly value: Inline }[] }
  | Table
  | { readonly kind: 'code'; readonly text: string; readonly language: string; readonly label?: string | undefined }
  /** Blocks that are folded. */
  | {
      readonly kind: 'details';
      readonly id?: string | undefined;
      readonly summary: Inline;
      readonly blocks: Blocks;
      /** The role of items that also appear at other places. */
      readonly role?: 'elsewhere';
    }
  /** A call-out about something that the documentation does not say. */
  | { readonly kind: 'call-out'; readonly id?: string; readonly blocks: Blocks }
  | { readonly kind: 'figure'; readonly blocks: Blocks }
  /** A drawing. Markdown omits it, so a table beside it contains the same facts. */
  | { readonly kind: 'drawing'; readonly drawing: Html };

/** A list of blocks. `undefined` and `false` print nothing, and lists are joined. */
export type Blocks = readonly (Block | Blocks | undefined | false)[];

/** An item of a list: a line, and the blocks below it. */
export interface ListItem {
  readonly id?: string;
  /** Earlier ids, which also lead here. */
  readonly oldIds?: readonly string[];
  readonly line: Inline;
  readonly blocks?: Blocks;
}

/** A part of a document with a heading. Its level follows from the sections around it. */
export interface Section {
  readonly kind: 'section';
  /** The id. The printers write a link beside the heading. */
  readonly id?: string;
  /** Earlier ids, which also lead here. */
  readonly oldIds?: readonly string[];
  readonly role?: 'operation' | 'schema' | 'group' | 'response';
  readonly title: Inline;
  /** The text beside the title in the heading. */
  readonly note?: Inline;
  /** The address of the same place in another view. */
  readonly route?: string | undefined;
  readonly blocks: Blocks;
}

/** Names with a description each, for parameters, headers and properties. */
export interface Fields {
  readonly kind: 'fields';
  readonly id?: string | undefined;
  readonly fields: readonly Field[];
}

/** A name, a line about it, and the blocks below. */
export interface Field {
  readonly name: Inline;
  readonly line: Inline;
  readonly mark?: Inline;
  readonly id?: string | undefined;
  readonly blocks: Blocks;
}

/** A table. The first cell of a row is its heading. */
export interface Table {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly (readonly Inline[])[];
}

/** Builds a line from a template. */
export function line(pieces: TemplateStringsArray, ...parts: readonly Inline[]): Inline {
  return pieces.flatMap((piece, index): Inline[] => [piece, parts[index]]);
}

/** Creates code in a line. */
export function code(text: string): InlineNode {
  return { kind: 'code', text };
}

/** Creates a highlighted part of a line. */
export function mark(kind: Mark, inside: Inline): InlineNode {
  return { kind: 'mark', mark: kind, inside };
}

/** Creates a link. */
export function link(address: string, inside: Inline): InlineNode {
  return { kind: 'link', address, inside };
}

/** Creates a paragraph. */
export function paragraph(...inside: readonly Inline[]): Block {
  return { kind: 'paragraph', inside };
}

/** Joins parts of a line with a text between them. Omits empty parts. */
export function joinLine(parts: readonly Inline[], between: string): Inline {
  const joined: Inline[] = [];
  for (const part of parts) {
    if (isEmpty(part)) continue;
    if (joined.length > 0) joined.push(between);
    joined.push(part);
  }
  return joined;
}

/** Returns whether a part of a line prints nothing. */
export function isEmpty(part: Inline): boolean {
  if (part === undefined || part === false || part === '') return true;
  return Array.isArray(part) && part.every(isEmpty);
}

/** Lists blocks without the absent ones. */
export function listBlocks(blocks: Blocks, list: Block[] = []): Block[] {
  for (const block of blocks) {
    if (block === undefined || block === false) continue;
    if ('kind' in block) list.push(block);
    else listBlocks(block, list);
  }
  return list;
}

/** Returns the text of a line. */
export function readLine(part: Inline): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return String(part);
  if (!('kind' in part)) return part.map(readLine).join('');
  return part.kind === 'code' ? part.text : readLine(part.inside);
}
