import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readJson } from './files/read-json.js';
import type { RuntimeModule, RuntimeModules } from './model/runtime-module.js';

// The package is one level above `src/` and `dist/`, and ships both as they are.
const packageFolder = new URL('../', import.meta.url);

/** The file in which `npm run build` stores the prepared runtime. */
export const runtimeFile: URL = new URL('dist/runtime-modules.json', packageFolder);

/** Reads the runtime, as `npm run build` prepared it. */
export function readRuntime(): RuntimeModules {
  const modules: { readonly [module: string]: RuntimeModule } = JSON.parse(readFileSync(runtimeFile, 'utf8'));
  return new Map(Object.entries(modules));
}

/** Reads the source of the runtime: the text of each module under `src/runtime`, by module such as `runtime/client`. */
export function readRuntimeSource(): Map<string, string> {
  const texts = readFolder('src/runtime/', (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return new Map([...texts].map(([file, text]) => [`runtime/${file.replace(/\.ts$/, '')}`, text]));
}

/** Reads the templates, by path below `templates/` such as `not-shown/ledger.md.hbs`. */
export function readTemplates(): Map<string, string> {
  return readFolder('templates/', () => true);
}

/** Reads this package's version. */
export function readVersion(): string {
  const text = readFileSync(new URL('package.json', packageFolder), 'utf8');
  const reading = readJson(text, (root) => root.get('version').text());
  if ('mistake' in reading) throw new Error(`the package.json of lacuna is broken: ${reading.mistake.what}`);
  return reading.value;
}

function readFolder(name: string, wanted: (file: string) => boolean): Map<string, string> {
  const folder = new URL(name, packageFolder);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'));
  const start = fileURLToPath(folder).replaceAll('\\', '/').length;
  return new Map(files.sort().map((path) => [path.slice(start).replace(/^\//, ''), readFileSync(path, 'utf8')]));
}
