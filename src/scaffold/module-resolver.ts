import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import { SettingsReader } from './compiler-settings.js';
import { listTargets } from './package-exports.js';
import { findPackage, type UserPackage } from './package-scope.js';
import { isGenerated } from './user-files.js';

/** The files to which a specifier can lead. */
interface Reachable {
  /** The absolute path of the output folder. */
  readonly out: string;
  /** The packages of the user, by name. */
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
  readonly #settings = new SettingsReader();
  readonly #reachable: Reachable;
  readonly #host: ts.ModuleResolutionHost;

  constructor(reachable: Reachable) {
    this.#reachable = reachable;
    this.#host = {
      ...ts.sys,
      fileExists: (path) => this.#exists(join(path)),
      directoryExists: (path) => isBelow(join(path), reachable.out) || ts.sys.directoryExists(path),
      ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
    };
  }

  /**
   * Returns the absolute path of an imported module if it belongs to the user or to the output. Returns `undefined` for
   * any other module.
   */
  resolve(specifier: string, from: string): string | undefined {
    for (const options of this.#settings.listSettings(from)) {
      const { resolvedModule } = ts.resolveModuleName(specifier, from, options, this.#host);
      const found = resolvedModule && this.#locate(join(resolvedModule.resolvedFileName));
      if (found !== undefined) return found;
    }
    return this.#resolveInWorkspace(specifier);
  }

  #exists(path: string): boolean {
    const { isFile, out } = this.#reachable;
    if (isFile(path)) return true;
    return isBelow(path, out) && isModulePath(path) ? this.#isGenerated(path) : existsSync(path);
  }

  #isGenerated(path: string): boolean {
    const { out, isGeneratedModule } = this.#reachable;
    const way = relative(out, path).split(sep).join('/');
    return /\.ts$/.test(way) && (isGeneratedModule(way.slice(0, -3)) || (existsSync(path) && isInKind(path, out)));
  }

  // Many packages of a workspace export compiled files. The sources of those are the user's code.
  #locate(path: string): string | undefined {
    const { isFile, out } = this.#reachable;
    const real = existsSync(path) ? realpathSync(path) : path;
    const found = [path, real].find((each) => isFile(each) || (isBelow(each, out) && this.#isGenerated(each)));
    if (found !== undefined) return found;
    const owner = /[\\/]node_modules[\\/]/.test(real) ? undefined : findPackage(dirname(real));
    return owner && this.#findSource(owner, relative(owner.folder, real).split(sep).join('/'));
  }

  // Nothing may be installed or built. Then the name and `exports` of a package still lead to the file.
  #resolveInWorkspace(specifier: string): string | undefined {
    const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
    const owner = specifier.startsWith('.') ? undefined : this.#reachable.packages.get(name);
    if (!owner) return undefined;
    const targets = listTargets(owner.folder, rest === '' ? '.' : `./${rest}`);
    const found = [...targets, rest === '' ? 'index' : rest].map((target) => this.#findSource(owner, target));
    return found.find((path) => path !== undefined);
  }

  // The source of `dist/pets/get.d.ts` is `src/pets/get.ts` or `pets/get.ts`.
  #findSource({ folder }: UserPackage, target: string): string | undefined {
    const { isFile, out } = this.#reachable;
    const stem = target.replace(/^\.\//, '').replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
    const inside = stem.replace(/^[^/]+\//, '');
    const outWay = relative(folder, out).split(sep).join('/');
    const stems = [stem, `src/${inside}`, inside, `src/${stem}`, `${outWay}/${inside}`];
    const ends = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '/index.ts', '/index.js'];
    const paths = stems.flatMap((each) => ends.map((end) => join(folder, each + end)));
    return paths.find((path) => isFile(path) || (isBelow(path, out) && this.#isGenerated(path)));
  }
}

function isModulePath(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

function isInKind(path: string, out: string): boolean {
  return path !== dirname(path) && (isGenerated(dirname(path), out) || isInKind(dirname(path), out));
}
