import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readRuntimeSource, runtimeFile } from '../package-files.js';
import { buildRuntime } from './build-runtime.js';

/** Prepares the runtime and stores it where the emitters read it. */
export function writeRuntime(): void {
  const text = JSON.stringify(Object.fromEntries(buildRuntime(readRuntimeSource())));
  mkdirSync(new URL('.', runtimeFile), { recursive: true });
  // Other runs may read the file meanwhile.
  const draft = new URL(`${runtimeFile.href}.${Date.now()}`);
  writeFileSync(draft, text);
  renameSync(draft, runtimeFile);
}
