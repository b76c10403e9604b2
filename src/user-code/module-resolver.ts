import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import { findPackage, type UserPackage } from './packages.js';
import { isInGenerated } from './read-project.js';

/** The files to which a specifier can lead. */
interface Reachable {
  readonly out: string;
  readonly packages: ReadonlyMap<string, UserPackage>;
  /** Returns whether the user has a file at a path. New files count. */
  readonly isFile: (path: string) => boolean;
  /**
   * Returns whether the output has a generated module at a path below it, without extension, such as `client/get-pet`.
   */
  readonly isGeneratedModule: (path: string) => boolean;
}

/** Resolves specifiers with the compiler settings and the package of the importing file. */
export class ModuleResolver {
  readonly #settings = new Map<string, readonly Settings[]>();
  readonly #reachable: Reachable;

  constructor(reachable: Reachable) {
    this.#reachable = reachable;
  }

  /**
   * Returns the absolute path of an imported module if it belongs to the user or to the output. Returns `undefined` for
   * any other module.
   */
  resolve(specifier: string, from: string): string | undefined {
    const [name = ''] = /^(?:@[^/]+\/)?[^./][^/]*/.exec(specifier) ?? [];
    const host = this.#createHost(this.#reachable.packages.get(name));
    for (const options of this.#listSettings(from)) {
      const { resolvedModule } = ts.resolveModuleName(specifier, from, options, host);
      const found = resolvedModule && this.#locate(join(resolvedModule.resolvedFileName));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  // A package of the workspace may be neither installed nor built. Its `exports` still lead to its sources.
  #createHost(owner: UserPackage | undefined): ts.ModuleResolutionHost {
    const installed = owner && new RegExp(`^.*[\\\\/]node_modules[\\\\/]${owner.name}(?=[\\\\/])`);
    const find = (path: string): string => (installed ? join(path).replace(installed, owner.folder) : join(path));
    const exists = (path: string): boolean => {
      if (this.#isOurs(path)) return true;
      if (isBelow(path, this.#reachable.out) && /\.[cm]?[jt]sx?$/.test(path)) return false;
      return existsSync(path) || (owner !== undefined && this.#findSource(path, owner) !== undefined);
    };
    return {
      fileExists: (path) => exists(find(path)),
      readFile: (path) => ts.sys.readFile(find(path)),
      realpath: (path) => (existsSync(find(path)) ? realpathSync(find(path)) : find(path)),
    };
  }

  #isOurs(path: string): boolean {
    const { out, isFile, isGeneratedModule } = this.#reachable;
    if (isFile(path)) return true;
    const way = relative(out, path).split(sep).join('/');
    if (!isBelow(path, out) || !way.endsWith('.ts')) return false;
    return isGeneratedModule(way.slice(0, -3)) || (existsSync(path) && isInGenerated(dirname(path), out));
  }

  // Many packages of a workspace export compiled files. The sources of those are the user's code.
  #locate(path: string): string | undefined {
    const real = existsSync(path) ? realpathSync(path) : path;
    const found = [path, real].find((each) => this.#isOurs(each));
    if (found !== undefined) return found;
    const owner = /[\\/]node_modules[\\/]/.test(real) ? undefined : findPackage(dirname(real));
    return owner && this.#findSource(real, owner);
  }

  // The source of `dist/pets/get.d.ts` is `src/pets/get.ts` or `pets/get.ts`.
  #findSource(path: string, { folder }: UserPackage): string | undefined {
    const stem = relative(folder, path)
      .split(sep)
      .join('/')
      .replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
    const inside = stem.replace(/^[^/]+\//, '');
    const outWay = relative(folder, this.#reachable.out).split(sep).join('/');
    const stems = [stem, `src/${inside}`, inside, `src/${stem}`, `${outWay}/${inside}`];
    const ends = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
    return stems
      .flatMap((each) => ends.map((end) => join(folder, each + end)))
      .find((candidate) => this.#isOurs(candidate));
  }

  /** Lists the settings that apply to a file, at least one. */
  #listSettings(path: string): readonly ts.CompilerOptions[] {
    const all = this.#readSettings(dirname(path));
    const own = all.filter(({ files }) => files.has(path.split(sep).join('/')));
    return (own.length > 0 ? own : [all[0] ?? { options: lenient }]).map(({ options }) => options);
  }

  // Those of `tsconfig.json` come before those of files with other names.
  #readSettings(folder: string): readonly Settings[] {
    const known = this.#settings.get(folder);
    if (known) return known;
    const names = existsSync(folder)
      ? readdirSync(folder).filter((name) => /^[jt]sconfig(\..+)?\.json$/.test(name))
      : [];
    const isMain = (name: string): boolean => /^[jt]sconfig\.json$/.test(name);
    const sorted = [...names.filter(isMain).sort(), ...names.filter((name) => !isMain(name)).sort()];
    const list = sorted.map((name) => readSettings(join(folder, name)));
    const isLast = list.length > 0 || existsSync(join(folder, '.git')) || dirname(folder) === folder;
    const found = isLast ? list : this.#readSettings(dirname(folder));
    this.#settings.set(folder, found);
    return found;
  }
}

/** A `tsconfig.json` or `jsconfig.json` of the user. It decides to which file a specifier leads. */
interface Settings {
  readonly options: ts.CompilerOptions;
  /** The paths of the files to which the settings apply, with `/`. */
  readonly files: ReadonlySet<string>;
}

// Settings for a folder without any. A bundler resolves the specifiers of every tool: with or without extension, and by
// `exports` and `imports`.
const lenient: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowJs: true,
};

const resolving = ['baseUrl', 'paths', 'pathsBasePath', 'rootDirs', 'customConditions'];

// Reads only the options that have an influence on specifiers. Strictness does not matter here.
function readSettings(path: string): Settings {
  const { config = {} } = ts.readConfigFile(path, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path), { allowJs: true }, path);
  const own = Object.entries(options).filter(([name]) => resolving.includes(name));
  return { options: { ...lenient, ...Object.fromEntries(own) }, files: new Set(fileNames) };
}

/**
 * Finds the specifier, such as `shop-api/server`, with which a file imports a module of another package. Returns
 * `undefined` if the package of the file does not depend on the other one, or if the other one does not export the
 * module.
 */
export function findSpecifier(from: string, module: string): string | undefined {
  const [own, owner] = [from, module].map((path) => findPackage(dirname(path)));
  if (owner?.name === undefined || !own?.dependencies.has(owner.name)) return undefined;
  const resolver = new ModuleResolver({
    out: dirname(dirname(module)),
    packages: new Map([[owner.name, owner]]),
    isFile: (path) => path === module,
    isGeneratedModule: () => false,
  });
  const { config } = ts.readConfigFile(join(owner.folder, 'package.json'), ts.sys.readFile);
  const exported = Object(Object(config).exports);
  const subpaths = Object.keys(exported).filter((key) => key.startsWith('.'));
  const parts = relative(owner.folder, module).split(sep);
  // `*` in the exports is a part of the path, such as `server` or `server/index.js`.
  const inside = parts.flatMap((_, start) =>
    parts.flatMap((__, end) => {
      const part = parts.slice(start, end + 1).join('/');
      return [part, part.replace(/\.ts$/, '.js'), part.replace(/\.ts$/, '')];
    }),
  );
  return (subpaths.length > 0 ? subpaths : ['.'])
    .flatMap((key) => (key.includes('*') ? inside.map((part) => key.replace('*', part)) : [key]))
    .map((subpath) => `${owner.name}${subpath.slice(1)}`)
    .find((specifier) => resolver.resolve(specifier, from) === module);
}
