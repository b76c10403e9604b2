import { ts } from 'ts-morph';
import { adapters, hasPrincipal, printPrincipal } from '../emitters/server/contract.js';
import type { Code } from './code.js';
import { DerivedNames, listTypes, type NamedOperation, type Renaming, scanWords } from './contract.js';
import { ContractReader } from './find-handlers.js';
import type { ScaffoldRun } from './scaffold-run.js';
import type { Finding } from './task.js';
import { type CodePosition, findPosition, type Mark, type Splice, type Task } from './task.js';

/**
 * Lists the places where the user's code uses operations that the description no longer has, or that the filter leaves
 * out.
 */
export function listOrphans(
  removed: readonly NamedOperation[],
  now: readonly NamedOperation[],
  code: Code,
  filtered: ReadonlySet<string>,
): { readonly tasks: readonly Finding[]; readonly named: readonly NamedOperation[] } {
  const current = new Set(now.map(({ identifier }) => identifier));
  const gone = removed.filter(({ identifier }) => !current.has(identifier));
  if (gone.length === 0) return { tasks: [], named: [] };
  code.setContract([...gone, ...now]);
  const reader = new ContractReader(code, [...gone, ...now]);
  const found = new Map<NamedOperation, Map<string, Mark>>();
  for (const file of code.files) {
    for (const use of reader.listUses(file)) {
      // An import is not listed, because the uses of the imported name are listed.
      if (!gone.includes(use.operation) || ts.isImportSpecifier(use.node.parent)) continue;
      const mark = code.markNode(reader.findOwner(use)?.name ?? use.node);
      const known = found.get(use.operation) ?? new Map();
      found.set(use.operation, known.set(`${mark.path}:${code.findPlace(mark).line}`, mark));
    }
  }
  const tasks = [...found].map(([{ identifier, key }, marks]) => ({
    text: filtered.has(key)
      ? `the filter omits \`${identifier}\`, ${key}, so the server no longer calls this handler; move it out of the handlers, or include the operation`
      : `the description no longer has ${key}, so nothing calls \`${identifier}\`; delete this code when you no longer need it`,
    marks: [...marks.values()],
  }));
  return { tasks, named: [...found.keys()] };
}

/** Lists the compiler's errors about names and types of the output, except about `known` operations. */
export function listMistakes({ input, now, before, code }: ScaffoldRun, known: readonly NamedOperation[]): Finding[] {
  const asking = new Set(
    now.filter(({ operation }) => printPrincipal(operation) !== 'undefined').map(({ type }) => type),
  );
  const handlers = hasPrincipal(input.api.operations);
  code.setContract(now, { handlers, handler: ({ type }) => asking.has(type) });
  const isOurs = buildMessageFilter(now, before);
  const knownNames = new Set(known.flatMap((each) => [each.identifier, ...listTypes(each)]));
  const found = new Map<string, Mark[]>();
  for (const file of code.files) {
    const path = code.findPath(file);
    if (code.isLink(path)) continue;
    for (const { start, text } of code.listErrors(file)) {
      if (!isOurs(text) || listQuotedNames(text).some((name) => knownNames.has(name))) continue;
      found.set(text, [...(found.get(text) ?? []), code.mark(path, start)]);
    }
  }
  return [...found].map(([text, marks]) => ({ text, marks }));
}

function buildMessageFilter(
  now: readonly NamedOperation[],
  before: readonly NamedOperation[],
): (message: string) => boolean {
  const current = new Set(now.map(({ identifier }) => identifier));
  const types = [...now, ...before].flatMap(listTypes);
  const stale = before.map(({ identifier }) => identifier).filter((identifier) => !current.has(identifier));
  const names = new Set([...types, ...stale]);
  // A mapped type can derive other names, such as `onGetPet`.
  const stems = before.filter(({ identifier }) => stale.includes(identifier)).map(({ type }) => type);
  return (message) => {
    const [, missing] = /\bserver\b.* has no exported member '(\w+(?:Received|Reply|Handler))'/.exec(message) ?? [];
    return (
      /\bHandlers\b/.test(message) ||
      (missing !== undefined && !adapterNames.has(missing)) ||
      listQuotedNames(message).some((name) => names.has(name) || stems.some((stem) => name.endsWith(stem)))
    );
  };
}

// The stubs have no adapters.
const adapterNames = new Set(adapters.flatMap(({ values, types }) => [...values, ...types]));

