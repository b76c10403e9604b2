import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { applyEdits, type JSONPath, modify, type ParseError, parse } from 'jsonc-parser';
import { isMap, isNode, isSeq, parseDocument, stringify, type YAMLSeq } from 'yaml';
import type { ConfigurableOptions } from '../../configuration/option-table.js';
import { formatArgument } from '../../diagnostics/show-text.js';
import type { FileChange } from '../../files/file-writer.js';
import { getRelativePath } from '../../files/paths.js';
import { isObject } from '../../model/element.js';
import type { CiSystem } from '../flag-table.js';
import {
  formatInstall,
  hasAny,
  hasInstalled,
  hasModernYarn,
  joinFolder,
  type PackageFolder,
  type Project,
  readText,
} from './project.js';

export interface InitSettings {
  /**
   * The options of the new configuration. Absent if the project has a configuration. Paths are relative to the package.
   */
  readonly configuration?: ConfigurableOptions;
  /** The name of the configuration that the project has. */
  readonly existing?: string;
  /** The output folders relative to the package, with `/` as separator. */
  readonly outs: readonly string[];
  readonly ci: CiSystem;
}

/** A change of one file that `init` makes or leaves to a person. */
export interface InitStep {
  /** The path below the root of the project. */
  readonly path: string;
  /** What was added, or why the file does not change, in a few words. */
  readonly what: string;
  readonly change?: FileChange;
  /** The lines that a person must add. */
  readonly lines?: readonly string[];
}

/** Plans the files that `init` writes. No step removes or replaces existing content. */
export function planInit(project: Project, settings: InitSettings): readonly InitStep[] {
  return [
    ...planConfiguration(project, settings),
    ...planCompiler(project, settings),
    ...planModuleType(project, settings),
    ...planScripts(project),
    ...planIgnores(project, settings.outs),
    ...planPlugin(project),
    ...planContinuousIntegration(project, settings.ci),
  ];
}

/** Plans the configuration unless the project has one. */
function planConfiguration(project: Project, { configuration, existing }: InitSettings): readonly InitStep[] {
  if (configuration === undefined) {
    return existing === undefined ? [] : [{ path: joinFolder(project.packagePath, existing), what: 'already exists' }];
  }
  const path = joinFolder(project.packagePath, chooseConfigurationName(project));
  const text = path.endsWith('.ts') ? printModule(configuration) : printJson(configuration, project);
  return [buildStep(path, `sets ${Object.keys(configuration).join(', ')}`, undefined, text)];
}

