import { join } from 'node:path';
import { ts } from 'ts-morph';
import { buildFileName } from '../naming/identifiers.js';
import { reservedFiles } from '../naming/reserved-names.js';
import { ContractReader } from './contract-reader.js';
import type { HandlerPlace } from './find-handlers.js';
import type { HandlerStyle } from './handler-style.js';
import type { HandlersFolder } from './handlers-folder.js';
import type { DescribedOperation } from './named-operation.js';
import { type HandlersModule, printHandlers } from './print-handlers.js';
import type { Grouping } from './record.js';
import { isMember } from './rename-groups.js';
import type { ScaffoldRun } from './scaffold-run.js';
import { walkNodes } from './visit-nodes.js';
import { addAtEnd, addImports } from './wire-handlers.js';

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
  const isKnown = ([path, file]: readonly [string, ts.SourceFile]): boolean =>
    handlerFiles.has(file) && code.drafts.get(path)?.file?.isLink === false;
  const known = new Map([...code.files].filter(isKnown));
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
  const reserved = [...listScoped(file)].filter((name) => !imported.has(name));
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

/** Lists every name that some scope of a file contains. A name that is not listed is free everywhere in the file. */
export function listScoped(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  walkNodes(file, (node) => {
    if (ts.isIdentifier(node) && !isMember(node)) names.add(node.text);
  });
  return names;
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
