import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compileFolder } from './compile-folders.js';
import { UserProject } from './run-scaffold.js';

let project: UserProject;
beforeEach(() => {
  project = new UserProject();
});

const gap = { id: 'add-pet-request', kind: 'shape', question: 'What does a pet look like?', source: '1' };
const addPet = {
  id: 'addPet',
  tags: ['pets'],
  requestBody: { content: { 'application/json': { schema: { 'x-not-shown': [gap] } } } },
};
const getPet = { id: 'getPet', tags: ['pets'], summary: 'Gets a pet' };
const two = { 'POST /pets': addPet, 'GET /pets/{id}': getPet };
const renamed = { ...two, 'GET /pets/{id}': { ...getPet, id: 'fetchPet' } };
const three = { ...two, 'GET /toys': { id: 'listToys', tags: ['toys'] } };

const security = {
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
};

const list = (folder = 'src/handlers'): string[] => readdirSync(join(project.folder, folder)).sort();

// One program compiles the projects of all tests, because the compiler needs longer for the types of Node than for a
// project.
let compiled: string;
const compiledIn: string[] = [];
beforeAll(() => {
  compiled = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-scaffold-')));
});
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

/** Lets the last test compile the project as it is now. */
function compileLater(): void {
  cpSync(project.folder, join(compiled, String(compiledIn.length)), { recursive: true, verbatimSymlinks: true });
  compiledIn.push(String(expect.getState().currentTestName));
}

/** Checks that a text changed only in certain pieces. Each piece has its replacement. */
function expectSpliced(
  file: string,
  before: string,
  pieces: readonly (readonly [before: string, after: string])[],
): void {
  let text = before;
  for (const [from, to] of pieces) {
    expect(text.split(from)).toHaveLength(2);
    text = text.replace(from, to);
  }
  expect(project.read(file)).toBe(text);
}

describe('a first run', () => {
  test('writes a handler per operation and an index, which compile and respond with 501 and the gaps', async () => {
    project.describe(two);
    const printed = await project.scaffold();
    expect(list()).toEqual(['add-pet.ts', 'get-pet.ts', 'index.ts', 'lacuna.scaffold.json']);
    expect(printed).toContain('  4 files written, 0 handlers already exist\n');
    expect(project.read('src/handlers/get-pet.ts')).toContain('Gets a pet');
    expect(project.read('src/handlers/get-pet.ts')).toContain('Promise<GetPetReply>');
    expect(printed).toContain('pass `handlers` of src/handlers/index.ts to createServer');
    compileLater();
    const { handlers } = await import(join(project.folder, 'src/handlers/index.ts'));
    await expect(handlers.addPet({}, {})).rejects.toThrow('addPet is not implemented; not shown: add-pet-request');
  });

  test('writes one file per tag with `--per tag`, and records that', async () => {
    project.describe(two);
    await project.scaffold('--per', 'tag');
    expect(list()).toEqual(['index.ts', 'lacuna.scaffold.json', 'pets.ts']);
    const pets = project.read('src/handlers/pets.ts');
    // The imports of its types take several lines.
    const long = { id: 'replaceAllPetsOfTheStoreByThoseOfAnotherOne', tags: ['pets'] };
    const fresh = { 'DELETE /pets': { id: 'clearPets', tags: ['pets'] }, 'PUT /pets': long, 'GET /': { id: 'home' } };
    project.describe({ ...three, ...fresh });
    await project.scaffold();
    expect(list()).toEqual(['index.ts', 'lacuna.scaffold.json', 'pets.ts', 'toys.ts', 'untagged.ts']);
    expect(project.read('src/handlers/pets.ts')).toMatch(/clearPets/);
    const kept = pets.split('\n\n');
    for (const part of kept) expect(project.read('src/handlers/pets.ts')).toContain(part.trimEnd());
    compileLater();
  });

  test('reports that there is no server yet, and with --dry-run shows everything and writes nothing', async () => {
    project.describe(two);
    const { printed, code } = await project.run('scaffold', '--dry-run');
    expect(code).toBe(0);
    expect(printed).toContain('--- /dev/null\n+++ b/src/handlers/get-pet.ts\n');
    expect(printed).toContain("+export const getPet: Handlers['getPet'] = async (args, context)");
    expect(printed).toContain('4 files would be written');
    expect(printed).toContain("there is no server in src/api yet: 'lacuna generate' writes it");
    expect(existsSync(join(project.folder, 'src'))).toBe(false);
  });

  test('writes to the stated folder, and finds the output from there', async () => {
    project.describe(two, security);
    await project.scaffold('--handlers', 'server/parts', '--import-extension', 'ts');
    const text = project.read('server/parts/get-pet.ts');
    expect(text).toContain(" from '../../src/api/server/index.ts';");
    expect(text).toContain("Handlers<unknown>['getPet']");
  });

  test('explains how a security function refuses a credential, if there is one', async () => {
    project.describe(two, security);
    await project.scaffold();
    expect(project.read('src/handlers/index.ts')).toContain('`UnauthorizedError`; any other error is a 500.');
    compileLater();
  });

  test('accepts an output folder that contains the handlers', async () => {
    project.describe(two);
    const flags = ['--spec', 'openapi.json', '--out', 'src', '--handlers', 'src/handlers'];
    for (const operations of [two, renamed]) {
      project.describe(operations);
      await project.runWith('generate', '--spec', 'openapi.json', '--out', 'src', '--only', 'server');
      expect((await project.runWith('scaffold', ...flags)).code).toBe(0);
    }
    expect(project.read('src/handlers/get-pet.ts')).toContain("const fetchPet: Handlers['fetchPet']");
    compileLater();
  });

  test('writes beside a file of the same name and does not change it', async () => {
    project.describe(two);
    project.write('src/handlers/Get-Pet.ts', 'export const cat = 1;\n');
    const printed = await project.scaffold();
    expect(printed).toMatch(/src\/handlers\/get-pet-2\.ts +written/);
    expect(project.read('src/handlers/Get-Pet.ts')).toBe('export const cat = 1;\n');
    compileLater();
  });

  test('leaves out of the index the operations that have handlers elsewhere', async () => {
    project.describe(two);
    const main = `import { createServer, type Handlers, unimplemented } from './api/server/index.js';
const getPet: Handlers['getPet'] = async (args, context) => unimplemented.getPet(args, context);
createServer({ ...unimplemented, getPet });
`;
    project.write('src/main.ts', main);
    await project.scaffold();
    expect(list()).toEqual(['add-pet.ts', 'index.ts', 'lacuna.scaffold.json']);
    expect(project.read('src/handlers/index.ts')).toContain("Omit<Handlers, 'getPet'>");
    expect(project.read('src/main.ts')).toBe(main);
    compileLater();
  });
});

