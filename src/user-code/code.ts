import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { Project, ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import { type Arity, listModules, type NamedOperation, printContract, scanWords } from './contract.js';
import { ModuleResolver } from './module-resolver.js';
import { isComponent, type UserFile, type UserProject } from './read-project.js';
import { listNodes } from './syntax.js';
import {
  applySplices,
  type CodePosition,
  type Finding,
  findPosition,
  type Mark,
  moveOffset,
  type Splice,
  type Task,
} from './task.js';

/** A file of the user with the text that it will have. */
export interface Draft {
  /** The absolute path. */
  readonly path: string;
  /** The file as it was read. Absent if the file is new. */
  readonly file?: UserFile | undefined;
  /** The text without byte order mark. */
  readonly text: string;
}

export interface CodeError {
  readonly number: number;
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

/** The user's files and the output, in memory. The compiler reads them. */
export class Code {
  readonly #out: string;
  readonly #drafts = new Map<string, Draft>();
  /** The texts that the compiler reads, by path in the compiler's form. */
  readonly #texts = new Map<string, { readonly text: string; readonly version: string }>();
  readonly #roots = new Set<string>();
  readonly #modules: Set<string>;
  readonly #words = new Set<string>();
  readonly #splices = new Map<string, readonly (readonly Splice[])[]>();
  readonly #resolver: ModuleResolver;
  readonly #stubs: { readonly server: string; readonly others: string };
  readonly service: ts.LanguageService;
  /** The absolute paths of the files that are too deep for the compiler. It treats them as empty. */
  readonly deep: Set<string> = new Set();
  #changes = 0;

  /**
   * The compiler reads only the opened files and the files that they import. `modules` contains the paths below `out` of
   * the generated modules, without extension. After `setContract`, stubs replace them.
   */
  constructor(
    out: string,
    { files, packages }: UserProject,
    { modules = [], registry }: { readonly modules?: Iterable<string>; readonly registry?: ts.DocumentRegistry } = {},
  ) {
    this.#out = out;
    this.#modules = new Set(modules);
    const stub = (kind: string): string => toCompilerPath(join(out, kind, 'index.ts'));
    this.#stubs = { server: stub('server'), others: stub('client') };
    for (const file of files.values())
      if (file.text !== undefined) this.#set({ path: file.path, file, text: file.text });
    this.#resolver = new ModuleResolver({
      out,
      packages,
      isFile: (path) => this.#drafts.has(path) && !isComponent(path),
      isGeneratedModule: (path) => this.#modules.has(path),
    });
    this.service = ts.createLanguageService(this.#createHost(), registry);
  }

  /** Lets the compiler read a file. */
  open(path: string): void {
    this.#roots.add(path);
    this.#changes++;
  }

  add(path: string, text: string): void {
    this.#set({ path, text });
    this.open(path);
  }

  splice(path: string, splices: readonly Splice[]): void {
    const draft = this.#drafts.get(path);
    if (!draft) throw new Error(`'${path}' was not read`);
    this.#splices.set(path, [...(this.#splices.get(path) ?? []), splices]);
    this.#set({ ...draft, text: applySplices(draft.text, splices) });
  }

  /** Replaces the text of a file. Nodes and positions that were found before belong to the old text. */
  setText(path: string, text: string): void {
    if (this.#drafts.get(path)?.text === text) return;
    this.#set({ ...this.#drafts.get(path), path, text });
  }

  /** Lets the compiler treat a file as empty. */
  close(path: string): void {
    this.#setText(toCompilerPath(path), '');
  }

  /** Replaces the output with stubs of these operations. */
  setContract(operations: readonly NamedOperation[], arity?: Arity): void {
    const { server, others, modules } = printContract(operations, this.#words, arity);
    this.#setText(this.#stubs.server, server);
    this.#setText(this.#stubs.others, others);
    for (const module of modules) this.#modules.add(module);
  }

  /** The words in all of the user's files. */
  get words(): ReadonlySet<string> {
    return this.#words;
  }

  get drafts(): ReadonlyMap<string, Draft> {
    return this.#drafts;
  }

  get program(): ts.Program {
    const program = this.service.getProgram();
    if (!program) throw new Error('the compiler has no program');
    return program;
  }

  get checker(): ts.TypeChecker {
    return this.program.getTypeChecker();
  }

  /** The user's files that the compiler reads, in the order of their paths. */
  get files(): readonly ts.SourceFile[] {
    return [...this.#drafts.keys()].sort().flatMap((path) => this.program.getSourceFile(toCompilerPath(path)) ?? []);
  }

  /** The generated modules that the user's code imports, directly or indirectly. */
  get generated(): readonly ts.SourceFile[] {
    return [...this.#modules].sort().flatMap((module) => this.findModule(module) ?? []);
  }

  /** Returns a generated module, or `undefined` if no file of the user imports it. */
  findModule(module: string): ts.SourceFile | undefined {
    const path = findOutput(join(this.#out, ...module.split('/')));
    return path === undefined ? undefined : this.program.getSourceFile(toCompilerPath(path));
  }

  /** The stub for the generated server. */
  get server(): ts.SourceFile {
    return this.#read(this.#stubs.server);
  }

  /** The stub for types, client and validators. */
  get others(): ts.SourceFile {
    return this.#read(this.#stubs.others);
  }

  /** Returns whether a file is the user's. */
  isOwn(file: ts.SourceFile): boolean {
    return this.#drafts.has(this.findPath(file));
  }

  /** Returns the absolute path of one of the user's files. */
  findPath({ fileName }: ts.SourceFile): string {
    return normalize(fileName);
  }

  /** Returns whether a file of the user is a link, which is read but never written. */
  isLink(path: string): boolean {
    return this.#drafts.get(path)?.file?.isLink ?? false;
  }

  /**
   * Returns the absolute path of an imported module if it belongs to the user or to the output. Returns `undefined` for
   * any other module.
   */
  resolve(specifier: string, from: ts.SourceFile): string | undefined {
    return this.#resolver.resolve(specifier, this.findPath(from));
  }

  /** Returns whether a specifier in a file of the user leads to the output. */
  isGenerated(specifier: string, from: ts.SourceFile): boolean {
    const path = this.resolve(specifier, from);
    return path !== undefined && !this.#drafts.has(path) && isBelow(path, this.#out);
  }

  /** Returns whether a path is the path of an operation's module in the output. */
  isModuleOf(operation: NamedOperation, path: string): boolean {
    return listModules(operation).some((module) => path === join(this.#out, ...`${module}.ts`.split('/')));
  }

  /** Returns the innermost node of a file at an offset, or `undefined` if the compiler did not read the file. */
  findNode(path: string, start: number): ts.Node | undefined {
    const file = this.program.getSourceFile(toCompilerPath(path));
    return file && findToken(file, start);
  }

  /** Lists the nodes in the user's files that refer to the declaration of a name, even if an import renames it. */
  listReferences(name: ts.Node): readonly ts.Node[] {
    const file = name.getSourceFile();
    const groups = this.service.findReferences(file.fileName, name.getStart(file)) ?? [];
    const found = groups.flatMap(({ references }) =>
      references.flatMap(({ fileName, textSpan }) => {
        const source = this.program.getSourceFile(fileName);
        if (!source || !this.isOwn(source)) return [];
        const node = findToken(source, textSpan.start);
        return node && node !== name ? [node] : [];
      }),
    );
    return [...new Set(found)];
  }

  listErrors(file: ts.SourceFile): readonly CodeError[] {
    const { program } = this;
    const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return all.flatMap(({ code: number, start, length = 0, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\s+/g, ' ').replace(/\.$/, '');
      return start === undefined || isImplicitAny(number, text) ? [] : [{ number, start, length, text }];
    });
  }

  mark(path: string, offset: number): Mark {
    return { path, offset, changes: this.#splices.get(path)?.length ?? 0 };
  }

  /** Returns the mark of a node. The mark of a declaration is that of its name. */
  markNode(node: ts.Node): Mark {
    const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);
    const at = isNamed && node.name ? node.name : node;
    return this.mark(this.findPath(node.getSourceFile()), at.getStart());
  }

  findOffset({ path, offset, changes }: Mark): number {
    return (this.#splices.get(path) ?? []).slice(changes).reduce(moveOffset, offset);
  }

  findPlace(mark: Mark): CodePosition {
    return findPosition(mark.path, this.#drafts.get(mark.path)?.text ?? '', this.findOffset(mark));
  }

  /** Returns tasks with the places that their marks have now. */
  placeTasks(findings: readonly Finding[]): Task[] {
    return findings.map(({ marks, ...task }) => ({ ...task, places: marks.map((mark) => this.findPlace(mark)) }));
  }

  #read(path: string): ts.SourceFile {
    const file = this.program.getSourceFile(path);
    if (!file) throw new Error(`the compiler has no '${path}'`);
    return file;
  }

  #set(draft: Draft): void {
    this.#drafts.set(draft.path, draft);
    for (const { word } of scanWords(draft.text)) this.#words.add(word);
    const text = flattenDeep(draft.path, draft.text);
    if (text === undefined) this.deep.add(draft.path);
    this.#setText(toCompilerPath(draft.path), text ?? '');
  }

  #setText(path: string, text: string): void {
    if (this.#texts.get(path)?.text === text) return;
    this.#changes++;
    // Runs that share parsed files find them by path and version, so each text needs a different version.
    this.#texts.set(path, { text, version: hash('sha256', text) });
  }

  #createHost(): ts.LanguageServiceHost {
    const read = new Map<string, string | undefined>();
    const readText = (path: string): string | undefined => {
      const own = this.#texts.get(path);
      if (own) return own.text;
      if (!read.has(path)) read.set(path, this.#readOther(path));
      return read.get(path);
    };
    const hasStubs = (): boolean => this.#texts.has(this.#stubs.server);
    return {
      getCompilationSettings: () => compilerOptions,
      // As long as the version stays the same, the compiler reads nothing again.
      getProjectVersion: () => String(this.#changes),
      getScriptFileNames: () => [
        ...[...this.#roots].map(toCompilerPath),
        ...(hasStubs() ? Object.values(this.#stubs) : []),
      ],
      getScriptVersion: (path) => this.#texts.get(path)?.version ?? '',
      getScriptSnapshot: (path) => {
        const text = readText(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => '/',
      getDefaultLibFileName: () => `${libraryFolder}/${library}`,
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      fileExists: (path) => readText(path) !== undefined,
      readFile: readText,
      resolveModuleNameLiterals: (literals, from) =>
        literals.map(({ text }) => ({ resolvedModule: describeModule(this.#find(text, from, hasStubs())) })),
    };
  }

  // Reads only generated files and the compiler's own declarations, in addition to the files of the user.
  #readOther(path: string): string | undefined {
    if (path.startsWith(`${libraryFolder}/`)) return libraries.readFile?.(path);
    return isBelow(join(path), this.#out) && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  #find(specifier: string, from: string, hasStubs: boolean): string | undefined {
    const path = this.#resolver.resolve(specifier, normalize(from));
    if (path === undefined) return undefined;
    if (this.#drafts.has(path)) return toCompilerPath(path);
    if (hasStubs) return isBelow(path, join(this.#out, 'server')) ? this.#stubs.server : this.#stubs.others;
    const found = existsSync(path) ? path : findOutput(path.replace(/\.ts$/, ''));
    return found && toCompilerPath(found);
  }
}

// Packages are not read, so imports from them have no type. This is not a mistake of the user. `handlers[key]` with an
// old key is a mistake.
function isImplicitAny(number: number, text: string): boolean {
  return number >= 7000 && number < 7100 && !(number === noSuchIndex && text.includes('of type \'"'));
}

const noSuchIndex = 7053;

// The compiler's own declarations, such as `Promise` and `Map`, exist only in memory.
const libraries = new Project({ useInMemoryFileSystem: true }).getModuleResolutionHost();
const libraryFolder = '/node_modules/typescript/lib';
const library = 'lib.es2023.d.ts';

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: [library],
  types: [],
  strict: true,
  allowJs: true,
  checkJs: true,
  jsx: ts.JsxEmit.Preserve,
  // A file without imports also has its own scope.
  moduleDetection: ts.ModuleDetectionKind.Force,
};

// The compiler's form of a path has `/` on every system.
function toCompilerPath(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

// With `--emit js`, declarations are written in place of sources.
function findOutput(stem: string): string | undefined {
  return [`${stem}.ts`, `${stem}.d.ts`].find((path) => existsSync(path));
}

function describeModule(resolvedFileName: string | undefined): ts.ResolvedModuleFull | undefined {
  if (resolvedFileName === undefined) return undefined;
  const [extension = ts.Extension.Ts] = /(\.d)?\.[cm]?[jt]sx?$/.exec(resolvedFileName) ?? [];
  return { resolvedFileName, extension, isExternalLibraryImport: false };
}

// Also searches doc comments, which contain the types of JavaScript.
function findToken(file: ts.SourceFile, position: number): ts.Node | undefined {
  const contains = (child: ts.Node): boolean => child.getStart(file, true) <= position && position < child.getEnd();
  let node: ts.Node | undefined;
  for (let child = file.getChildren(file).find(contains); child; child = child.getChildren(file).find(contains)) {
    node = child;
  }
  return node;
}

// The most levels of code. The compiler uses recursion, and its stack overflows at about 1,000 levels.
const deepest = 400;

/**
 * Replaces the parts of an expression that are too deep for the compiler, such as the beginning of a chain of 2,000
 * calls, with a value of the same length. All other text keeps its position and line. Returns `undefined` if the
 * compiler cannot read the file: if its parser overflows, or if statements or types are too deep.
 */
function flattenDeep(fileName: string, text: string): string | undefined {
  if (text.length < 2 * deepest) return text;
  const file = parse(fileName, text);
  if (!file) return undefined;
  let result = text;
  const heights = new Map<ts.Node, number>();
  for (const node of [file, ...listNodes(file)].reverse()) {
    let height = 0;
    ts.forEachChild(node, (child) => {
      height = Math.max(height, (heights.get(child) ?? 0) + (isChainOfOperators(node, child) ? 0 : 1));
    });
    const isCut = height >= deepest && ts.isExpression(node);
    const [start, end] = [node.getStart(file), node.end];
    if (isCut)
      result = `${result.slice(0, start)}0${result.slice(start + 1, end).replace(/[^\r\n]/g, ' ')}${result.slice(end)}`;
    heights.set(node, isCut ? 0 : height);
  }
  return (heights.get(file) ?? 0) < deepest ? result : undefined;
}

function parse(fileName: string, text: string): ts.SourceFile | undefined {
  try {
    return ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext, true);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

// The compiler reads `a + b + c` in a loop instead of by recursion, but not `a || b || c`.
function isChainOfOperators(node: ts.Node, child: ts.Node): boolean {
  if (!ts.isBinaryExpression(node) || node.left !== child || !ts.isBinaryExpression(child)) return false;
  const { BarBarToken, AmpersandAmpersandToken, QuestionQuestionToken } = ts.SyntaxKind;
  return ![BarBarToken, AmpersandAmpersandToken, QuestionQuestionToken].some(
    (each) => each === node.operatorToken.kind,
  );
}
