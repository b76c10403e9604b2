import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ts } from 'ts-morph';

/** What decides which file a specifier means in some files: one compiler settings file of the user. */
interface ResolutionSettings {
  readonly options: ts.CompilerOptions;
  /** Checks whether the settings are for a file. */
  readonly holds: (path: string) => boolean;
}

/** Reads the settings that are for files: those of the nearest folder that has some. Each folder is read once. */
export class SettingsReader {
  readonly #folders = new Map<string, readonly ResolutionSettings[]>();

  /** Lists the settings of a file, the first ones first; there is always one. */
  listSettings(path: string): readonly ts.CompilerOptions[] {
    const all = this.#read(dirname(path));
    const own = all.filter(({ holds }) => holds(path));
    const [first = { options: lenient }] = all;
    return (own.length > 0 ? own : [first]).map(({ options }) => options);
  }

  #read(folder: string): readonly ResolutionSettings[] {
    const known = this.#folders.get(folder);
    if (known) return known;
    const names = existsSync(folder)
      ? readdirSync(folder).filter((name) => /^[jt]sconfig(\..+)?\.json$/.test(name))
      : [];
    const isLast = existsSync(join(folder, '.git')) || dirname(folder) === folder;
    const list = names.length > 0 ? sortNames(names).map((name) => readSettings(join(folder, name))) : [];
    const found = list.length > 0 || isLast ? list : this.#read(dirname(folder));
    this.#folders.set(folder, found);
    return found;
  }
}

// What a bundler finds is what users of any tool write: with extension or without, and by `exports` and `imports`.
const lenient: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowJs: true,
};

function sortNames(names: readonly string[]): string[] {
  const isMain = (name: string): boolean => /^[jt]sconfig\.json$/.test(name);
  return names.toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)) || (a < b ? -1 : 1));
}

// How strictly the user's code is checked is no matter here.
function readSettings(path: string): ResolutionSettings {
  const { config = {} } = ts.readConfigFile(path, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path), { allowJs: true }, path);
  const { baseUrl, paths, pathsBasePath, rootDirs, customConditions } = options;
  const files = new Set(fileNames);
  return {
    options: {
      ...lenient,
      ...(baseUrl !== undefined && { baseUrl }),
      ...(paths && { paths }),
      ...(paths && baseUrl === undefined && typeof pathsBasePath === 'string' && { pathsBasePath }),
      ...(rootDirs && { rootDirs }),
      ...(customConditions && { customConditions }),
    },
    holds: (file) => files.has(file.replaceAll('\\', '/')),
  };
}
