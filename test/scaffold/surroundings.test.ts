import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { compileFolder } from './compile-folders.js';
import { runIn, UserProject } from './run-scaffold.js';

/** Handlers in different projects: linked folders, module systems, several outputs. */
let project: UserProject;
beforeEach(() => {
  project = new UserProject();
});

const addPet = { id: 'addPet', tags: ['pets'] };
const two = { 'POST /pets': addPet, 'GET /pets/{id}': { id: 'getPet' } };
const renamed = { 'POST /pets': addPet, 'GET /pets/{id}': { id: 'fetchPet' } };
const three = { ...two, 'GET /toys': { id: 'listToys' } };
const handler = `import type { Handlers } from '../api/server/index.js';
export const getPet: Handlers['getPet'] = async () => ({ status: 200, body: undefined }) as never;
`;
const follow = (text: string): string => text.replaceAll('getPet', 'fetchPet');
const link = (target: string, path: string): void => {
  mkdirSync(join(project.folder, path, '..'), { recursive: true });
  symlinkSync(target, join(project.folder, path));
};

test.each([
  ['Latin 1', 'src/old.ts', Buffer.from(`// caf\xe9\n${handler}`, 'latin1')],
  ['UTF-16', 'src/old.ts', Buffer.from(`\ufeff${handler}`, 'utf16le')],
  ['Latin 1', 'src/App.vue', Buffer.from(`<script>/* caf\xe9 */ getPet();</script>`, 'latin1')],
])('a file in %s, %s, is listed if it names an operation', async (_, path, bytes) => {
  project.write(path, bytes);
  project.write('src/other.ts', Buffer.from('// caf\xe9', 'latin1'));
  project.describe(two);
  await project.scaffold();
  project.describe(renamed);
  const printed = await project.scaffold();
  expect(printed).toContain(`${path}:1:1: this file names operations, but scaffold did not read it`);
  expect(printed).not.toContain('src/other.ts');
  expect(readFileSync(join(project.folder, path))).toEqual(bytes);
});

const parts = (count: number, print: (index: number) => string, separator: string): string =>
  Array.from({ length: count }, (_, index) => print(index)).join(separator);
const deep = {
  'a condition of 3,000 parts': `export const a = (b: number): boolean => ${parts(3000, (index) => `b === ${index}`, ' || ')};\n`,
  '3,000 lists in each other': `export const a = ${'['.repeat(3000)}${']'.repeat(3000)};\n`,
  '3,000 branches': `export function a(b: number): number { ${parts(3000, (index) => `if (b === ${index}) return ${index};`, ' else ')} return 0; }\n`,
};

test.each(Object.entries(deep))('the rest is read if a file has %s', async (_, text) => {
  project.describe(two);
  await project.scaffold();
  const uses = "import { handlers } from './handlers/index.js';\nvoid handlers.getPet;\n";
  project.write('src/deep.ts', `${text}${uses}`);
  project.write('src/uses.ts', uses);
  project.describe(renamed);
  const printed = await project.scaffold();
  expect(project.read('src/uses.ts')).toContain('void handlers.fetchPet;');
  const isListed = printed.includes('src/deep.ts:1:1: this file names operations, but scaffold did not read it');
  expect(isListed || project.read('src/deep.ts').includes('void handlers.fetchPet;')).toBe(true);
});

test('a file among the handlers that is too deep stops the run', async () => {
  project.describe(two);
  await project.scaffold();
  project.write('src/handlers/deep.ts', deep['3,000 branches']);
  project.describe(three);
  const { code, printed } = await project.run('scaffold');
  expect({ code, printed }).toEqual({ code: 2, printed: expect.stringContaining('its code is nested too deeply') });
});