function buildStep(path: string, what: string, before: string | undefined, after: string): InitStep {
  const old = before === undefined ? {} : { before: Buffer.from(before) };
  return { path, what, change: { path, ...old, after: Buffer.from(after) } };
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
function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${name}: ${printValue(member)}`);
    return `{ ${members.join(', ')} }`;
  }
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

const option = 'allowImportingTsExtensions';

/**
 * Plans the compiler option that specifiers with `.ts` need. The compiler allows it only with `noEmit`. Without that,
 * the option is left to a person.
 */
function planCompiler(project: Project, { configuration }: InitSettings): readonly InitStep[] {
  const path = joinFolder(project.packagePath, 'tsconfig.json');
  const before = readText(project.root, path);
  if (configuration?.importExtension !== 'ts' || project.importsTs) return [];
  if (before === undefined && !project.isBrowser) return [];
  const errors: ParseError[] = [];
  const content: unknown = parse(before ?? '', errors, { allowTrailingComma: true });
  const options = isObject(content) ? content['compilerOptions'] : undefined;
  if (before === undefined || errors.length > 0 || !isObject(options) || options['noEmit'] !== true) {
    return [{ path, what: 'add this compiler option', lines: [`"${option}": true`] }];
  }
  const after = withMember(before, ['compilerOptions', option], true);
  return [buildStep(path, `sets ${option}`, before, after)];
}

/**
 * Plans a `package.json` in the output. It marks JavaScript output as ES modules if the package of the project is
 * CommonJS.
 */
function planModuleType(
  { root, packagePath, isModule }: Project,
  { configuration }: InitSettings,
): readonly InitStep[] {
  const { emit, out } = configuration ?? {};
  if (emit !== 'js' || out === undefined || isModule) return [];
  const path = joinFolder(packagePath, `${out}/package.json`);
  if (root.find(path).state !== 'absent') return [{ path, what: 'already exists' }];
  return [buildStep(path, 'marks the output as ES modules', undefined, '{ "type": "module" }\n')];
}

/** The script that compares the output with the description. */
const checkScript = 'api:check';

/** The scripts of `package.json` that `init` adds. */
const scriptTable = { 'api:generate': 'lacuna generate', [checkScript]: 'lacuna check' };

/** Plans the scripts of `package.json`. A script that has the same name and another command does not change. */
function planScripts(project: Project): readonly InitStep[] {
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
  const added = buildStep(path, `adds the scripts ${missing.map(([name]) => name).join(', ')}`, before, after);
  if (missing.length > 0) return [added, ...byHand];
  return byHand.length > 0 ? byHand : [{ path, what: 'already has the scripts' }];
}

/** A file in which a tool lists what it leaves out. */
interface ToolFile {
  /** The path below the folder that has the tool. */
  readonly file: string;
  /** How it is changed: by lines, by entries in a JSON list, or by a person who adds code or removes lines. */
  readonly edit: 'lines' | 'list' | 'add by hand' | 'remove by hand';
  /** The purpose of the entry. */
  readonly what: string;
  /** The lines, or the entries. */
  readonly lines: readonly string[];
  /** The path to the list. `initial` contains the entries before the new ones in a list that does not exist yet. */
  readonly list?: readonly string[];
  readonly initial?: readonly string[];
}

/** Finds the files in which the tools of a folder list what they leave out. */
function findTools(project: PackageFolder, outs: readonly string[]): readonly ToolFile[] {
  const { dependencies } = project;
  const patterns = outs.map((out) => `${out}/**`);
  const quoted = patterns.map(printValue).join(', ');
  const find = (...files: string[]): string | undefined => files.find((file) => hasAny(project, [file]));
  const build = (file: string | undefined, rest: Omit<ToolFile, 'file'>): readonly ToolFile[] =>
    file === undefined ? [] : [{ file, ...rest }];
  const buildList = (file: string | undefined, list: string[], lines: string[] = patterns, initial: string[] = []) =>
    build(file, { edit: 'list', what: 'excludes the output from formatting and linting', list, lines, initial });
  const prettier = find(
    ...['.prettierrc', '.prettierrc.json', '.prettierignore', 'prettier.config.js', 'prettier.config.mjs'],
  );
  const eslint = find(...['js', 'mjs', 'cjs', 'ts', 'mts'].map((end) => `eslint.config.${end}`));
  const oldEslint = find(...['', '.json', '.js', '.cjs', '.yml', '.yaml'].map((end) => `.eslintrc${end}`));
  const biome = find('biome.json', 'biome.jsonc');
  const isOldBiome = /^[\^~]?1\./.test(dependencies.get('@biomejs/biome') ?? '');
  const counts = ['@vitest/coverage-v8', '@vitest/coverage-istanbul'].some((name) => dependencies.has(name));
  const ends = ['ts', 'mts', 'js', 'mjs'];
  const vitest = find(...['vitest', 'vite'].flatMap((tool) => ends.map((end) => `${tool}.config.${end}`)));
  return [
    ...listIgnored(project, outs),
    ...build(dependencies.has('prettier') || prettier !== undefined ? '.prettierignore' : undefined, {
      edit: 'lines',
      what: 'excludes the output from formatting',
      lines: outs.map((out) => `${out}/`),
    }),
    ...build(eslint, {
      edit: 'add by hand',
      what: 'exclude the output from linting',
      lines: [`{ ignores: [${quoted}] },`],
    }),
    ...build(eslint === undefined && oldEslint !== undefined ? '.eslintignore' : undefined, {
      edit: 'lines',
      what: 'excludes the output from linting',
      lines: patterns,
    }),
    ...(isOldBiome
      ? buildList(biome, ['files', 'ignore'])
      : buildList(
          biome,
          ['files', 'includes'],
          outs.map((out) => `!${out}`),
          ['**'],
        )),
    ...buildList(find('.oxlintrc.json'), ['ignorePatterns']),
    ...buildList(find('dprint.json', '.dprint.json'), ['excludes']),
    ...build(counts ? vitest : undefined, {
      edit: 'add by hand',
      what: 'exclude the output from coverage',
      lines: [`test: { coverage: { exclude: [${quoted}] } },`],
    }),
    ...listJest(project, outs),
    ...[find('.c8rc.json', '.c8rc'), find('.nycrc.json', '.nycrc')].flatMap((file) =>
      build(file, { edit: 'list', what: 'excludes the output from coverage', list: ['exclude'], lines: patterns }),
    ),
  ];
}

// The output must be committed, because `check` compares with it.
function listIgnored({ root, packagePath }: PackageFolder, outs: readonly string[]): readonly ToolFile[] {
  const file = '.gitignore';
  const text = readText(root, joinFolder(packagePath, file)) ?? '';
  const lines = text.split(/\r?\n/).filter((line) => outs.some((out) => isAbove(line.trim(), out)));
  if (lines.length === 0) return [];
  return [{ file, edit: 'remove by hand', what: 'ignores the output; remove these lines', lines }];
}

function isAbove(pattern: string, out: string): boolean {
  const folder = pattern.replace(/\/\*{0,2}$/, '');
  if (folder === '' || /^[#!]/.test(folder)) return false;
  if (folder.includes('/')) return `${out}/`.startsWith(`${folder.replace(/^\//, '')}/`);
  return out.split('/').includes(folder);
}

function listJest(project: PackageFolder, outs: readonly string[]): readonly ToolFile[] {
  const own = ['js', 'ts', 'mjs', 'cjs'].map((end) => `jest.config.${end}`).find((file) => hasAny(project, [file]));
  const read = (file: string): string => readText(project.root, joinFolder(project.packagePath, file)) ?? '';
  const file = own ?? (/"jest"\s*:\s*\{/.test(read('package.json')) ? 'package.json' : undefined);
  if (file === undefined) return [];
  const build = (what: string, name: string, value: unknown): ToolFile => {
    const line = own ? `${name}: ${JSON.stringify(value)},` : `"${name}": ${JSON.stringify(value)}`;
    return { file, edit: 'add by hand', what, lines: [line] };
  };
  const ignored = ['/node_modules/', ...outs.map((out) => `/${out}/`)];
  // By itself, ts-jest finds no `index.ts` for `index.js`.
  const isMapped = !project.dependencies.has('ts-jest') || read(file).includes('moduleNameMapper');
  const mapper = { '^(\\.{1,2}/.*)\\.js$': '$1' };
  return [
    build('exclude the output from coverage', 'coveragePathIgnorePatterns', ignored),
    ...(isMapped ? [] : [build('let Jest find the modules of the output', 'moduleNameMapper', mapper)]),
  ];
}

/** Plans the plugin of Vite. Its configuration is code, so a person adds it. */
function planPlugin(project: Project): readonly InitStep[] {
  if (!project.dependencies.has('vite')) return [];
  const files = ['ts', 'mts', 'js', 'mjs'].map((end) => `vite.config.${end}`);
  const file = files.find((one) => hasAny(project, [one])) ?? `vite.config.${project.usesTypeScript ? 'ts' : 'js'}`;
  const path = joinFolder(project.packagePath, file);
  if (readText(project.root, path)?.includes('lacuna/vite')) return [{ path, what: 'already has the plugin' }];
  const lines = ["import lacuna from 'lacuna/vite';", 'plugins: [lacuna()],'];
  const install = hasInstalled(project, 'unplugin') ? '' : `run '${formatInstall(project, 'unplugin')}', and `;
  return [{ path, what: `to generate while Vite runs, ${install}add`, lines }];
}

/**
 * Sets a member of a JSON text, which can contain comments. Line breaks can only change in the object or list around
 * the member.
 */
function withMember(text: string, path: JSONPath, value: unknown): string {
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  const insertSpaces = !indent.startsWith('\t');
  const formattingOptions = {
    insertSpaces,
    tabSize: insertSpaces ? indent.length : 1,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion: path.at(-1) === -1 }));
}

