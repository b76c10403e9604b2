import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import { UniqueNames } from '../model/unique-names.js';
import { buildFileName } from '../naming/identifiers.js';
import { reservedFiles } from '../naming/reserved-names.js';
import { encodeString } from '../typescript/code.js';
import type { Code } from './code.js';
import type { DescribedOperation } from './contract.js';
import { ContractReader, findHolders, type HandlerPlace, type HandlersHolder } from './find-handlers.js';
import { findPackage } from './packages.js';
import {
  buildSpecifier,
  type Exported,
  type HandlerStyle,
  type HandlersModule,
  type ImportStyle,
  type PrincipalType,
  printHandlers,
  printIndex,
} from './print-handlers.js';
import { listScoped } from './rename.js';
import type { ScaffoldRun } from './scaffold-run.js';
import { findSymbol, followAlias, listNodes } from './syntax.js';
import type { Finding, Splice } from './task.js';

/**
 * Adds handlers for `fresh` as modules, and then to the object of all handlers. Returns a task for the handlers that it
 * could not add to such an object.
 */
export function addHandlers(
  fresh: readonly DescribedOperation[],
  found: ReadonlyMap<string, HandlerPlace>,
  run: ScaffoldRun,
): Finding[] {
  if (fresh.length === 0) return [];
  const reader = new ContractReader(run.code, run.now);
  const style = findStyle(run, reader);
  const modules = addModules(fresh, found, style, reader, run);
  const rows = [...modules].map(([{ identifier }, module]) => ({ identifier, module }));
  return addToObjects(rows, found, style, run);
}

/**
 * Adds handlers that respond with 501, in one file per operation or one per tag. Returns the path of each handler's
 * module. Handlers of a tag are appended to the file of that tag. A file that contains other code but no handlers is
 * not changed; the new file gets another name.
 */
function addModules(
  fresh: readonly DescribedOperation[],
  found: ReadonlyMap<string, HandlerPlace>,
  style: HandlerStyle,
  reader: ContractReader,
  { folder: { path: folder, per, names }, code, input }: ScaffoldRun,
): ReadonlyMap<DescribedOperation, string> {
  const handlerFiles = new Set([...found.values()].map(({ node }) => node.getSourceFile()));
  const files = code.files.map((file) => [code.findPath(file), file] as const);
  const known = new Map(files.filter(([path, file]) => handlerFiles.has(file) && !code.isLink(path)));
  const modules = new Map<DescribedOperation, string>();
  for (const each of fresh) {
    const chosen = new Set(modules.values());
    const name = per === 'tag' ? nameTagFile(each.operation.tags[0]) : each.file;
    for (let number = 1; !modules.has(each); number++) {
      const file = `${name}${number === 1 ? '' : `-${number}`}${style.extension}`;
      const path = join(folder, file);
      const existing = known.get(path);
      const isFree = existing ? per === 'tag' && !listScoped(existing).has(each.identifier) : !names.has(file);
      if (isFree && !(chosen.has(path) && per === 'operation')) modules.set(each, path);
    }
  }
  for (const path of new Set(modules.values())) {
    const operations = fresh.filter((each) => modules.get(each) === path).map(({ operation }) => operation);
    const file = known.get(path);
    if (file) addMissingHandlers({ operations, path, style }, file, reader, { input, code });
    else code.add(path, printHandlers({ operations, path, style }, input));
  }
  return modules;
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
  const names = listNodes(file).flatMap((node) => {
    if (!ts.isImportSpecifier(node) || node.propertyName) return [];
    const isType = node.isTypeOnly || node.parent.parent.isTypeOnly;
    const symbol = findSymbol(node.name, reader.checker);
    const isKnown = reader.isContract(symbol) && !(isType && symbol && symbol.flags & ts.SymbolFlags.Value);
    return isKnown ? [node.name.text] : [];
  });
  return new Set(names);
}

