import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ts } from 'ts-morph';

/** A `tsconfig.json` or `jsconfig.json` of the user. It decides to which file a specifier leads. */
interface ResolutionSettings {
  readonly options: ts.CompilerOptions;
  /** Returns whether the settings apply to a file. */
  readonly appliesTo: (path: string) => boolean;
}

/** Reads the settings of files from the nearest folder that has any. Each folder is read once. */
export class SettingsReader {
  readonly #folders = new Map<string, readonly ResolutionSettings[]>();

  /**
   * Lists the settings that apply to a file, at least one. Those of `tsconfig.json` come before those of files with
   * other names.
   */
  listSettings(path: string): readonly ts.CompilerOptions[] {
    const all = this.#read(dirname(path));
    const own = all.filter(({ appliesTo }) => appliesTo(path));
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

// Settings for a folder without any. A bundler resolves the specifiers of every tool: with or without extension, and by
// `exports` and `imports`.
const lenient: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowJs: true,
};

function sortNames(names: readonly string[]): string[] {
  const isMain = (name: string): boolean => /^[jt]sconfig\.json$/.test(name);
  return names.toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)) || (a < b ? -1 : 1));
}

// Reads only the options that have an influence on specifiers. Strictness does not matter here.
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
    appliesTo: (file) => files.has(file.replaceAll('\\', '/')),
  };
}
