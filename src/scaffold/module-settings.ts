import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ts } from 'ts-morph';
import type { ModuleSettings } from './user-code.js';
import { isBelow, type UserFile } from './user-files.js';

/**
 * Reads what decides which file a specifier means in the folder of the handlers: `paths`, the `imports` of packages, and
 * which packages hold the generated server.
 */
export function readModuleSettings(
  handlers: string,
  out: string,
  root: string,
  files: readonly UserFile[],
): ModuleSettings {
  const folders = listFolders(handlers, root);
  const packages = folders.map((folder) => join(folder, 'package.json')).filter((path) => existsSync(path));
  const settings = folders.map((folder) => join(folder, 'tsconfig.json')).find((path) => existsSync(path));
  return {
    options: settings === undefined ? {} : readAliases(settings),
    packages: new Map(packages.map((path) => [path, readFileSync(path, 'utf8')])),
    servers: findServers(files, out),
  };
}

// A package of the same workspace is a link below `node_modules`, which only the disk knows, as it does what is built.
function findServers(files: readonly UserFile[], out: string): ReadonlyMap<string, string> {
  const servers = new Map<string, string>();
  const folder = join(out, 'server');
  if (!existsSync(folder)) return servers;
  const real = realpathSync(folder);
  const options = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
  const seen = new Set<string>();
  for (const { path, text = '' } of files) {
    for (const { fileName: specifier } of ts.preProcessFile(text, true, true).importedFiles) {
      if (/^[./]|^node:/.test(specifier) || seen.has(specifier)) continue;
      seen.add(specifier);
      const file = ts.resolveModuleName(specifier, path, options, ts.sys).resolvedModule?.resolvedFileName;
      const module = file && (isBelow(file, real) ? relative(real, file) : findBuilt(file, real));
      if (module !== undefined) servers.set(specifier, join(folder, module));
    }
  }
  return servers;
}

// What a package gives others is often a copy of its server, compiled into another of its folders.
function findBuilt(file: string, server: string): string | undefined {
  const [, name] = /[\\/]server[\\/]([\w-]+)(?:\.d)?\.[cm]?[jt]s$/.exec(file) ?? [];
  const module = `${name}.ts`;
  return packageOf(server) === packageOf(file) && existsSync(join(server, module)) ? module : undefined;
}

function packageOf(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(join(folder, 'package.json')) ? folder : packageOf(folder);
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