describe('a later run', () => {
  test('without changes writes nothing and says so', async () => {
    project.describe(two);
    await project.scaffold();
    expect(await project.scaffold()).toBe('  nothing written, 2 handlers already exist\n');
  });

  test('adds a new operation, and adds it to an object of handlers in any style', async () => {
    project.describe(two);
    await project.scaffold();
    const index = `\ufeff/* mine */ import type { Handlers } from "../api/server/index.js"\r
import { addPet } from "./add-pet.js" // first\r
import { getPet } from "./get-pet.js"\r
\r
export const handlers: Handlers = {\r
\taddPet, // adds\r
\tgetPet // gets\r
\t// and no more\r
};`;
    project.write('src/handlers/index.ts', index);
    project.describe(three);
    const printed = await project.scaffold();
    expect(printed).toBe(
      '  src/handlers/index.ts               changed\n  src/handlers/list-toys.ts           written\n  src/handlers/lacuna.scaffold.json   changed\n  3 files written, 2 handlers already exist\n',
    );
    expectSpliced('src/handlers/index.ts', index, [
      ['"./get-pet.js"', '"./get-pet.js"\r\nimport { listToys } from "./list-toys.js"'],
      ['getPet // gets', 'getPet, // gets'],
      ['// and no more\r\n', '// and no more\r\n\tlistToys,\r\n'],
    ]);
    compileLater();
  });

  test('says that the output is older than the description', async () => {
    project.describe(two);
    const stale = "src/api does not have the last changes of the description: run 'lacuna generate'";
    expect(await project.scaffold()).not.toContain(stale);
    project.describe(three);
    expect((await project.run('scaffold')).printed).toContain(stale);
  });

  test('chooses another name for a new handler if its name is taken', async () => {
    project.describe(two);
    await project.scaffold('--per', 'tag');
    project.write('src/db.ts', 'export const listToys = 1;\nexport const Handlers = 2;\n');
    const use = "import { Handlers as all, listToys } from '../db.js';\nexport const sum: number = all + listToys;\n";
    for (const file of ['index', 'pets'])
      project.write(`src/handlers/${file}.ts`, use + project.read(`src/handlers/${file}.ts`));
    project.describe({ ...three, 'DELETE /pets': { id: 'listToys', tags: ['pets'] }, 'GET /toys': { id: 'sum' } });
    const printed = await project.scaffold();
    expect(printed).toMatch(/src\/handlers\/pets-2\.ts +written/);
    expect(project.read('src/handlers/index.ts')).toContain("import { listToys as listToys_2 } from './pets-2.js';");
    expect(project.read('src/handlers/index.ts')).toContain('  listToys: listToys_2,\n');
    compileLater();
  });

  test('follows a changed name, and changes nothing else', async () => {
    project.describe(two);
    await project.scaffold();
    const file = 'src/handlers/get-pet.ts';
    const text = `// getPet is mine\r\n${project.read(file).replace('  return', '\treturn').trimEnd()} // getPet`;
    project.write(file, text);
    chmodSync(join(project.folder, file), 0o640);
    project.describe(renamed);
    const printed = await project.scaffold();
    expect(printed).toContain('getPet is now called fetchPet\n');
    expectSpliced(file, text, [
      ['type GetPetReply', 'type FetchPetReply'],
      ['const getPet:', 'const fetchPet:'],
      ["['getPet']", "['fetchPet']"],
      ['Promise<GetPetReply>', 'Promise<FetchPetReply>'],
      ['unimplemented.getPet', 'unimplemented.fetchPet'],
    ]);
    expect(statSync(join(project.folder, file)).mode & 0o777).toBe(0o640);
    expect(project.read('src/handlers/index.ts')).toContain("import { fetchPet } from './get-pet.js';");
    compileLater();
    expect(await project.scaffold()).toContain('nothing written');
  });

  test('exchanges two names', async () => {
    project.describe(two);
    await project.scaffold('--per', 'tag');
    project.describe({ 'POST /pets': { ...addPet, id: 'getPet' }, 'GET /pets/{id}': { ...getPet, id: 'addPet' } });
    await project.scaffold();
    const text = project.read('src/handlers/pets.ts');
    expect(text).toMatch(/`POST \/pets`[\s\S]*const getPet[\s\S]*Gets a pet[\s\S]*const addPet/);
    compileLater();
  });

  test('reports orphaned handlers as long as they exist, and deletes nothing', async () => {
    project.describe(three);
    await project.scaffold();
    const before = list().map((name) => [name, project.read(`src/handlers/${name}`)]);
    project.describe(two);
    for (const printed of [await project.scaffold(), await project.scaffold()]) {
      expect(printed).toContain('nothing written, 2 handlers already exist');
      expect(printed).toContain('the description no longer has GET /toys, so nothing calls `listToys`');
      expect(printed).toMatch(/src\/handlers\/index\.ts:\d+:3\n {6}src\/handlers\/list-toys\.ts:4:14\n/);
      expect(printed).toMatch(
        /`ListToysReply`, `listToys` is still mentioned here, but .*\n {6}src\/handlers\/index\.ts:4:10\n {6}src\/handlers\/list-toys\.ts:1:30\n {6}src\/handlers\/list-toys\.ts:6:24\n$/,
      );
    }
    expect(list().map((name) => [name, project.read(`src/handlers/${name}`)])).toEqual(before);
  });

  test('leaves a handler where it is if its operation has another tag', async () => {
    project.describe(two);
    await project.scaffold('--per', 'tag');
    project.describe({ ...two, 'POST /pets': { ...addPet, tags: ['shop'] } });
    expect(await project.scaffold()).toContain('nothing written');
  });

  test('does not write a deleted handler again', async () => {
    project.describe(two);
    await project.scaffold();
    project.write('src/handlers/get-pet.ts', 'export {};\n');
    project.write('src/handlers/index.ts', "export { addPet } from './add-pet.js';\n");
    const printed = await project.scaffold();
    expect(printed).toContain('nothing written');
    expect(printed).toContain('there is no handler for getPet');
  });

  test('reports that no record lists what was renamed', async () => {
    project.describe(two);
    await project.scaffold();
    project.write('src/handlers/lacuna.scaffold.json', '{ "per": "operation", "operations": {} }');
    const before = project.read('src/handlers/get-pet.ts');
    project.describe(renamed);
    const printed = await project.scaffold();
    expect(project.read('src/handlers/get-pet.ts')).toBe(before);
    expect(printed).toMatch(/src\/handlers\/fetch-pet\.ts +written/);
    expect(printed).toMatch(/src\/handlers\/index\.ts:\d+:3: .*'getPet' does not exist in type 'Handlers'/);
  });
});

