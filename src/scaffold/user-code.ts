import { hash } from 'node:crypto';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import { buildHost, toCompilerPath, toSystemPath } from './compiler-host.js';
import { scanWords } from './derived-names.js';
import { flattenDeep } from './flatten-deep.js';
import type { Libraries } from './libraries.js';
import { ModuleResolver } from './module-resolver.js';
import type { NamedOperation } from './named-operation.js';
import { type Arity, listModules, printContract } from './print-contract.js';
import { applySplices, type Splice } from './splice.js';
import { isComponent, type UserFile } from './user-files.js';
import type { UserProject } from './user-project.js';

/** A file of the user with the text that it will have. */
export interface Draft {
  /** The absolute path. */
  readonly path: string;
  /** The file as it was read. Absent if the file is new. */
  readonly file?: UserFile;
  /** The text without byte order mark. */
  readonly text: string;
}

/** The user's files and the stubs of the output, in memory. The compiler reads them. */
export class UserCode {
  readonly #out: string;
  readonly #serverPath: string;
  readonly #othersPath: string;
  readonly #drafts = new Map<string, Draft>();
  readonly #versions = new Map<string, { readonly text: string; readonly version: string }>();
  readonly #roots = new Set<string>();
  readonly #modules = new Set<string>();
  readonly #words = new Set<string>();
  readonly #deep = new Set<string>();
  readonly #splices = new Map<string, readonly (readonly Splice[])[]>();
  readonly #resolver: ModuleResolver;
  readonly #service: ts.LanguageService;
  #changes = 0;

  /** The compiler reads only the opened files and the files that they import. */
  constructor(out: string, { files, packages }: UserProject, libraries: Libraries) {
    this.#out = out;
    this.#serverPath = toCompilerPath(join(out, 'server', 'index.ts'));
    this.#othersPath = toCompilerPath(join(out, 'client', 'index.ts'));
    for (const file of files.values())
      if (file.text !== undefined) this.#set({ path: file.path, file, text: file.text });
    this.#resolver = new ModuleResolver({
      out,
      packages,
      isFile: (path) => this.#drafts.has(path) && !isComponent(path),
      isGeneratedModule: (path) => this.#modules.has(path),
    });
    this.#service = ts.createLanguageService(this.#createHost(libraries), libraries.registry);
  }

  /** Lets the compiler read a file. */
  open(path: string): void {
    this.#roots.add(path);
    this.#changes++;
  }

  /** Adds a new file. */
  add(path: string, text: string): void {
    this.#set({ path, text });
    this.open(path);
  }

  /** Changes a file. */
  splice(path: string, splices: readonly Splice[]): void {
    const draft = this.#drafts.get(path);
    if (!draft) throw new Error(`'${path}' was not read`);
    this.#splices.set(path, [...this.listSplices(path), splices]);
    this.#set({ ...draft, text: applySplices(draft.text, splices) });
  }

  /** Lists the changes of a file, in the order in which they were made. */
  listSplices(path: string): readonly (readonly Splice[])[] {
    return this.#splices.get(path) ?? [];
  }

  /** Lets the compiler treat a file as empty. */
  close(path: string): void {
    this.#setText(toCompilerPath(path), '');
  }

  /** Replaces the stubs of the output with stubs of these operations. Imports of the output lead to the stubs. */
  setContract(operations: readonly NamedOperation[], arity?: Arity): void {
    const { server, others, modules } = printContract(operations, this.#words, arity);
    this.#setText(this.#serverPath, server);
    this.#setText(this.#othersPath, others);
    for (const module of modules) this.#modules.add(module);
  }

  /** The absolute paths of the files that are too deep for the compiler. It treats them as empty. */
  get deep(): ReadonlySet<string> {
    return this.#deep;
  }

  /** The words in all of the user's files. */
  get words(): ReadonlySet<string> {
    return this.#words;
  }

  get service(): ts.LanguageService {
    return this.#service;
  }

  get program(): ts.Program {
    const program = this.service.getProgram();
    if (!program) throw new Error('the compiler has no program');
    return program;
  }

  /** The user's files that the compiler reads, by path, in the order of the compiler. */
  get files(): ReadonlyMap<string, ts.SourceFile> {
    const { program } = this;
    const paths = [...this.#drafts.keys()].sort();
    const files = paths.map((path) => [path, program.getSourceFile(toCompilerPath(path))] as const);
    return new Map(files.flatMap(([path, file]) => (file ? [[path, file]] : [])));
  }

  /** Lists the path and the text of each of the user's files, also of those that the compiler does not read. */
  listTexts(): readonly (readonly [path: string, text: string])[] {
    return [...this.#drafts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, { text }]) => [path, text]);
  }

  /** The stub for the generated server. */
  get server(): ts.SourceFile {
    return this.#read(this.#serverPath);
  }

  /** The stub for types, client and validators. */
  get others(): ts.SourceFile {
    return this.#read(this.#othersPath);
  }

  /** All of the user's files, by path. */
  get drafts(): ReadonlyMap<string, Draft> {
    return this.#drafts;
  }

  /** Returns the absolute path of one of the user's files. */
  findPath({ fileName }: ts.SourceFile): string {
    return toSystemPath(fileName);
  }

  /**
   * Returns the absolute path of an imported module if it belongs to the user or to the output. Returns `undefined` for
   * any other module.
   */
  resolve(specifier: string, from: ts.SourceFile): string | undefined {
    return this.#resolver.resolve(specifier, this.findPath(from));
  }

  #read(path: string): ts.SourceFile {
    const file = this.program.getSourceFile(path);
    if (!file) throw new Error(`the compiler has no '${path}'`);
    return file;
  }

  /** Returns whether a path is the path of an operation's module in the output. */
  isModuleOf(operation: NamedOperation, path: string): boolean {
    return listModules(operation).some((module) => path === join(this.#out, ...`${module}.ts`.split('/')));
  }

  #set(draft: Draft): void {
    this.#drafts.set(draft.path, draft);
    for (const { word } of scanWords(draft.text)) this.#words.add(word);
    const text = flattenDeep(draft.path, draft.text);
    if (text === undefined) this.#deep.add(draft.path);
    this.#setText(toCompilerPath(draft.path), text ?? '');
  }

  #setText(path: string, text: string): void {
    if (this.#versions.get(path)?.text === text) return;
    this.#changes++;
    // Runs that share parsed files find them by path and version, so each text needs a different version.
    this.#versions.set(path, { text, version: hash('sha256', text) });
  }

  #createHost(libraries: Libraries): ts.LanguageServiceHost {
    return buildHost({
      libraries,
      listRoots: () => [...[...this.#roots].map(toCompilerPath), this.#serverPath, this.#othersPath],
      getProjectVersion: () => String(this.#changes),
      getVersion: (path) => this.#versions.get(path)?.version ?? '',
      readText: (path) => this.#versions.get(path)?.text ?? libraries.readText(path),
      resolve: (specifier, from) => this.#find(specifier, from),
    });
  }

  #find(specifier: string, from: string): string | undefined {
    const path = this.#resolver.resolve(specifier, toSystemPath(from));
    if (path === undefined) return undefined;
    const stub = isBelow(path, join(this.#out, 'server')) ? this.#serverPath : this.#othersPath;
    return this.#drafts.has(path) ? toCompilerPath(path) : stub;
  }
}
