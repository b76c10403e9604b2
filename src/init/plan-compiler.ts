import { type ParseError, parse } from 'jsonc-parser';
import { isObject } from '../model/is-object.js';
import { withMember } from './edit-json.js';
import { joinFolder, type Project, readText } from './project.js';
import type { InitSettings } from './settings.js';
import type { InitStep } from './step.js';

const option = 'allowImportingTsExtensions';

/** Plans the option of the compiler that specifiers with `.ts` need. It is added only where the compiler writes nothing, as it requires. */
export function planCompiler(project: Project, { configuration }: InitSettings): readonly InitStep[] {
  const path = joinFolder(project.home, 'tsconfig.json');
  const before = readText(project.root, path);
  if (configuration?.importExtension !== 'ts' || project.importsTs || before === undefined) return [];
  const errors: ParseError[] = [];
  const content: unknown = parse(before, errors, { allowTrailingComma: true });
  const options = isObject(content) ? content['compilerOptions'] : undefined;
  if (errors.length > 0 || !isObject(options) || options['noEmit'] !== true) {
    return [{ path, what: 'add an option of the compiler', lines: [`"${option}": true`] }];
  }
  const after = withMember(before, ['compilerOptions', option], true);
  return [{ path, what: option, change: { path, before: Buffer.from(before), after: Buffer.from(after) } }];
}
