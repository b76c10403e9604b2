import { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin } from '../diagnostics/origin.js';
import { decodeText } from './decode-text.js';
import type { ParsedFile } from './document.js';
import { EditTree } from './edit-tree.js';
import type { Limits } from './limits.js';
import { type ParsedText, readJson } from './read-json.js';

/**
 * Parses the new bytes of a JSON file that was parsed before. Parses only the members of one object, or the items of one
 * array, that contain the change. All other values are the objects of the earlier value. Returns `undefined` if the file
 * has to be parsed as a whole: it is no JSON, or the members are not valid or have findings.
 */
export function parseChange(known: ParsedFile, bytes: Uint8Array, limits: Limits): ParsedText {
  if (known.format !== 'json') return undefined;
  const most = Math.min(known.bytes.length, bytes.length);
  const start = countCommonStart(known.bytes, bytes, most);
  const end = known.bytes.length - countCommonEnd(known.bytes, bytes, most - start);
  let tries = 0;
  for (const range of listRanges(known.bytes, start, end)) {
    const value = parseRange(known, bytes, range, limits);
    if (value !== undefined) return { value };
    if (++tries === mostTries) break;
  }
  return undefined;
}

// A new object in a list can begin like the next one. The change then seems to be inside the next one.
const mostTries = 3;

function parseRange(known: ParsedFile, bytes: Uint8Array, range: Range, limits: Limits): unknown {
  const part = bytes.subarray(range.start, range.end + bytes.length - known.bytes.length);
  const [opening, closing] = range.isList ? [bracket, closingBracket] : [brace, closingBrace];
  const diagnostics = new Diagnostics();
  const around = Buffer.concat([Buffer.of(opening), part, Buffer.of(closing)]);
  const whole = { file: known.file, pointer: '' };
  const text = decodeText(around, whole, diagnostics);
  const depth = limits.depth - range.path.length;
  const parsed = text === undefined ? undefined : readJson(text, known.file, { ...limits, depth }, diagnostics);
  if (!parsed || diagnostics.list.length > 0) return undefined;
  const before = range.path.reduce((value: unknown, key) => Object(value)[key], known.value);
  const after = applyRange(before, range, parsed.value);
  if (after === undefined) return undefined;
  const tree = new EditTree();
  tree.add(buildChildOrigin(whole, ...range.path).pointer, { kind: 'replace', value: () => after });
  return tree.apply(known.value, '');
}

// Returns a copy of an object or array in which other members replace those of a range.
function applyRange(before: unknown, { first, count }: Range, members: unknown): unknown {
  const [old, added] = [Object.entries(Object(before)), Object.entries(Object(members))];
  // Two separators with nothing in between are a mistake.
  if (added.length === 0) return undefined;
  const all = [...old.slice(0, first), ...added, ...old.slice(first + count)];
  if (Array.isArray(before)) return all.map(([, item]) => item);
  // An object has such names before all others, so the index of a member is not that of its text.
  if ([...old, ...added].some(([name]) => /^\d+$/.test(name))) return undefined;
  const after = Object.fromEntries(all);
  return Object.keys(after).length === all.length ? after : undefined;
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [brace, closingBrace, bracket, closingBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

// Comparing large parts takes a fraction of comparing single bytes.
const step = 2 ** 16;

function countCommonStart(a: Uint8Array, b: Uint8Array, most: number): number {
  let count = 0;
  while (count + step <= most && isSame(a.subarray(count, count + step), b.subarray(count, count + step)))
    count += step;
  while (count < most && a[count] === b[count]) count++;
  return count;
}

function countCommonEnd(a: Uint8Array, b: Uint8Array, most: number): number {
  const last = (bytes: Uint8Array): Uint8Array => bytes.subarray(bytes.length - count - step, bytes.length - count);
  let count = 0;
  while (count + step <= most && isSame(last(a), last(b))) count += step;
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count++;
  return count;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** An object or array of a JSON text. */
interface Container {
  readonly isList: boolean;
  /** The offset after its last opening bracket or comma. */
  start: number;
  /** The number of commas in it. */
  index: number;
  /** The offset of the name of its last member. */
  name: number;
}

/** Members of an object, or items of an array, in a JSON text. */
interface Range {
  /** The names and indices that lead to the object or array. */
  readonly path: readonly (string | number)[];
  readonly isList: boolean;
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly count: number;
}

/**
 * Lists members of a valid JSON text that contain a part of it and have separators around them. Begins with those of the
 * innermost object or array.
 */
function* listRanges(bytes: Uint8Array, from: number, to: number): Generator<Range> {
  const { containers, at: start } = findOpen(bytes, from);
  // The number of commas between members that begin in the part, and of brackets that are opened in it.
  let commas = 0;
  let inside = 0;
  let isListed = false;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    const isEnd = byte === closingBrace || byte === closingBracket;
    if (byte === quote) at = findQuote(bytes, at);
    else if (byte === brace || byte === bracket) inside++;
    else if (inside > 0) inside -= isEnd ? 1 : 0;
    else if (isEnd || byte === comma) {
      if (at >= to && !isListed) yield* buildRange(bytes, containers, at, commas + 1);
      isListed = at >= to && !isEnd;
      commas = isEnd ? 0 : commas + 1;
      if (isEnd) containers.pop();
    }
  }
}

/** Finds the objects and arrays that are opened before a part, and the first token that ends after its start. */
function findOpen(bytes: Uint8Array, from: number): { readonly containers: Container[]; readonly at: number } {
  const containers: Container[] = [];
  let name = 0;
  let at = 0;
  for (; at < from; at++) {
    const byte = bytes[at];
    const container = containers.at(-1);
    if (byte === quote) {
      const end = findQuote(bytes, at);
      if (end >= from) break;
      name = at;
      at = end;
    } else if (byte === brace || byte === bracket)
      containers.push({ isList: byte === bracket, start: at + 1, index: 0, name: 0 });
    else if (byte === closingBrace || byte === closingBracket) containers.pop();
    else if (byte === colon && container) container.name = name;
    else if (byte === comma && container) {
      container.start = at + 1;
      container.index++;
    }
  }
  return { containers, at };
}

function findQuote(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < bytes.length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++;
  return at;
}

function buildRange(bytes: Uint8Array, containers: readonly Container[], end: number, count: number): Range[] {
  const inner = containers.at(-1);
  const path = containers.slice(0, -1).map(({ isList, index, name }) => (isList ? index : readName(bytes, name)));
  return inner ? [{ path, isList: inner.isList, start: inner.start, end, first: inner.index, count }] : [];
}

function readName(bytes: Uint8Array, start: number): string {
  return JSON.parse(Buffer.from(bytes.subarray(start, findQuote(bytes, start) + 1)).toString());
}
