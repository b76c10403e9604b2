import { DerivedNames, scanWords } from './derived-names.js';
import { listTypes, type NamedOperation, type Renaming } from './named-operation.js';
import { findPlaceAt, type Place, type Task } from './scaffold.js';
import type { Splice } from './splice.js';
import type { UserCode } from './user-code.js';

/** The old names of an operation in the output. */
export interface OldNames {
  /** The operation with its present names. If the description no longer has the operation, it has its last names. */
  readonly operation: NamedOperation;
  readonly words: readonly string[];
  readonly isRemoved?: boolean;
}

/** The old names that the user's code still mentions. */
export interface Mentions {
  readonly tasks: readonly Task[];
  /** The old names that are still mentioned, by the key of the operation. */
  readonly left: ReadonlyMap<string, readonly string[]>;
}

/** The texts that are searched for mentions. */
interface SearchedTexts {
  readonly code: UserCode;
  /** The texts of files without code, by absolute path. */
  readonly data: ReadonlyMap<string, string>;
}

/**
 * Lists the old names of renamed operations. Among derived names, lists only those in `words`, the words of the user's
 * code.
 */
export function listOldNames(renamings: readonly Renaming[], words: ReadonlySet<string>): OldNames[] {
  return renamings.map(({ from, to }) => {
    const derived = new DerivedNames([from]);
    const formed = [...words].filter((word) => (derived.find(word)?.formatFor(to) ?? word) !== word);
    const types = from.type === to.type ? [] : listTypes(from);
    return { operation: to, words: [...new Set([...formed, ...types])] };
  });
}

/**
 * Lists the names of removed operations. Among derived names, lists only those in `words`, the words of the user's
 * code.
 */
export function listRemovedNames(removed: readonly NamedOperation[], words: ReadonlySet<string>): OldNames[] {
  return removed.map((operation) => {
    const derived = new DerivedNames([operation]);
    const formed = [...words].filter((word) => derived.find(word) !== undefined);
    return { operation, words: [...new Set([...formed, ...listTypes(operation)])], isRemoved: true };
  });
}

/**
 * Lists the mentions of old names in the user's code, texts, comments and data, except on lines that `known` tasks
 * list. Mentions in data are not recorded for later runs, because a changelog rightly keeps an old name.
 */
export function listMentions(
  all: readonly OldNames[],
  current: ReadonlySet<string>,
  known: readonly Task[],
  { code, data }: SearchedTexts,
): Mentions {
  const named = new Set(known.flatMap(({ places }) => places.map(formatLine)));
  const left = new Map<string, readonly string[]>();
  const tasks: Task[] = [];
  for (const old of all) {
    const wanted = new Set(old.words.filter((word) => !current.has(word)));
    const inCode = [...code.drafts].flatMap(([path, { text }]) => findWords(wanted, path, text));
    if (inCode.length > 0) left.set(old.operation.key, listFoundNames(inCode));
    const found = [...inCode, ...[...data].flatMap(([path, text]) => findWords(wanted, path, text))];
    const open = found.filter(({ place }) => !named.has(formatLine(place)));
    if (open.length > 0) tasks.push(createTask(old, open));
  }
  return { tasks, left };
}

/**
 * Lists the mentions of names that were the name of one operation and are now the name of another. Call this before any
 * further changes, because `made` contains positions.
 */
export function listAmbiguous(
  all: readonly OldNames[],
  current: ReadonlySet<string>,
  made: ReadonlyMap<string, readonly Splice[]>,
  { code, data }: SearchedTexts,
): Task[] {
  return all.flatMap((old) => {
    const wanted = new Set(old.words.filter((word) => current.has(word)));
    const inData = [...data].flatMap(([path, text]) => findWords(wanted, path, text));
    const inCode = [...code.drafts].flatMap(([path, { text }]) => {
      const ranges = listRangesAfter(made.get(path) ?? []);
      const isOurs = (offset: number): boolean => ranges.some(({ start, end }) => start <= offset && offset < end);
      return findWords(wanted, path, text).filter(({ offset }) => !isOurs(offset));
    });
    const found = [...inCode, ...inData];
    return found.length === 0 ? [] : [createTask(old, found)];
  });
}

function createTask({ operation, isRemoved }: OldNames, found: readonly FoundWord[]): Task {
  const names = listFoundNames(found)
    .map((name) => `\`${name}\``)
    .join(', ');
  const text = isRemoved
    ? `${names} is still mentioned here, but the description no longer has ${operation.key}; delete it if it is obsolete`
    : `${names} was not renamed here, but ${operation.key} is now called \`${operation.identifier}\`; change it if it means the operation`;
  return { text, places: found.map(({ place }) => place) };
}

function listFoundNames(found: readonly FoundWord[]): string[] {
  return [...new Set(found.map(({ word }) => word))].sort();
}

interface FoundWord {
  readonly word: string;
  readonly offset: number;
  readonly place: Place;
}

function findWords(words: ReadonlySet<string>, path: string, text: string): FoundWord[] {
  if (words.size === 0 || ![...words].some((word) => text.includes(word))) return [];
  return scanWords(text)
    .filter(({ word }) => words.has(word))
    .map((found) => ({ ...found, place: findPlaceAt(path, text, found.offset) }));
}

// Lists the ranges of the inserted texts, in the changed text.
function listRangesAfter(splices: readonly Splice[]): { readonly start: number; readonly end: number }[] {
  let shift = 0;
  return splices
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text }) => {
      const range = { start: start + shift, end: start + shift + text.length };
      shift += text.length - (end - start);
      return range;
    });
}

function formatLine({ path, line }: Place): string {
  return `${path}:${line}`;
}
