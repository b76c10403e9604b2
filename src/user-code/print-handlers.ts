import { dirname, join, relative, sep } from 'node:path';
import { hasPrincipal, listHoles, nameHandlerTypes, serverModule } from '../emitters/server/contract.js';
import { findCommonFolder } from '../files/paths.js';
import type { Api, Operation } from '../model/api.js';
import type { Names } from '../naming/names.js';
import { breakLines } from '../typescript/break-lines.js';
import {
  type Code,
  code,
  encodeMemberAccess,
  encodePropertyKey,
  encodeString,
  importFromPackage,
  importType,
  importValue,
  type Reference,
} from '../typescript/code.js';
import { buildOperationDoc } from '../typescript/doc-comment.js';
import { printDocs, printModule } from '../typescript/print.js';
import { type ConstantStatement, type ImportStatement, kinds, type Statement } from '../typescript/statement.js';
import { createSpecifiers, type ImportExtension, TsFile } from '../typescript/ts-file.js';
import { findSpecifier } from './module-resolver.js';

/** How a module imports: with `import`, with `require`, or with TypeScript's `import … = require(…)`. */
export type ImportStyle = 'import' | 'require' | 'import-require';

/** The type of the principal in the user's handlers. */
export interface PrincipalType {
  readonly text: string;
  /** The absolute path of the module that exports the type. Absent if the type needs no import. */
  readonly module?: string;
}

/** How new handlers are written, so that they look like the existing handlers. */
export interface HandlerStyle {
  /** The file extension with its dot, such as `.ts`. */
  readonly extension: string;
  readonly imports: ImportStyle;
  readonly principal: PrincipalType;
}

export interface PrintInput {
  readonly api: Api;
  readonly names: Names;
  readonly out: string;
  readonly importExtension: ImportExtension;
}

/** A handler: the identifier of its operation, and the absolute path of the module that exports it under that name. */
export interface Exported {
  readonly identifier: string;
  readonly module: string;
}

export interface HandlersModule {
  readonly operations: readonly Operation[];
  readonly path: string;
  readonly style: HandlerStyle;
}

/** Prints a module of handlers that respond with 501. No import has a name in `reserved`. */
export function printHandlers(module: HandlersModule, input: PrintInput, reserved: Iterable<string> = []): string {
  const { operations, path, style } = module;
  const modules = new Modules(path, style, input);
  const file = new TsFile(modules.own);
  file.reserve(reserved);
  for (const operation of operations) {
    const identifier = input.names.operations.get(operation)?.identifier ?? '';
    const reply = modules.fromServer(importType, nameHandlerTypes(operation, input.names).reply.name);
    const returns = isTypeScript(style) ? code`: Promise<${reply}>` : '';
    const unimplemented = modules.fromServer(importValue, 'unimplemented');
    const doc = buildOperationDoc(operation);
    const gaps = listHoles(operation).length > 0 ? ' and lists what the documentation does not show,' : '';
    file.addConstant({
      name: identifier,
      ...(doc !== undefined && { doc }),
      type: code`${printHandlersType(input.api, modules, style)}[${encodeString(identifier)}]`,
      value: code`async (args, context)${returns} => {
  // Responds with 501${gaps} until you write it.
  return ${unimplemented}${encodeMemberAccess(identifier)}(args, context);
}`,
    });
  }
  return printFile(file, style, input);
}

interface IndexModule extends Omit<HandlersModule, 'operations'> {
  readonly rows: readonly Exported[];
  /** The identifiers of operations whose handlers are in other places of the user's code. */
  readonly elsewhere: readonly string[];
}

/** Prints a module with an object of all handlers. */
export function printIndex({ path, rows, elsewhere, style }: IndexModule, input: PrintInput): string {
  const modules = new Modules(path, style, input);
  const file = new TsFile(modules.own);
  const all = printHandlersType(input.api, modules, style);
  const others = elsewhere.map(encodeString).join(' | ');
  file.addConstant({
    name: 'handlers',
    doc: (elsewhere.length === 0 ? 'All handlers' : 'The handlers of this folder') + formatUse(input.api),
    type: elsewhere.length === 0 ? all : code`Omit<${all}, ${others}>`,
    value: code`{${rows.map((row) => code`\n  ${encodePropertyKey(row.identifier)}: ${modules.handler(row)},`)}\n}`,
  });
  return printFile(file, style, input).replace(/^ {2}([\w$]+): \1,$/gm, '  $1,');
}

function printFile(file: TsFile, style: HandlerStyle, { importExtension }: PrintInput): string {
  if (isTypeScript(style)) return file.print('', importExtension).text;
  return printJavaScript(file.buildStatements(importExtension), style.imports);
}

function isTypeScript({ extension }: HandlerStyle): boolean {
  return extension === '.ts';
}

