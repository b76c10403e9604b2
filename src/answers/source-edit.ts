import {
  Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  stringify,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { splitPointer } from '../diagnostics/origin.js';
import type { JsonValue } from '../model/element.js';
import { type DescriptionEdit, EditRefusal, type Member, type OpenEdit } from './description-edit.js';

/**
 * Edits files of a description with `write`. `readText` reads the text of a file, without byte order mark. Returns the
 * new texts by file.
 */
export function planSources(
  readText: (file: string) => string,
  write: (open: OpenEdit) => void,
): ReadonlyMap<string, string> {
  const edits = new Map<string, SourceEdit>();
  write((file) => {
    const edit = edits.get(file) ?? new SourceEdit(readText(file));
    edits.set(file, edit);
    return edit;
  });
  return new Map([...edits].map(([file, { text }]) => [file, text]));
}

type Collection = YAMLMap<unknown, unknown> | YAMLSeq<unknown>;

/**
 * Edits a description in YAML or JSON in place. Only the text of the edited members changes, and it has the style of
 * the text around it. Each edit throws an `EditRefusal` if the text does not allow it, for example behind an alias.
 */
export class SourceEdit implements DescriptionEdit {
  #text: string;
  #document: Document.Parsed;
  readonly #isJson: boolean;
  readonly #printer: InlinePrinter;
  readonly #lineEnd: string;

  constructor(text: string) {
    this.#text = text;
    this.#document = parse(text);
    this.#isJson = /^\s*[[{]/.test(text) && isJsonText(text);
    this.#printer = this.#isJson ? jsonPrinter : yamlPrinter;
    this.#lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  }

  get text(): string {
    return this.#text;
  }

  read(pointer: string): unknown {
    const node = this.#find(pointer);
    return node.toJS(this.#document);
  }

  replaceMember(pointer: string, key: string, members: readonly Member[]): void {
    const map = this.#findMap(pointer);
    const index = map.items.findIndex((pair) => readKey(pair) === key);
    const pair = map.items[index];
    if (!pair) throw new EditRefusal(`'${key}' is not written here; it comes from a merge key or an alias`);
    refuseAnchors(this.#text, findStart(pair), this.#endOf(pair));
    if (members.length === 0 && map.items.length > 1) this.#removeEntry(map, index);
    else if (members.length === 0) this.#splice(findStart(pair), this.#endOf(pair), map.flow ? '' : '{}');
    else this.#splice(findStart(pair), this.#endOf(pair), this.#printMembers(map, members));
  }

  addMembers(pointer: string, members: readonly Member[]): void {
    if (members.length === 0) return;
    const map = this.#findMap(pointer);
    const last = map.items.at(-1);
    if (last) this.#addAfter(map, this.#endOf(last), this.#printMembers(map, members));
    else this.#splice(...getRange(map), `{ ${this.#printMembers(map, members)} }`);
  }

  replaceValue(pointer: string, value: JsonValue): void {
    const node = this.#find(pointer);
    refuseAnchors(this.#text, ...getRange(node));
    const [start, end] = getRange(node);
    const text = this.#printer.printFlow(value);
    this.#splice(start, findTextEnd(this.#text, start, end), text);
  }

  appendText(pointer: string, added: string): void {
    const node = this.#find(pointer);
    if (!isScalar(node) || typeof node.value !== 'string') throw new EditRefusal('there is no string here');
    const [start, end] = getRange(node);
    if (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED') {
      const old = node.value.trimEnd();
      this.replaceValue(pointer, `${old}${/[.!?]$/.test(old) || old === '' ? '' : '.'} ${added}`.trim());
      return;
    }
    const last = findTextEnd(this.#text, start, end);
    const indent = /[^\S\r\n]*/.exec(this.#text.slice(this.#text.lastIndexOf('\n', last - 1) + 1))?.[0] ?? '';
    const lines = added.split('\n').map((line) => indent + line);
    this.#splice(last, last, `${this.#lineEnd.repeat(2)}${lines.join(this.#lineEnd)}`);
  }

  renameMember(pointer: string, key: string, name: string): void {
    const pair = this.#findMap(pointer).items.find((each) => readKey(each) === key);
    const node = pair?.key;
    if (!isScalar(node)) throw new EditRefusal(`'${key}' is not written here; it comes from a merge key or an alias`);
    const [start, end] = getRange(node);
    const isQuoted = this.#isJson || /^["']/.test(this.#text.slice(start, end)) || /^\d+$/.test(name);
    this.#splice(start, end, isQuoted ? encodeQuoted(this.#text[start], name) : printBlockKey(name));
  }

  removeItem(pointer: string, index: number): void {
    const sequence = this.#find(pointer);
    if (!isSeq(sequence)) throw new EditRefusal('there is no list here');
    const item = sequence.items[index];
    if (!isNode(item)) throw new EditRefusal('the list has no such item');
    refuseAnchors(this.#text, ...getRange(item));
    this.#removeEntry(sequence, index);
  }

  appendItem(pointer: string, value: JsonValue): void {
    const sequence = this.#find(pointer);
    if (!isSeq(sequence)) throw new EditRefusal('there is no list here');
    const last = sequence.items.at(-1);
    if (!isNode(last)) this.replaceValue(pointer, [value]);
    else if (sequence.flow) this.#addAfter(sequence, this.#endOf(last), this.#printIn(value, sequence));
    else {
      const indent = ' '.repeat(findColumn(this.#text, this.#dashOf(last)));
      const lines = isFlowCollection(last)
        ? this.#printer.printFlow(value)
        : indentRest(printBlock(value), `${indent}  `);
      this.#addAfter(sequence, this.#endOf(last), `- ${lines}`.replaceAll('\n', this.#lineEnd));
    }
  }

  #find(pointer: string): Node {
    let node: unknown = this.#document.contents;
    for (const token of splitPointer(pointer)) {
      if (isMap(node)) node = node.items.find((pair) => readKey(pair) === token)?.value;
      else if (isSeq(node)) node = node.items[Number(token)];
      else throw new EditRefusal('the place is reached through an alias or a merge key');
    }
    if (!isNode(node) || isAlias(node)) throw new EditRefusal('the place is reached through an alias or a merge key');
    return node;
  }

  #findMap(pointer: string): YAMLMap<unknown, unknown> {
    const node = this.#find(pointer);
    if (!isMap(node)) throw new EditRefusal('there is no object here');
    return node;
  }

  #removeEntry(collection: Collection, index: number): void {
    const entry = collection.items[index];
    const next = collection.items[index + 1];
    const before = collection.items[index - 1];
    const [start, end] = [this.#entryStart(entry, collection), this.#endOf(entry)];
    if (collection.flow) {
      if (next !== undefined) this.#splice(start, this.#entryStart(next, collection), '');
      else if (before !== undefined) this.#splice(this.#endOf(before), end, '');
      return;
    }
    const lineStart = this.#text.lastIndexOf('\n', start - 1) + 1;
    const lineEnd = findLineEnd(this.#text, end);
    if (this.#text.slice(lineStart, start).trim() === '') {
      // If the last line is removed, the line break before it is removed too.
      const from = lineEnd === this.#text.length ? findLineEnd(this.#text, Math.max(lineStart - 1, 0)) : lineStart;
      this.#splice(from, findNextLine(this.#text, lineEnd), '');
    }
    // The first member of an object in a list is on the line of the dash, so the next member moves there.
    else if (next !== undefined && this.#text.slice(lineEnd, this.#entryStart(next, collection)).trim() === '')
      this.#splice(start, this.#entryStart(next, collection), '');
    else this.#splice(start, lineEnd, '');
  }

  #entryStart(entry: unknown, collection: Collection): number {
    const start = findStart(entry);
    return isSeq(collection) && !collection.flow && isNode(entry) ? this.#dashOf(entry) : start;
  }

  #dashOf(item: Node): number {
    return this.#text.lastIndexOf('-', findStart(item) - 1);
  }

  #addAfter(collection: Collection, end: number, text: string): void {
    const [first] = collection.items;
    if (collection.flow) {
      const gap = this.#text.slice(getRange(collection)[0] + 1, findStart(first));
      this.#splice(end, end, `,${gap.includes('\n') ? gap : ' '}${text}`);
      return;
    }
    const indent = ' '.repeat(findColumn(this.#text, this.#entryStart(first, collection)));
    const lineEnd = findLineEnd(this.#text, end);
    this.#splice(lineEnd, lineEnd, `${this.#lineEnd}${indent}${text}`);
  }

  #printMembers(map: YAMLMap<unknown, unknown>, members: readonly Member[]): string {
    const [first] = map.items;
    if (map.flow || first === undefined) {
      const gap = first === undefined ? ' ' : this.#text.slice(getRange(map)[0] + 1, findStart(first));
      return members
        .map(([key, value]) => `${this.#printer.printKey(key)}: ${this.#printIn(value, map)}`)
        .join(`,${gap.includes('\n') ? gap : ' '}`);
    }
    const indent = ' '.repeat(findColumn(this.#text, findStart(first)));
    const lines = members.map(([key, value]) => printBlockMember(key, value));
    return indentRest(lines.join('\n'), indent).replaceAll('\n', this.#lineEnd);
  }

  // In a flow collection of JSON that spans lines, the value spans lines too.
  #printIn(value: JsonValue, collection: Collection): string {
    const [first] = collection.items;
    const gap = this.#text.slice(getRange(collection)[0] + 1, findStart(first ?? collection));
    if (!this.#isJson || !gap.includes('\n')) return this.#printer.printFlow(value);
    const indent = /[ \t]*$/.exec(gap)?.[0] ?? '';
    const unit = indent.startsWith('\t') ? '\t' : '  ';
    return indentRest(JSON.stringify(value, undefined, unit), indent).replaceAll('\n', this.#lineEnd);
  }

  #endOf(entry: unknown): number {
    const node = isPair(entry)
      ? isNode(entry.value) && getRange(entry.value)[1] > getRange(entry.value)[0]
        ? entry.value
        : entry.key
      : entry;
    if (!isNode(node)) throw new EditRefusal('lacuna finds no position for the text here');
    const [start, end] = getRange(node);
    const last = findTextEnd(this.#text, start, end);
    // A key without a value ends after its colon.
    return isPair(entry) && node === entry.key ? this.#text.indexOf(':', last) + 1 : last;
  }

  #splice(start: number, end: number, text: string): void {
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
    this.#document = parse(this.#text);
  }
}

// Quotes texts that YAML 1.1 would not read as text, such as dates.
const printOptions = {
  compat: 'yaml-1.1',
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Infinity,
  defaultStringType: 'PLAIN',
  defaultKeyType: 'PLAIN',
} as const;

/** Prints a value in block style. */
export function printBlock(value: JsonValue): string {
  return stringify(value, printOptions).trimEnd();
}

function printFlow(value: JsonValue): string {
  // A flow collection allows fewer characters in a plain scalar, so the value is printed inside one.
  const document = new Document([value], { compat: 'yaml-1.1' });
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({ ...printOptions, collectionStyle: 'flow' }).trim();
  return text.slice(1, -1).trim();
}

function printJsonLine(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(printJsonLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${printJsonLine(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Quotes a text for YAML: in single quotes if `quote` is one, otherwise in double quotes. */
function encodeQuoted(quote: string | undefined, text: string): string {
  return quote === "'" ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

function indentRest(text: string, indent: string): string {
  return text.replace(/\n(?=.)/g, `\n${indent}`);
}

/** Prints a member of an object in block style. */
function printBlockMember(key: string, value: JsonValue): string {
  return stringify({ [key]: value }, printOptions).trimEnd();
}

/** Prints a key in block style. */
function printBlockKey(name: string): string {
  return stringify(name).trim();
}

/** Prints keys and values on one line. */
interface InlinePrinter {
  readonly printKey: (key: string) => string;
  readonly printFlow: (value: JsonValue) => string;
}

/** Prints JSON with a space after each comma and colon. */
const jsonPrinter: InlinePrinter = {
  printKey: (key) => JSON.stringify(key),
  printFlow: printJsonLine,
};

/** Prints YAML in flow style. */
const yamlPrinter: InlinePrinter = { printKey: printFlow, printFlow };

/** Parses a text. Throws an `EditRefusal` if it is not valid. */
function parse(text: string): Document.Parsed {
  const document = parseDocument(text, { version: '1.2', keepSourceTokens: true, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw new EditRefusal(`the edited text would not be valid YAML: ${error.message}`);
  return document;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a value is a node with a place in the text. */
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value;
}

/** Returns whether a node is an object or array in flow style. */
function isFlowCollection(node: Node): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

/** Returns the key of a member as a text, or `undefined` if the key is a collection. */
function readKey({ key }: Pair<unknown, unknown>): unknown {
  return isScalar(key) ? String(key.value) : undefined;
}

function getRange(node: Node): [start: number, end: number] {
  const [start = 0, end = 0] = node.range ?? [];
  return [start, end];
}

/** Returns the offset where an entry of a collection begins. */
function findStart(entry: unknown): number {
  const node = isPair(entry) ? entry.key : entry;
  if (!isNode(node)) throw new EditRefusal('lacuna finds no position for the text here');
  return getRange(node)[0];
}

/** Returns the offset where a text ends, without the white space at its end. */
function findTextEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}

/** Returns the offset where the line of `offset` ends, before its line break. */
function findLineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** Returns the offset after a line break. */
function findNextLine(text: string, offset: number): number {
  return text.startsWith('\r\n', offset) ? offset + 2 : Math.min(offset + 1, text.length);
}

/** Returns the number of characters before an offset in its line. */
function findColumn(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** Throws an `EditRefusal` if a part of a text has an anchor that the rest of the text uses. */
function refuseAnchors(text: string, start: number, end: number): void {
  const anchors = [...text.slice(start, end).matchAll(/(?<=^|[\s[{,])&([^\s[\]{},]+)/g)].map(([, name = '']) => name);
  const rest = text.slice(0, start) + text.slice(end);
  for (const name of anchors) {
    const escaped = name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    if (new RegExp(`\\*${escaped}(?![^\\s\\[\\]{},])`).test(rest))
      throw new EditRefusal(`the anchor '&${name}' here is used elsewhere`);
  }
}
