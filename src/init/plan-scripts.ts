import { parse } from 'jsonc-parser';
import { isObject } from '../model/is-object.js';
import { withMember } from './edit-json.js';
import { hasModernYarn, joinFolder, type Project, readText } from './project.js';
import type { InitStep } from './step.js';

/** The script that compares the output with the description. */
export const checkScript = 'api:check';

/** The scripts of `package.json` that `init` adds. */
const scriptTable = { 'api:generate': 'lacuna generate', [checkScript]: 'lacuna check' };

/** Plans the scripts of `package.json`. A script that has the same name and another command does not change. */
export function planScripts(project: Project): readonly InitStep[] {
  const { root, packagePath, dependencies, installFolder } = project;
  const path = joinFolder(packagePath, 'package.json');
  const before = readText(root, path) ?? '{}';
  const content: unknown = parse(before);
  const scripts = isObject(content) && isObject(content['scripts']) ? content['scripts'] : {};
  // Scripts find the programs of the root only with `run -T`.
  const isAbove = hasModernYarn(project) && installFolder !== packagePath && !dependencies.has('lacuna');
  const rows = Object.entries(scriptTable).map(
    ([name, command]) => [name, isAbove ? `run -T ${command}` : command] as const,
  );
  const missing = rows.filter(([name]) => scripts[name] === undefined);
  const others = rows.filter(([name, command]) => scripts[name] !== undefined && scripts[name] !== command);
  let after = before;
  for (const [name, command] of missing) after = withMember(after, ['scripts', name], command);
  const byHand = others.map(([name, command]) => ({
    path,
    what: `already has another script '${name}'; lacuna would add`,
    lines: [`"${name}": "${command}"`],
  }));
  const present = { path, what: 'already has the scripts' };
  const added = {
    path,
    what: `adds the scripts ${missing.map(([name]) => name).join(', ')}`,
    change: { path, before: Buffer.from(before), after: Buffer.from(after) },
  };
  if (missing.length > 0) return [added, ...byHand];
  return byHand.length > 0 ? byHand : [present];
}
