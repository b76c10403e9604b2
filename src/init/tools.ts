import { printValue } from './plan-configuration.js';
import { hasAny, joinFolder, type PackageFolder, type Project, readText } from './project.js';

/** A file in which a tool lists what it leaves out. */
export interface ToolFile {
  /** The path below the folder that has the tool. */
  readonly file: string;
  /** How it is changed: by lines, by entries in a JSON list, or by hand because it is code. */
  readonly edit: 'lines' | 'list' | 'by hand';
  /** The purpose of the entry. */
  readonly what: string;
  /** The lines, or the entries. */
  readonly lines: readonly string[];
  /** The path to the list. `initial` contains the entries before the new ones in a list that does not exist yet. */
  readonly list?: readonly string[];
  readonly initial?: readonly string[];
  /** Texts by which `init` recognises that code already has the entry. */
  readonly marks?: readonly string[];
}

/** Finds the file that marks the output as generated for git. */
export function findAttributes(project: Project, outs: readonly string[]): readonly ToolFile[] {
  if (!project.isRepository && !hasAny(project, ['.gitignore'])) return [];
  const lines = outs.map((out) => `${out}/** linguist-generated text=auto eol=lf`);
  return [{ file: '.gitattributes', edit: 'lines', what: 'marks the output as generated', lines }];
}

/** Finds the files in which the tools of a folder list what they leave out. */
export function findTools(project: PackageFolder, outs: readonly string[]): readonly ToolFile[] {
  const rows = [
    ...listPrettier(project, outs),
    ...listEslint(project, outs),
    ...listJsonTools(project, outs),
    ...listCoverage(project, outs),
  ];
  return [...listIgnored(project, outs), ...rows.map((row) => ({ ...row, marks: outs }))];
}

// The output must be committed, because `check` compares with it.
function listIgnored({ root, packagePath }: PackageFolder, outs: readonly string[]): readonly ToolFile[] {
  const lines = (readText(root, joinFolder(packagePath, '.gitignore')) ?? '').split(/\r?\n/);
  const ignored = lines.filter((line) => outs.some((out) => isAbove(line.trim(), out)));
  if (ignored.length === 0) return [];
  return [{ file: '.gitignore', edit: 'by hand', what: 'ignores the output; remove these lines', lines: ignored }];
}

function isAbove(pattern: string, out: string): boolean {
  const folder = pattern.replace(/\/\*{0,2}$/, '');
  if (folder === '' || /^[#!]/.test(folder)) return false;
  if (folder.includes('/')) return `${out}/`.startsWith(`${folder.replace(/^\//, '')}/`);
  return out.split('/').includes(folder);
}

function listPrettier(project: PackageFolder, outs: readonly string[]): readonly ToolFile[] {
  const files = ['.prettierrc', '.prettierrc.json', '.prettierignore', 'prettier.config.js', 'prettier.config.mjs'];
  if (!project.dependencies.has('prettier') && !hasAny(project, files)) return [];
  return [
    {
      file: '.prettierignore',
      edit: 'lines',
      what: 'excludes the output from formatting',
      lines: outs.map((out) => `${out}/`),
    },
  ];
}

function listEslint(project: PackageFolder, outs: readonly string[]): readonly ToolFile[] {
  const patterns = outs.map((out) => `${out}/**`);
  const flat = ['js', 'mjs', 'cjs', 'ts', 'mts']
    .map((end) => `eslint.config.${end}`)
    .find((file) => hasAny(project, [file]));
  const ignores = `{ ignores: [${formatQuoted(patterns)}] },`;
  if (flat) return [{ file: flat, edit: 'by hand', what: 'exclude the output from linting', lines: [ignores] }];
  const old = ['.eslintrc', '.eslintrc.json', '.eslintrc.js', '.eslintrc.cjs', '.eslintrc.yml', '.eslintrc.yaml'];
  if (!hasAny(project, old)) return [];
  return [{ file: '.eslintignore', edit: 'lines', what: 'excludes the output from linting', lines: patterns }];
}

function listJsonTools(project: PackageFolder, outs: readonly string[]): readonly ToolFile[] {
  const build = (
    file: string | undefined,
    list: string[],
    lines: string[],
    initial: string[] = [],
  ): readonly ToolFile[] =>
    file === undefined
      ? []
      : [{ file, edit: 'list', what: 'excludes the output from formatting and linting', list, lines, initial }];
  const patterns = outs.map((out) => `${out}/**`);
  const biome = findFile(project, 'biome.json', 'biome.jsonc');
  const isOldBiome = /^[\^~]?1\./.test(project.dependencies.get('@biomejs/biome') ?? '');
  return [
    ...(isOldBiome
      ? build(biome, ['files', 'ignore'], patterns)
      : build(
          biome,
          ['files', 'includes'],
          outs.map((out) => `!${out}`),
          ['**'],
        )),
    ...build(findFile(project, '.oxlintrc.json'), ['ignorePatterns'], patterns),
    ...build(findFile(project, 'dprint.json', '.dprint.json'), ['excludes'], patterns),
  ];
}

function listCoverage(project: PackageFolder, outs: readonly string[]): readonly ToolFile[] {
  const what = 'excludes the output from coverage';
  const patterns = outs.map((out) => `${out}/**`);
  const counts = ['@vitest/coverage-v8', '@vitest/coverage-istanbul'].some((name) => project.dependencies.has(name));
  const ends = ['ts', 'mts', 'js', 'mjs'];
  const vitest = findFile(project, ...['vitest', 'vite'].flatMap((tool) => ends.map((end) => `${tool}.config.${end}`)));
  const lines = [`test: { coverage: { exclude: [${formatQuoted(patterns)}] } },`];
  const lists = [findFile(project, '.c8rc.json', '.c8rc'), findFile(project, '.nycrc.json', '.nycrc')];
  return [
    ...(counts && vitest
      ? [{ file: vitest, edit: 'by hand', what: 'exclude the output from coverage', lines } as const]
      : []),
    ...listJest(project, outs),
    ...lists.flatMap((file) =>
      file ? ({ file, edit: 'list', what, list: ['exclude'], lines: patterns } as const) : [],
    ),
  ];
}

function listJest(project: PackageFolder, outs: readonly string[]): readonly ToolFile[] {
  const own = findFile(project, 'jest.config.js', 'jest.config.ts', 'jest.config.mjs', 'jest.config.cjs');
  const read = (file: string): string => readText(project.root, joinFolder(project.packagePath, file)) ?? '';
  const file = own ?? (/"jest"\s*:\s*\{/.test(read('package.json')) ? 'package.json' : undefined);
  if (file === undefined) return [];
  const build = (what: string, name: string, value: unknown): ToolFile => {
    const line = own ? `${name}: ${JSON.stringify(value)},` : `"${name}": ${JSON.stringify(value)}`;
    return { file, edit: 'by hand', what, lines: [line] };
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

function findFile(project: PackageFolder, ...files: string[]): string | undefined {
  return files.find((file) => hasAny(project, [file]));
}

function formatQuoted(texts: readonly string[]): string {
  return texts.map(printValue).join(', ');
}
