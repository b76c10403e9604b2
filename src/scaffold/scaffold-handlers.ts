import { relative, sep } from 'node:path';
import { handlerTypes, hasPrincipal, holesOf, serverModule } from '../emitters/server/contract.js';
import type { Api } from '../model/api.js';
import type { Artifact } from '../model/artifact.js';
import type { Operation } from '../model/operation.js';
import type { Names } from '../naming/names.js';
import { code, typeReference, valueReference } from '../typescript/code.js';
import { docOfOperation } from '../typescript/doc-comment.js';
import { encodeMemberAccess, encodeString } from '../typescript/encode.js';
import { type ImportExtension, TsFile } from '../typescript/ts-file.js';

/** What handler files are made from. */
export interface ScaffoldInput {
  readonly api: Api;
  readonly names: Names;
  /** Absolute paths of the folders of the handlers and of the generated output. */
  readonly handlers: string;
  readonly out: string;
  readonly importExtension: ImportExtension;
  /** The names of the files that are in the folder of the handlers. */
  readonly existing: readonly string[];
  /** The text of its `index.ts`, where there is one. */
  readonly index: string | undefined;
}

/** What there is to do in the folder of the handlers. */
export interface Scaffold {
  /** The files to create, by name; none of them exists. */
  readonly files: readonly Artifact[];
  /** How many handler files exist already; they stay as they are. */
  readonly kept: number;
  /** The lines to add by hand to an `index.ts` that exists and does not know some operations. */
  readonly missing: readonly string[];
}

const indexFile = 'index.ts';

/**
 * Plans a file per operation that has none, and an `index.ts` with all handlers where there is none. Nothing that exists
 * is changed: what an existing `index.ts` lacks is told.
 */
export function scaffoldHandlers(input: ScaffoldInput): Scaffold {
  const { api, names, index } = input;
  // A disk may not tell `Get-Pet.ts` from `get-pet.ts`, which is how files are named here.
  const existing = new Set(input.existing.map((name) => name.toLowerCase()));
  const fileOf = (operation: Operation): string => `${names.operations.get(operation)?.file ?? ''}.ts`;
  const fresh = api.operations.filter((operation) => !existing.has(fileOf(operation)));
  const files = fresh.map((operation) => ({ ...printHandler(operation, input), path: fileOf(operation) }));
  if (index === undefined) files.push({ ...printIndex(input), path: indexFile });
  return {
    files,
    kept: api.operations.length - fresh.length,
    missing: index === undefined ? [] : listMissing(index, input),
  };
}

function printHandler(operation: Operation, input: ScaffoldInput): Artifact {
  const { api, names, importExtension } = input;
  const paths = new Paths(input);
  const { identifier, file: fileName } = namesOf(operation, names);
  const file = new TsFile(paths.handler(fileName));
  const reply = typeReference(paths.server, handlerTypes(operation, names).reply.name);
  const unimplemented = valueReference(paths.server, 'unimplemented');
  const hasItems = holesOf(operation).length > 0;
  const doc = docOfOperation(operation);
  file.addConstant({
    name: identifier,
    ...(doc !== undefined && { doc }),
    type: code`${handlersType(api.operations, paths)}[${encodeString(identifier)}]`,
    value: code`async (args, context): Promise<${reply}> => {
  // Answers 501${hasItems ? ' and names what the documentation does not show' : ''}, until it is written.
  return ${unimplemented}${encodeMemberAccess(identifier)}(args, context);
}`,
  });
  return file.print('', importExtension);
}

function printIndex(input: ScaffoldInput): Artifact {
  const { api, names, importExtension } = input;
  const paths = new Paths(input);
  const file = new TsFile(paths.handler('index'));
  const rows = api.operations.map((operation) => {
    const named = namesOf(operation, names);
    return code`\n  ${valueReference(paths.handler(named.file), named.identifier)},`;
  });
  file.addConstant({
    name: 'handlers',
    doc: 'All handlers, for `createServer`.',
    type: handlersType(api.operations, paths),
    value: code`{${rows}\n}`,
  });
  return file.print('', importExtension);
}

// Whoever asks who calls puts their own type in place of `unknown`.
function handlersType(operations: readonly Operation[], { server }: Paths): ReturnType<typeof code> {
  return code`${typeReference(server, 'Handlers')}${hasPrincipal(operations) ? '<unknown>' : ''}`;
}

function listMissing(index: string, { api, names, importExtension }: ScaffoldInput): string[] {
  const unknown = api.operations
    .map((operation) => namesOf(operation, names))
    .filter(
      ({ identifier }) => !new RegExp(`(?<![\\w$])${identifier.replaceAll('$', '\\$')}(?![\\w$])`, 'u').test(index),
    );
  return [
    ...unknown.map(({ identifier, file }) => `import { ${identifier} } from './${file}.${importExtension}';`),
    ...unknown.map(({ identifier }) => `  ${identifier},`),
  ];
}

function namesOf(operation: Operation, names: Names): { readonly identifier: string; readonly file: string } {
  const named = names.operations.get(operation);
  if (!named) throw new Error(`the operation at ${operation.origin.pointer} has no name`);
  return named;
}

/** Where modules are below the folder that holds both the handlers and the output. */
class Paths {
  readonly server: string;
  readonly #handlers: string;

  constructor({ handlers, out }: ScaffoldInput) {
    const above = commonFolder(handlers, out);
    this.#handlers = below(above, handlers);
    this.server = `${below(above, out)}${serverModule}`;
  }

  handler(file: string): string {
    return `${this.#handlers}${file}`;
  }
}

function commonFolder(one: string, other: string): string {
  const [a, b] = [one.split(sep), other.split(sep)];
  const length = a.findIndex((part, index) => part !== b[index]);
  return a.slice(0, length < 0 ? a.length : length).join(sep) || sep;
}

function below(above: string, folder: string): string {
  const path = relative(above, folder).split(sep).join('/');
  return path === '' ? '' : `${path}/`;
}
