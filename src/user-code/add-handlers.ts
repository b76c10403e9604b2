import { join } from 'node:path';
import { ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import { buildFileName } from '../naming/identifiers.js';
import { reservedFiles } from '../naming/reserved-names.js';
import { encodeString } from '../typescript/encode.js';
import type { DescribedOperation } from './contract.js';
import { ContractReader, findHolders, type HandlerPlace, type HandlersHolder } from './find-handlers.js';
import type { HandlerStyle } from './handler-style.js';
import type { HandlersFolder } from './handlers-folder.js';
import { addAtEnd, addImports, addMembers } from './insert.js';
import {
  buildSpecifier,
  type Exported,
  type HandlersModule,
  type IndexModule,
  printHandlers,
  printIndex,
} from './print-handlers.js';
import type { Grouping } from './record.js';
import { listScoped } from './rename.js';
import type { Finding, ScaffoldRun } from './scaffold-run.js';
import { walkNodes } from './syntax.js';

/** Where new handlers are written. */
interface Target {
  readonly folder: HandlersFolder & { readonly per: Grouping };
  /** The files that already contain handlers, by path. */
  readonly known: ReadonlyMap<string, ts.SourceFile>;
  readonly style: HandlerStyle;
}

/**
 * Adds handlers that respond with 501, in one file per operation or one per tag. Returns the path of each handler's
 * module. Handlers of a tag are appended to the file of that tag. A file that contains other code but no handlers is
 * not changed; the new file gets another name.
 */
export function addFresh(
  fresh: readonly DescribedOperation[],
  found: ReadonlyMap<string, HandlerPlace>,
  style: HandlerStyle,
  { folder, code, input, now }: ScaffoldRun,
): ReadonlyMap<DescribedOperation, string> {
  const reader = new ContractReader(code, now);
  const handlerFiles = new Set([...found.values()].map(({ node }) => node.getSourceFile()));
  const files = code.files.map((file) => [code.findPath(file), file] as const);
  const known = new Map(files.filter(([path, file]) => handlerFiles.has(file) && !code.isLink(path)));
  const modules = new Map<DescribedOperation, string>();
  for (const each of fresh) modules.set(each, choosePath(each, { folder, known, style }, new Set(modules.values())));
  for (const path of new Set(modules.values())) {
    const operations = fresh.filter((each) => modules.get(each) === path).map(({ operation }) => operation);
    const file = known.get(path);
    if (file) addMissingHandlers({ operations, path, style }, file, reader, { input, code });
    else code.add(path, printHandlers({ operations, path, style }, input));
  }
  return modules;
}

function choosePath(
  each: DescribedOperation,
  { folder: { path, per, names }, known, style }: Target,
  chosen: ReadonlySet<string>,
): string {
  const name = per === 'tag' ? nameTagFile(each.operation.tags[0]) : each.file;
  for (let number = 1; ; number++) {
    const file = `${name}${number === 1 ? '' : `-${number}`}${style.extension}`;
    const target = join(path, file);
    if (chosen.has(target) && per === 'operation') continue;
    const existing = known.get(target);
    if (existing ? per === 'tag' && !listScoped(existing).has(each.identifier) : !names.has(file)) return target;
  }
}

// Windows reserves names such as `con` and `nul`; `index` is the module of all handlers.
function nameTagFile(tag: string | undefined): string {
  const name = buildFileName(tag ?? 'untagged');
  return name === 'index' || reservedFiles.has(name) ? `${name}-handlers` : name;
}

function addMissingHandlers(
  module: HandlersModule,
  file: ts.SourceFile,
  reader: ContractReader,
  { input, code }: Pick<ScaffoldRun, 'input' | 'code'>,
): void {
  const imported = listImported(file, reader);
  const reserved = [...listScoped(file).keys()].filter((name) => !imported.has(name));
  const text = printHandlers(module, input, reserved);
  const [head = '', ...body] = text.split('\n\n');
  // A long import has several lines.
  const importing = /^(?:import|const) (type )?\{([^}]*)\} (?:from|= require\()\s*'(.*)'\s*\)?;$/gm;
  const imports = [...head.matchAll(importing)].flatMap(([, type = '', list = '', specifier = '']) => {
    const names = list.split(',').map((name) => name.trim());
    const missing = names.filter((name) => name !== '' && !imported.has(name.replace(/^type /, '')));
    return missing.length === 0 ? [] : [{ type, names: missing, specifier }];
  });
  code.splice(module.path, [...addImports(file, imports), ...addAtEnd(file, body.join('\n\n'))]);
}

// Lists the names that a file imports from the generated server without renaming them. A value that is imported as a
// type does not count, because it cannot be called.
function listImported(file: ts.SourceFile, reader: ContractReader): ReadonlySet<string> {
  const names = new Set<string>();
  walkNodes(file, (node) => {
    if (!ts.isImportSpecifier(node) || node.propertyName) return;
    const isType = node.isTypeOnly || node.parent.parent.isTypeOnly;
    const symbol = reader.resolve(reader.checker.getSymbolAtLocation(node.name));
    if (!reader.isContract(symbol)) return;
    if (!isType || !(symbol && symbol.flags & ts.SymbolFlags.Value)) names.add(node.name.text);
  });
  return names;
}

