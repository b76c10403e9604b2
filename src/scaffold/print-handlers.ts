import { dirname, relative, sep } from 'node:path';
import { handlerTypes, hasPrincipal, holesOf, serverModule } from '../emitters/server/contract.js';
import type { Api } from '../model/api.js';
import type { Operation } from '../model/operation.js';
import type { Names } from '../naming/names.js';
import { code, typeReference, valueReference } from '../typescript/code.js';
import { docOfOperation } from '../typescript/doc-comment.js';
import { encodeMemberAccess, encodeString } from '../typescript/encode.js';
import { type ImportExtension, TsFile } from '../typescript/ts-file.js';

/** What handlers are printed from. */
export interface PrintInput {
  readonly api: Api;
  readonly names: Names;
  /** Absolute path of the output folder. */
  readonly out: string;
  readonly importExtension: ImportExtension;
}

/** An operation by its identifier, and the absolute path of the module that exports its handler under that name. */
export interface Exported {
  readonly identifier: string;
  readonly module: string;
}

/** Prints handlers that answer 501, as a module of its own at `path`; no import is called as something `reserved` is. */
export function printHandlers(
  operations: readonly Operation[],
  path: string,
  input: PrintInput,
  reserved: Iterable<string> = [],
): string {
  const { api, names, importExtension } = input;
  const modules = new Modules(path, input);
  const file = new TsFile(modules.of(path));
  file.reserve(reserved);
  for (const operation of operations) {
    const identifier = names.operations.get(operation)?.identifier ?? '';
    const reply = typeReference(modules.server, handlerTypes(operation, names).reply.name);
    const unimplemented = valueReference(modules.server, 'unimplemented');
    const doc = docOfOperation(operation);
    const items = holesOf(operation).length > 0 ? ' and names what the documentation does not show' : '';
    file.addConstant({
      name: identifier,
      ...(doc !== undefined && { doc }),
      type: code`${handlersType(api, modules)}[${encodeString(identifier)}]`,
      value: code`async (args, context): Promise<${reply}> => {
  // Answers 501${items}, until it is written.
  return ${unimplemented}${encodeMemberAccess(identifier)}(args, context);
}`,
    });
  }
  return file.print('', importExtension).text;
}

/** Prints a module at `path` with an object of all handlers but those that are `elsewhere`. */
export function printIndex(
  path: string,
  rows: readonly Exported[],
  elsewhere: readonly string[],
  input: PrintInput,
): string {
  const modules = new Modules(path, input);
  const file = new TsFile(modules.of(path));
  const all = handlersType(input.api, modules);
  const others = elsewhere.map(encodeString).join(' | ');
  file.addConstant({
    name: 'handlers',
    doc:
      elsewhere.length === 0 ? 'All handlers, for `createServer`.' : 'The handlers of this folder, for `createServer`.',
    type: elsewhere.length === 0 ? all : code`Omit<${all}, ${others}>`,
    value: code`{${rows.map((row) => code`\n  ${valueReference(modules.of(row.module), row.identifier)},`)}\n}`,
  });
  return file.print('', input.importExtension).text;
}

/** Gives the specifier with which the module at `from` imports the one at `to`. */
export function specifierOf(from: string, to: string, extension: ImportExtension): string {
  const way = relative(dirname(from), to)
    .split(sep)
    .join('/')
    .replace(/\.([cm]?)tsx?$/, extension === 'ts' ? '' : '.$1js');
  return way.startsWith('.') ? way : `./${way}`;
}

// Whoever asks who calls puts their own type in place of `unknown`.
function handlersType(api: Api, { server }: Modules): ReturnType<typeof code> {
  return code`${typeReference(server, 'Handlers')}${hasPrincipal(api.operations) ? '<unknown>' : ''}`;
}

/** Where modules are below the folder that holds both the user's module and the output. */
class Modules {
  readonly server: string;
  readonly #above: string;

  constructor(path: string, { out }: PrintInput) {
    this.#above = commonFolder([dirname(path), out]);
    const folder = this.of(out);
    this.server = folder === '' ? serverModule : `${folder}/${serverModule}`;
  }

  of(path: string): string {
    return relative(this.#above, path)
      .split(sep)
      .join('/')
      .replace(/\.tsx?$/, '');
  }
}

/** Gives the folder that holds all of some folders, itself one of them or above. */
export function commonFolder(folders: readonly string[]): string {
  const [first = [], ...others] = folders.map((folder) => folder.split(sep));
  const length = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return first.slice(0, length < 0 ? first.length : length).join(sep) || sep;
}
