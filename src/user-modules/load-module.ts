import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { basename } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { listMissingImports, listModuleFiles, readModuleStamp } from './list-module-files.js';

/** A module that Node's cache contains. */
interface Loaded {
  readonly stamp: string;
  /** The number of times that it was loaded. */
  readonly count: number;
}

const loaded = new Map<string, Loaded>();

/**
 * Runs a module and returns its default export. Node runs TypeScript itself if it can. Otherwise jiti runs it. jiti is
 * loaded only in this case. The module runs again if it, or a file that it imports, has changed since. Throws the error
 * that the module throws.
 */
export async function loadModule(path: string): Promise<unknown> {
  if (/\.m?ts$/.test(path) && !Reflect.get(process.features, 'typescript')) return loadByJiti(path);
  try {
    return readDefault(await import(getAddress(path)));
  } catch (error) {
    // Node only removes types. It supports neither enums nor imports without extension.
    if (isLimitOfNode(error) && /\.m?ts$/.test(path)) return loadByJiti(path);
    throw error;
  }
}

// Node caches modules by URL, so a changed module needs another URL.
function getAddress(path: string): string {
  const stamp = readModuleStamp(listModuleFiles(path));
  const before = loaded.get(path);
  const isSame = before === undefined || before.stamp === stamp;
  const count = (before?.count ?? 0) + (isSame ? 0 : 1);
  loaded.set(path, { stamp, count });
  if (count === 0) return pathToFileURL(path).href;
  if (!isPassedOn) register(`data:text/javascript,${encodeURIComponent(passOn)}`);
  isPassedOn = true;
  return `${pathToFileURL(path).href}?lacuna=${count}`;
}

let isPassedOn = false;

/** A hook for Node. If a changed module is loaded again, its relative imports are loaded again too. */
const passOn = `export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const [, again] = /[?](lacuna=[0-9]+)$/.exec(context.parentURL ?? '') ?? [];
  return again && /^[.]/.test(specifier) ? { ...found, url: found.url + '?' + again } : found;
}`;

function isLimitOfNode(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX' || code === 'ERR_MODULE_NOT_FOUND';
}

async function loadByJiti(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  // A cache of jiti would add a folder to the project. `tryNative` is off, because Node could not run the module.
  const options = { fsCache: false, moduleCache: false, tryNative: false, interopDefault: false };
  return readDefault(await createJiti(import.meta.url, options).import(path));
}

function readDefault(module: unknown): unknown {
  return Reflect.get(Object(module), 'default');
}

/** A place in a module. Line and column begin at 1. */
export interface ThrowPlace {
  readonly path: string;
  readonly position: { readonly line: number; readonly column: number };
}

/**
 * Finds where a module threw an error, or why it does not run: the innermost place of the stack that is in one of
 * `files`, a mistake in the syntax of one, or the import of a file that does not exist.
 */
export function locateThrown(error: unknown, files: readonly string[]): ThrowPlace | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const thrown = locateInStack(stack, files);
  if (thrown) return thrown;
  return error instanceof SyntaxError ? locateSyntaxError(files) : locateMissingImport(files);
}

function locateInStack(stack: string, files: readonly string[]): ThrowPlace | undefined {
  for (const line of stack.split('\n')) {
    for (const path of files) {
      const place = locateInLine(line, path);
      if (place) return place;
    }
  }
  return undefined;
}

function locateInLine(text: string, path: string): ThrowPlace | undefined {
  const [, after] = text.split(basename(path));
  const [, line, column = 1] = after?.match(/^(?:\?[^:]*)?:(\d+)(?::(\d+))?/) ?? [];
  if (line === undefined || !existsSync(path)) return undefined;
  const position = { line: Number(line), column: Math.max(1, Number(column)) };
  // The stack can contain a place in the translated file, which may not exist in the written one.
  const written = readFileSync(path, 'utf8').split('\n')[position.line - 1];
  return position.column <= (written?.length ?? -1) + 1 ? { path, position } : undefined;
}

// The stack of a syntax error in a module does not contain its place. `node --check` prints it, but it reads only
// JavaScript.
function locateSyntaxError(files: readonly string[]): ThrowPlace | undefined {
  for (const path of files.filter((file) => /\.[cm]?js$/.test(file))) {
    const type = path.endsWith('.cjs') ? 'commonjs' : 'module';
    const options = { input: readFileSync(path), encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, [`--input-type=${type}`, '--check'], options);
    const place = status === 0 ? undefined : locateInStack(stderr.replace('[stdin]', path), [path]);
    if (place) return place;
  }
  return undefined;
}

function locateMissingImport(files: readonly string[]): ThrowPlace | undefined {
  for (const path of files) {
    const [missing] = listMissingImports(path);
    if (missing === undefined) continue;
    const [before = ''] = readFileSync(path, 'utf8').split(missing);
    const lines = before.split('\n');
    return { path, position: { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 } };
  }
  return undefined;
}
