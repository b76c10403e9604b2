import { promises, readFileSync } from 'node:fs';

/**
 * Runs inside Redocly's process, before Redocly. `LACUNA_FILES` names a JSON file with texts by absolute path; Redocly reads
 * these texts in place of the files. It thus reads closed copies under the real names, so that its configuration, which
 * refers to files by name, still applies.
 */
const texts = new Map(Object.entries<unknown>(JSON.parse(readFileSync(process.env['LACUNA_FILES'] ?? '', 'utf8'))));
const { readFile } = promises;

function readServed(...[path, options]: Parameters<typeof readFile>): Promise<unknown> {
  const text = typeof path === 'string' ? texts.get(path) : undefined;
  return text === undefined ? readFile(path, options) : Promise.resolve(text);
}

Object.assign(promises, { readFile: readServed });