test('a name is followed if the generated server is in another package of the workspace', async () => {
  project.describe(two);
  await project.scaffold('--per', 'tag');
  project.write(
    'src/api/package.json',
    '{ "name": "@acme/api", "type": "module", "exports": { "./*": "./*/index.ts" } }',
  );
  mkdirSync(join(project.folder, 'src/node_modules/@acme'), { recursive: true });
  symlinkSync('../../api', join(project.folder, 'src/node_modules/@acme/api'));
  const text = project.read('src/handlers/pets.ts').replace('../api/server/index.js', '@acme/api/server');
  project.write('src/handlers/pets.ts', text);
  project.describe(renamed);
  await project.scaffold();
  expect(project.read('src/handlers/pets.ts')).toBe(
    text.replaceAll('getPet', 'fetchPet').replaceAll('GetPet', 'FetchPet'),
  );
  expect(project.read('src/handlers/index.ts')).toContain('fetchPet');
  compileLater();
});

test('a name is followed if the package of the generated server exports its build output', async () => {
  project.describe(two);
  await project.scaffold('--per', 'tag');
  project.write(
    'package.json',
    '{ "name": "@acme/pets", "type": "module", "exports": { "./server": { "types": "./dist/api/server/index.d.ts" } } }',
  );
  project.write('dist/api/server/index.d.ts', 'export declare const unimplemented: object;');
  const text = project.read('src/handlers/pets.ts').replace('../api/server/index.js', '@acme/pets/server');
  project.write('src/handlers/pets.ts', text);
  project.describe(renamed);
  await project.scaffold();
  const expected = text.replaceAll('getPet', 'fetchPet').replaceAll('GetPet', 'FetchPet');
  expect(project.read('src/handlers/pets.ts')).toBe(expected);
});

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
])(
  'the patch that --dry-run prints of a file with a byte order mark, %s and no line end at its end can be applied',
  async (_, end) => {
    const read = (): string[][] => list().map((file) => [`src/handlers/${file}`, project.read(`src/handlers/${file}`)]);
    project.describe(two);
    await project.scaffold('--per', 'tag');
    const text = project.read('src/handlers/pets.ts').replaceAll('\n', end).trimEnd();
    project.write('src/handlers/pets.ts', `\ufeff${text}`);
    project.describe({ ...renamed, 'GET /toys': { id: 'listToys', tags: ['pets'] } });
    await project.run('generate', '--only', 'server');
    const before = read();
    const { printed } = await project.run('scaffold', '--dry-run');
    const [patch = ''] = printed.split(/^ {2}src\/handlers/m);
    project.write('a.patch', patch);
    expect((await project.run('scaffold')).printed).toContain('written');
    const after = read();
    for (const [file = '', was = ''] of before) project.write(file, was);
    expect(spawnSync('git', ['apply', 'a.patch'], { cwd: project.folder, encoding: 'utf8' }).stderr).toBe('');
    expect(read()).toEqual(after);
    expect(after).not.toEqual(before);
  },
);

