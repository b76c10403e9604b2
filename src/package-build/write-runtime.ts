import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readRuntimeSource, runtimeFile } from '../files/package-files.js';
import { buildRuntime } from './build-runtime.js';

/** Writes the prepared runtime to the file that the emitters read. */
export function writeRuntime(): void {
  const text = JSON.stringify(Object.fromEntries(buildRuntime(readRuntimeSource())));
  mkdirSync(new URL('.', runtimeFile), { recursive: true });
  // Writes another file and renames it, because other runs may read the file at the same time.
  const draft = new URL(`${runtimeFile.href}.${Date.now()}`);
  writeFileSync(draft, text);
  renameSync(draft, runtimeFile);
}
