import { join } from 'node:path';
import { ts } from 'ts-morph';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { getRelativePath, isBelow } from '../files/paths.js';
import { decodeRoughly } from '../files/utf8-text.js';
import { addHandlers } from './add-handlers.js';
import { Code } from './code.js';
import {
  compareOperations,
  listNamedOperations,
  listOutputNames,
  listTypes,
  type NamedOperation,
  scanWords,
} from './contract.js';
import { ContractReader, findHandlers } from './find-handlers.js';
import { printRecord, readHandlersFolder } from './handlers-folder.js';
import { findMentions, listMentions, listMistakes, listOldNames, listOrphans } from './list-tasks.js';
import { isComponent, readData, readUserProject, type UserFile } from './read-project.js';
import { followNames, repairNames } from './rename.js';
import type { Scaffold, ScaffoldInput } from './scaffold-run.js';
import type { Task } from './task.js';

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

  const names = followNames(run);
  repairNames(run, names.followed);
  const renamings = [...names.followed, ...names.blocked];
  const gone = removed.filter(({ key }) => !input.filtered?.has(key));
  const data = renamings.length + gone.length > 0 ? readTexts(read.data, input) : new Map<string, string>();
  const searched = { code, data };
  const olds = listOldNames(run, renamings, gone, searched);
  const mentions = findMentions(olds, current, names.made, searched);

  code.setContract(now);
  const identifiers = new Set(now.map(({ identifier }) => identifier));
  const found = findHandlers(code, new ContractReader(code, now), identifiers, folder.path);
  const isNew = (each: NamedOperation): boolean => !found.has(each.identifier) && !same.has(each);
  const added = addHandlers(now.filter(isNew), found, run);
  const missing = now.filter((each) => !found.has(each.identifier) && !isNew(each));
  const orphans = listOrphans(removed, now, code, input.filtered ?? new Set());
  const known = [...orphans.named, ...names.blocked.map(({ from }) => from)];
  const tasks = [
    ...code.placeTasks([...names.tasks, ...added]),
    ...listMissing(missing, folder.recordPath),
    ...code.placeTasks([...orphans.tasks, ...listMistakes(run, known)]),
  ];

  // The record keeps the old name of an operation until it is renamed in the user's code.
  const unfollowed = new Map(names.blocked.map(({ from, to }) => [to, from]));
  const recorded = now.map((each) => {
    const { identifier, type, file } = unfollowed.get(each) ?? each;
    // Mentions in data are not recorded, because a changelog rightly keeps an old name.
    const left = mentions.filter(({ old, word, mark }) => old.operation === each && mark && !current.has(word));
    const mentioned = [...new Set(left.map(({ word }) => word))].sort();
    return { key: each.key, identifier, type, file, mentioned };
  });
  const operations = [...recorded, ...orphans.named];
  const record = printRecord({ out: getRelativePath(folder.path, input.out), per, operations });
  const drafts = [...code.drafts.values(), { path: folder.recordPath, file: folder.recordFile, text: record }];
  return {
    changes: drafts.filter(({ file, text }) => file?.text !== text),
    kept: now.filter(({ identifier }) => found.has(identifier)).length,
    renamed: names.followed,
    pending: [...(input.pending?.keys() ?? [])],
    tasks: [...tasks, ...listMentions(mentions, tasks, code), ...unread],
  };
}

function readCode(
  input: ScaffoldInput,
  operations: readonly NamedOperation[],
  diagnostics: Diagnostics,
): { readonly code: Code; readonly data: readonly string[]; readonly unread: readonly Task[] } | undefined {
  const { handlers, out, registry } = input;
  const names = new Set(['Handlers', 'unimplemented', 'createServer']);
  for (const operation of operations)
    for (const name of [operation.identifier, ...listTypes(operation)]) names.add(name);
  const stems = operations.flatMap(({ identifier, type }) => [identifier, type]);
  const isWanted = (text: string): boolean =>
    scanWords(text).some(({ word }) => names.has(word)) || stems.some((stem) => text.includes(stem));
  const project = readUserProject(input, isWanted);
  const code = new Code(out, project, { ...(registry && { registry }) });
  for (const { path, text } of project.files.values()) {
    if (text === undefined || isComponent(path)) continue;
    if (isBelow(path, handlers) || isWanted(text)) code.open(path);
  }
  code.setContract(operations);
  const unreadable = [...project.files.values()].filter(({ path, text }) => text === undefined || code.deep.has(path));
  checkParsed(unreadable, code, input, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const unread = unreadable.filter(({ bytes }) => isWanted(decodeRoughly(bytes)));
  return { code, data: project.data, unread: listUnread(unread) };
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

// Reports files that cannot be parsed and may contain handlers: files in the folder of the handlers, and files that
// import from that folder or from the output. All other files that cannot be parsed are ignored.
function checkParsed(
  unreadable: readonly UserFile[],
  code: Code,
  { handlers, out, show }: ScaffoldInput,
  diagnostics: Diagnostics,
): void {
  const isOurs = (path: string | undefined): boolean =>
    path !== undefined && (isBelow(path, handlers) || isBelow(path, join(out, 'server')));
  for (const { path, text } of unreadable) {
    const variant = text === undefined ? 'encoding' : 'depth';
    if (isOurs(path)) diagnostics.report('handlers-not-parsed', undefined, { variant, place: show(path) });
  }
  const { files, program } = code;
  for (const file of files) {
    const path = code.findPath(file);
    const [mistake] = program.getSyntacticDiagnostics(file);
    if (!mistake) continue;
    const imports = ts.preProcessFile(file.text).importedFiles.map(({ fileName }) => code.resolve(fileName, file));
    if (![path, ...imports].some(isOurs)) {
      code.close(path);
      continue;
    }
    const { line, column } = code.findPlace(code.mark(path, mistake.start));
    const why = ts.flattenDiagnosticMessageText(mistake.messageText, ' ').replace(/\.$/, '');
    const place = `${show(path)}:${line}:${column}`;
    diagnostics.report('handlers-not-parsed', undefined, { variant: 'syntax', place, why });
  }
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

function listMissing(missing: readonly NamedOperation[], recordPath: string): Task[] {
  if (missing.length === 0) return [];
  const names = missing.map(({ identifier }) => identifier).join(', ');
  const text = `there is no handler for ${names}; an earlier run wrote it, and scaffold writes a handler only once; for a new one, remove the line from this record`;
  return [{ text, places: [{ path: recordPath, line: 1, column: 1 }] }];
}
