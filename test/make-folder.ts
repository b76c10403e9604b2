import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes files into a folder that is removed after the test. Returns the absolute real path of the folder. */
export function makeFolder(files: { readonly [path: string]: string | Uint8Array }): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: { readonly [path: string]: string | Uint8Array }): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