/** Plans the entries for git, formatters, linters and coverage, for those tools that the project has. */
function planIgnores(project: Project, outs: readonly string[]): readonly InitStep[] {
  const lines = outs.map((out) => `${out}/** linguist-generated text=auto eol=lf`);
  const attributes = { file: '.gitattributes', edit: 'lines', what: 'marks the output as generated', lines } as const;
  const hasGit = project.isRepository || hasAny(project, ['.gitignore']);
  const isOutside = (out: string): boolean => out.startsWith('..');
  return [
    ...(hasGit ? [planFile(attributes, project, outs)] : []),
    ...[project, ...project.above].flatMap((folder) => {
      // From a folder above the package, the path of the output is longer.
      const way = project.packagePath.slice(folder.packagePath === '' ? 0 : folder.packagePath.length + 1);
      const below = outs.map((out) => posix.normalize(joinFolder(way, out)));
      const own = folder === project ? outs : below.filter((out) => !isOutside(out));
      return findTools(folder, own).map((file) => planFile(file, folder, own));
    }),
  ];
}

function planFile(file: ToolFile, project: PackageFolder, outs: readonly string[]): InitStep {
  const path = joinFolder(project.packagePath, file.file);
  const before = readText(project.root, path);
  const isThere = file.edit === 'add by hand' && outs.every((out) => before?.includes(out));
  if (file.edit.endsWith('by hand') && !isThere) return { path, what: file.what, lines: file.lines };
  const after = isThere
    ? before
    : file.edit === 'lines'
      ? addLines(before ?? '', file.lines)
      : addMembers(before, file);
  if (after === undefined) return { path, what: 'lacuna cannot edit this file; add', lines: file.lines };
  if (after === before) return { path, what: 'already has the entry' };
  return buildStep(path, file.what, before, after);
}

