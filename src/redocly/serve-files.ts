import fs, { type PathLike, promises, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Runs in Redocly's process before Redocly. The environment variable `LACUNA_FILES` names a JSON file with texts by
 * absolute path. Redocly reads these texts in place of the files. So it reads self-contained copies under the real
 * names. Settings of its configuration that name files still apply.
 */
const list = process.env['LACUNA_FILES'] ?? '';
const texts = new Map(Object.entries<unknown>(JSON.parse(readFileSync(list, 'utf8'))));
const { readFile } = promises;
const { existsSync: isOnDisk, lstatSync: readStats } = fs;

function isServed(path: unknown): path is string {
  return typeof path === 'string' && texts.has(path);
}

function readServed(...[path, options]: Parameters<typeof readFile>): Promise<unknown> {
  return isServed(path) ? Promise.resolve(texts.get(path)) : readFile(path, options);
}

// A description from standard input is served although there is no file.
function hasFile(path: PathLike): boolean {
  return isServed(path) || isOnDisk(path);
}

function readServedStats(path: PathLike): unknown {
  return readStats(isServed(path) ? list : path);
}

Object.assign(promises, { readFile: readServed });
Object.assign(fs, { existsSync: hasFile, lstatSync: readServedStats });
syncBuiltinESMExports();
