import { type ParseError, parse } from 'jsonc-parser';
import { isObject } from '../model/is-object.js';
import { withMember } from './edit-json.js';
import { joinFolder, type Project, readText } from './project.js';
import type { InitSettings } from './settings.js';
import type { InitStep } from './step.js';

const option = 'allowImportingTsExtensions';

/**
 * Plans the compiler option that specifiers with `.ts` need. The compiler allows it only with `noEmit`. Without that,
 * the option is left to a person.
 */
export function planCompiler(project: Project, { configuration }: InitSettings): readonly InitStep[] {
  const path = joinFolder(project.packagePath, 'tsconfig.json');
  const before = readText(project.root, path);
  if (configuration?.importExtension !== 'ts' || project.importsTs) return [];
  const errors: ParseError[] = [];
  const content: unknown = parse(before ?? '', errors, { allowTrailingComma: true });
  const options = isObject(content) ? content['compilerOptions'] : undefined;
  if (before === undefined || errors.length > 0 || !isObject(options) || options['noEmit'] !== true) {
    return [{ path, what: 'add this compiler option', lines: [`"${option}": true`] }];
  }
  const after = withMember(before, ['compilerOptions', option], true);
  return [{ path, what: `sets ${option}`, change: { path, before: Buffer.from(before), after: Buffer.from(after) } }];
}

/**
 * Plans a `package.json` in the output. It marks JavaScript output as ES modules if the package of the project is
 * CommonJS.
 */
export function planModuleType({ root, packagePath }: Project, { configuration }: InitSettings): readonly InitStep[] {
  const { emit, out } = configuration ?? {};
  const content: unknown = parse(readText(root, joinFolder(packagePath, 'package.json')) ?? '');
  if (emit !== 'js' || out === undefined || (isObject(content) && content['type'] === 'module')) return [];
  const path = joinFolder(packagePath, `${out}/package.json`);
  if (root.find(path).state !== 'absent') return [{ path, what: 'already exists' }];
  const after = Buffer.from('{ "type": "module" }\n');
  return [{ path, what: 'marks the output as ES modules', change: { path, after } }];
}
