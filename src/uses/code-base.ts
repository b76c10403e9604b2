import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import { buildHost, toCompilerPath, toSystemPath } from '../scaffold/compiler-host.js';
import { flattenDeep } from '../scaffold/flatten-deep.js';
import type { Libraries } from '../scaffold/libraries.js';
import { ModuleResolver } from '../scaffold/module-resolver.js';
import type { UserProject } from '../scaffold/user-project.js';

/** The user's code and the generated modules that it imports. The compiler reads them. */
export class CodeBase {
  readonly #out: string;
  readonly #modules: ReadonlySet<string>;
  readonly #texts = new Map<string, string>();
  /** The texts that the compiler reads, without what is too deep for it. */
  readonly #flat = new Map<string, string>();
  readonly #versions = new Map<string, number>();
  readonly #resolver: ModuleResolver;
  readonly #service: ts.LanguageService;
  #changes = 0;

  /** `modules` contains the paths below `out` of the generated modules, without extension. */
  constructor(out: string, modules: ReadonlySet<string>, { files, packages }: UserProject, libraries: Libraries) {
    this.#out = out;
    this.#modules = modules;
    for (const { path, text } of files.values()) if (text !== undefined) this.#texts.set(path, text);
    this.#resolver = new ModuleResolver({
      out,
      packages,
      isFile: (path) => this.#texts.has(path),
      isGeneratedModule: (path) => modules.has(path),
    });
    this.#service = ts.createLanguageService(this.#createHost(libraries), libraries.registry);
  }

  get program(): ts.Program {
    const program = this.#service.getProgram();
    if (!program) throw new Error('the compiler has no program');
    return program;
  }

  /** Replaces the text of one of the user's files. Nodes that were found before belong to the old text. */
  setText(path: string, text: string): void {
    if (this.#texts.get(path) === text) return;
    this.#texts.set(path, text);
    this.#flat.delete(path);
    const compilerPath = toCompilerPath(path);
    this.#versions.set(compilerPath, (this.#versions.get(compilerPath) ?? 0) + 1);
    this.#changes++;
  }

  /** Returns the text that one of the user's files has now. */
  getText(path: string): string {
    return this.#texts.get(toSystemPath(path)) ?? '';
  }

  get checker(): ts.TypeChecker {
    return this.program.getTypeChecker();
  }

  /** The user's files, in the order of their paths. */
  get files(): readonly ts.SourceFile[] {
    const paths = [...this.#texts.keys()].sort();
    return paths.flatMap((path) => this.program.getSourceFile(toCompilerPath(path)) ?? []);
  }

  /** Returns whether a file is the user's. */
  isOwn({ fileName }: ts.SourceFile): boolean {
    return this.#texts.has(toSystemPath(fileName));
  }

  /** Returns a generated module, or `undefined` if no file of the user imports it. */
  findModule(module: string): ts.SourceFile | undefined {
    const path = findFile(join(this.#out, ...module.split('/')));
    return path === undefined ? undefined : this.program.getSourceFile(toCompilerPath(path));
  }

  /** The generated modules that the user's code imports, directly or indirectly. */
  get generated(): readonly ts.SourceFile[] {
    return [...this.#modules].sort().flatMap((module) => this.findModule(module) ?? []);
  }

  /** Returns whether a specifier in a file of the user leads to a generated module. */
  isGenerated(specifier: string, { fileName }: ts.SourceFile): boolean {
    const path = this.#resolver.resolve(specifier, toSystemPath(fileName));
    return path !== undefined && !this.#texts.has(path) && isBelow(path, this.#out);
  }

  /** Returns the innermost node of a file at an offset, or `undefined` if the compiler did not read the file. */
  findNode(path: string, start: number): ts.Node | undefined {
    const file = this.program.getSourceFile(toCompilerPath(path));
    return file && findToken(file, start);
  }

  /** Lists the nodes in the user's files that refer to the declaration of a name, even if an import renames it. */
  listReferences(name: ts.Node): readonly ts.Node[] {
    const file = name.getSourceFile();
    const groups = this.#service.findReferences(file.fileName, name.getStart(file)) ?? [];
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

  #createHost(libraries: Libraries): ts.LanguageServiceHost {
    const read = new Map<string, string | undefined>();
    const readText = (path: string): string | undefined => {
      const own = this.#readOwn(toSystemPath(path));
      if (own !== undefined) return own;
      if (!read.has(path)) read.set(path, this.#readGenerated(toSystemPath(path)) ?? libraries.readText(path));
      return read.get(path);
    };
    return buildHost({
      libraries,
      listRoots: () => [...this.#texts.keys()].map(toCompilerPath),
      // A count is enough to distinguish the texts of a file, because runs do not share parsed files here.
      getProjectVersion: () => String(this.#changes),
      getVersion: (path) => String(this.#versions.get(path) ?? 0),
      readText,
      resolve: (specifier, from) => this.#resolve(specifier, toSystemPath(from)),
    });
  }

  #readOwn(path: string): string | undefined {
    const text = this.#texts.get(path);
    if (text === undefined) return undefined;
    const flat = this.#flat.get(path) ?? flattenDeep(path, text) ?? '';
    this.#flat.set(path, flat);
    return flat;
  }

  // Reads only generated files, in addition to those of the user.
  #readGenerated(path: string): string | undefined {
    return isBelow(path, this.#out) && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  #resolve(specifier: string, from: string): string | undefined {
    const found = this.#resolver.resolve(specifier, from);
    const path = found === undefined || existsSync(found) ? found : findFile(found.replace(/\.ts$/, ''));
    return path && toCompilerPath(path);
  }
}

// With `--emit js`, declarations are written in place of sources.
function findFile(stem: string): string | undefined {
  return [`${stem}.ts`, `${stem}.d.ts`].find((path) => existsSync(path));
}

function findToken(file: ts.SourceFile, position: number): ts.Node | undefined {
  let found: ts.Node | undefined = file;
  for (let node: ts.Node | undefined = file; node; ) {
    found = node;
    node = ts.forEachChild(node, (child) => (child.pos <= position && position < child.end ? child : undefined));
  }
  return found === file ? undefined : found;
}
