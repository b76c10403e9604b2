import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// The output of the compiler for the practice API, and the modules that only the build runs.
const otherFolders = /^(?:practice-api|package-build)[\\/]/;

/**
 * Removes compiled modules from `dist/` to which no entry of `package.json` leads: code that only the build runs, and
 * declarations of internal modules. Follows each relative path in a text, also those of dynamic imports and workers.
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

/** Lists the files that `package.json` names: programs, modules and declarations. */
function listEntries(packageFolder: string): readonly string[] {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return [...text.matchAll(/"(?:\.\/)?(dist\/[^"*]+\.(?:js|d\.ts))"/g)].map(([, path = '']) =>
    join(packageFolder, path),
  );
}
