import { Project, ts } from 'ts-morph';

/**
 * The compiler's own declarations, such as `Promise` and `Map`. They are read once, and several runs can share them.
 */
export class Libraries {
  readonly #host = new Project({ useInMemoryFileSystem: true }).getModuleResolutionHost();
  readonly #registry = ts.createDocumentRegistry();

  /** The name of the library file in the settings of the compiler. */
  readonly lib = 'lib.es2023.d.ts';

  /** The folder of the files. It exists only in memory. */
  readonly folder = '/node_modules/typescript/lib';

  /** The parsed files. */
  get registry(): ts.DocumentRegistry {
    return this.#registry;
  }

  /** Returns the text of a declaration file, or `undefined` if there is none at this path. */
  readText(path: string): string | undefined {
    return path.startsWith(`${this.folder}/`) ? this.#host.readFile?.(path) : undefined;
  }
}