describe('a linked folder', () => {
  test('inside the project is followed once', async () => {
    project.describe(two);
    await project.scaffold();
    project.write('src/pets/uses.ts', "import { handlers } from '../handlers/index.js';\nvoid handlers.getPet;\n");
    link('pets', 'src/alias');
    link('../src/pets', 'tools/pets');
    project.describe(renamed);
    expect(await project.scaffold()).not.toContain('to do by hand');
    expect(project.read('src/pets/uses.ts')).toContain('void handlers.fetchPet;');
  });

  test('outside the project is read, and its places are listed', async () => {
    const outside = makeFolder({ 'get.ts': handler.replace('../api', '../../api') });
    project.describe(two);
    await project.scaffold();
    link(outside, 'src/handlers/linked');
    project.describe(renamed);
    const printed = await project.scaffold();
    expect(printed).toMatch(/this file is a link[\s\S]*src\/handlers\/linked\/get\.ts:2:14/);
    expect(project.read('src/handlers/linked/get.ts')).toContain('const getPet:');
  });

  test('of a workspace, in node_modules, is followed by its package name', async () => {
    project.write('package.json', '{ "name": "root", "type": "module", "workspaces": ["packages/*"] }');
    project.write(
      'packages/pets/package.json',
      '{ "name": "@acme/pets", "type": "module", "main": "src/handlers/index.ts" }',
    );
    project.write('packages/e2e/package.json', '{ "name": "e2e", "devDependencies": { "@acme/pets": "*" } }');
    const uses = "import { handlers } from '@acme/pets';\nvoid handlers.getPet;\n";
    project.write('packages/e2e/run.ts', uses);
    link('../../../pets', 'packages/e2e/node_modules/@acme/pets');
    const flags = ['--out', 'packages/pets/src/api', '--handlers', 'packages/pets/src/handlers'];
    for (const operations of [two, renamed]) {
      project.describe(operations);
      expect(await project.runWith('scaffold', '--spec', 'openapi.json', ...flags)).toMatchObject({ code: 0 });
    }
    expect(project.read('packages/e2e/run.ts')).toBe(follow(uses));
  });
});

test('handlers in another package of the workspace are found again, and imports of adapters are not mistakes', async () => {
  project.write('package.json', '{ "name": "root", "type": "module", "workspaces": ["packages/*", "apps/*"] }');
  project.write('packages/api/package.json', '{ "name": "api", "exports": { "./*": "./src/*/index.js" } }');
  project.write('apps/web/package.json', '{ "name": "web", "dependencies": { "api": "*" } }');
  const uses =
    "import { unimplemented } from 'api/server';\nimport { toNodeHandler } from 'api/server/node';\nimport { handlers } from './handlers/index.js';\n";
  project.write('apps/web/src/main.ts', `${uses}void [toNodeHandler, unimplemented];\nvoid handlers.getPet;\n`);
  const flags = ['--spec', '../../openapi.json', '--out', 'src'];
  const run = (...more: string[]): ReturnType<typeof runIn> =>
    runIn(join(project.folder, 'packages/api'), ['scaffold', ...flags, ...more]);
  project.describe(two);
  await runIn(join(project.folder, 'packages/api'), ['generate', ...flags]);
  await run('--handlers', '../../apps/web/src/handlers');
  project.describe(renamed);
  expect(await run()).toMatchObject({ code: 0, printed: expect.not.stringContaining('left to you') });
  expect(project.read('apps/web/src/main.ts')).toContain('handlers.fetchPet');
  expect(existsSync(join(project.folder, 'packages/api/src/handlers'))).toBe(false);
});

test('a package that imports the output by its path without a dependency is followed, and no other package', async () => {
  project.write('package.json', '{ "name": "root", "type": "module", "workspaces": ["packages/*"] }');
  for (const name of ['pets', 'e2e', 'other'])
    project.write(`packages/${name}/package.json`, `{ "name": "${name}", "type": "module" }`);
  const uses =
    "import type { Handlers } from '../pets/src/api/server/index.js';\nexport type Get = Handlers['getPet'];\n";
  const others = "export type Get = { getPet(): void }['getPet'];\n";
  project.write('packages/e2e/run.ts', uses);
  project.write('packages/other/run.ts', others);
  const flags = ['--out', 'packages/pets/src/api', '--handlers', 'packages/pets/src/handlers'];
  for (const operations of [two, renamed]) {
    project.describe(operations);
    const ran = await project.runWith('scaffold', '--spec', 'openapi.json', ...flags);
    expect(ran).toMatchObject({ code: 0, printed: expect.not.stringContaining('to do by hand') });
  }
  expect(project.read('packages/e2e/run.ts')).toBe(follow(uses));
  expect(project.read('packages/other/run.ts')).toBe(others);
});

