import { cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { listEntries, listReached } from './reached-files.js';

/** The modules that other processes and threads run. No module imports them. */
const programs = ['redocly/serve-files.js', 'watching/run-worker.js'];

/** What `generate` and `check` load if nothing changed. It is one module, together with all that it imports. */
const start = 'command-line/run.js';

/**
 * Writes the modules of the package into `dist/`, from the compiled ones in `dist/compiled/`: one module for each entry
 * of `package.json`, and in `dist/modules/` what several of them share and what is loaded later. Node loads a few
 * modules much faster than hundreds. They have no comments, which are a seventh of the bytes.
 */
export async function writeModules(packageFolder: string): Promise<void> {
  const dist = join(packageFolder, 'dist');
  const locate = (path: string): string => join(dist, 'compiled', path);
  const paths = [...listOwnEntries(packageFolder, '.js'), ...programs];
  const bundle = await rolldown({
    input: Object.fromEntries(paths.map((path) => [path, locate(path)])),
    external: /^[^./]/,
    platform: 'node',
    // Drops `import 'node:…'` without names, which Rolldown leaves for what it removed.
    treeshake: { moduleSideEffects: [{ external: true, sideEffects: false }] },
  });
  await bundle.write({
    dir: dist,
    entryFileNames: '[name]',
    chunkFileNames: 'modules/[name].js',
    codeSplitting: { groups: [{ name: 'start', test: (path) => path === locate(start) }] },
    comments: { annotation: true, jsdoc: false, legal: false },
  });
}

/** Writes the declarations of the entries and those that they import. Editors show their comments. */
export function writeDeclarations(packageFolder: string): void {
  const dist = join(packageFolder, 'dist');
  const compiled = join(dist, 'compiled');
  const entries = listOwnEntries(packageFolder, '.d.ts').map((path) => join(compiled, path));
  for (const file of listReached(entries, '.d.ts')) cpSync(file, join(dist, relative(compiled, file)));
}

/** Lists the entries whose source is in `src/`, below `dist/`. */
function listOwnEntries(packageFolder: string, end: '.js' | '.d.ts'): readonly string[] {
  return listEntries(packageFolder, end)
    .map((path) => path.slice('dist/'.length))
    .filter((path) => !path.startsWith('practice-api/'));
}