// The object of all handlers is the one in the folder of the handlers. Without such an object, it is the only other
// object that lacks the handlers. A first run writes an `index.ts` with such an object.
function addToObjects(
  rows: readonly Exported[],
  found: ReadonlyMap<string, HandlerPlace>,
  style: HandlerStyle,
  run: ScaffoldRun,
): Finding[] {
  const { folder, code, now } = run;
  const reader = new ContractReader(code, now);
  const holders = findHolders(code, reader, new Set(rows.map(({ identifier }) => identifier)));
  const open = holders.filter(({ lacking, borrowed }) => lacking.size + borrowed.size > 0);
  const own = open.filter(({ path }) => isBelow(path, folder.path));
  const index = `${folder.nameBeside ?? 'index'}${style.extension}`;
  if (own.length === 0 && !folder.record && !folder.names.has(index)) {
    addIndex(join(folder.path, index), rows, found, style, run);
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
  path: string,
  rows: readonly Exported[],
  found: ReadonlyMap<string, HandlerPlace>,
  style: HandlerStyle,
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
  const names = new UniqueNames(listScoped(node.getSourceFile()).keys(), '_');
  const named = wanted
    .filter(({ module }) => module !== path)
    .map((row) => ({ ...row, local: names.take(row.identifier) }));
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

/** Plans the addition of members such as `getPet` or `getPet: other` to an object. All other text stays the same. */
function addMembers(object: ts.ObjectLiteralExpression, members: readonly string[]): Splice[] {
  const { text } = object.getSourceFile();
  const lineEnd = findLineEnd(text);
  const { properties } = object;
  const last = properties.at(-1);
  const close = object.getEnd() - 1;
  const closeIndent = /^[ \t]*$/.exec(text.slice(findLineStart(text, close), close))?.[0];
  if (closeIndent === undefined) {
    const list = members.join(', ');
    if (!last) return [buildInsertion(object.getStart() + 1, ` ${list} `)];
    return properties.hasTrailingComma
      ? [buildInsertion(properties.end, ` ${list},`)]
      : [buildInsertion(last.getEnd(), `, ${list}`)];
  }
  const lastIndent = last && /^[ \t]*$/.exec(text.slice(findLineStart(text, last.getStart()), last.getStart()))?.[0];
  const indent = lastIndent ?? `${closeIndent}${/\t/.test(closeIndent) ? '\t' : '  '}`;
  const lines = members.map((member) => `${indent}${member},${lineEnd}`).join('');
  const comma = last && !properties.hasTrailingComma ? [buildInsertion(last.getEnd(), ',')] : [];
  return [...comma, buildInsertion(findLineStart(text, close), lines)];
}

/** An import to add to a file. */
interface NewImport {
  /** `type ` if only types are imported, otherwise empty. */
  readonly type: string;
  /** The imported names, such as `getPet` or `getPet as other`. */
  readonly names: readonly string[];
  readonly specifier: string;
}

/** Plans the addition of imports to a file, in the style of its other imports. All other text stays the same. */
function addImports(file: ts.SourceFile, imports: readonly NewImport[]): Splice[] {
  if (imports.length === 0) return [];
  const { text, statements } = file;
  const lineEnd = findLineEnd(text);
  const last = statements.filter(isImporting).at(-1);
  const quote = last && /"[^']*$/.test(last.getText()) ? '"' : "'";
  const end = last && !last.getText().endsWith(';') ? '' : ';';
  const style = findImportStyle(file);
  const lines = imports.flatMap((each) => printImport(each, style, { quote, end }));
  if (!last) {
    const position = findCodeStart(file);
    const isOnLine = findLineStart(text, position) === position;
    return [buildInsertion(position, `${isOnLine ? '' : lineEnd}${lines.join(lineEnd)}${lineEnd}${lineEnd}`)];
  }
  const endOfLine = /[\r\n]|$/.exec(text.slice(last.getEnd()))?.index ?? 0;
  const position = last.getEnd() + endOfLine;
  const isAlone =
    text
      .slice(last.getEnd(), position)
      .replace(/\/\/.*|\/\*.*?\*\//g, '')
      .trim() === '';
  return [buildInsertion(isAlone ? position : last.getEnd(), lines.map((line) => lineEnd + line).join(''))];
}

function isImporting(node: ts.Statement): boolean {
  if (ts.isImportDeclaration(node) || ts.isImportEqualsDeclaration(node)) return true;
  const isRequired = (value: ts.Expression | undefined): boolean => /^require\(/.test(value?.getText() ?? '');
  return ts.isVariableStatement(node) && node.declarationList.declarations.some((each) => isRequired(each.initializer));
}

function printImport(
  { type, names, specifier }: NewImport,
  style: ImportStyle,
  { quote, end }: { readonly quote: string; readonly end: string },
): string[] {
  const from = quote === '"' ? JSON.stringify(specifier) : encodeString(specifier);
  const list = names.join(', ');
  if (style === 'import') return [`import ${type}{ ${list} } from ${from}${end}`];
  const pattern = `{ ${list.replaceAll(' as ', ': ')} }`;
  if (style === 'require') return type === '' ? [`const ${pattern} = require(${from})${end}`] : [];
  const local = `${specifier
    .replace(/^.*\//, '')
    .replace(/\..*$/, '')
    .replace(/[^\w$]/g, '_')}_module`;
  return [`import ${local} = require(${from})${end}`, `const ${pattern} = ${local}${end}`];
}

function addAtEnd(file: ts.SourceFile, code: string): Splice[] {
  const { text } = file;
  const lineEnd = findLineEnd(text);
  const gap = text === '' ? '' : /[\r\n]$/.test(text) ? lineEnd : lineEnd + lineEnd;
  return [buildInsertion(text.length, gap + code.replaceAll('\n', lineEnd))];
}

function buildInsertion(position: number, text: string): Splice {
  return { start: position, end: position, text };
}

function findLineStart(text: string, position: number): number {
  return Math.max(text.lastIndexOf('\n', position - 1), text.lastIndexOf('\r', position - 1)) + 1;
}

// The code begins after the comments about the whole file. An empty line ends these comments.
function findCodeStart({ text, statements }: ts.SourceFile): number {
  const start = statements[0]?.getFullStart() ?? 0;
  const comments = ts.getLeadingCommentRanges(text, start) ?? [];
  const head = comments.filter(({ end }) => /^[ \t]*(\r\n|\n|\r)[ \t]*(\r\n|\n|\r)/.test(text.slice(end))).at(-1);
  const from = head?.end ?? (ts.getShebang(text)?.length || start);
  return from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
}

// Returns the line break after the first line of a text, or `\n` if there is only one line.
function findLineEnd(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

// The style is JavaScript if all files in the folder of the handlers are JavaScript, otherwise TypeScript. If the folder
// has no files and the output is JavaScript, the files of the package decide.
function findStyle({ folder, code, input: { emit } }: ScaffoldRun, reader: ContractReader): HandlerStyle {
  const own = code.files.filter((file) => isBelow(code.findPath(file), folder.path));
  const scripts = own.filter((file) => /\.[cm]?js$/.test(file.fileName));
  const [script] = scripts.length === own.length ? scripts : [];
  const language = own.length === 0 && emit === 'js' ? findPackageStyle(folder.path, code) : undefined;
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

function findImportStyle(file: ts.SourceFile): ImportStyle {
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
  for (const node of reader.files.flatMap(listNodes)) {
    if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) continue;
    const [argument] = node.typeArguments ?? [];
    const symbol = findSymbol(ts.isTypeReferenceNode(node) ? node.typeName : node.expression, reader.checker);
    const isHandlers = symbol?.name === 'Handlers' && reader.isContract(symbol);
    const found = argument && isHandlers ? readPrincipal(argument, reader, code) : undefined;
    if (found) return found;
  }
  return { text: 'unknown' };
}

function readPrincipal(node: ts.TypeNode, reader: ContractReader, code: Code): PrincipalType | undefined {
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && !node.typeArguments) {
    const { checker, files } = reader;
    const symbol = findSymbol(node.typeName, checker);
    const file = symbol?.declarations?.[0]?.getSourceFile();
    const module = file && files.includes(file) ? checker.getSymbolAtLocation(file) : undefined;
    const isExported =
      module && checker.getExportsOfModule(module).some((each) => followAlias(each, checker) === symbol);
    return isExported && symbol && file ? { text: symbol.name, module: code.findPath(file) } : undefined;
  }
  const isDerived = [node, ...listNodes(node)].some((each) => ts.isTypeReferenceNode(each) || ts.isTypeQueryNode(each));
  return isDerived || node.kind === ts.SyntaxKind.UnknownKeyword ? undefined : { text: node.getText() };
}