test('tasks remain until they are done, and a run with `--fail-on-tasks` fails', async () => {
  project.describe(two);
  await project.scaffold();
  const index = project.read('src/handlers/index.ts');
  project.write('src/notes.ts', "export const note = 'getPet';\n");
  project.describe(renamed);
  expect(await project.scaffold()).toMatch(/src\/notes\.ts:1:22: `getPet` was not renamed here/);
  expect(project.read('src/handlers/lacuna.scaffold.json')).toContain('"mentioned":["getPet"]');
  expect((await project.run('scaffold')).code).toBe(0);
  expect((await project.run('scaffold', '--fail-on-tasks')).code).toBe(1);
  project.write('src/notes.ts', "export const note = 'fetchPet';\n");
  expect(await project.run('scaffold', '--fail-on-tasks')).toMatchObject({ code: 0 });
  expect(project.read('src/handlers/lacuna.scaffold.json')).not.toContain('mentioned');
  expect(project.read('src/handlers/index.ts')).toBe(index.replaceAll('getPet', 'fetchPet'));
});

test('a later run finds the folder that was stated in an earlier one', async () => {
  project.describe(two);
  await project.scaffold('--handlers', 'server/parts');
  expect(await project.scaffold()).toBe('  nothing written, 2 handlers already exist\n');
});

