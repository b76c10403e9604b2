import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// The modules that only the build runs.
const ofBuild = /^package-build[\\/]/;

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
    if (/\.(?:js|d\.ts)$/.test(name) && !ofBuild.test(relative(dist, file)) && !reached.has(file)) rmSync(file);
  }
}

/** Lists the files that `package.json` names, also by a pattern: programs, modules and declarations. */
function listEntries(packageFolder: string): readonly string[] {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return [...text.matchAll(/"(?:\.\/)?(dist\/[^"]+\.(?:js|d\.ts))"/g)].flatMap(([, path = '']) => {
    const [start = '', end] = path.split('*');
    if (end === undefined) return [join(packageFolder, path)];
    const folder = join(packageFolder, start);
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    return names.filter((name) => name.endsWith(end)).map((name) => join(folder, name));
  });
}
