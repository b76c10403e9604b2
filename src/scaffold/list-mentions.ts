import { DerivedNames } from './derived-names.js';
import { type NamedOperation, type Renaming, typesOf } from './named-operation.js';
import type { Place, Task } from './scaffold.js';
import type { Splice } from './splice.js';
import type { UserCode } from './user-code.js';

/** Names that the output had for an operation and has no more. */
export interface OldNames {
  /** What it is called now. */
  readonly operation: NamedOperation;
  readonly words: readonly string[];
}

/** The old names that the user's code still mentions. */
export interface Mentions {
  readonly tasks: readonly Task[];
  /** The names that are left, by the key of the operation. */
  readonly left: ReadonlyMap<string, readonly string[]>;
}

/** Lists the names that renamings made old, as far as the user's code has them. */
export function listOldNames(renamings: readonly Renaming[], words: ReadonlySet<string>): OldNames[] {
  return renamings.map(({ from, to }) => {
    const derived = new DerivedNames([from]);
    const formed = [...words].filter((word) => (derived.find(word)?.formFor(to) ?? word) !== word);
    const types = from.type === to.type ? [] : typesOf(from);
    return { operation: to, words: [...new Set([...formed, ...types])] };
  });
}

/** Lists every place where a file of the user still has an old name, in code, text or comment, that no task names yet. */
export function listMentions(
  olds: readonly OldNames[],
  current: ReadonlySet<string>,
  known: readonly Task[],
  code: UserCode,
): Mentions {
  const named = new Set(known.flatMap(({ places }) => places.map(lineOf)));
  const left = new Map<string, readonly string[]>();
  const tasks: Task[] = [];
  for (const { operation, words } of olds) {
    const wanted = new Set(words.filter((word) => !current.has(word)));
    const found = [...code.drafts].flatMap(([path, { text }]) => findWords(wanted, path, text));
    if (found.length === 0) continue;
    left.set(operation.key, [...new Set(found.map(({ word }) => word))].sort());
    const places = found.map(({ place }) => place).filter((place) => !named.has(lineOf(place)));
    if (places.length > 0) tasks.push(createTask(operation, left.get(operation.key) ?? [], places));
  }
  return { tasks, left };
}

/** Lists where files have names that are old in one meaning and new in another, before anything else is changed. */
export function listAmbiguous(
  olds: readonly OldNames[],
  current: ReadonlySet<string>,
  made: ReadonlyMap<string, readonly Splice[]>,
  code: UserCode,
): Task[] {
  return olds.flatMap(({ operation, words }) => {
    const wanted = new Set(words.filter((word) => current.has(word)));
    const found = [...code.drafts].flatMap(([path, { text }]) => {
      const ranges = rangesAfter(made.get(path) ?? []);
      const isOurs = (offset: number): boolean => ranges.some(({ start, end }) => start <= offset && offset < end);
      return findWords(wanted, path, text).filter(({ offset }) => !isOurs(offset));
    });
    const names = [...new Set(found.map(({ word }) => word))].sort();
    return found.length === 0
      ? []
      : [
          createTask(
            operation,
            names,
            found.map(({ place }) => place),
          ),
        ];
  });
}

function createTask({ key, identifier }: NamedOperation, words: readonly string[], places: readonly Place[]): Task {
  const names = words.map((word) => `\`${word}\``).join(', ');
  return {
    text: `${names} stays here and was not followed; ${key} is called \`${identifier}\` now: change it, or leave it`,
    places,
  };
}

interface FoundWord {
  readonly word: string;
  readonly offset: number;
  readonly place: Place;
}

function findWords(words: ReadonlySet<string>, path: string, text: string): FoundWord[] {
  if (words.size === 0 || ![...words].some((word) => text.includes(word))) return [];
  const found: FoundWord[] = [];
  for (const match of text.matchAll(/[\p{ID_Continue}$]+/gu)) {
    const [word] = match;
    if (words.has(word)) found.push({ word, offset: match.index, place: placeAt(path, text, match.index) });
  }
  return found;
}

function placeAt(path: string, text: string, offset: number): Place {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { path, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

// The place of what was written, in the text after the change.
function rangesAfter(splices: readonly Splice[]): { readonly start: number; readonly end: number }[] {
  let shift = 0;
  return splices
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text }) => {
      const range = { start: start + shift, end: start + shift + text.length };
      shift += text.length - (end - start);
      return range;
    });
}

function lineOf({ path, line }: Place): string {
  return `${path}:${line}`;
}