test('two servers can have their handlers in one folder', async () => {
  project.describe(two);
  await project.scaffold();
  project.describe({ 'GET /toys': { id: 'listToys' } });
  await project.runWith('generate', '--spec', 'openapi.json', '--out', 'src/toys', '--only', 'server');
  const { printed } = await project.runWith('scaffold', '--spec', 'openapi.json', '--out', 'src/toys');
  expect(printed).not.toContain('orphaned');
  expect(list()).toEqual(
    ['add-pet', 'get-pet', 'index', 'list-toys', 'toys']
      .map((name) => `${name}.ts`)
      .concat('lacuna.scaffold.json', 'lacuna.scaffold.toys.json')
      .sort(),
  );
  compileLater();
});

test('code of other packages does not change', async () => {
  const own = `import { createServer } from '@/api/server/index.js';\ncreateServer({ getPet: () => ({ status: 200 }) } as never);\n`;
  project.describe(two);
  project.write('tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
  await project.scaffold();
  project.write('nested/.git/HEAD', 'ref: refs/heads/main\n');
  project.write('packages/other/package.json', '{ "name": "other", "type": "module" }');
  for (const folder of ['nested', 'packages/other/src']) project.write(`${folder}/main.ts`, own);
  project.describe(renamed);
  const printed = await project.scaffold();
  expect(printed).not.toContain('main.ts');
  for (const folder of ['nested', 'packages/other/src']) expect(project.read(`${folder}/main.ts`)).toBe(own);
});

test('the name is followed in a package of the workspace that depends on the handlers', async () => {
  project.write('package.json', '{ "name": "root", "type": "module", "workspaces": ["packages/*"] }');
  project.write(
    'packages/pets/package.json',
    '{ "name": "@acme/pets", "exports": { ".": "./dist/handlers/index.js" } }',
  );
  const e2e = '{ "name": "e2e", "devDependencies": { "@acme/pets": "*" } }';
  project.write('packages/e2e/package.json', e2e);
  project.write('packages/e2e/run.ts', "import { handlers } from '@acme/pets';\nvoid handlers.getPet;\n");
  project.describe(two);
  const flags = [
    '--spec',
    'openapi.json',
    '--out',
    'packages/pets/src/api',
    '--handlers',
    'packages/pets/src/handlers',
  ];
  await project.runWith('scaffold', ...flags);
  project.describe(renamed);
  await project.runWith('scaffold', ...flags);
  expect(project.read('packages/e2e/run.ts')).toContain('handlers.fetchPet');
});

test.each([
  ['a pattern', { './*': './src/*/index.ts' }],
  ['conditions', { './server': { types: './src/server/index.d.ts', default: './src/server/index.js' } }],
])('handlers outside the package of the output import it by name, as its exports state by %s', async (_, exports) => {
  project.write('package.json', '{ "name": "root", "type": "module", "workspaces": ["packages/*"] }');
  project.write('packages/api/package.json', JSON.stringify({ name: '@acme/api', type: 'module', exports }));
  project.write(
    'packages/app/package.json',
    '{ "name": "app", "type": "module", "dependencies": { "@acme/api": "*" } }',
  );
  mkdirSync(join(project.folder, 'packages/app/node_modules/@acme'), { recursive: true });
  symlinkSync('../../../api', join(project.folder, 'packages/app/node_modules/@acme/api'));
  project.describe(two);
  const flags = ['--spec', 'openapi.json', '--out', 'packages/api/src'];
  const scaffold = async (): Promise<void> => {
    await project.runWith('generate', ...flags, '--only', 'server');
    await project.runWith('scaffold', ...flags, '--handlers', 'packages/app/src/handlers');
  };
  await scaffold();
  expect(project.read('packages/app/src/handlers/get-pet.ts')).toMatch(/^import .* from '@acme\/api\/server';\n/);
  expect(project.read('packages/app/src/handlers/index.ts')).toContain(
    "import type { Handlers } from '@acme/api/server';",
  );
  expect(compileFolder(join(project.folder, 'packages/app'))).toEqual([]);
  project.describe(renamed);
  await scaffold();
  expect(project.read('packages/app/src/handlers/get-pet.ts')).toContain("Handlers['fetchPet']");
  expect(project.read('packages/app/src/handlers/index.ts')).toContain('fetchPet');
});

describe('it refuses', () => {
  test('to write beside a file that cannot be parsed', async () => {
    project.describe(two);
    await project.scaffold();
    project.write('src/handlers/get-pet.ts', 'export const getPet = async ( => 1;\n');
    project.describe(renamed);
    const index = project.read('src/handlers/index.ts');
    const printed = await project.scaffold();
    expect(printed).toContain("error handlers-not-parsed: 'src/handlers/get-pet.ts:1:31' cannot be read as TypeScript");
    expect(project.read('src/handlers/index.ts')).toBe(index);
  });

  test('to write through a link, and lists the places', async () => {
    project.describe(two);
    await project.scaffold();
    const outside = new UserProject();
    outside.write('get-pet.ts', project.read('src/handlers/get-pet.ts'));
    rmSync(join(project.folder, 'src/handlers/get-pet.ts'));
    symlinkSync(join(outside.folder, 'get-pet.ts'), join(project.folder, 'src/handlers/get-pet.ts'));
    project.describe(renamed);
    const text = outside.read('get-pet.ts');
    const printed = await project.scaffold();
    expect(printed).toMatch(/this file is a link[\s\S]*src\/handlers\/get-pet\.ts:8:14/);
    expect(outside.read('get-pet.ts')).toBe(text);
  });

  test('the output folder, and a path that is not a folder', async () => {
    project.describe(two);
    expect((await project.run('scaffold', '--handlers', 'src/api/server/mine')).code).toBe(2);
    project.write('file', '');
    expect((await project.run('scaffold', '--handlers', 'file')).code).toBe(2);
    mkdirSync(join(project.folder, 'src/handlers'), { recursive: true });
    writeFileSync(join(project.folder, 'src/handlers/lacuna.scaffold.json'), '<<<<<<< HEAD');
    expect((await project.run('scaffold')).printed).toContain('error scaffold-record-broken');
  });
});

test('lists where old names remain: of a removed operation, of one that cannot be renamed, below an added import', async () => {
  const project = new UserProject();
  project.describe({
    'GET /pets': { id: 'listPets' },
    'GET /toys': { id: 'listToys' },
    'DELETE /toys': { id: 'dropToys' },
  });
  const body = 'async () => ({ status: 200 })';
  const main = [
    "import { createServer, type Handlers, type DropToysReply as Dropped } from './api/server/index.js';",
    "import { dropToys } from './api/client/index.js';",
    '// listPets is slow.',
    'const none: Dropped = { status: 200 };',
    `const handlers: Handlers = { listPets: ${body}, listToys: ${body}, dropToys: async () => none };`,
    'createServer(handlers);',
    'export { dropToys };',
    '',
  ];
  project.write('src/main.ts', main.join('\n'));
  await project.run('generate');
  await project.scaffold();
  expect(project.read('src/main.ts')).toBe(main.join('\n'));
  project.describe({
    'GET /pets': { id: 'listToys' },
    'GET /toys': { id: 'listPets' },
    'GET /bags': { id: 'listBags' },
  });
  const printed = await project.scaffold();
  const listed = [...printed.matchAll(/src\/main\.ts:(\d+)/g)].map(([, line]) => Number(line));
  const lines = project.read('src/main.ts').split('\n');
  expect(lines.findIndex((line) => line.includes('list-bags'))).toBeGreaterThan(-1);
  const old = lines.flatMap((line, index) => (/dropToys|DropToys|\/\/ listPets/.test(line) ? [index + 1] : []));
  expect([...new Set(listed)].sort((a, b) => a - b)).toEqual(expect.arrayContaining(old));
});

test('the projects that the tests above keep compile', () => {
  const mistakes = compileFolder(compiled, ['*/src']).map(({ file, text }) => {
    const [index = ''] = file.split('/');
    return `${compiledIn[Number(index)]}: ${file}: ${text}`;
  });
  expect(mistakes).toEqual([]);
  expect(compiledIn.length).toBeGreaterThan(10);
});