function listQuotedNames(message: string): string[] {
  return [...message.matchAll(/(['"])([\p{ID_Continue}$]+)(?:<[^'"]*)?\1/gu)].map(([, , name = '']) => name);
}

/** The old names of an operation in the output. */
interface OldNames {
  /** The operation with its present names. If the description no longer has the operation, it has its last names. */
  readonly operation: NamedOperation;
  readonly words: readonly string[];
  readonly isRemoved?: boolean;
}

/** An old name that the user's files still mention as text. */
interface Mention {
  readonly old: OldNames;
  readonly word: string;
  /** Its place, if it is in a file without code. */
  readonly place?: CodePosition;
  readonly mark?: Mark;
}

interface SearchedTexts {
  readonly code: Code;
  /** The texts of files without code, by absolute path. */
  readonly data: ReadonlyMap<string, string>;
}

/**
 * Lists the old names of renamed and removed operations that the user's texts contain, and those that they still contain
 * after earlier runs. The record lists the latter.
 */
export function listOldNames(
  { now, same }: ScaffoldRun,
  renamings: readonly Renaming[],
  removed: readonly NamedOperation[],
  { code, data }: SearchedTexts,
): OldNames[] {
  const words = new Set([...code.words, ...[...data.values()].flatMap(scanWords).map(({ word }) => word)]);
  const list = (from: NamedOperation, to?: NamedOperation): string[] => {
    const derived = new DerivedNames([from]);
    const isOld = (word: string): boolean => {
      const found = derived.find(word);
      return found !== undefined && (!to || found.formatFor(to) !== word);
    };
    return [...new Set([...[...words].filter(isOld), ...(from.type === to?.type ? [] : listTypes(from))])];
  };
  const renamed = now.map((operation) => {
    const from = renamings.find(({ to }) => to === operation)?.from;
    const earlier = same.get(operation)?.mentioned ?? [];
    return { operation, words: [...new Set([...earlier, ...(from ? list(from, operation) : [])])] };
  });
  return [
    ...renamed.filter(({ words: found }) => found.length > 0),
    ...removed.map((operation) => ({ operation, words: list(operation), isRemoved: true })),
  ];
}

/**
 * Finds the old names in the user's code, texts, comments and data. A name that the output has again, with another
 * meaning, is listed too, except for a removed operation and where the run wrote it (`made`).
 */
export function findMentions(
  all: readonly OldNames[],
  current: ReadonlySet<string>,
  made: ReadonlyMap<string, readonly Splice[]>,
  { code, data }: SearchedTexts,
): Mention[] {
  return all.flatMap((old) => {
    const words = new Set(old.words.filter((word) => !old.isRemoved || !current.has(word)));
    const find = (text: string): readonly { word: string; offset: number }[] =>
      [...words].some((word) => text.includes(word)) ? scanWords(text).filter(({ word }) => words.has(word)) : [];
    const inCode = [...code.drafts].flatMap(([path, { text }]) => {
      const ranges = listRangesAfter(made.get(path) ?? []);
      const isMade = (offset: number): boolean => ranges.some(({ start, end }) => start <= offset && offset < end);
      return find(text)
        .filter(({ word, offset }) => !current.has(word) || !isMade(offset))
        .map(({ word, offset }) => ({ old, word, mark: code.mark(path, offset) }));
    });
    const inData = [...data].flatMap(([path, text]) =>
      find(text).map(({ word, offset }) => ({ old, word, place: findPosition(path, text, offset) })),
    );
    return [...inCode, ...inData];
  });
}

/** Lists a task for each operation with mentions, except for mentions on lines that `known` tasks list. */
export function listMentions(mentions: readonly Mention[], known: readonly Task[], code: Code): Task[] {
  const formatLine = ({ path, line }: CodePosition): string => `${path}:${line}`;
  const lines = new Set(known.flatMap(({ places }) => places.map(formatLine)));
  const groups = new Map<OldNames, { readonly word: string; readonly place: CodePosition }[]>();
  for (const { old, word, mark, place = mark && code.findPlace(mark) } of mentions) {
    if (place && !lines.has(formatLine(place))) groups.set(old, [...(groups.get(old) ?? []), { word, place }]);
  }
  return [...groups].map(([{ operation, isRemoved }, found]) => {
    const words = [...new Set(found.map(({ word }) => `\`${word}\``))].sort().join(', ');
    const text = isRemoved
      ? `${words} is still mentioned here, but the description no longer has ${operation.key}; delete it if it is obsolete`
      : `${words} was not renamed here, but ${operation.key} is now called \`${operation.identifier}\`; change it if it means the operation`;
    return { text, places: found.map(({ place }) => place) };
  });
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