test('an error about a name that the user derives from the name of an operation is listed', async () => {
  project.describe(two);
  await project.scaffold();
  project.write(
    'src/listeners.ts',
    `import type { Handlers } from './api/server/index.js';

type Listeners = { readonly [K in keyof Handlers as \`on\${Capitalize<K>}\`]?: () => void };
export const listeners: Listeners = { onAddPet: () => {}, onGetPet: () => {} };
`,
  );
  project.describe(renamed);
  expect(await project.scaffold()).toMatch(/src\/listeners\.ts:4:59: .*'onGetPet' does not exist in type 'Listeners'/);
});

describe('a file without code that mentions an old name', () => {
  const task = /`getPet` was not renamed here[^\n]*\n((?: {6}\S+\n)+)|(\S+): `getPet` was not renamed here/;
  const list = (printed: string): string[] => {
    const [, many, one] = task.exec(printed) ?? [];
    return (many ?? one ?? '').split('\n').flatMap((line) => line.trim() || []);
  };

  test('is listed by the run that renames, and not by later runs', async () => {
    project.write('CHANGELOG.md', '# 1.0\n\n`getPet` is new.\n');
    project.write('config/roles.json', '{ "getPet": "reader" }');
    project.describe(two);
    await project.scaffold();
    project.describe(renamed);
    expect(list(await project.scaffold())).toEqual(['CHANGELOG.md:3:2', 'config/roles.json:1:4']);
    expect(await project.scaffold()).not.toContain('to do by hand');
  });

  test('is not listed if it is ignored, generated, too large or not text, or if the run reads it', async () => {
    const api = { paths: {}, 'x-former': 'getPet' };
    project.write('.gitignore', 'cache\n');
    for (const path of ['cache/a.txt', 'dist/a.txt', 'other/lacuna.json', 'src/a.js.map'])
      project.write(path, 'getPet');
    project.write('other/openapi.json', 'getPet');
    project.write('large.txt', `getPet${' '.repeat(1 << 20)}`);
    project.write('picture.png', 'getPet\0');
    project.write('latin.txt', Buffer.from('getPet \xe9', 'latin1'));
    project.write('notes.txt', 'getPet');
    project.describe(two);
    await project.scaffold();
    project.describe(renamed, { info: { title: 'Pets', version: '1', description: JSON.stringify(api) } });
    expect(list(await project.scaffold())).toEqual(['latin.txt:1:1', 'notes.txt:1:1']);
  });

  test('is listed for a removed operation, but not for one that the filter leaves out', async () => {
    project.write('notes.txt', 'addPet');
    project.describe(two);
    await project.scaffold();
    const { 'GET /pets/{id}': get } = two;
    const filtered = await project.run('scaffold', '--exclude', 'ids=addPet');
    expect(filtered.printed).toContain('the filter omits `addPet`');
    expect(filtered.printed).not.toContain('notes.txt');
    project.describe({ 'GET /pets/{id}': get });
    expect(await project.scaffold()).toMatch(
      /`addPet` is still mentioned here, but .*(.*\n +\S+)*\n +notes\.txt:1:1\n/,
    );
  });
});

