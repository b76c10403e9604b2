import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scaffold } from './scaffold-handlers.js';

/** Reads what is in the folder of the handlers; nothing where there is no such folder. */
export function readHandlers(folder: string): { readonly existing: string[]; readonly index: string | undefined } {
  const existing = existsSync(folder) ? readdirSync(folder) : [];
  const index = existing.find((name) => name.toLowerCase() === 'index.ts');
  return { existing, index: index === undefined ? undefined : readFileSync(join(folder, index), 'utf8') };
}

/** Creates the planned files; one that has come into being meanwhile is an error, never overwritten. */
export function writeHandlers(folder: string, { files }: Scaffold): void {
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of files) writeFileSync(join(folder, path), text, { flag: 'wx' });
}
