import { Project, ts } from 'ts-morph';

/** The compiler's own declarations, such as `Promise` and `Map`: read once, and shared by the runs that receive them. */
export class Libraries {
  readonly #host = new Project({ useInMemoryFileSystem: true }).getModuleResolutionHost();
  readonly #registry = ts.createDocumentRegistry();

  /** The name of the file that the settings of the compiler ask for. */
  readonly lib = 'lib.es2023.d.ts';

  /** The folder of the files, which is on no disk. */
  readonly folder = '/node_modules/typescript/lib';

  /** The parsed files. */
  get registry(): ts.DocumentRegistry {
    return this.#registry;
  }

  /** Reads one of the files; `undefined` if there is none of that name. */
  readText(path: string): string | undefined {
    return path.startsWith(`${this.folder}/`) ? this.#host.readFile?.(path) : undefined;
  }
}