test.each([
  {
    language: 'js',
    files: { 'src/main.js': "import './x.js';\n", 'vite.config.ts': 'export default {};\n' },
    expected: '.js',
  },
  { language: 'js', files: {}, expected: '.js' },
  { language: 'js', files: { 'src/main.ts': 'export {};\n' }, expected: '.ts' },
  { language: 'js', files: { 'lib/main.mjs': 'export {};\n' }, expected: '.mjs' },
  { language: 'ts', files: { 'src/main.js': '' }, expected: '.ts' },
])(
  'the first handlers for $language output beside $files are $expected files',
  async ({ language, files, expected }) => {
    for (const [path, text] of Object.entries(files)) project.write(path, text);
    project.describe(two);
    await project.run('generate', '--only', 'server', '--emit', language);
    await project.run('scaffold');
    const names = readdirSync(join(project.folder, 'src/handlers')).filter((name) => !name.endsWith('.json'));
    expect(names).toEqual(['add-pet', 'get-pet', 'index'].map((name) => name + expected));
    if (expected === '.ts') return;
    const { handlers } = await import(pathToFileURL(join(project.folder, `src/handlers/index${expected}`)).href);
    expect(Object.keys(handlers)).toEqual(['addPet', 'getPet']);
  },
);

describe('a CommonJS index', () => {
  test('in JavaScript uses `require`, and so does the new handler', async () => {
    project.write('package.json', '{ "name": "pets" }');
    project.describe(two);
    await project.run('generate', '--only', 'server');
    for (const name of ['addPet', 'getPet']) {
      project.write(
        `src/handlers/${name}.js`,
        `/** @type {import('../api/server/index.js').Handlers['${name}']} */\nexports.${name} = async () => ({ status: 200 });\n`,
      );
    }
    project.write(
      'src/handlers/index.js',
      `const { addPet } = require('./addPet.js');
const { getPet } = require('./getPet.js');

/** @type {import('../api/server/index.js').Handlers} */
const handlers = {
  addPet,
  getPet,
};
module.exports = { handlers };
`,
    );
    await project.run('scaffold');
    project.describe(three);
    await project.scaffold();
    const index = project.read('src/handlers/index.js');
    expect(index).toContain("const { listToys } = require('./list-toys.js');\n");
    expect(index).toContain('  getPet,\n  listToys,\n');
    expect(project.read('src/handlers/list-toys.js')).toMatch(
      /= require\('\.\.\/api\/server\/index\.js'\);[\s\S]*exports\.listToys = /,
    );
    for (const file of ['index', 'list-toys']) expect(project.read(`src/handlers/${file}.js`)).not.toMatch(/^import /m);
  });

  test('in TypeScript uses `import … = require`', async () => {
    project.describe(two);
    await project.scaffold('--per', 'tag');
    project.write(
      'src/handlers/index.ts',
      `import api = require('../api/server/index.js');
import pets = require('./pets.js');
import untagged = require('./untagged.js');

const handlers: api.Handlers = {
  addPet: pets.addPet,
  getPet: untagged.getPet,
};
export = { handlers };
`,
    );
    project.describe({ ...two, 'GET /toys': { id: 'listToys', tags: ['toys'] } });
    await project.scaffold();
    const index = project.read('src/handlers/index.ts');
    expect(index).toMatch(/import \w+ = require\('\.\/toys\.js'\);/);
    expect(index).not.toMatch(/^import [{*]/m);
    expect(index).toMatch(/listToys/);
  });
});

test('a new handler has the same principal type as the others', async () => {
  const security = {
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
  project.describe(two, security);
  await project.scaffold();
  project.write('src/user.ts', 'export interface User {\n  readonly name: string;\n}\n');
  for (const file of ['add-pet', 'get-pet', 'index']) {
    const text = project.read(`src/handlers/${file}.ts`).replaceAll('Handlers<unknown>', 'Handlers<User>');
    project.write(`src/handlers/${file}.ts`, `import type { User } from '../user.js';\n${text}`);
  }
  project.describe(three, security);
  await project.scaffold();
  expect(project.read('src/handlers/list-toys.ts')).toContain("Handlers<User>['listToys']");
  expect(compileFolder(project.folder)).toEqual([]);
});

test('an output without a server is refused with the command that adds one, and nothing is written', async () => {
  project.describe(two);
  await project.run('generate', '--only', 'client');
  const { code, printed } = await project.run('scaffold');
  expect([code, printed]).toEqual([2, expect.stringContaining('lacuna generate --out src/api --only client,server')]);
  expect(existsSync(join(project.folder, 'src/handlers'))).toBe(false);
});
