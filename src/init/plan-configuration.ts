import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getRelativePath } from '../files/paths.js';
import type { ConfigurableOptions } from '../options/option-table.js';
import { hasAny, joinFolder, type Project } from './project.js';
import type { InitSettings } from './settings.js';
import type { InitStep } from './step.js';

/** Plans the configuration unless the project has one. */
export function planConfiguration(project: Project, { configuration, existing }: InitSettings): readonly InitStep[] {
  if (configuration === undefined) {
    return existing === undefined ? [] : [{ path: joinFolder(project.packagePath, existing), what: 'already exists' }];
  }
  const path = joinFolder(project.packagePath, chooseConfigurationName(project));
  const text = path.endsWith('.ts') ? printModule(configuration) : printJson(configuration, project);
  const what = `sets ${Object.keys(configuration).join(', ')}`;
  return [{ path, what, change: { path, after: Buffer.from(text) } }];
}

/**
 * Returns the file name of a new configuration. In a server, it is JSON. The compiler would also compile a module at
 * the top of the package, and this would change the paths of its output. Bundlers compile only imported modules.
 */
export function chooseConfigurationName(project: Project): string {
  const isModule = project.isBrowser && !project.isServer && project.usesTypeScript;
  return isModule && findPackage(project) !== undefined ? 'lacuna.config.ts' : 'lacuna.config.json';
}

function printModule(configuration: ConfigurableOptions): string {
  const members = Object.entries(configuration).map(([name, value]) => `  ${name}: ${printValue(value)},\n`);
  return `import { defineConfig } from 'lacuna';\n\nexport default defineConfig({\n${members.join('')}});\n`;
}

/** Prints a value as JavaScript, with single quotes if possible. */
export function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  const text = JSON.stringify(value);
  return typeof value === 'string' && !/['\\]/.test(text) ? `'${text.slice(1, -1)}'` : text;
}

function printJson(configuration: ConfigurableOptions, project: Project): string {
  // Yarn keeps packages in archives.
  if (hasAny({ root: project.root, packagePath: project.installFolder }, ['.pnp.cjs']))
    return `${JSON.stringify(configuration, undefined, 2)}\n`;
  const found = findPackage(project) ?? joinFolder(project.packagePath, 'node_modules/lacuna');
  const way = getRelativePath(project.root.locate(project.packagePath), project.root.locate(found));
  const $schema = `${way.startsWith('.') ? '' : './'}${way}/dist/configuration.schema.json`;
  return `${JSON.stringify({ $schema, ...configuration }, undefined, 2)}\n`;
}

/** Finds the folder below the root where this package is installed for the package of the user. */
function findPackage({ root, packagePath }: Project): string | undefined {
  for (let folder = packagePath; ; folder = dirname(folder)) {
    const below = joinFolder(folder === '.' ? '' : folder, 'node_modules/lacuna');
    if (existsSync(join(root.path, below))) return below;
    if (folder === '' || folder === '.') return undefined;
  }
}
