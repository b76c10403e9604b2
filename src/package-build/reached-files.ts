import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Lists the files that `package.json` names, also by a pattern: programs, modules or declarations. Paths are below the
 * folder of the package.
 */
export function listEntries(packageFolder: string, end: '.js' | '.d.ts'): readonly string[] {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  const paths = [...text.matchAll(/"(?:\.\/)?(dist\/[^"]+)"/g)].map(([, path = '']) => path);
  return [...new Set(paths.filter((path) => path.endsWith(end)))].flatMap((path) => {
    const [folder = '', rest] = path.split('*');
    if (rest === undefined) return [path];
    const names = existsSync(join(packageFolder, folder))
      ? readdirSync(join(packageFolder, folder), { recursive: true, encoding: 'utf8' })
      : [];
    return names.filter((name) => name.endsWith(end)).map((name) => `${folder}${name}`);
  });
}

/** Lists the files to which relative imports lead from the given ones: modules, or declarations. */
export function listReached(files: readonly string[], end: '.js' | '.d.ts'): ReadonlySet<string> {
  const reached = new Set<string>();
  const walk = (file: string): void => {
    if (reached.has(file) || !existsSync(file)) return;
    reached.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/["'](\.{1,2}\/[^"'\n]+)\.js["']/g)) {
      walk(join(dirname(file), `${path}${end}`));
    }
  };
  for (const file of files) walk(file);
  return reached;
}