function addLines(text: string, lines: readonly string[]): string {
  const present = text.split(/\r?\n/).map((line) => line.trim());
  const missing = lines.filter((line) => !present.includes(line));
  if (missing.length === 0) return text;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? text : `${text}${end}`;
  return `${start}${missing.map((line) => `${line}${end}`).join('')}`;
}

/** Adds entries to a list in a JSON text. Returns `undefined` if the text is not valid or has no list there. */
function addMembers(text: string | undefined, { list = [], initial = [], lines }: ToolFile): string | undefined {
  if (text === undefined) return undefined;
  const errors: ParseError[] = [];
  let content: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) return undefined;
  for (const name of list) {
    if (!isObject(content)) return undefined;
    content = content[name];
    if (content === undefined) return withMember(text, [...list], [...initial, ...lines]);
  }
  if (!Array.isArray(content)) return undefined;
  const present: readonly unknown[] = content;
  let edited = text;
  for (const line of lines) if (!present.includes(line)) edited = withMember(edited, [...list, -1], line);
  return edited;
}

const nodeVersion = 22;

/**
 * Plans a job that fails if the output does not match the description. If there is a job for another package of the
 * repository, it gets the steps of this one.
 */
function planContinuousIntegration(project: Project, system: CiSystem): readonly InitStep[] {
  if (system === 'none') return [];
  const path = system === 'github' ? '.github/workflows/api.yml' : '.gitlab-ci.yml';
  const job = system === 'github' ? buildGithub(project) : { api: buildGitlab(project) };
  const text = stringify(job, { lineWidth: 0, nullStr: '' });
  const before = readText(project.root, path);
  if (before === undefined && project.root.find(path).state === 'absent') {
    return [buildStep(path, 'adds a job that fails if the output is out of date', undefined, text)];
  }
  const after = before && addToJob(before, project, system);
  if (after && after !== before) return [buildStep(path, 'adds the steps of this package to the job', before, after)];
  if (after || before?.includes('lacuna check')) return [{ path, what: 'already has the job' }];
  return [{ path, what: 'add this job', lines: text.trimEnd().split('\n') }];
}

/** Adds steps at the end of the job that checks another package. Returns `undefined` if there is no such job. */
function addToJob(text: string, project: Project, system: CiSystem): string | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  const jobs = system === 'github' ? document.get('jobs') : document.contents;
  const list = system === 'github' ? 'steps' : 'script';
  for (const { value: job } of isMap(jobs) ? jobs.items : []) {
    const steps = isMap(job) ? job.get(list) : undefined;
    if (!isSeq(steps) || steps.flow === true) continue;
    const present: readonly unknown[] = steps.toJSON();
    if (!present.some((step) => JSON.stringify(step).includes(checkScript))) continue;
    return addEntries(text, steps, system === 'github' ? listMissing(present, project) : listLines(present, project));
  }
  return undefined;
}

function listMissing(present: readonly unknown[], project: Project): readonly object[] {
  const name = (step: unknown): unknown => (isObject(step) ? String(step['uses'] ?? '').split('@')[0] : undefined);
  const isPresent = (step: object): boolean =>
    'uses' in step
      ? present.some((one) => name(one) === name(step))
      : present.some((one) => isDeepStrictEqual(one, step));
  return buildSteps(project).filter((step) => !isPresent(step));
}

