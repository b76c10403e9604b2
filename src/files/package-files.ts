import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuntimeModule, RuntimeModules } from '../model/runtime-module.js';
import { readJson } from './read-json.js';

/** The folder of this package. This module is below it: in `src/`, or in a module of `dist/`. */
export const packageFolder: URL = findPackageFolder(new URL('./', import.meta.url));

/** The file in which `npm run build` stores the prepared runtime. */
export const runtimeFile: URL = new URL('dist/runtime-modules.json', packageFolder);

/** The file in which `npm run build` stores the explanations of findings. */
export const explanationsFile: URL = new URL('dist/explanations.json', packageFolder);

export interface Explanation {
  readonly severity: string;
  /** The finding as it is printed, with its hint and lines of the source. */
  readonly finding: string;
  /** The command that reports it. Absent if it is `lacuna generate --spec spec.yaml --out out`. */
  readonly command?: string;
  /** All files of the example, if they are short. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

function findPackageFolder(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findPackageFolder(new URL('../', folder));
}

export function readExplanations(): { readonly [code: string]: Explanation } {
  return JSON.parse(readFileSync(explanationsFile, 'utf8'));
}

/** Reads the runtime that `npm run build` prepared. */
export function readRuntime(): RuntimeModules {
  const modules: { readonly [module: string]: RuntimeModule } = JSON.parse(readFileSync(runtimeFile, 'utf8'));
  return new Map(Object.entries(modules));
}

/** Reads the source of each file in `src/runtime`. The keys are paths such as `client/contract`. */
export function readRuntimeSource(): Map<string, string> {
  const texts = readFolder('src/runtime/', (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return new Map([...texts].map(([file, text]) => [file.replace(/\.ts$/, ''), text]));
}

/** Reads the templates. The keys are paths below `templates/`, such as `not-shown/ledger.md.hbs`. */
export function readTemplates(): Map<string, string> {
  return readFolder('templates/', () => true);
}

export function readVersion(): string {
  const text = readFileSync(new URL('package.json', packageFolder), 'utf8');
  const reading = readJson(text, (root) => root.get('version').text());
  if ('mistake' in reading) throw new Error(`the package.json of lacuna is broken: ${reading.mistake.what}`);
  return reading.value;
}

/** Returns whether this is a published package. In a checkout, the code can change without a change of the version. */
export function isRelease(): boolean {
  return !existsSync(new URL('src/', packageFolder));
}

// Yarn keeps packages in archives, whose entries have no absolute paths.
function readFolder(name: string, wanted: (file: string) => boolean): Map<string, string> {
  const folder = fileURLToPath(new URL(name, packageFolder));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted(file) && statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'));
  return new Map(files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}
