import { type Document, isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml';

/**
 * What prevents an edit: the value of a flag, the `place`, a file that an overlay cannot change (`outside`), or the
 * `version` of the overlay.
 */
export type RefusalReason = '--at' | '--file' | '--status' | '--values' | 'outside' | 'place' | 'version';

/** Thrown if a text cannot be edited in place. The message says why. */
export class EditRefusal extends Error {
  readonly reason: RefusalReason;

  constructor(message: string, reason: RefusalReason = 'place') {
    super(message);
    this.reason = reason;
  }
}

/** Parses a text. Throws an `EditRefusal` if it is not valid. */
export function parse(text: string): Document.Parsed {
  const document = parseDocument(text, { version: '1.2', keepSourceTokens: true, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw new EditRefusal(`the edited text would not be valid YAML: ${error.message}`);
  return document;
}

/** Returns whether a text is JSON. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a value is a node with a place in the text. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value;
}

/** Returns whether a node is an object or array in flow style. */
export function isFlowCollection(node: Node): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

/** Returns the key of a member as a text, or `undefined` if the key is a collection. */
export function readKey({ key }: Pair<unknown, unknown>): unknown {
  return isScalar(key) ? String(key.value) : undefined;
}

/** Returns where a node begins and ends. */
export function getRange(node: Node): [start: number, end: number] {
  const [start = 0, end = 0] = node.range ?? [];
  return [start, end];
}

/** Returns the number of characters in the text of a node. */
export function countCharacters(node: Node): number {
  const [start, end] = getRange(node);
  return end - start;
}

/** Returns the offset where an entry of a collection begins. */
export function findStart(entry: unknown): number {
  const node = isPair(entry) ? entry.key : entry;
  if (!isNode(node)) throw new EditRefusal('lacuna finds no position for the text here');
  return getRange(node)[0];
}

/** Returns the offset where a text ends, without the white space at its end. */
export function findTextEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}

/** Returns the offset where the line of `offset` ends, before its line break. */
export function findLineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** Returns the offset after a line break. */
export function findNextLine(text: string, offset: number): number {
  return text.startsWith('\r\n', offset) ? offset + 2 : Math.min(offset + 1, text.length);
}

/** Returns the number of characters before an offset in its line. */
export function findColumn(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** Throws an `EditRefusal` if a part of a text has an anchor that the rest of the text uses. */
export function refuseAnchors(text: string, start: number, end: number): void {
  const anchors = [...text.slice(start, end).matchAll(/(?<=^|[\s[{,])&([^\s[\]{},]+)/g)].map(([, name = '']) => name);
  const rest = text.slice(0, start) + text.slice(end);
  for (const name of anchors) {
    const escaped = name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    if (new RegExp(`\\*${escaped}(?![^\\s\\[\\]{},])`).test(rest))
      throw new EditRefusal(`the anchor '&${name}' here is used elsewhere`);
  }
}
