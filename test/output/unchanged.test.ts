import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { effort } from '../effort.js';
import { makeFolder, writeFiles } from '../make-folder.js';

/*
 * A run that changes nothing only compares hashes. This is true only for the installed package, because the code of a
 * checkout changes without its version.
 */
const spec = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://api.invalid }]
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200': { description: OK, content: { application/json: { schema: { $ref: text.yaml } } } }
`;

interface Installed {
  readonly folder: string;
  /** Runs `lacuna`. Returns its exit code and its output. */
  run(...argv: readonly string[]): { readonly code: number | null; readonly text: string };
  /** Runs `lacuna` with a text as standard input. */
  pipe(input: string, ...argv: readonly string[]): { readonly code: number | null; readonly text: string };
  /** Runs `lacuna` and lists the modules that it loads. */
  listModules(...argv: readonly string[]): string[];
  /** Runs a program and lists the modules that it loads. */
  listModulesOf(program: string, ...argv: readonly string[]): string[];
}

const hook = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    writeSync(2, '\\\\nmodule ' + url + '\\\\n');
    return next(url, context);
  }
\`));
`;

function copyPackage(folder: string): string {
  for (const part of ['dist', 'templates', 'package.json']) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

const shared = copyPackage(mkdtempSync(join(tmpdir(), 'lacuna-package-')));
afterAll(() => rmSync(shared, { recursive: true, force: true }));

function install(packageFolder: string = shared): Installed {
  const folder = makeFolder({ 'shop.yaml': spec, 'text.yaml': 'type: string\n', 'hook.mjs': hook });
  const start = (argv: readonly string[], input = ''): { readonly code: number | null; readonly text: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8', input });
    return { code: status, text: `${stdout}${stderr}` };
  };
  const program = join(packageFolder, 'dist/cli.js');
  const listModulesOf = (...argv: readonly string[]): string[] =>
    start(['--import', './hook.mjs', ...argv])
      .text.split('\n')
      .filter((line) => line.startsWith('module file:'));
  return {
    folder,
    run: (...argv) => start([program, ...argv]),
    pipe: (input, ...argv) => start([program, ...argv], input),
    listModules: (...argv) => listModulesOf(program, ...argv),
    listModulesOf,
  };
}

// The output of the first run of most tests. It is generated once.
let first: string | undefined;

/** Installs the package and writes the output of a first run there. */
function installGenerated(): Installed {
  const installed = install();
  if (first === undefined) {
    installed.run(...generate);
    first = mkdtempSync(join(tmpdir(), 'lacuna-first-'));
    cpSync(join(installed.folder, 'out'), first, { recursive: true });
  } else cpSync(first, join(installed.folder, 'out'), { recursive: true });
  return installed;
}
afterAll(() => first !== undefined && rmSync(first, { recursive: true, force: true }));

const generate = ['generate', '--spec', 'shop.yaml', '--out', 'out', '--only', 'types,client'] as const;
const upToDate = '  out is up to date with shop.yaml\n';

const isWhole = ({ run }: Installed, ...flags: readonly string[]): boolean =>
  run('generate', '--out', 'out', ...flags).text.includes('done in');

/** Modules that read descriptions and emit artifacts. */
const forWholeRuns = /\/yaml\/|handlebars|\/modules\/(?:stages|emit|ts-file)/;

test('a run that changes nothing compares hashes and loads neither a parser nor an emitter', () => {
  const { run, listModules } = install();
  expect(run(...generate).text).toMatch(/files? written/);
  expect(run(...generate)).toMatchObject({ code: 0, text: upToDate });
  expect(run('check', '--out', 'out')).toMatchObject({ code: 0, text: upToDate });
  const modules = listModules('generate', '--out', 'out');
  expect(modules.length).toBeLessThan(5);
  expect(modules.filter((url) => forWholeRuns.test(url))).toEqual([]);
});

test('a configuration that imports the package loads neither a parser nor an emitter', () => {
  const { folder, run, listModules } = install();
  const entry = pathToFileURL(join(shared, 'dist/index.js')).href;
  writeFileSync(
    join(folder, 'lacuna.config.mjs'),
    `import { defineConfig } from '${entry}';\nexport default defineConfig({ spec: 'shop.yaml', out: 'out', only: ['types'] });\n`,
  );
  expect(run('generate').text).toMatch(/files? written/);
  const modules = listModules('generate');
  expect(modules.filter((url) => url.endsWith('/dist/index.js'))).toHaveLength(1);
  expect(modules.length).toBeLessThan(26);
  expect(modules.filter((url) => forWholeRuns.test(url))).toEqual([]);
});

test("with nothing changed, the plugin of Vite's server loads neither a parser nor an emitter", () => {
  const { folder, run, listModulesOf } = install();
  const [vite, plugin] = [import.meta.resolve('vite'), pathToFileURL(join(shared, 'dist/bundlers/vite.js')).href];
  writeFiles(folder, {
    'lacuna.config.json': '{ "spec": "shop.yaml", "out": "out", "only": ["types", "client"] }',
    'serve.mjs': `import { createServer } from '${vite}';
import lacuna from '${plugin}';
const server = await createServer({ configFile: false, plugins: [lacuna()], server: { middlewareMode: true } });
await server.transformRequest('/out/client/index.ts');
await server.close();
`,
  });
  expect(run('generate').text).toMatch(/files? written/);
  const list = (): string[] => listModulesOf('serve.mjs').filter((url) => url.includes(pathToFileURL(shared).href));
  const modules = list();
  expect(modules).toContain(`module ${plugin}`);
  expect(modules.filter((url) => forWholeRuns.test(url))).toEqual([]);
  writeFileSync(join(folder, 'text.yaml'), 'type: integer\n');
  expect(list().filter((url) => forWholeRuns.test(url))).not.toEqual([]);
});

test('several descriptions that have not changed load nothing more', () => {
  const { folder, run, listModules } = install();
  const apis = Object.fromEntries(
    ['a', 'b', 'c'].map((name) => [name, { spec: 'specs/shop.yaml', out: `out/${name}`, only: ['types'] }]),
  );
  writeFiles(folder, {
    'specs/shop.yaml': spec,
    'specs/text.yaml': 'type: string\n',
    'lacuna.config.json': JSON.stringify({ apis }),
  });
  expect(run('generate').text).toMatch(/files? written/);
  const alone = listModules('generate', 'a');
  expect(listModules('generate')).toEqual(alone);
  expect(listModules('check')).toEqual(alone);
  expect(alone.filter((url) => forWholeRuns.test(url))).toEqual([]);
});

test('a run for types and client loads no package that only other artifacts and commands need', () => {
  const { listModules } = install();
  const packages =
    /node_modules\/(handlebars|markdown-it|mdast[^/]*|ts-morph|@redocly|json-p3|jiti|jsonc-parser|diff|typescript)\//;
  const modules = listModules(...generate);
  expect(modules.filter((url) => packages.test(url))).toEqual([]);
  expect(modules.filter((url) => forWholeRuns.test(url))).not.toEqual([]);
});

test('check names the changes that made a file stale', () => {
  const { folder, run } = installGenerated();
  writeFileSync(join(folder, 'text.yaml'), 'type: integer\n');
  const { code, text } = run('check', '--out', 'out');
  expect({ code, text }).toEqual({
    code: 1,
    text: expect.stringContaining('is stale: text.yaml changed since it was'),
  });
});

// Takes long, because Redocly renders each page.
test.skipIf(effort === 'part')('a changed style or logo leads to new pages of the reference', () => {
  const installed = install();
  const { folder, run } = installed;
  const readPage = (): string => readFileSync(join(folder, 'out/reference/index.html'), 'utf8');
  writeFileSync(join(folder, 'brand.css'), ':root { --lacuna-link: #123456; }');
  writeFileSync(join(folder, 'shop.yaml'), spec.replace("version: '1'", "version: '1', x-logo: { url: logo.svg }"));
  const { text } = run(
    'generate',
    '--spec',
    'shop.yaml',
    '--out',
    'out',
    '--only',
    'reference',
    '--style',
    'brand.css',
  );
  expect(text).toContain("there is no file 'logo.svg'");
  expect(isWhole(installed)).toBe(false);
  writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(isWhole(installed)).toBe(true);
  expect(readPage()).toContain('<img class="lacuna-logo" src="data:image/svg+xml;base64,');
  writeFileSync(join(folder, 'brand.css'), ':root { --lacuna-link: #654321; }');
  expect(isWhole(installed)).toBe(true);
  expect(readPage()).toContain('#654321');
});

/** The things that a user can change between two runs, and whether the next run is a complete one. */
const changes: readonly (readonly [name: string, change: (installed: Installed) => void, isWhole: boolean])[] = [
  ['nothing', () => undefined, false],
  ['another option', ({ run }) => run('generate', '--out', 'out', '--dates', 'Date'), false],
  ['a comment of the description', ({ folder }) => edit(folder, 'text.yaml', '# A text.\n'), true],
  ['line ends', ({ folder }) => writeFileSync(join(folder, 'text.yaml'), 'type: string\r\n'), false],
  ['an output file', ({ folder }) => edit(folder, 'out/types/index.ts', '// Mine.\n'), true],
  ['a missing output file', ({ folder }) => unlinkSync(join(folder, 'out/types/index.ts')), true],
  ['a link in place of an output file', ({ folder }) => link(join(folder, 'out/types/index.ts')), true],
  ['a redocly.yaml', ({ folder }) => writeFileSync(join(folder, 'redocly.yaml'), 'rules: {}\n'), true],
];

function edit(folder: string, path: string, text: string): void {
  writeFileSync(join(folder, path), `${readFileSync(join(folder, path), 'utf8')}${text}`);
}

function link(path: string): void {
  writeFileSync(`${path}.other`, readFileSync(path));
  unlinkSync(path);
  symlinkSync(`${path}.other`, path);
}

// Each test starts several processes.
describe.skipIf(effort === 'part')('every change is noticed', () => {
  test.each(changes)('%s', (_, change, expected) => {
    const installed = installGenerated();
    change(installed);
    const { text } = installed.run('generate', '--out', 'out');
    // A run that reports an error is a complete one too.
    expect(!text.endsWith(upToDate)).toBe(expected);
  });

  test('a run that reads the same description from standard input compares hashes too', () => {
    const { pipe } = install();
    const flags = ['generate', '--spec', '-', '--out', 'out', '--only', 'types'];
    expect(pipe(spec, ...flags).text).toMatch(/files? written/);
    expect(pipe(spec, ...flags).text).toBe('  out is up to date with standard input\n');
    expect(pipe(spec.replace('Shop', 'Store'), ...flags).text).toContain('done in');
  });

  test('redocly.yaml and the files that it names are inputs', () => {
    const { folder, run } = install();
    const rule = (severity: string): string => `rules:\n  operation-summary: ${severity}\n`;
    writeFileSync(join(folder, 'redocly.yaml'), rule('off'));
    run(...generate);
    expect(run('check', '--out', 'out').text).toBe(upToDate);
    writeFileSync(join(folder, 'redocly.yaml'), rule('error'));
    expect(run('check', '--out', 'out')).toMatchObject({ code: 2, text: expect.stringContaining('lint-error') });
  });

  test('another version of lacuna', () => {
    const copy = copyPackage(mkdtempSync(join(tmpdir(), 'lacuna-package-')));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    const installed = install(copy);
    installed.run(...generate);
    const path = join(copy, 'package.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"version": "[^"]+"/, '"version": "9.0.0"'));
    expect([isWhole(installed), isWhole(installed)]).toEqual([true, false]);
  });

  test.each([['--verbose'], ['--verify'], ['--limit=depth=200'], ['--dates=Date']])('%s', (flag) => {
    expect(isWhole(installGenerated(), flag)).toBe(true);
  });
});

// The note `warnings-repeated`.
test('the warnings of the last run are repeated as counts, and --strict refuses them', () => {
  const { folder, run } = install();
  writeFileSync(join(folder, 'text.yaml'), 'type: string\nmaximum: 3\n');
  run(...generate);
  const { code, text } = run('check', '--out', 'out');
  expect(code).toBe(0);
  expect(text).toContain('nothing changed since the last run, which reported 1 no-effect');
  expect(run('check', '--out', 'out', '--strict')).toMatchObject({ code: 2 });
});
