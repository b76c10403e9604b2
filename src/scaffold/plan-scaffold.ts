import { join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { hasPrincipal, principalOf } from '../emitters/server/contract.js';
import { addFresh } from './add-fresh.js';
import { checkParsed } from './check-parsed.js';
import { ContractReader } from './contract-reader.js';
import { findHandlers, type HandlerPlace } from './find-handlers.js';
import { followNames } from './follow-names.js';
import { type HandlersFolder, readHandlersFolder } from './handlers-folder.js';
import { listMistakes, listOrphans } from './list-tasks.js';
import { readModuleSettings } from './module-settings.js';
import {
  compareOperations,
  type DescribedOperation,
  listOperations,
  type NamedOperation,
  typesOf,
} from './named-operation.js';
import { printContract } from './print-contract.js';
import { commonFolder, type PrintInput } from './print-handlers.js';
import { type Grouping, printRecord, recordName } from './record.js';
import type { Scaffold, Task } from './scaffold.js';
import { useFresh } from './use-fresh.js';
import { type Draft, UserCode } from './user-code.js';
import { isBelow, readUserFiles } from './user-files.js';

/** What a scaffold is planned from. */
export interface ScaffoldInput extends PrintInput {
  /** Absolute path of the folder of the project, below which handlers may stand anywhere. */
  readonly folder: string;
  /** Absolute path of the folder of the handlers. */
  readonly handlers: string;
  /** As recorded unless told, a file per operation where nothing is. */
  readonly per?: Grouping;
  /** Words a path for messages. */
  readonly show: (path: string) => string;
}

/**
 * Plans what to do with the user's handlers, writing nothing: names that changed are followed, operations without a handler
 * get one, and what is left to do by hand is told. `undefined` when there are errors.
 */
export function planScaffold(input: ScaffoldInput, diagnostics: Diagnostics): Scaffold | undefined {
  const folder = readHandlersFolder(input.handlers, input.out, input.show, diagnostics);
  if (!folder) return undefined;
  const now = listOperations(input.api, input.names);
  const before = folder.record?.operations ?? [];
  const code = readCode(input, [...now, ...before], diagnostics);
  if (!code) return undefined;

  const { same, removed } = compareOperations(before, now);
  const names = followNames(same, before, now, folder.path, code);
  const found = findAll(now, folder, code);
  const per = input.per ?? folder.record?.per ?? 'operation';
  const isNew = (each: NamedOperation): boolean => !found.has(each.identifier) && !same.has(each);
  const added = addAll(now.filter(isNew), now, found, { ...folder, per }, input, code);
  const orphans = listOrphans(removed, now, code);
  const handlers = hasPrincipal(input.api.operations);
  const asking = new Set(now.filter(({ operation }) => principalOf(operation) !== 'undefined').map(({ type }) => type));
  const mistakes = listMistakes(
    now,
    before,
    { handlers, handler: ({ type }) => asking.has(type) },
    [...orphans.named, ...names.blocked.map(({ from }) => from)],
    code,
  );

  const unfollowed = new Map(names.blocked.map(({ from, to }) => [to, from]));
  const operations = [...now.map((each) => ({ ...(unfollowed.get(each) ?? each), key: each.key })), ...orphans.named];
  return {
    changes: [...listChanges(code), ...recordChange(folder, printRecord({ per, operations }))],
    kept: now.filter(({ identifier }) => found.has(identifier)).length,
    renamed: names.followed,
    tasks: [...names.tasks, ...added, ...tellMissing(now, isNew, found, folder), ...orphans.tasks, ...mistakes],
  };
}

function readCode(
  input: ScaffoldInput,
  operations: readonly NamedOperation[],
  diagnostics: Diagnostics,
): UserCode | undefined {
  const { folder, handlers, out, show } = input;
  const names = new Set(['Handlers', 'unimplemented', 'createServer']);
  for (const operation of operations) for (const name of [operation.identifier, ...typesOf(operation)]) names.add(name);
  const files = readUserFiles(folder, handlers, out, (path, text) => {
    const words = text.split(/[^\p{ID_Continue}$]+/u);
    return isBelow(path, handlers) || /\bexport\s*\*/.test(text) || words.some((word) => names.has(word));
  });
  const root = commonFolder([folder, handlers, out]);
  const code = new UserCode(root, out, readModuleSettings(handlers, out, root, files));
  for (const file of files) if (file.text !== undefined) code.open(file);
  setContract(operations, code);
  const unreadable = files.filter(({ text }) => text === undefined);
  checkParsed(unreadable, code, [handlers, join(out, 'server')], show, diagnostics);
  return diagnostics.hasErrors ? undefined : code;
}

function findAll(
  now: readonly DescribedOperation[],
  folder: HandlersFolder,
  code: UserCode,
): ReadonlyMap<string, HandlerPlace> {
  setContract(now, code);
  const identifiers = new Set(now.map(({ identifier }) => identifier));
  return findHandlers(code, new ContractReader(code, now), identifiers, folder.path);
}

function addAll(
  fresh: readonly DescribedOperation[],
  now: readonly DescribedOperation[],
  found: ReadonlyMap<string, HandlerPlace>,
  folder: HandlersFolder & { readonly per: Grouping },
  input: ScaffoldInput,
  code: UserCode,
): Task[] {
  if (fresh.length === 0) return [];
  const { path, names, per } = folder;
  const holding = new Set([...found.values()].map(({ node }) => node.getSourceFile()));
  const isKnown = ([file]: readonly [string, unknown]): boolean => code.drafts.get(file)?.file?.isLink === false;
  const known = new Map([...code.files].filter(([, file]) => holding.has(file)).filter(isKnown));
  const modules = addFresh(fresh, { folder: path, per, names, known }, new ContractReader(code, now), input, code);
  return useFresh(modules, now, found, folder, new ContractReader(code, now), input, code);
}

function tellMissing(
  now: readonly DescribedOperation[],
  isNew: (operation: NamedOperation) => boolean,
  found: ReadonlyMap<string, HandlerPlace>,
  { path }: HandlersFolder,
): Task[] {
  const missing = now.filter((each) => !found.has(each.identifier) && !isNew(each)).map(({ identifier }) => identifier);
  if (missing.length === 0) return [];
  return [
    {
      text: `no handler is found for ${missing.join(', ')}; one was written before, and is not written twice: remove the line from the record to get it again`,
      places: [{ path: join(path, recordName), line: 1, column: 1 }],
    },
  ];
}

function listChanges(code: UserCode): Draft[] {
  return [...code.drafts.values()].filter(({ file, text }) => file?.text !== text);
}

function recordChange({ path, recordFile }: HandlersFolder, text: string): Draft[] {
  if (recordFile?.text === text) return [];
  return [{ path: join(path, recordName), ...(recordFile && { file: recordFile }), text }];
}

function setContract(operations: readonly NamedOperation[], code: UserCode): void {
  code.setContract(
    printContract(operations),
    operations.map(({ file }) => file),
  );
}
