import { statSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * Runs a module and returns its default export. Node runs TypeScript itself where it can; otherwise jiti does, which is
 * loaded only then. A file that changed since is run again. Throws what the module throws.
 */
export async function loadModule(path: string): Promise<unknown> {
  if (/\.m?ts$/.test(path) && !canRunTypeScript()) return loadByJiti(path);
  try {
    return readDefault(await import(`${pathToFileURL(path).href}?${statSync(path).mtimeMs}`));
  } catch (error) {
    // Node removes types only: it runs neither enums nor imports without their extension.
    if (isLimitOfNode(error) && /\.m?ts$/.test(path)) return loadByJiti(path);
    throw error;
  }
}

function canRunTypeScript(): boolean {
  return Boolean(Reflect.get(process.features, 'typescript'));
}

function isLimitOfNode(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX' || code === 'ERR_MODULE_NOT_FOUND';
}

async function loadByJiti(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  // Its cache would be one more folder in the project.
  return readDefault(
    await createJiti(import.meta.url, { fsCache: false, moduleCache: false, interopDefault: false }).import(path),
  );
}

function readDefault(module: unknown): unknown {
  return Reflect.get(Object(module), 'default');
}