function formatUse(api: Api): string {
  if (!hasPrincipal(api.operations)) return ', for `createServer`.';
  return `, for \`createServer\`. Its option \`security\` takes a function per scheme, which returns the principal of a credential.
For an invalid credential (401), it returns \`undefined\` or throws an \`UnauthorizedError\`; any other error is a 500.`;
}

/** Returns the specifier with which the module at `from` imports the module at `to`. */
export function buildSpecifier(from: string, to: string, extension: ImportExtension): string {
  const way = relative(dirname(from), to)
    .split(sep)
    .join('/')
    .replace(/(?<!\.d)\.([cm]?)tsx?$/, extension === 'ts' ? '' : '.$1js');
  return way.startsWith('.') ? way : `./${way}`;
}

// The user replaces `unknown` with the type of the principal.
function printHandlersType(api: Api, modules: Modules, { principal }: HandlerStyle): Code {
  const handlers = modules.handlersType();
  if (!hasPrincipal(api.operations)) return handlers;
  const { text, module } = principal;
  return code`${handlers}<${module === undefined ? text : modules.typeOf(modules.of(module), text)}>`;
}

/** Names modules by paths below the folder that contains both the user's module and the output. */
class Modules {
  /** The user's module. */
  readonly own: string;
  readonly #path: string;
  readonly #server: string;
  /** The specifier of the server, if it is in another package. */
  readonly #serverPackage: string | undefined;
  readonly #above: string;
  readonly #specifierOf: ((module: string) => string) | undefined;

  constructor(path: string, style: HandlerStyle, { out, importExtension }: PrintInput) {
    this.#path = path;
    this.#above = findCommonFolder([dirname(path), out]);
    const folder = this.of(out);
    this.own = this.of(path);
    this.#server = folder === '' ? serverModule : `${folder}/${serverModule}`;
    this.#serverPackage = findSpecifier(path, join(out, `${serverModule}.ts`));
    this.#specifierOf = isTypeScript(style) ? undefined : createSpecifiers(this.own, importExtension);
  }

  of(path: string): string {
    return relative(this.#above, path)
      .split(sep)
      .join('/')
      .replace(/\.tsx?$/, '');
  }

  /** Returns a reference to an export of the server. `refer` is `importType` or `importValue`. */
  fromServer(refer: typeof importType, name: string): Reference {
    if (this.#serverPackage === undefined) return refer(this.#server, name);
    return importFromPackage(refer(this.#serverPackage, name));
  }

  /** Returns a reference to a handler. The specifier of a module that is not a `.ts` file keeps its extension. */
  handler({ module, identifier }: Exported): Reference {
    if (/\.tsx?$/.test(module)) return importValue(this.of(module), identifier);
    return importFromPackage(importValue(buildSpecifier(this.#path, module, 'js'), identifier));
  }

  handlersType(): Code {
    if (this.#serverPackage === undefined) return this.typeOf(this.#server, 'Handlers');
    if (!this.#specifierOf) return code`${this.fromServer(importType, 'Handlers')}`;
    return code`import(${encodeString(this.#serverPackage)}).Handlers`;
  }

  /** Returns a type of a module. JavaScript cannot import types, so a comment contains the specifier. */
  typeOf(module: string, name: string): Code {
    if (!this.#specifierOf) return code`${importType(module, name)}`;
    return code`import(${encodeString(this.#specifierOf(module))}).${name}`;
  }
}

/**
 * Prints a module of imports and constants as JavaScript. The type of a constant becomes a comment. A CommonJS module
 * imports with `require`.
 */
export function printJavaScript(statements: readonly Statement[], imports: ImportStyle): string {
  const plain = statements.map((each) => (each.kind === kinds.constant ? withTypeComment(each) : each));
  return breakLines(imports === 'import' ? printModule(plain) : printCommonJs(plain));
}

function withTypeComment(statement: ConstantStatement): ConstantStatement {
  const [{ name, type, initializer }] = statement.declarations;
  const docs = type === undefined ? statement.docs : [...statement.docs, `@type {${type}}`];
  return { ...statement, docs, declarations: [{ name, initializer }] };
}

function printCommonJs(statements: readonly Statement[]): string {
  const required = statements.flatMap((each) => (each.kind === kinds.import ? [printRequire(each)] : []));
  const exported = statements.flatMap((each) => (each.kind === kinds.constant ? [printExport(each)] : []));
  return [...(required.length > 0 ? [required.join('')] : []), ...exported].join('\n');
}

function printRequire({ namedImports, moduleSpecifier }: ImportStatement): string {
  const names = namedImports.map(({ name, alias }) => (alias === undefined ? name : `${name}: ${alias}`));
  return `const { ${names.join(', ')} } = require(${encodeString(moduleSpecifier)});\n`;
}

function printExport({ docs, declarations: [{ name, initializer }] }: ConstantStatement): string {
  return `${printDocs(docs)}exports.${name} = ${initializer};\n`;
}
