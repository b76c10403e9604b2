import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import type { RecordedOptions } from '../options/option-table.js';
import type { Code } from './code.js';
import type { ContractReader } from './find-handlers.js';
import { findPackage } from './packages.js';
import { walkNodes } from './syntax.js';

/** How a module imports: with `import`, with `require`, or with TypeScript's `import … = require(…)`. */
export type ImportStyle = 'import' | 'require' | 'import-require';

/** The type of the principal in the user's handlers. */
interface PrincipalType {
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

/**
 * Finds the style of the handlers in a folder. It is JavaScript if all files are JavaScript, otherwise TypeScript. If
 * the folder has no files and the output is JavaScript, the files of the package decide.
 */
export function findStyle(
  folder: string,
  reader: ContractReader,
  code: Code,
  emit: RecordedOptions['emit'] = 'ts',
): HandlerStyle {
  const own = code.files.filter((file) => isBelow(code.findPath(file), folder));
  const scripts = own.filter((file) => /\.[cm]?js$/.test(file.fileName));
  const [script] = scripts.length === own.length ? scripts : [];
  const language = own.length === 0 && emit === 'js' ? findPackageStyle(folder, code) : undefined;
  return {
    extension: script ? extname(script.fileName) : '.ts',
    imports: script ? findImportStyle(script) : 'import',
    ...language,
    principal: findPrincipal(reader, code),
  };
}

// Finds the style of the files in the package of a folder. Returns `undefined` if the package uses TypeScript. The
// configuration of a tool does not count.
function findPackageStyle(folder: string, code: Code): Omit<HandlerStyle, 'principal'> | undefined {
  const place = findPackage(folder);
  const root = place?.folder ?? folder;
  if (place?.dependencies.has('typescript') || existsSync(join(root, 'tsconfig.json'))) return undefined;
  const files = [...code.drafts.values()]
    .filter(({ path }) => isBelow(path, root) && !/\.config\.\w+$|\.d\.[cm]?ts$/.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  if (files.some(({ path }) => /\.[cm]?tsx?$/.test(path))) return undefined;
  const scripts = files.filter(({ path }) => /\.[cm]?js$/.test(path));
  const { path, text } = scripts.find((each) => each.path.endsWith('.js')) ??
    scripts[0] ?? { path: 'index.js', text: '' };
  return {
    extension: extname(path),
    imports: findImportStyle(ts.createSourceFile(path, text, ts.ScriptTarget.Latest)),
  };
}

/** Finds the import style of a file. */
export function findImportStyle(file: ts.SourceFile): ImportStyle {
  const { statements } = file;
  if (statements.some((node) => ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier)))
    return 'import';
  if (statements.some(ts.isImportEqualsDeclaration)) return 'import-require';
  const isCommon = /\.c[jt]s$/.test(file.fileName) || /\brequire\(|\bmodule\.exports\b|^exports\./m.test(file.text);
  if (!isCommon) return 'import';
  return /\.[cm]?tsx?$/.test(file.fileName) ? 'import-require' : 'require';
}

// Finds the type argument of `Handlers<User>`, if a new module can use it too.
function findPrincipal(reader: ContractReader, code: Code): PrincipalType {
  let found: PrincipalType | undefined;
  for (const file of reader.files) {
    walkNodes(file, (node) => {
      if (found || !(ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node))) return;
      const [argument] = node.typeArguments ?? [];
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
      const symbol = reader.resolve(reader.checker.getSymbolAtLocation(name));
      if (argument && symbol?.name === 'Handlers' && reader.isContract(symbol))
        found = readPrincipal(argument, reader, code);
    });
  }
  return found ?? { text: 'unknown' };
}

function readPrincipal(node: ts.TypeNode, reader: ContractReader, code: Code): PrincipalType | undefined {
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && !node.typeArguments) {
    const symbol = reader.resolve(reader.checker.getSymbolAtLocation(node.typeName));
    const file = symbol?.declarations?.[0]?.getSourceFile();
    const module = file && reader.checker.getSymbolAtLocation(file);
    const isExported =
      module && reader.checker.getExportsOfModule(module).some((each) => reader.resolve(each) === symbol);
    return isExported && symbol && reader.files.includes(file)
      ? { text: symbol.name, module: code.findPath(file) }
      : undefined;
  }
  let isAlone = node.kind !== ts.SyntaxKind.UnknownKeyword;
  walkNodes(node, (each) => {
    if (ts.isTypeReferenceNode(each) || ts.isTypeQueryNode(each)) isAlone = false;
  });
  return isAlone && !ts.isTypeReferenceNode(node) ? { text: node.getText() } : undefined;
}
