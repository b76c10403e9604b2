import fs, { type PathLike, promises, readFileSync, realpathSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { sep } from 'node:path';
import { isBelow } from '../files/paths.js';

/**
 * Runs in Redocly's process before Redocly. The environment variable `LACUNA_FILES` names a JSON file with texts by
 * absolute path, and with folders. Redocly reads these texts in place of the files. So it reads self-contained copies
 * under the real names. It may read other files in these folders and in packages, and has no network.
 */
const list = process.env['LACUNA_FILES'] ?? '';
const { files, roots }: { readonly files: Readonly<Record<string, string>>; readonly roots: readonly string[] } =
  JSON.parse(readFileSync(list, 'utf8'));
const texts = new Map(Object.entries(files));
const { readFile } = promises;
const { existsSync: isOnDisk, lstatSync: readStats } = fs;

function isServed(path: unknown): path is string {
  return typeof path === 'string' && texts.has(path);
}

function isAllowed(path: unknown): boolean {
  if (typeof path !== 'string') return true;
  const real = realpathSync(path);
  return real.includes(`${sep}node_modules${sep}`) || roots.some((root) => isBelow(real, root));
}

async function readServed(...[path, options]: Parameters<typeof readFile>): Promise<unknown> {
  if (isServed(path)) return texts.get(path);
  if (!isAllowed(path)) throw new Error(`lacuna does not let Redocly read '${String(path)}'`);
  return readFile(path, options);
}

// A description from standard input is served although there is no file.
function hasFile(path: PathLike): boolean {
  return isServed(path) || isOnDisk(path);
}

function readServedStats(path: PathLike): unknown {
  return readStats(isServed(path) ? list : path);
}

function refuseConnection(): never {
  throw new Error('lacuna does not let Redocly use the network');
}

Object.assign(promises, { readFile: readServed });
Object.assign(fs, { existsSync: hasFile, lstatSync: readServedStats });
Object.assign(Socket.prototype, { connect: refuseConnection });
syncBuiltinESMExports();
