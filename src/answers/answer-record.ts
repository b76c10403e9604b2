import { isDeepStrictEqual } from 'node:util';
import { applyPatch, createPatch, FILE_HEADERS_ONLY, parsePatch, reversePatch, type StructuredPatch } from 'diff';
import { type JsonNode, readJson } from '../files/read-json.js';
import { isObject } from '../model/is-object.js';
import { SourceEdit } from './source-edit.js';
import { EditRefusal } from './yaml-nodes.js';

/** The file beside a description that records how each answer changed it, so that the answer can be undone. */
export const answersName = 'lacuna.answers.json';

/** The changes of each answer by its item's id: for each file, a patch. No artifact depends on it. */
export type AnswerRecord = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The header of a patch that only adds entries with the id of the item. */
const entriesHeader = 'entries';

/**
 * Formats the change that the answer to an item made to a text, as patches with three lines of context. Entries of
 * `x-resolved` and actions of an overlay are in a separate patch, because other answers add entries beside them.
 */
export function describeChange(id: string, file: string, before: string, after: string): string {
  const between = removeEntries(after, id) ?? after;
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  const own = before === between ? '' : createPatch(file, before, between, undefined, undefined, options);
  return between === after ? own : own + createPatch(file, between, after, entriesHeader, entriesHeader, options);
}

/** The change of an answer to one file: the id of its item, and its patch. */
export type Change = readonly [id: string, patch: string];

/** A text without an answer, and the changes by which the later answers lead to it. */
interface Undone {
  readonly text: string;
  readonly later: readonly Change[];
}

/**
 * Undoes the first of some changes of a file. The changes are in the order of the answers. Returns `undefined` if the
 * lines of the first change differ now, or if the other changes could then not be undone in reverse order with the same
 * result.
 */
export function removeChange(file: string, now: string, changes: readonly Change[]): Undone | undefined {
  const [[id = '', patch = ''] = [], ...later] = changes;
  const text = applyReversed(id, now, patch);
  if (text === undefined) return undefined;
  if (later.length === 0) return { text, later };
  const [start] = listEarlierTexts(now, changes) ?? [];
  // Somebody edited the lines of a later answer.
  if (start === undefined) return { text, later };
  const texts = listEarlierTexts(text, later);
  if (texts?.[0] !== start) return undefined;
  const describe = ([other]: Change, index: number): Change => [
    other,
    describeChange(other, file, texts[index] ?? '', texts[index + 1] ?? text),
  ];
  return { text, later: later.map(describe) };
}

// Lists the texts before each change. Returns `undefined` if a change cannot be undone.
function listEarlierTexts(text: string, changes: readonly Change[]): readonly string[] | undefined {
  const texts: string[] = [];
  for (const [id, patch] of changes.toReversed()) {
    const before = applyReversed(id, texts[0] ?? text, patch);
    if (before === undefined) return undefined;
    texts.unshift(before);
  }
  return texts;
}

/** Returns the text as it was before an answer. Returns `undefined` if the lines that the answer changed differ now. */
export function applyReversed(id: string, text: string, patch: string): string | undefined {
  let undone: string | undefined = text;
  for (const change of parsePatch(patch).reverse()) {
    if (undone === undefined) return undefined;
    const exact = applyExactly(undone, change);
    if (change.oldHeader !== entriesHeader) undone = exact ?? applyHunks(undone, change);
    else if (exact === undefined || !hasOtherEntries(id, undone, exact)) undone = removeEntries(undone, id, change);
    else undone = exact;
  }
  return undone;
}

function applyExactly(text: string, change: StructuredPatch): string | undefined {
  const undone = applyPatch(text, reversePatch(change), { fuzzFactor: 0, autoConvertLineEndings: false });
  // If an answer created the file, it can only be removed as a whole.
  const isCreated = change.hunks[0]?.oldLines === 0;
  return undone === false || (isCreated && undone !== '') ? undefined : undone;
}

// Undoes a change hunk by hunk, because other answers can have changed the lines around a hunk.
function applyHunks(text: string, change: StructuredPatch): string | undefined {
  return change.hunks.reduceRight<string | undefined>(
    (undone, hunk) =>
      undone === undefined
        ? undefined
        : (applyExactly(undone, { ...change, hunks: [hunk] }) ?? applyBlock(undone, hunk.lines)),
    text,
  );
}

