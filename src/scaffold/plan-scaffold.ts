import { join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { isBelow } from '../files/paths.js';
import { decodeRoughly } from '../files/utf8-text.js';
import { addFresh } from './add-fresh.js';
import { checkParsed } from './check-parsed.js';
import { ContractReader } from './contract-reader.js';
import { listOutputNames, scanWords } from './derived-names.js';
import { findHandlers, type HandlerPlace } from './find-handlers.js';
import { type FollowedNames, followNames } from './follow-names.js';
import { findStyle } from './handler-style.js';
import { type HandlersFolder, readHandlersFolder } from './handlers-folder.js';
import { LaterPlaces } from './later-places.js';
import { Libraries } from './libraries.js';
import {
  listAmbiguous,
  listMentions,
  listOldNames,
  listRemovedNames,
  type Mentions,
  type OldNames,
} from './list-mentions.js';
import { listMistakes, listOrphans } from './list-tasks.js';
import {
  compareOperations,
  type DescribedOperation,
  listNamedOperations,
  listTypes,
  type NamedOperation,
} from './named-operation.js';
import { nameOutput, printRecord, type RecordedOperation } from './record.js';
import type { Scaffold, Task } from './scaffold.js';
import type { ScaffoldInput, ScaffoldRun } from './scaffold-run.js';
import { addHandlers } from './use-fresh.js';
import { type Draft, UserCode } from './user-code.js';
import { isComponent, readData, type UserFile } from './user-files.js';
import { readUserProject } from './user-project.js';

/**
 * Plans the changes of the user's code and writes nothing. Renames each operation with a changed name, adds a handler
 * for each operation without one, and lists the tasks that remain. Returns `undefined` if there are errors.
 */
export function planScaffold(input: ScaffoldInput, diagnostics: Diagnostics): Scaffold | undefined {
  const folder = readHandlersFolder(input, diagnostics);
  if (!folder) return undefined;
  const now = listNamedOperations(input.api, input.names);
  const before = folder.record?.operations ?? [];
  const read = readCode(input, [...now, ...before], diagnostics);
  if (!read) return undefined;
  const { code, unread } = read;
  const { same, removed } = compareOperations(before, now);
  const per = input.per ?? folder.record?.per ?? 'operation';
  const current = listOutputNames(now, input.names);
  const run = { input, folder: { ...folder, per }, code, now, before, same, current };

  const names = followNames(run, folder.path, code);
  const renamings = [...names.followed, ...names.blocked];
  const gone = removed.filter(({ key }) => !input.filtered?.has(key));
  const data = renamings.length + gone.length > 0 ? readTexts(read.data, input) : new Map<string, string>();
  const searched = { code, data };
  const words = new Set([...code.words, ...[...data.values()].flatMap(scanWords).map(({ word }) => word)]);
  const olds = joinOldNames(listOldNames(renamings, words), run);
  const early = [...names.tasks, ...listAmbiguous(olds, current, names.made, searched)];
  const places = new LaterPlaces(code);
  const found = findAll(run);
  const isNew = (each: NamedOperation): boolean => !found.has(each.identifier) && !same.has(each);
  const added = addAll(now.filter(isNew), found, run);
  const orphans = listOrphans(removed, now, code, input.filtered ?? new Set());
  const known = [...orphans.named, ...names.blocked.map(({ from }) => from)];
  const missing = listMissing(now, isNew, found, folder);
  const tasks = [...places.list(early), ...added, ...missing, ...orphans.tasks, ...listMistakes(run, known)];
  const mentions = listMentions([...olds, ...listRemovedNames(gone, words)], current, tasks, searched);
  return {
    changes: [...listChanges(code), ...recordChange(run, listRecorded(names, orphans.named, mentions, run))],
    kept: now.filter(({ identifier }) => found.has(identifier)).length,
    renamed: names.followed,
    pending: [...(input.pending?.keys() ?? [])],
    tasks: [...tasks, ...mentions.tasks, ...unread],
  };
}

function readCode(
  input: ScaffoldInput,
  operations: readonly NamedOperation[],
  diagnostics: Diagnostics,
): { readonly code: UserCode; readonly data: readonly string[]; readonly unread: readonly Task[] } | undefined {
  const { handlers, out, show } = input;
  const names = new Set(['Handlers', 'unimplemented', 'createServer']);
  for (const operation of operations)
    for (const name of [operation.identifier, ...listTypes(operation)]) names.add(name);
  const stems = operations.flatMap(({ identifier, type }) => [identifier, type]);
  const isWanted = (text: string): boolean =>
    scanWords(text).some(({ word }) => names.has(word)) || stems.some((stem) => text.includes(stem));
  const project = readUserProject(input, isWanted);
  const code = new UserCode(out, project, input.libraries ?? new Libraries());
  for (const { path, text } of project.files.values()) {
    if (text === undefined || isComponent(path)) continue;
    if (isBelow(path, handlers) || isWanted(text)) code.open(path);
  }
  code.setContract(operations);
  const unreadable = [...project.files.values()].filter(({ path, text }) => text === undefined || code.deep.has(path));
  checkParsed(unreadable, code, { ours: [handlers, join(out, 'server')], show }, diagnostics);
  const unread = unreadable.filter(({ bytes }) => isWanted(decodeRoughly(bytes)));
  return diagnostics.hasErrors ? undefined : { code, data: project.data, unread: listUnread(unread) };
}

function listUnread(files: readonly UserFile[]): Task[] {
  const text = 'this file names operations, but scaffold did not read it, because';
  const [encoded, deep] = [true, false].map((isEncoded) =>
    files.flatMap((file) => ((file.text === undefined) === isEncoded ? [{ path: file.path, line: 1, column: 1 }] : [])),
  );
  return [
    { text: `${text} it is not UTF-8; save it as UTF-8, then run scaffold again`, places: encoded ?? [] },
    { text: `${text} its code is nested too deeply; update it by hand`, places: deep ?? [] },
  ].filter(({ places }) => places.length > 0);
}

function readTexts(paths: readonly string[], { inputs }: ScaffoldInput): ReadonlyMap<string, string> {
  const own = paths.filter((path) => !inputs?.has(path)).sort();
  return new Map(
    own.flatMap((path) => {
      const text = readData(path);
      return text === undefined ? [] : [[path, text]];
    }),
  );
}

// Adds the old names that are still in the user's code after earlier runs. The record lists them.
function joinOldNames(olds: readonly OldNames[], { same, now }: ScaffoldRun): OldNames[] {
  return now.flatMap((operation) => {
    const words = olds.find((each) => each.operation === operation)?.words ?? [];
    const earlier = same.get(operation)?.mentioned ?? [];
    return words.length + earlier.length > 0 ? [{ operation, words: [...new Set([...earlier, ...words])] }] : [];
  });
}

function findAll({ now, folder, code }: ScaffoldRun): ReadonlyMap<string, HandlerPlace> {
  code.setContract(now);
  const identifiers = new Set(now.map(({ identifier }) => identifier));
  return findHandlers(code, new ContractReader(code, now), identifiers, folder.path);
}

function addAll(
  fresh: readonly DescribedOperation[],
  found: ReadonlyMap<string, HandlerPlace>,
  run: ScaffoldRun,
): Task[] {
  if (fresh.length === 0) return [];
  const style = findStyle(run.folder.path, new ContractReader(run.code, run.now), run.code, run.input.emit);
  return addHandlers(addFresh(fresh, found, style, run), found, style, run);
}

function listMissing(
  now: readonly DescribedOperation[],
  isNew: (operation: NamedOperation) => boolean,
  found: ReadonlyMap<string, HandlerPlace>,
  { recordPath }: HandlersFolder,
): Task[] {
  const missing = now.filter((each) => !found.has(each.identifier) && !isNew(each)).map(({ identifier }) => identifier);
  if (missing.length === 0) return [];
  return [
    {
      text: `there is no handler for ${missing.join(', ')}; an earlier run wrote it, and scaffold writes a handler only once; for a new one, remove the line from this record`,
      places: [{ path: recordPath, line: 1, column: 1 }],
    },
  ];
}

function listChanges(code: UserCode): Draft[] {
  return [...code.drafts.values()].filter(({ file, text }) => file?.text !== text);
}

// The record keeps the old name of an operation until it is renamed in the user's code.
function listRecorded(
  names: FollowedNames,
  orphans: readonly NamedOperation[],
  { left }: Mentions,
  { now }: ScaffoldRun,
): RecordedOperation[] {
  const unfollowed = new Map(names.blocked.map(({ from, to }) => [to, from]));
  const operations = now.map((each) => {
    const { identifier, type, file } = unfollowed.get(each) ?? each;
    const mentioned = left.get(each.key);
    return { key: each.key, identifier, type, file, ...(mentioned && { mentioned }) };
  });
  return [...operations, ...orphans];
}

function recordChange({ folder, input }: ScaffoldRun, operations: readonly RecordedOperation[]): Draft[] {
  const { path, recordPath, recordFile, per } = folder;
  const text = printRecord({ out: nameOutput(path, input.out), per, operations });
  if (recordFile?.text === text) return [];
  return [{ path: recordPath, ...(recordFile && { file: recordFile }), text }];
}
