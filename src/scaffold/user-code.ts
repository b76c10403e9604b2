import { dirname, join, relative, sep } from 'node:path';
import { Project, ts } from 'ts-morph';
import { type Splice, spliceText } from './splice.js';
import type { UserFile } from './user-files.js';

/** A file as it is to become. */
export interface Draft {
  /** Absolute. */
  readonly path: string;
  /** As it was read; absent of a file that is to be made. */
  readonly file?: UserFile;
  /** Without byte order mark. */
  readonly text: string;
}

/** What decides which file a specifier means, beside the files themselves. */
export interface ModuleSettings {
  /** The aliases of the user's compiler settings. */
  readonly options: ts.CompilerOptions;
  /** The texts of the packages' own descriptions, by absolute path. */
  readonly packages: ReadonlyMap<string, string>;
  /** The absolute paths of modules of the generated server, by the specifiers that mean them through a package. */
  readonly servers: ReadonlyMap<string, string>;
}

/** The user's files beside a stand-in for the generated server, as the compiler sees them; nothing is written. */
export class UserCode {
  readonly #root: string;
  readonly #contract: string;
  readonly #project: Project;
  readonly #drafts = new Map<string, Draft>();

  /** `root` is a folder that holds all others. */
  constructor(root: string, out: string, { options, packages, servers }: ModuleSettings) {
    this.#root = root;
    this.#contract = this.#inside(join(out, 'server', 'index.ts'));
    const { baseUrl } = options;
    const aliases = [...servers].map(([specifier, path]): [string, string[]] => [specifier, [this.#inside(path)]]);
    this.#project = new Project({
      useInMemoryFileSystem: true,
      compilerOptions: {
        ...options,
        ...(baseUrl !== undefined && { baseUrl: this.#inside(baseUrl) }),
        ...(aliases.length > 0 && { paths: { ...options.paths, ...Object.fromEntries(aliases) } }),
        target: ts.ScriptTarget.ESNext,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        lib: ['lib.es5.d.ts'], // `Pick` and the like; what else the user's code needs is no matter here
        types: [],
        strict: true,
        allowJs: true,
        checkJs: true,
      },
    });
    for (const [path, text] of packages) this.#project.getFileSystem().writeFileSync(this.#inside(path), text);
  }

  /** Takes in a file as it was read. */
  open(file: UserFile): void {
    this.#set({ path: file.path, file, text: file.text ?? '' });
  }

  /** Takes in a new file. */
  add(path: string, text: string): void {
    this.#set({ path, text });
  }

  /** Changes a file. */
  splice(path: string, splices: readonly Splice[]): void {
    const draft = this.#drafts.get(path);
    if (!draft) throw new Error(`'${path}' was not read`);
    this.#set({ ...draft, text: spliceText(draft.text, splices) });
  }

  /** Forgets a file. */
  close(path: string): void {
    this.#drafts.delete(path);
    this.#project.getSourceFile(this.#inside(path))?.forget();
  }

  /** Puts the stand-in in place; the modules of operations, by file name, lead to it too. */
  setContract(text: string, modules: Iterable<string>): void {
    this.#project.createSourceFile(this.#contract, text, { overwrite: true });
    for (const module of modules) {
      const path = join(dirname(this.#contract), `${module}.ts`).replaceAll('\\', '/');
      if (!this.#project.getSourceFile(path)) this.#project.createSourceFile(path, "export * from './index.js';");
    }
  }

  get service(): ts.LanguageService {
    return this.#project.getLanguageService().compilerObject;
  }

  get program(): ts.Program {
    const program = this.service.getProgram();
    if (!program) throw new Error('the compiler gave no program');
    return program;
  }

  /** The user's files, by path, in its order. */
  get files(): ReadonlyMap<string, ts.SourceFile> {
    const { program } = this;
    const paths = [...this.#drafts.keys()].sort();
    const files = paths.map((path) => [path, program.getSourceFile(this.#inside(path))] as const);
    return new Map(files.flatMap(([path, file]) => (file ? [[path, file]] : [])));
  }

  get contract(): ts.SourceFile {
    const file = this.program.getSourceFile(this.#contract);
    if (!file) throw new Error('there is no stand-in for the generated server');
    return file;
  }

  get drafts(): ReadonlyMap<string, Draft> {
    return this.#drafts;
  }

  /** Gives the absolute path of one of the user's files. */
  pathOf({ fileName }: ts.SourceFile): string {
    return join(this.#root, ...fileName.split('/'));
  }

  /** Gives the absolute path of the module that a specifier means, where it is one of the user's or of the generated server. */
  resolve(specifier: string, from: ts.SourceFile): string | undefined {
    const host = this.#project.getModuleResolutionHost();
    const { resolvedModule } = ts.resolveModuleName(specifier, from.fileName, this.program.getCompilerOptions(), host);
    return resolvedModule && join(this.#root, ...resolvedModule.resolvedFileName.split('/'));
  }

  #set(draft: Draft): void {
    this.#drafts.set(draft.path, draft);
    this.#project.createSourceFile(this.#inside(draft.path), draft.text, { overwrite: true });
  }

  // The compiler gets paths of its own, which are the same on every system.
  #inside(path: string): string {
    return `/${relative(this.#root, path).split(sep).join('/')}`;
  }
}