// Undoes a hunk if the text contains its new lines exactly once, together with the context before or after them.
function applyBlock(text: string, lines: readonly string[]): string | undefined {
  const isChanged = (line: string): boolean => !line.startsWith(' ');
  const [first, last] = [lines.findIndex(isChanged), lines.findLastIndex(isChanged)];
  // This way of undoing does not work if the answer created the file, or if the file does not end with a line break.
  if (lines.every((line) => line.startsWith('+')) || lines.some((line) => line.startsWith('\\'))) return undefined;
  const all = text.split('\n');
  // At an end where the undo adds lines, the context must match too: another answer may have removed the list of an
  // item.
  const blocks = [
    ...(lines[last]?.startsWith('+') ? [lines.slice(0, last + 1)] : []),
    ...(lines[first]?.startsWith('+') ? [lines.slice(first)] : []),
  ];
  for (const block of blocks) {
    const [now = [], before = []] = ['-', '+'].map((mark) =>
      block.filter((line) => !line.startsWith(mark)).map((line) => line.slice(1)),
    );
    const starts = [...all.keys()].filter((index) => now.every((line, offset) => all[index + offset] === line));
    const [start, ...others] = starts;
    if (start !== undefined && others.length === 0)
      return [...all.slice(0, start), ...before, ...all.slice(start + now.length)].join('\n');
  }
  return undefined;
}

// Removes the entries with the id of an item. Returns `undefined` if an entry contains a line that `added` does not
// contain.
function removeEntries(text: string, id: string, added?: StructuredPatch): string | undefined {
  try {
    const edit = new SourceEdit(text);
    const { key, ids } = listEntries(edit);
    const meant = [...ids.keys()].filter((index) => ids[index] === id);
    const isEdited = added && meant.some((index) => !hasLines(added, edit.readText(`/${key}/${index}`)));
    // An overlay must keep at least one action.
    if (meant.length === 0 || isEdited || (meant.length === ids.length && key === 'actions')) return undefined;
    if (meant.length === ids.length) edit.replaceMember('', key, []);
    else for (const index of meant.reverse()) edit.removeItem(`/${key}`, index);
    return edit.text;
  } catch (error) {
    if (error instanceof EditRefusal) return undefined;
    throw error;
  }
}

function hasLines({ hunks }: StructuredPatch, text: string): boolean {
  const lines = hunks.flatMap((hunk) =>
    hunk.lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1)),
  );
  const bare = (line: string): string => line.trim().replace(/,$/, '');
  const known = new Set(lines.map(bare));
  return lines.join('\n').includes(text) || text.split('\n').every((line) => known.has(bare(line)));
}

// If the answer created the list, undoing its lines can leave the entries of other answers without a key.
function hasOtherEntries(id: string, before: string, after: string): boolean {
  try {
    const [old, now] = [before, after].map((text) => listEntries(new SourceEdit(text)).ids);
    return isDeepStrictEqual(
      old?.filter((one) => one !== id),
      now,
    );
  } catch (error) {
    if (error instanceof EditRefusal) return false;
    throw error;
  }
}

// Lists the ids in the list of answers of a description, or in the actions of an overlay.
function listEntries(edit: SourceEdit): { readonly key: string; readonly ids: readonly unknown[] } {
  const root = edit.read('');
  const [key, field] = isObject(root) && 'overlay' in root ? ['actions', 'x-resolves'] : ['x-resolved', 'id'];
  const rows = isObject(root) ? root[key] : undefined;
  return { key, ids: Array.isArray(rows) ? rows.map((row) => (isObject(row) ? row[field] : undefined)) : [] };
}

/** Reads the file of answers. If it cannot be read, returns the reason and the line. */
export function readAnswerRecord(text: string): AnswerRecord | { readonly line: number; readonly why: string } {
  const reading = readJson(text, (root) => {
    const rows = root
      .unique()
      .members()
      .map(([id, files]) => {
        const patches = files.members().map(([file, lines]) => [file, readPatch(lines)] as const);
        return [id, new Map(patches)] as const;
      });
    return new Map(rows);
  });
  return 'value' in reading ? reading.value : { line: reading.mistake.line, why: reading.mistake.what };
}

function readPatch(lines: JsonNode): string {
  const patch = lines
    .items()
    .map((line) => line.text())
    .join('\n');
  try {
    parsePatch(patch);
  } catch {
    lines.refuse('the lines are no patch');
  }
  return patch;
}

/** Prints the file of answers, one line of a patch per line. */
export function printAnswerRecord(record: AnswerRecord): string {
  const rows = [...record].map(([id, files]) => [
    id,
    Object.fromEntries([...files].map(([file, patch]) => [file, patch.split('\n')])),
  ]);
  return `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`;
}
