import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import { listBlocks } from '../docs/list-blocks.js';
import { makeFolder } from '../make-folder.js';
import { runCompiler } from '../run-compiler.js';
import { readTree } from '../run-process.js';
import { runIn } from '../scaffold/run-scaffold.js';
import { strictFlags } from '../strict-flags.js';

const api = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /pets: { get: { operationId: listPets, responses: { 200: { description: Fine. } } } }
`;

type Files = { readonly [path: string]: string | object };

/** Writes a project. A value that is no text becomes JSON. The root is a repository in which `lacuna` is installed. */
function makeProject(files: Files): string {
  const texts = Object.entries(files).map(([path, value]) => [
    path,
    typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 2)}\n`,
  ]);
  const folder = makeFolder({ '.git/config': '', ...Object.fromEntries(texts) });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(resolve('.'), join(folder, 'node_modules/lacuna'));
  return folder;
}

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

/** Reads all files except those of the repository and of installed packages. */
function readAll(folder: string): { [path: string]: string } {
  const files = Object.entries(readTree(folder));
  return Object.fromEntries(files.filter(([path]) => !/^(\.git|node_modules)\//.test(path)));
}

const install = { devDependencies: { lacuna: '1', typescript: '5' } };
const kinds = [
  ['Vite', { vite: '7', react: '19' }, { 'index.html': '' }, 'ts', ['client', 'types']],
  ['Next', { next: '16', react: '19' }, { 'next.config.ts': '' }, 'ts', ['client', 'types']],
  ['Express', { express: '5' }, {}, 'json', ['server', 'types', 'validators']],
  ['Fastify', { fastify: '5' }, {}, 'json', ['server', 'types', 'validators']],
  [
    'Nest',
    { '@nestjs/core': '11', express: '5' },
    { 'nest-cli.json': '{}' },
    'json',
    ['server', 'types', 'validators'],
  ],
  ['no framework', {}, {}, 'json', ['client', 'server', 'types', 'validators']],
] as const;

test.each(kinds)(
  '%s gets its configuration, scripts, attributes, job and output',
  async (name, dependencies, files, end, only) => {
    const folder = makeProject({
      'package.json': { name: 'shop', type: 'module', scripts: { dev: 'x' }, dependencies, ...install },
      'tsconfig.json': '{}',
      'src/main.ts': '',
      'openapi.yaml': api,
      ...files,
    });
    const { code, printed } = await runIn(folder, ['init', '--yes']);
    expect({ code, printed }).toEqual({ code: 0, printed: expect.stringContaining(`  detected: ${name}, npm\n`) });
    const output = readdirSync(join(folder, 'src/api'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(
      output
        .map((entry) => entry.name)
        .filter((kind) => kind !== 'runtime')
        .sort(),
    ).toEqual(only);
    expect(JSON.parse(read(folder, 'package.json')).scripts).toEqual({
      dev: 'x',
      'api:generate': 'lacuna generate',
      'api:check': 'lacuna check',
    });
    expect(read(folder, '.gitattributes')).toBe('src/api/** linguist-generated text=auto eol=lf\n');
    expect(read(folder, '.github/workflows/api.yml')).toContain('npm run api:check -- --format github');
    // The report names each file that it changed.
    for (const file of [`lacuna.config.${end}`, 'package.json', '.gitattributes', '.github/workflows/api.yml'])
      expect(printed).toMatch(new RegExp(`(added|changed) +${file.replaceAll('.', '\\.')} `));
    // The configuration and the record agree, so the new job passes.
    expect(await runIn(folder, ['check'])).toMatchObject({ code: 0 });
  },
);

test('Next gets specifiers that its bundlers find, and the compiler option for them', async () => {
  const project = { 'package.json': { dependencies: { next: '16' }, ...install }, 'openapi.yaml': api };
  const folder = makeProject({
    ...project,
    'tsconfig.json': '{\n  "compilerOptions": { "noEmit": true } // ours\n}\n',
  });
  expect((await runIn(folder, ['init', '--yes'])).printed).toMatch(
    /changed +tsconfig\.json +sets allowImportingTsExtensions\n/,
  );
  expect(read(folder, 'lacuna.config.ts')).toContain("importExtension: 'ts'");
  expect(read(folder, 'tsconfig.json')).toMatch(/"allowImportingTsExtensions": true.*\/\/ ours/s);
  // The compiler refuses this option if it writes files.
  const other = makeProject({ ...project, 'tsconfig.json': '{ "compilerOptions": {} }' });
  expect((await runIn(other, ['init', '--yes'])).printed).toMatch(
    /to do by hand:.*"allowImportingTsExtensions": true/s,
  );
  expect(read(other, 'tsconfig.json')).toBe('{ "compilerOptions": {} }');
  // Next writes the file when it first builds.
  expect((await runIn(makeProject(project), ['init', '--yes'])).printed).toMatch(
    /to do by hand:.*tsconfig\.json.*"allowImportingTsExtensions": true/s,
  );
});

test('a CommonJS project in JavaScript gets output that it can require', async () => {
  const folder = makeProject({ 'package.json': { dependencies: { express: '5' } }, 'openapi.yaml': api });
  const { code, printed } = await runIn(folder, ['init', '--yes']);
  expect({ code, printed }).toEqual({ code: 0, printed: expect.stringContaining('generated/package.json') });
  expect(read(folder, 'generated/package.json')).toBe('{ "type": "module" }\n');
  expect(read(folder, 'generated/server/index.js')).toContain('export ');
  expect(await runIn(folder, ['check'])).toMatchObject({ code: 0 });
});

/** The kinds of projects in which the printed lines run, and what `init` sets there. */
const programs: readonly (readonly [string, object, Files, file: string, configuration: object])[] = [
  ['CommonJS', {}, {}, 'try.js', { emit: 'js' }],
  ['ES modules', { type: 'module' }, {}, 'try.js', { emit: 'js' }],
  [
    'TypeScript without tsconfig.json',
    { type: 'module' },
    { 'src/main.ts': '' },
    'src/try.ts',
    { importExtension: 'ts' },
  ],
  ['TypeScript', install, { 'tsconfig.json': '{}', 'src/main.ts': '' }, 'src/try.ts', {}],
  [
    'Vite',
    { dependencies: { vite: '8' }, ...install },
    { 'src/main.ts': '' },
    'src/try.ts',
    { only: ['types', 'client'] },
  ],
];

test.each(programs)('%s: the last lines call the first operation', async (_, manifest, files, file, expected) => {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'application/json');
    response.end(JSON.stringify([request.url, request.headers.authorization]));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const folder = makeProject({
    'package.json': manifest,
    'specification/v1/openapi.yaml': `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'http://127.0.0.1:${port}/v1' }]
security: [{ bearer: [] }]
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
paths:
  /pets:
    post: { operationId: addPet, responses: { 200: { description: Fine. } } }
    get:
      operationId: listPets
      responses: { 200: { description: Fine., content: { application/json: { schema: { items: {} } } } } }
`,
    ...files,
  });
  const { code, printed, errors } = await runIn(folder, ['init', '--yes']);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const record = read(folder, file.startsWith('src') ? 'src/api/lacuna.json' : 'generated/lacuna.json');
  expect(JSON.parse(record).options).toMatchObject(expected);
  const [, lines = ''] = /\n\n {2}to call the API, in a module of (?:src|this folder):\n([\s\S]*)$/.exec(printed) ?? [];
  expect(lines.trim().split('\n')).toHaveLength(4);
  writeFileSync(join(folder, file), lines);
  const program = join(folder, file.endsWith('.ts') ? 'bundle.mjs' : file);
  if (file.endsWith('.ts')) {
    const compilerOptions = {
      ...strictFlags,
      ...{ module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] },
    };
    const options = { ...compilerOptions, noEmit: true, allowImportingTsExtensions: true, types: [] };
    writeFileSync(join(folder, 'check.json'), JSON.stringify({ compilerOptions: options, files: [file] }));
    expect(runCompiler(folder, 'check.json')).toBe('');
    await build({ entryPoints: [join(folder, file)], bundle: true, format: 'esm', outfile: program });
  }
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout).toBe("[ '/v1/pets', 'Bearer <BEARER_TOKEN>' ]\n");
});

test('a second run changes nothing', async () => {
  const folder = makeProject({
    'package.json': { dependencies: { vite: '7' }, ...install },
    'openapi.yaml': api,
    '.prettierrc': '{}',
    'biome.json': '{ "linter": {} }',
    'vite.config.ts': "import lacuna from 'lacuna/vite';",
  });
  expect((await runIn(folder, ['init', '--yes'])).code).toBe(0);
  const first = readAll(folder);
  const { code, printed } = await runIn(folder, ['init', '--yes']);
  expect(code).toBe(0);
  expect(readAll(folder)).toEqual(first);
  expect(printed).not.toMatch(/ {2}(added|changed) |to do by hand/);
});

test('entries are added to the files of the tools that the project has, and nothing there is lost', async () => {
  const folder = makeProject({
    'package.json': {
      dependencies: { vite: '7' },
      devDependencies: { ...install.devDependencies, '@vitest/coverage-v8': '4', 'ts-jest': '29' },
      jest: {},
    },
    'src/openapi.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }),
    '.prettierignore': 'dist',
    '.gitattributes': '* text=auto\r\n*.png binary\r\n',
    'biome.jsonc': '{\n\t// ours\n\t"files": { "includes": ["**"] }\n}\n',
    '.oxlintrc.json': '{}\n',
    'dprint.json': '{ "excludes": ["dist"] }\n',
    'eslint.config.js': 'export default [];\n',
    'vite.config.ts': 'export default {};\n',
    '.c8rc.json': '{}\n',
  });
  const { code, printed } = await runIn(folder, ['init', '--yes']);
  expect({ code, printed }).toMatchObject({ code: 0 });
  expect(read(folder, '.prettierignore')).toBe('dist\nsrc/api/\n');
  expect(read(folder, '.gitattributes')).toBe(
    '* text=auto\r\n*.png binary\r\nsrc/api/** linguist-generated text=auto eol=lf\r\n',
  );
  expect(read(folder, 'biome.jsonc')).toBe(
    '{\n\t// ours\n\t"files": {\n\t\t"includes": [\n\t\t\t"**",\n\t\t\t"!src/api"\n\t\t]\n\t}\n}\n',
  );
  expect(JSON.parse(read(folder, '.oxlintrc.json'))).toEqual({ ignorePatterns: ['src/api/**'] });
  expect(JSON.parse(read(folder, 'dprint.json'))).toEqual({ excludes: ['dist', 'src/api/**'] });
  expect(JSON.parse(read(folder, '.c8rc.json'))).toEqual({ exclude: ['src/api/**'] });
  // A file of code is left to the person.
  expect(read(folder, 'eslint.config.js')).toBe('export default [];\n');
  expect(printed.slice(printed.indexOf('to do by hand'))).toMatch(
    /eslint\.config\.js.*\n +\{ ignores: \['src\/api\/\*\*'\] \},\n.*vite\.config\.ts.*\n.*exclude: \['src\/api\/\*\*'\].*\n.*package\.json.*\n.*coveragePathIgnorePatterns/,
  );
  const mapper = String.raw`"moduleNameMapper": {"^(\\.{1,2}/.*)\\.js$":"$1"}`;
  expect(printed).toContain(`package.json: let Jest find the modules of the output:\n      ${mapper}\n`);
});

test('existing configuration, scripts and jobs stay', async () => {
  const kept = {
    'lacuna.config.json': '{ "spec": "api.yaml", "out": "client", "only": ["client"] }\n',
    '.github/workflows/api.yml': 'name: mine\n',
  };
  const folder = makeProject({
    ...kept,
    'package.json': { scripts: { 'api:check': 'mine' }, ...install },
    'api.yaml': api,
    'other.yaml': api,
    '.gitignore': 'dist\n/client\n',
  });
  const { code, printed } = await runIn(folder, ['init', '--yes']);
  expect({ code, printed }).toMatchObject({ code: 0 });
  for (const [file, text] of Object.entries(kept)) expect(read(folder, file)).toBe(text);
  expect(JSON.parse(read(folder, 'package.json')).scripts).toEqual({
    'api:check': 'mine',
    'api:generate': 'lacuna generate',
  });
  expect(readdirSync(join(folder, 'client'))).toContain('client');
  const left = printed.slice(printed.indexOf('to do by hand'));
  expect(left).toContain('"api:check": "lacuna check"');
  expect(left).toContain('.gitignore: ignores the output; remove these lines:\n      /client\n');
  expect(left).toContain('.github/workflows/api.yml: add this job:\n      name: api\n');
  // A flag that contradicts the configuration changes nothing.
  expect(await runIn(folder, ['init', '--yes', '--out', 'src'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('flag-contradicts'),
  });
});

test('the examples for task runners have the scripts that it writes', async () => {
  const folder = makeProject({ 'package.json': {}, 'openapi.yaml': api });
  expect(await runIn(folder, ['init', '--yes', '--only', 'types'])).toMatchObject({ code: 0 });
  const { scripts } = JSON.parse(read(folder, 'package.json'));
  const tasks = [...listBlocks('json', 'turborepo'), ...listBlocks('json', 'nx')].flatMap(({ text }) => {
    const { tasks: turborepo, targetDefaults: nx } = JSON.parse(text);
    return Object.keys({ ...turborepo, ...nx });
  });
  expect([...new Set(tasks)].sort()).toEqual(Object.keys(scripts).sort());
});

const installs = [
  [
    'npm',
    { 'package-lock.json': '{}', 'package.json': { workspaces: ['apps/*'] } },
    ['npm ci', 'npm run api:check -- --format github'],
  ],
  [
    'pnpm',
    { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': "packages:\n  - 'apps/*'\n", 'package.json': {} },
    ['pnpm install --frozen-lockfile', 'pnpm run api:check --format github'],
  ],
  [
    'yarn',
    { 'yarn.lock': '', '.yarnrc.yml': '', 'package.json': { workspaces: { packages: ['apps/*'] } } },
    ['yarn install --immutable', 'yarn run api:check --format github'],
  ],
] as const;

test.each(installs)(
  'a workspace of %s: the output is written into the package that is a program',
  async (manager, files, commands) => {
    const folder = makeProject({
      ...files,
      'apps/web/package.json': { dependencies: { vite: '7' }, ...install },
      'apps/tools/package.json': {},
      'specs/shop.yaml': api,
    });
    const { code, printed } = await runIn(folder, ['init', '--yes']);
    expect({ code, printed }).toEqual({ code: 0, printed: expect.stringContaining(`  detected: Vite, ${manager}\n`) });
    expect(read(folder, 'apps/web/lacuna.config.ts')).toContain("spec: '../../specs/shop.yaml'");
    expect(printed).toContain('apps/web/lacuna.config.ts');
    const job = read(folder, '.github/workflows/api.yml');
    for (const command of commands) expect(job).toContain(`- run: ${command}\n`);
    expect(job).toContain('working-directory: apps/web\n');
    expect(await runIn(join(folder, 'apps/web'), ['check'])).toMatchObject({ code: 0 });
  },
);

test('scripts below the root of Yarn find this package there, and a configuration names no folder that Yarn does not have', async () => {
  const folder = makeProject({
    ...{ 'yarn.lock': '', '.yarnrc.yml': '', '.pnp.cjs': '' },
    'package.json': { workspaces: ['packages/*'], ...install },
    'packages/shop/package.json': {},
    'packages/shop/openapi.yaml': api,
  });
  expect(await runIn(folder, ['init', '--yes', '--in', 'packages/shop'])).toMatchObject({ code: 0 });
  const { scripts } = JSON.parse(read(folder, 'packages/shop/package.json'));
  expect(scripts).toEqual({ 'api:generate': 'run -T lacuna generate', 'api:check': 'run -T lacuna check' });
  expect(read(folder, 'packages/shop/lacuna.config.json')).not.toContain('node_modules');
});

test('a package of a workspace has the tools of the root: the compiler, this package, formatters and ignored files of git', async () => {
  const folder = makeProject({
    'package.json': { workspaces: ['packages/*'], devDependencies: { ...install.devDependencies, prettier: '3' } },
    'package-lock.json': '{}',
    'biome.json': '{}\n',
    '.gitignore': 'generated\n',
    'packages/shop/package.json': {},
    'packages/shop/openapi.yaml': api,
  });
  const { code, printed } = await runIn(folder, ['init', '--yes', '--in', 'packages/shop']);
  expect({ code, printed }).toMatchObject({ code: 0 });
  expect(read(folder, 'packages/shop/lacuna.config.json')).not.toContain('emit');
  expect(printed).not.toContain('next:');
  expect(read(folder, '.prettierignore')).toBe('packages/shop/generated/\n');
  expect(JSON.parse(read(folder, 'biome.json')).files.includes).toEqual(['**', '!packages/shop/generated']);
  expect(printed).toContain('  - .gitignore: ignores the output; remove these lines:\n      generated\n');
});

const secondJobs = [
  [
    'github',
    '.github/workflows/api.yml',
    ['      - run: npm run api:check -- --format github\n        working-directory: packages/b\n'],
  ],
  ['gitlab', '.gitlab-ci.yml', ['    - cd "$CI_PROJECT_DIR"/packages/b\n    - npm run api:check\n']],
] as const;

test.each(secondJobs)('a second package adds its steps to the job of %s', async (system, file, steps) => {
  const folder = makeProject({
    'package.json': { workspaces: ['packages/*'], ...install },
    'package-lock.json': '{}',
    'packages/a/package.json': {},
    'packages/b/package.json': {},
    'packages/c/package.json': {},
    'packages/c/package-lock.json': '{}',
    'openapi.yaml': api,
  });
  const add = async (name: string): Promise<string> => {
    const argv = ['init', '--yes', '--only', 'types', '--ci', system, '--in', `packages/${name}`];
    const { code, printed } = await runIn(folder, [...argv, '--out', `packages/${name}/api`]);
    expect(code).toBe(0);
    return printed;
  };
  await add('a');
  // Comments, line ends and further steps stay.
  const first = `${read(folder, file).trimEnd()} # ours\n`.replaceAll('\n', '\r\n');
  const after = system === 'github' ? '  other: { runs-on: ubuntu-latest, steps: [] }\r\n' : 'other: { script: x }\r\n';
  writeFileSync(join(folder, file), first + after);
  expect(await add('b')).toMatch(/changed +[.\w/-]+yml +adds the steps of this package to the job\n/);
  const second = first + steps.join('').replaceAll('\n', '\r\n') + after;
  expect(read(folder, file)).toBe(second);
  expect(await add('b')).toMatch(/kept +[.\w/-]+yml +already has the job\n/);
  expect(read(folder, file)).toBe(second);
  // A package with its own lock file also installs its packages.
  await add('c');
  const added = read(folder, file).slice(first.length);
  expect(added.indexOf('npm ci')).toBeGreaterThan(added.indexOf('packages/b'));
  expect(added.indexOf('api:check', added.indexOf('packages/c'))).toBeGreaterThan(added.indexOf('npm ci'));
});

const queries = [
  ['@tanstack/react-query', "emitters: ['lacuna/tanstack-query']"],
  ['@tanstack/vue-query', "emitters: [['lacuna/tanstack-query', { library: '@tanstack/vue-query' }]]"],
  ['@tanstack/angular-query-experimental', "{ library: '@tanstack/angular-query-experimental' }"],
] as const;

test.each(queries)('%s gets its options, and Vite its plugin', async (library, expected) => {
  const dependencies = { vite: '8', [library]: '5' };
  const folder = makeProject({ 'package.json': { dependencies, ...install }, 'openapi.yaml': api });
  const { code, printed } = await runIn(folder, ['init', '--yes']);
  expect({ code, printed }).toMatchObject({ code: 0 });
  expect(read(folder, 'lacuna.config.ts')).toContain(expected);
  expect(read(folder, 'generated/tanstack-query/list-pets.ts')).toContain('listPetsQueryOptions');
  expect(
    printed,
  ).toContain(`  - vite.config.ts: to generate while Vite runs, run 'npm install --save-dev unplugin', and add:
      import lacuna from 'lacuna/vite';
      plugins: [lacuna()],
`);
});

test('a reference needs neither a language nor a package of its own', async () => {
  const folder = makeProject({ 'package.json': {}, 'openapi.yaml': api });
  expect(await runIn(folder, ['init', '--yes', '--only', 'reference', '--dry-run'])).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/lacuna\.config\.json +sets only, spec, out\n(?!.*generated\/package\.json)/s),
  });
});

test('--in chooses a package, --ci a system, and --only and --out the output', async () => {
  const folder = makeProject({
    'package.json': { workspaces: ['packages/**', '!packages/old'] },
    'packages/old/package.json': { dependencies: { vite: '7' } },
    'packages/a/b/package.json': { dependencies: { next: '16' }, ...install },
    'packages/c/package.json': { dependencies: { fastify: '5' }, ...install },
    'openapi.yaml': api,
  });
  const argv = [
    'init',
    '--in',
    'packages/c',
    '--ci',
    'gitlab',
    '--only',
    'types',
    '--out',
    'packages/c/gen',
    '--emit',
    'ts',
  ];
  expect(await runIn(folder, ['init'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('packages/a/b, packages/c'),
  });
  const { code, printed } = await runIn(folder, argv);
  expect({ code, printed }).toMatchObject({ code: 0 });
  expect(read(folder, '.gitlab-ci.yml')).toContain('cd "$CI_PROJECT_DIR"/packages/c');
  expect(JSON.parse(read(folder, 'packages/c/lacuna.config.json'))).toEqual({
    $schema: '../../node_modules/lacuna/dist/configuration.schema.json',
    spec: '../../openapi.yaml',
    out: 'gen',
    only: ['types'],
    emit: 'ts',
    importExtension: 'ts',
  });
});

test('--dry-run lists the files and writes nothing', async () => {
  const files = { 'package.json': { dependencies: { vite: '7' }, ...install }, 'openapi.yaml': api };
  const folder = makeProject(files);
  const before = readAll(folder);
  const { code, printed } = await runIn(folder, ['init', '--yes', '--dry-run']);
  expect({ code, printed }).toEqual({
    code: 0,
    printed: expect.stringContaining('would be added    lacuna.config.ts'),
  });
  expect(readAll(folder)).toEqual(before);
});

/** Runs `init` with a person who answers. */
async function runWithAnswers(folder: string, answers: readonly string[]): Promise<{ code: number; asked: string[] }> {
  const asked: string[] = [];
  const ask = async (question: string): Promise<string> => answers[asked.push(question) - 1] ?? '';
  const silent = () => undefined;
  const terminal = { folder, colours: false, isInteractive: false, ask, print: silent, printError: silent };
  return { code: await runCommandLine(['init'], terminal), asked };
}

test('on a terminal it asks, and an empty answer accepts the suggestion', async () => {
  const files = { 'package.json': { dependencies: { vite: '7' }, ...install }, 'openapi.yaml': api, 'b.yaml': api };
  const folder = makeProject(files);
  const { code, asked } = await runWithAnswers(folder, ['b.yaml', '', 'types', 'nowhere', 'none']);
  expect({ code, asked }).toEqual({
    code: 0,
    asked: [
      'Which file is the OpenAPI description? [b.yaml] ',
      'Which folder is for the output? [generated] ',
      'Which artifacts should lacuna generate? [types,client] ',
      'Which CI system should check the output? github, gitlab, none: [github] ',
      'Which CI system should check the output? github, gitlab, none: [github] ',
    ],
  });
  const written = Object.keys(readAll(folder)).filter((path) => !path.startsWith('generated/'));
  expect(written).toEqual(['.gitattributes', 'b.yaml', 'lacuna.config.ts', 'openapi.yaml', 'package.json'].sort());
});

test('a link in place of a file is not followed', async () => {
  const elsewhere = makeFolder({ mine: 'mine\n' });
  const folder = makeProject({ 'package.json': { ...install }, 'openapi.yaml': api });
  symlinkSync(join(elsewhere, 'mine'), join(folder, '.gitattributes'));
  const { code, errors } = await runIn(folder, ['init', '--yes']);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('output-not-written') });
  expect(read(elsewhere, 'mine')).toBe('mine\n');
  expect(readdirSync(folder).sort()).toEqual([
    '.git',
    '.gitattributes',
    'node_modules',
    'openapi.yaml',
    'package.json',
  ]);
});
