import { register } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { listModuleFiles, readModuleStamp } from './list-module-files.js';

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
  if (/\.m?ts$/.test(path) && !canRunTypeScript()) return loadByJiti(path);
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

function canRunTypeScript(): boolean {
  return Boolean(Reflect.get(process.features, 'typescript'));
}

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
