import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
