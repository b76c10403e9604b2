import { parse } from 'jsonc-parser';
import { isObject } from '../model/is-object.js';
import { withMember } from './edit-json.js';
import { joinFolder, type Project, readText } from './project.js';
import type { InitStep } from './step.js';

/** The scripts of `package.json` that `init` adds. */
const scriptTable = { 'api:generate': 'lacuna generate', 'api:check': 'lacuna check' } as const;

/** The script that compares the output with the description. */
export const checkScript = 'api:check';

/** Plans the scripts of `package.json`. A script that has the same name and another command does not change. */
export function planScripts({ root, home }: Project): readonly InitStep[] {
  const path = joinFolder(home, 'package.json');
  const before = readText(root, path) ?? '{}';
  const content: unknown = parse(before);
  const scripts = isObject(content) && isObject(content['scripts']) ? content['scripts'] : {};
  const rows = Object.entries(scriptTable);
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
