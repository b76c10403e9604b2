import { join } from 'node:path';
import { ts } from 'ts-morph';
import { fileName } from '../naming/identifiers.js';
import { ContractReader, visitNodes } from './contract-reader.js';
import type { HandlerPlace } from './find-handlers.js';
import type { HandlerStyle } from './handler-style.js';
import type { HandlersFolder } from './handlers-folder.js';
import type { DescribedOperation } from './named-operation.js';
import { type HandlersModule, printHandlers } from './print-handlers.js';
import type { Grouping } from './record.js';
import { isMember } from './rename-groups.js';
import type { ScaffoldRun } from './scaffold-run.js';
import { addAtEnd, addImports } from './wire-handlers.js';

/** Where new handlers go. */
interface Target {
  readonly folder: HandlersFolder & { readonly per: Grouping };
  /** The files that contain handlers already, by path. */
  readonly known: ReadonlyMap<string, ts.SourceFile>;
  readonly style: HandlerStyle;
}

/**
 * Adds handlers that answer 501: one file an operation, or one a tag, to which later ones are appended. Lists the path of
 * the module of each. A file that exists and contains no handler stays, and another name is chosen.
 */
export function addFresh(
  fresh: readonly DescribedOperation[],
  found: ReadonlyMap<string, HandlerPlace>,
  style: HandlerStyle,
  { folder, code, input, now }: ScaffoldRun,
): ReadonlyMap<DescribedOperation, string> {
  const reader = new ContractReader(code, now);
  const holding = new Set([...found.values()].map(({ node }) => node.getSourceFile()));
  const isKnown = ([path, file]: readonly [string, ts.SourceFile]): boolean =>
    holding.has(file) && code.drafts.get(path)?.file?.isLink === false;
  const known = new Map([...code.files].filter(isKnown));
  const modules = new Map<DescribedOperation, string>();
  for (const each of fresh) modules.set(each, choosePath(each, { folder, known, style }, new Set(modules.values())));
  for (const path of new Set(modules.values())) {
    const operations = fresh.filter((each) => modules.get(each) === path).map(({ operation }) => operation);
    const file = known.get(path);
    if (file) append({ operations, path, style }, file, reader, { input, code });
    else code.add(path, printHandlers({ operations, path, style }, input));
  }
  return modules;
}

function choosePath(
  each: DescribedOperation,
  { folder: { path, per, names }, known, style }: Target,
  chosen: ReadonlySet<string>,
): string {
  const name = per === 'tag' ? fileOfTag(each.operation.tags[0]) : each.file;
  for (let number = 1; ; number++) {
    const file = `${name}${number === 1 ? '' : `-${number}`}${style.extension}`;
    const target = join(path, file);
    if (chosen.has(target) && per === 'operation') continue;
    const existing = known.get(target);
    if (existing ? per === 'tag' && !listScoped(existing).has(each.identifier) : !names.has(file)) return target;
  }
}

// Windows has no file called `con` or `nul`, and the index exports all handlers.
function fileOfTag(tag: string | undefined): string {
  const name = fileName(tag ?? 'untagged');
  return /^(index|con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `${name}-handlers` : name;
}

function append(
  module: HandlersModule,
  file: ts.SourceFile,
  reader: ContractReader,
  { input, code }: Pick<ScaffoldRun, 'input' | 'code'>,
): void {
  const imported = listImported(file, reader);
  const reserved = [...listScoped(file)].filter((name) => !imported.has(name));
  const text = printHandlers(module, input, reserved);
  const [head = '', ...body] = text.split('\n\n');
  const imports = [...head.matchAll(/^(?:import|const) (type )?\{ (.*) \} (?:from |= require\()'(.*)'\)?;$/gm)].flatMap(
    ([, type = '', list = '', specifier = '']) => {
      const missing = list.split(', ').filter((name) => !imported.has(name.replace(/^type /, '')));
      return missing.length === 0 ? [] : [{ type, names: missing, specifier }];
    },
  );
  code.splice(module.path, [...addImports(file, imports), ...addAtEnd(file, body.join('\n\n'))]);
}

/** Lists what a file has in scope somewhere, so that a name is free when it is not there. */
export function listScoped(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  visitNodes(file, (node) => {
    if (ts.isIdentifier(node) && !isMember(node)) names.add(node.text);
  });
  return names;
}

// Under their own names, from the generated server; what is imported as a type alone is no value.
function listImported(file: ts.SourceFile, reader: ContractReader): ReadonlySet<string> {
  const names = new Set<string>();
  visitNodes(file, (node) => {
    if (!ts.isImportSpecifier(node) || node.propertyName) return;
    const isType = node.isTypeOnly || node.parent.parent.isTypeOnly;
    const symbol = reader.resolve(reader.checker.getSymbolAtLocation(node.name));
    if (!reader.isContract(symbol)) return;
    if (!isType || !(symbol && symbol.flags & ts.SymbolFlags.Value)) names.add(node.name.text);
  });
  return names;
}