/**
 * Adds new handlers to the object of all handlers. This is the object in the folder of the handlers. Without such an
 * object, it is the only other object that lacks the handlers. A first run writes an `index.ts` with such an object.
 * Returns a task for the handlers that it could not add.
 */
export function addHandlers(
  fresh: ReadonlyMap<DescribedOperation, string>,
  found: ReadonlyMap<string, HandlerPlace>,
  style: HandlerStyle,
  run: ScaffoldRun,
): Finding[] {
  const { folder, code, now } = run;
  const rows = [...fresh].map(([{ identifier }, module]) => ({ identifier, module }));
  const reader = new ContractReader(code, now);
  const holders = findHolders(code, reader, new Set(rows.map(({ identifier }) => identifier)));
  const open = holders.filter(({ lacking, borrowed }) => lacking.size + borrowed.size > 0);
  const own = open.filter(({ path }) => isBelow(path, folder.path));
  const index = `${folder.nameBeside ?? 'index'}${style.extension}`;
  if (own.length === 0 && !folder.record && !folder.names.has(index)) {
    addIndex({ path: join(folder.path, index), style }, rows, found, run);
    return [];
  }
  const lacking = open.filter((holder) => holder.lacking.size > 0);
  const targets = own.length > 0 ? own : lacking.length === 1 ? lacking : [];
  const writable = targets.filter(({ path }) => !code.isLink(path));
  const first = writable.filter(({ path }, index) => writable.findIndex((other) => other.path === path) === index);
  const used = new Set(first.flatMap((holder) => addToHolder(holder, rows, run)));
  const left = rows.filter(({ identifier }) => !used.has(identifier));
  return left.length === 0 ? [] : [listLeft(left, open, run)];
}

function addIndex(
  { path, style }: Pick<IndexModule, 'path' | 'style'>,
  rows: readonly Exported[],
  found: ReadonlyMap<string, HandlerPlace>,
  { now, input, code }: ScaffoldRun,
): void {
  const known = [...found].flatMap(([identifier, { module }]) => (module ? [{ identifier, module }] : []));
  const all = new Map([...known, ...rows].map((row) => [row.identifier, row]));
  const inOrder = now.flatMap(({ identifier }) => all.get(identifier) ?? []);
  const elsewhere = now.filter(({ identifier }) => !all.has(identifier)).map(({ identifier }) => identifier);
  code.add(path, printIndex({ path, rows: inOrder, elsewhere, style }, input));
}

function addToHolder(
  { node, path, lacking, borrowed }: HandlersHolder,
  rows: readonly Exported[],
  { input: { importExtension }, code }: ScaffoldRun,
): string[] {
  const wanted = rows.filter(({ identifier }) => lacking.has(identifier) || borrowed.has(identifier));
  if (wanted.length === 0) return [];
  const taken = listScoped(node.getSourceFile());
  const named = wanted
    .filter(({ module }) => module !== path)
    .map((row) => ({ ...row, local: findFreeName(row, taken) }));
  const localOf = new Map(named.map(({ identifier, local }) => [identifier, local]));
  const members = wanted.map(({ identifier }) => {
    const local = localOf.get(identifier) ?? identifier;
    return local === identifier ? identifier : `${identifier}: ${local}`;
  });
  const imports = [...new Set(named.map(({ module }) => module))].map((module) => ({
    type: '',
    names: named.filter((row) => row.module === module).map(printImportedName),
    specifier: buildSpecifier(path, module, importExtension),
  }));
  code.splice(path, [...addImports(node.getSourceFile(), imports), ...addMembers(node, members)]);
  return wanted.map(({ identifier }) => identifier);
}

function findFreeName({ identifier }: Exported, taken: ReadonlyMap<string, unknown>): string {
  let name = identifier;
  for (let number = 2; taken.has(name); number++) name = `${identifier}_${number}`;
  return name;
}

function printImportedName({ identifier, local }: Exported & { readonly local: string }): string {
  return local === identifier ? identifier : `${identifier} as ${local}`;
}

function listLeft(
  rows: readonly Exported[],
  holders: readonly HandlersHolder[],
  { folder, code, input: { importExtension } }: ScaffoldRun,
): Finding {
  const [holder] = holders;
  const from = holder?.path ?? join(folder.path, 'index.ts');
  const modules = [...new Set(rows.map(({ module }) => module))];
  const imports = modules.map((module) => {
    const list = rows.filter((row) => row.module === module).map(({ identifier }) => identifier);
    return `import { ${list.join(', ')} } from ${encodeString(buildSpecifier(from, module, importExtension))};`;
  });
  return {
    text: holder
      ? 'nothing uses the new handlers yet; add these lines'
      : 'no object has all handlers; add these lines where you create it',
    marks: holders.map(({ node }) => code.markNode(node)),
    lines: [...imports, ...rows.map(({ identifier }) => `  ${identifier},`)],
  };
}
