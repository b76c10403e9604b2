import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getRelativePath } from '../files/paths.js';
import { readJson } from '../files/read-json.js';

/**
 * Writes the modules that CommonJS loads: each returns the ES module of the same entry of `package.json`, so that there is one instance of it.
 * Compilers that know no `require` of ES modules read its declarations.
 */
export function writeRequireEntries(packageFolder: string): void {
  for (const { from, module } of listRequired(packageFolder)) {
    const path = join(packageFolder, from);
    const target = getRelativePath(dirname(path), join(packageFolder, module));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `module.exports = require('${target}');\n`);
    writeFileSync(path.replace(/\.cjs$/, '.d.cts'), `export * from '${target}';\n`);
  }
}

/** Lists the entries for CommonJS, each with the ES module that it returns. */
function listRequired(packageFolder: string): readonly { readonly from: string; readonly module: string }[] {
  const reading = readJson(readFileSync(join(packageFolder, 'package.json'), 'utf8'), (root) =>
    root
      .get('exports')
      .members()
      .flatMap(([, entry]) => {
        const from = typeof entry.value() === 'string' ? undefined : entry.find('require')?.get('default').text();
        return from === undefined ? [] : [{ from, module: entry.get('default').text() }];
      }),
  );
  if ('mistake' in reading) throw new Error(reading.mistake.what);
  return reading.value;
}
