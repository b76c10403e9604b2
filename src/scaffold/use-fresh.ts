import { join } from 'node:path';
import { isBelow } from '../files/paths.js';
import { encodeString } from '../typescript/encode.js';
import { listScoped } from './add-fresh.js';
import { ContractReader } from './contract-reader.js';
import { findHolders, type HandlerPlace, type HandlersHolder } from './find-handlers.js';
import type { HandlerStyle } from './handler-style.js';
import { findPlace } from './list-tasks.js';
import type { DescribedOperation } from './named-operation.js';
import { buildSpecifier, type Exported, type IndexModule, printIndex } from './print-handlers.js';
import type { Task } from './scaffold.js';
import type { ScaffoldRun } from './scaffold-run.js';
import { addImports, addMembers } from './wire-handlers.js';

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
): Task[] {
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
  const writable = targets.filter(({ path }) => code.drafts.get(path)?.file?.isLink !== true);
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

function findFreeName({ identifier }: Exported, taken: ReadonlySet<string>): string {
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
  { folder, input: { importExtension } }: ScaffoldRun,
): Task {
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
    places: holders.map(({ node, path }) => findPlace(path, node)),
    lines: [...imports, ...rows.map(({ identifier }) => `  ${identifier},`)],
  };
}
