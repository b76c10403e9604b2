import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import jsTokens from 'js-tokens';
import type { StatedEmitter } from './stated-emitter.js';

// The extensions that complete an import, in order of preference. In TypeScript, an import of `.js` can lead to `.ts`.
const extensions = ['', '.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.json'];

/**
 * Lists the absolute paths of a module of the user and of the files that it imports by relative paths, directly or
 * indirectly. Each is listed once.
 */
export function listModuleFiles(path: string): readonly string[] {
  const files = new Set([path]);
  for (const file of files) {
    for (const [, found] of resolveImports(file)) if (found !== undefined) files.add(found);
  }
  return [...files];
}

/** Lists the relative specifiers in a module that lead to no file. */
export function listMissingImports(path: string): readonly string[] {
  return resolveImports(path).flatMap(([specifier, found]) => (found === undefined ? [specifier] : []));
}

/** Lists the relative specifiers in a module, each with the path of its file. */
function resolveImports(path: string): readonly (readonly [specifier: string, file: string | undefined])[] {
  if (!/\.[cm]?[jt]sx?$/.test(path) || !existsSync(path)) return [];
  const specifiers = listSpecifiers(readFileSync(path, 'utf8'));
  return specifiers.map((specifier) => [specifier, findFile(resolve(dirname(path), specifier))]);
}

/** Returns a text that changes whenever one of the files changes. */
export function readModuleStamp(files: readonly string[]): string {
  return files.map((file) => `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`).join('\n');
}

/** Lists the relative specifiers of static and dynamic imports, of exports and of `require`. */
export function listSpecifiers(code: string): readonly string[] {
  const tokens = [...jsTokens(code)].filter(
    ({ type }) => !/^(WhiteSpace|LineTerminatorSequence|.+Comment)$/.test(type),
  );
  return tokens.flatMap(({ type, value }, index) => {
    if (type !== 'StringLiteral') return [];
    const [before, opening] = [tokens[index - 1]?.value ?? '', tokens[index - 2]?.value ?? ''];
    const isSpecifier = /^(from|import)$/.test(before) || (before === '(' && /^(import|require)$/.test(opening));
    const specifier = value.slice(1, -1);
    return isSpecifier && /^\.\.?\//.test(specifier) ? [specifier] : [];
  });
}

function findFile(path: string): string | undefined {
  const [, stem = path, kind] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? [];
  const asTypeScript = kind === undefined ? [] : [`${stem}.${kind}ts`, `${stem}.tsx`];
  const inFolder = extensions.slice(1).map((extension) => resolve(path, `index${extension}`));
  const candidates = [...extensions.map((extension) => path + extension), ...asTypeScript, ...inFolder];
  return candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
}

/**
 * Lists the absolute paths of the files of the stated emitters: their modules, and the modules that these import by
 * relative paths.
 */
export function listEmitterFiles(stated: readonly StatedEmitter[], folder: string): readonly string[] {
  const entries = stated.flatMap(({ module }) => (module === undefined ? [] : (findEntry(module, folder) ?? [])));
  return [...new Set(entries.flatMap(listModuleFiles))];
}

// An emitter of this package is not such a file. For these emitters, the manifest records the version of the package.
function findEntry(module: string, folder: string): string | undefined {
  if (isAbsolute(module)) return module;
  return module.startsWith('lacuna/') ? undefined : resolvePackage(module, folder);
}

function resolvePackage(module: string, folder: string): string | undefined {
  try {
    return resolveSpecifier(module, folder);
  } catch {
    return undefined; // The run itself reports it.
  }
}

/**
 * Finds the file that a package exports for a specifier, for an import from a module in a folder. Throws the error of
 * Node.
 */
export function resolveSpecifier(specifier: string, folder: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(specifier);
  } catch (error) {
    return resolveOwn(specifier) ?? resolveImportOnly(specifier, folder, error);
  }
}

// A project that runs this package without installing it can still import its entries.
function resolveOwn(specifier: string): string | undefined {
  return specifier.startsWith('lacuna/') ? createRequire(import.meta.url).resolve(specifier) : undefined;
}

// Some packages export only for `import`. Node resolves such an export only from inside the importing module.
function resolveImportOnly(specifier: string, folder: string, error: unknown): string {
  if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
  const { createJiti }: typeof import('jiti') = createRequire(import.meta.url)('jiti');
  return fileURLToPath(createJiti(join(folder, 'package.json')).esmResolve(specifier));
}
