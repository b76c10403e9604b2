import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getRelativePath } from '../files/paths.js';
import { type JsonNode, readJson } from '../files/read-json.js';

/**
 * Writes the modules that CommonJS loads. Each exports the ES module of the same entry of `package.json`, or its
 * default export, so that only one instance of it exists. Also writes their declarations, for compilers that do not
 * support `require` of ES modules.
 */
export function writeRequireEntries(packageFolder: string): void {
  const write = (path: string, module: string, format: (target: string) => string): void => {
    const from = join(packageFolder, path);
    mkdirSync(dirname(from), { recursive: true });
    writeFileSync(from, format(getRelativePath(dirname(from), join(packageFolder, module))));
  };
  for (const { required, entry } of listRequired(packageFolder)) {
    const isDefault = hasDefault(join(packageFolder, entry.types));
    const member = isDefault ? '.default' : '';
    write(required.default, entry.default, (target) => `module.exports = require('${target}')${member};\n`);
    const types = entry.types.replace(/\.d\.ts$/, '.js');
    write(required.types, types, isDefault ? formatDefault : (target) => `export * from '${target}';\n`);
  }
}

// The practice API is compiled after this, so its declarations may be absent. It has no default exports.
function hasDefault(declarations: string): boolean {
  return existsSync(declarations) && /^export default /m.test(readFileSync(declarations, 'utf8'));
}

function formatDefault(target: string): string {
  return `import type value from '${target}' with { 'resolution-mode': 'import' };\ndeclare const required: typeof value;\nexport = required;\n`;
}

/** The paths of the files of an entry, below the folder of the package. */
interface Entry {
  readonly types: string;
  readonly default: string;
}

/** Lists the entries for `require`, each with the ES module that it exports. */
function listRequired(packageFolder: string): readonly { readonly required: Entry; readonly entry: Entry }[] {
  const readEntry = (node: JsonNode): Entry => ({
    types: node.get('types').text(),
    default: node.get('default').text(),
  });
  const reading = readJson(readFileSync(join(packageFolder, 'package.json'), 'utf8'), (root) =>
    root
      .get('exports')
      .members()
      .flatMap(([, node]) => {
        const required = typeof node.value() === 'string' ? undefined : node.find('require');
        return required === undefined ? [] : [{ required: readEntry(required), entry: readEntry(node) }];
      }),
  );
  if ('mistake' in reading) throw new Error(reading.mistake.what);
  return reading.value;
}
