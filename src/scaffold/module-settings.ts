import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ts } from 'ts-morph';
import type { ModuleSettings } from './user-code.js';
import { isBelow } from './user-files.js';

/** Reads what decides which file a specifier means in the folder of the handlers: `paths` and the `imports` of packages. */
export function readModuleSettings(handlers: string, root: string): ModuleSettings {
  const folders = listFolders(handlers, root);
  const packages = folders.map((folder) => join(folder, 'package.json')).filter((path) => existsSync(path));
  const settings = folders.map((folder) => join(folder, 'tsconfig.json')).find((path) => existsSync(path));
  return {
    options: settings === undefined ? {} : readAliases(settings),
    packages: new Map(packages.map((path) => [path, readFileSync(path, 'utf8')])),
  };
}

function listFolders(folder: string, root: string): string[] {
  if (!isBelow(folder, root)) return [];
  return folder === dirname(folder) ? [folder] : [folder, ...listFolders(dirname(folder), root)];
}

// How strictly the user's code is checked is no matter here.
function readAliases(path: string): ts.CompilerOptions {
  const { config = {} } = ts.readConfigFile(path, ts.sys.readFile);
  const content = { extends: config.extends, compilerOptions: config.compilerOptions, files: [] };
  const { baseUrl, paths, pathsBasePath } = ts.parseJsonConfigFileContent(content, ts.sys, dirname(path)).options;
  if (baseUrl !== undefined) return { baseUrl, ...(paths && { paths }) };
  return paths ? { paths, baseUrl: typeof pathsBasePath === 'string' ? pathsBasePath : dirname(path) } : {};
}
