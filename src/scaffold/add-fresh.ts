import { join } from 'node:path';
import { ts } from 'ts-morph';
import type { Operation } from '../model/operation.js';
import { fileName } from '../naming/identifiers.js';
import { type ContractReader, visitNodes } from './contract-reader.js';
import type { DescribedOperation } from './named-operation.js';
import { type PrintInput, printHandlers } from './print-handlers.js';
import type { Grouping } from './record.js';
import { isMember } from './rename-groups.js';
import type { UserCode } from './user-code.js';
import { addAtEnd, addImports } from './wire-handlers.js';

/** Where new handlers go. */
export interface Target {
  /** Absolute path of the folder of the handlers. */
  readonly folder: string;
  readonly per: Grouping;
  /** What stands in the folder, in lower case. */
  readonly names: ReadonlySet<string>;
  /** The files that hold handlers already, by path. */
  readonly known: ReadonlyMap<string, ts.SourceFile>;
}

/**
 * Adds handlers that answer 501: one file an operation, or one a tag, to which later ones are appended. Gives the path of
 * the module of each. A file that exists and holds no handler is left alone, and another name chosen.
 */
export function addFresh(
  fresh: readonly DescribedOperation[],
  target: Target,
  reader: ContractReader,
  input: PrintInput,
  code: UserCode,
): ReadonlyMap<DescribedOperation, string> {
  const modules = new Map<DescribedOperation, string>();
  for (const each of fresh) modules.set(each, choosePath(each, target, new Set(modules.values())));
  for (const path of new Set(modules.values())) {
    const operations = fresh.filter((each) => modules.get(each) === path).map(({ operation }) => operation);
    const file = target.known.get(path);
    if (file) append(operations, path, file, reader, input, code);
    else code.add(path, printHandlers(operations, path, input));
  }
  return modules;
}

function choosePath(
  each: DescribedOperation,
  { folder, per, names, known }: Target,
  chosen: ReadonlySet<string>,
): string {
  const name = per === 'tag' ? fileOfTag(each.operation.tags[0]) : each.file;
  for (let number = 1; ; number++) {
    const file = `${name}${number === 1 ? '' : `-${number}`}.ts`;
    const path = join(folder, file);
    if (chosen.has(path) && per === 'operation') continue;
    const existing = known.get(path);
    if (existing ? per === 'tag' && !listScoped(existing).has(each.identifier) : !names.has(file)) return path;
  }
}

// No disk has a file called `con` or `nul`, and the index holds what all of them export.
function fileOfTag(tag: string | undefined): string {
  const name = fileName(tag ?? 'untagged');
  return /^(index|con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `${name}-handlers` : name;
}

function append(
  operations: readonly Operation[],
  path: string,
  file: ts.SourceFile,
  reader: ContractReader,
  input: PrintInput,
  code: UserCode,
): void {
  const imported = listImported(file, reader);
  const reserved = [...listScoped(file)].filter((name) => !imported.has(name));
  const text = printHandlers(operations, path, input, reserved);
  const [head = '', ...body] = text.split('\n\n');
  const imports = [...head.matchAll(/^import (type )?\{ (.*) \} from '(.*)';$/gm)].flatMap(
    ([, type = '', list = '', specifier = '']) => {
      const missing = list.split(', ').filter((name) => !imported.has(name.replace(/^type /, '')));
      return missing.length === 0 ? [] : [{ clause: `${type}{ ${missing.join(', ')} }`, specifier }];
    },
  );
  code.splice(path, [...addImports(file, imports), ...addAtEnd(file, body.join('\n\n'))]);
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
