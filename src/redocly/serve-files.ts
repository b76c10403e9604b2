import { promises, readFileSync } from 'node:fs';

/**
 * Runs inside Redocly's process, before Redocly: the files that `LACUNA_FILES` holds, as an object of texts by absolute
 * path, are read from there instead of from the disk. So Redocly sees closed copies under the files' own names, and
 * everything that its configuration says of these names stays true.
 */
const texts = new Map(Object.entries<unknown>(JSON.parse(readFileSync(process.env['LACUNA_FILES'] ?? '', 'utf8'))));
const { readFile } = promises;

function readServed(...[path, options]: Parameters<typeof readFile>): Promise<unknown> {
  const text = typeof path === 'string' ? texts.get(path) : undefined;
  return text === undefined ? readFile(path, options) : Promise.resolve(text);
}

Object.assign(promises, { readFile: readServed });