// The lines of a script share their current folder.
function listLines(present: readonly unknown[], project: Project): readonly string[] {
  const { packagePath, installFolder } = project;
  let folder = enterFolder('');
  const ran = new Set<string>();
  for (const line of present.map(String)) {
    if (line.startsWith('cd ')) folder = line;
    else ran.add(`${folder} ${line}`);
  }
  const list = (path: string, commands: readonly string[]): readonly string[] =>
    commands.every((command) => ran.has(`${enterFolder(path)} ${command}`)) ? [] : [enterFolder(path), ...commands];
  const install = list(installFolder, listInstalls(project));
  const check = list(packagePath, [formatCheck(project)]);
  return [...install, ...check.slice(install.length > 0 && packagePath === installFolder ? 1 : 0)];
}

/** Adds entries at the end of a list in a YAML text. */
function addEntries(text: string, list: YAMLSeq, entries: readonly unknown[]): string {
  const [first, last] = [list.items[0], list.items.at(-1)];
  if (entries.length === 0 || !isNode(first) || !isNode(last)) return text;
  const [start, end] = [first.range?.[0] ?? 0, last.range?.[1] ?? 0];
  const dash = text.lastIndexOf('-', start - 1);
  const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash);
  const line = text.indexOf('\n', text.slice(0, end).trimEnd().length);
  const at = line === -1 ? text.length : line + 1;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const added = stringify(entries, { lineWidth: 0 }).trimEnd().split('\n');
  const before = text.slice(0, at);
  return `${before}${before.endsWith('\n') ? '' : eol}${added.map((one) => `${indent}${one}${eol}`).join('')}${text.slice(at)}`;
}

function buildGithub(project: Project): object {
  return {
    name: 'api',
    on: { push: { branches: ['main'] }, pull_request: null },
    permissions: { contents: 'read' },
    jobs: { api: { 'runs-on': 'ubuntu-latest', steps: buildSteps(project) } },
  };
}

function buildSteps(project: Project): readonly object[] {
  const { packagePath, installFolder } = project;
  const run = installFolder === '' ? {} : { 'working-directory': installFolder };
  return [
    { uses: 'actions/checkout@v4' },
    ...(project.manager === 'pnpm'
      ? [{ uses: 'pnpm/action-setup@v4', ...(!hasVersion(project) && { with: { version: 10 } }) }]
      : []),
    ...(project.manager === 'bun' ? [{ uses: 'oven-sh/setup-bun@v2' }] : []),
    { uses: 'actions/setup-node@v4', with: { 'node-version': nodeVersion } },
    ...listInstalls(project).map((command) => ({ run: command, ...run })),
    { run: formatCheck(project, '--format github'), ...(packagePath !== '' && { 'working-directory': packagePath }) },
  ];
}

function enterFolder(folder: string): string {
  return `cd "$CI_PROJECT_DIR"${folder === '' ? '' : `/${formatArgument(folder)}`}`;
}

function buildGitlab(project: Project): object {
  const enter = (folder: string): string[] => (folder === '' ? [] : [enterFolder(folder)]);
  const { packagePath, installFolder } = project;
  const script = [
    ...enter(installFolder),
    ...listInstalls(project),
    ...(packagePath === installFolder ? [] : enter(packagePath)),
    formatCheck(project),
  ];
  return { image: `node:${nodeVersion}`, script };
}

function hasVersion({ root, installFolder }: Project): boolean {
  return /"packageManager"\s*:/.test(readText(root, joinFolder(installFolder, 'package.json')) ?? '');
}

/** Lists the commands that install packages with the versions of the lock file. */
function listInstalls(project: Project): readonly string[] {
  const isFrozen = project.hasLockFile;
  switch (project.manager) {
    case 'npm':
      return [isFrozen ? 'npm ci' : 'npm install'];
    case 'pnpm':
      return [`pnpm install${isFrozen ? ' --frozen-lockfile' : ''}`];
    case 'yarn':
      return [
        'corepack enable',
        `yarn install${isFrozen ? (hasModernYarn(project) ? ' --immutable' : ' --frozen-lockfile') : ''}`,
      ];
    case 'bun':
      return [`bun install${isFrozen ? ' --frozen-lockfile' : ''}`];
  }
}

function formatCheck({ manager }: Project, flags = ''): string {
  const separator = manager === 'npm' && flags !== '' ? '-- ' : '';
  return `${manager} run ${checkScript} ${separator}${flags}`.trimEnd();
}
