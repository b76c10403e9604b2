import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// What the compiler of the practice API writes, and what only the build runs.
const otherFolders = /^(?:practice-api|package-build)[\\/]/;

/**
 * Removes from the compiled modules of a package, in `dist/`, those that no entry of `package.json` leads to: code that only the build runs, and the
 * declarations of what is internal. Each relative path in a text leads on, also those of dynamic imports and workers.
 */
export function removeUnreached(packageFolder: string): void {
  const reached = new Set<string>();
  const walk = (file: string): void => {
    if (reached.has(file) || !existsSync(file)) return;
    reached.add(file);
    const end = file.endsWith('.d.ts') ? '.d.ts' : '.js';
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/["'](\.{1,2}\/[^"'\n]+)\.js["']/g)) {
      walk(join(dirname(file), `${path}${end}`));
    }
  };
  for (const entry of listEntries(packageFolder)) walk(entry);
  const dist = join(packageFolder, 'dist');
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const file = join(dist, name);
    if (/\.(?:js|d\.ts)$/.test(name) && !otherFolders.test(relative(dist, file)) && !reached.has(file)) rmSync(file);
  }
}

/** Lists the files of `package.json`: programs, modules and declarations. */
function listEntries(packageFolder: string): readonly string[] {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return [...text.matchAll(/"(?:\.\/)?(dist\/[^"*]+\.(?:js|d\.ts))"/g)].map(([, path = '']) =>
    join(packageFolder, path),
  );
}
