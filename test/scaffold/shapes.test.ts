import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { ts } from 'ts-morph';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { generate } from '../../src/index.js';
import { nameDescription } from '../../src/pipeline/emit.js';
import { planScaffold } from '../../src/user-code/plan-scaffold.js';
import type { Scaffold } from '../../src/user-code/scaffold-run.js';
import { chooseSample } from '../effort.js';
import { compileFolder, type Mistake } from './compile-folders.js';
import { listOldLines, readShapes, type Shape } from './read-shapes.js';

/**
 * Code of users, as data. In each shape, the description renames `getPet` to `fetchPet` and changes nothing else. Names
 * that the compiler can follow are renamed, every other mention is listed, and everything compiles before and after.
 */
const all = readShapes('test/scaffold/shapes');
const shapes = chooseSample(all, 15, 3);
const results = new Map<
  Shape,
  { readonly folder: string; readonly scaffold: Scaffold | undefined; readonly printed: string }
>();
const mistakes: { before: readonly Mistake[]; after: readonly Mistake[] } = { before: [], after: [] };
let root: string;

const base = {
  'package.json': '{ "type": "module" }\n',
  'src/pets.ts': `export interface Pet { readonly id: string; readonly name: string }
const all = new Map<string, Pet>();
export const pets = {
  find: (id: string): Pet | undefined => all.get(id),
  add: (name: string): Pet => ({ id: String(all.size), name }),
};
`,
  'src/handlers/add-pet.ts': `import type { Handlers } from '../api/server/index.js';
import { pets } from '../pets.js';
export const addPet: Handlers['addPet'] = ({ body }) => ({ status: 201, body: pets.add(body.name) });
`,
};
const record = `{
  "out": "../api",
  "per": "operation",
  "operations": {
    "GET /pets/{id}": {"identifier":"getPet","type":"GetPet","file":"get-pet"},
    "POST /pets": {"identifier":"addPet","type":"AddPet","file":"add-pet"}
  }
}
`;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-shapes-')));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const registry = ts.createDocumentRegistry();
  const apis = { before: await makeServer('before', 'getPet'), after: await makeServer('after', 'fetchPet') };
  for (const [index, shape] of shapes.entries()) writeShape(shape, join(root, 'shapes', String(index)));
  placeServer('before');
  mistakes.before = compileShapes();
  for (const [index, shape] of shapes.entries()) {
    const folder = join(root, 'shapes', String(index));
    const diagnostics = new Diagnostics();
    const show = (path: string): string => relative(folder, path);
    const places = { folder, handlers: join(folder, 'src/handlers'), out: join(folder, 'src/api') };
    const scaffold = planScaffold({ ...apis.after, ...places, importExtension: 'js', show, registry }, diagnostics);
    for (const { path, text, file } of scaffold?.changes ?? [])
      writeFileSync(path, (file?.hasMark ? '\ufeff' : '') + text);
    results.set(shape, { folder, scaffold, printed: diagnostics.list.map(({ message }) => message).join('\n') });
  }
  placeServer('after');
  mistakes.after = compileShapes();
}, 300_000);
afterAll(() => {
  if (process.env['LACUNA_SHAPES_KEEP'] === undefined) rmSync(root, { recursive: true, force: true });
});

// Declarations are enough, and compile quickly.
async function makeServer(name: string, operationId: string) {
  const folder = join(root, name);
  mkdirSync(folder);
  const text = readFileSync('test/scaffold/shapes.yaml', 'utf8').replace(
    'operationId: getPet',
    `operationId: ${operationId}`,
  );
  writeFileSync(join(folder, 'openapi.yaml'), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { api, diagnostics } = await generate({ folder, spec: 'openapi.yaml', out: 'api' });
  if (!api) throw new Error(diagnostics.list.map(({ message }) => message).join('\n'));
  const emitted = compileFolder(folder, ['api'], {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: 'declared',
    rootDir: 'api',
    allowImportingTsExtensions: false,
  });
  expect(emitted).toEqual([]);
  return { api, names: nameDescription(api, new Diagnostics()).names };
}

function writeShape({ before, hasBase, encode }: Shape, folder: string): void {
  const files = {
    'package.json': base['package.json'],
    ...(hasBase && base),
    'src/handlers/lacuna.scaffold.json': record,
  };
  for (const [path, text] of Object.entries(files)) if (!before.has(path)) write(join(folder, path), text);
  for (const [path, text] of before) write(join(folder, path), encode(text));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

// Each shape imports declarations that re-export the shared ones, so that the compiler reads these once. Only the
// declarations that a shape names are written, because writing all of them takes longer than compiling.
function placeServer(name: string): void {
  const declared = join(root, name, 'declared');
  const files = readdirSync(declared, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'));
  for (const [index, { before, after }] of shapes.entries()) {
    const text = [...Object.values(base), ...before.values(), ...after.values()].join();
    const isNamed = (file: string): boolean => text.includes(basename(file, '.d.ts'));
    const out = join(root, 'shapes', String(index), 'src/api');
    rmSync(out, { recursive: true, force: true });
    for (const file of files.filter(isNamed)) {
      const target = join(declared, file).replace(/\.d\.ts$/, '.js');
      write(join(out, file), `export * from '${relative(dirname(join(out, file)), target)}';\n`);
    }
    writeFileSync(join(out, 'lacuna.json'), '{}');
  }
}

const options = {
  allowJs: true,
  jsx: 'preserve',
  noUnusedLocals: false,
  noUnusedParameters: false,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

// Compiles all shapes at once, and each shape with its own settings.
function compileShapes(): Mistake[] {
  const plain = shapes.flatMap(({ compile }, index) => (compile === true ? [`shapes/${index}`] : []));
  return [
    ...compileFolder(root, plain, options),
    ...shapes.flatMap(({ compile }, index) => {
      if (typeof compile !== 'string') return [];
      const folder = join(root, 'shapes', String(index));
      const own = compileFolder(folder, [dirname(compile) === '.' ? '.' : dirname(compile)], options, `./${compile}`);
      return own.map((mistake) => ({ ...mistake, file: `shapes/${index}/${mistake.file}` }));
    }),
  ];
}

test('there are at least 150', () => {
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

describe('a name is followed in', () => {
  test.each(shapes.map((shape) => [shape.name, shape] as const))('%s', (_, shape) => {
    const { folder = '', scaffold, printed } = results.get(shape) ?? {};
    const isOwn = ({ file }: Mistake): boolean => file.startsWith(`${relative(root, folder)}/`);
    expect(mistakes.before.filter(isOwn)).toEqual([]);
    expect(printed).toBe('');
    for (const [path, text] of shape.after)
      expect(readFileSync(join(folder, path), 'utf8'), path).toBe(shape.encode(text));
    const old = [...shape.after].flatMap(([path, text]) => listOldLines(text).map((line) => `${path}:${line}`));
    const places = scaffold?.tasks.flatMap((task) => task.places) ?? [];
    const listed = new Set(places.map(({ path, line }) => `${relative(folder, path)}:${line}`));
    // An error can be elsewhere in the file than the old name that causes it.
    const files = new Set(places.map(({ path }) => path));
    const broken = mistakes.after.filter(isOwn).map(({ file }) => join(root, file));
    expect(broken.filter((file) => !shape.breaks || !files.has(file))).toEqual([]);
    if (shape.breaks) expect(broken).not.toEqual([]);
    if (!shape.listsMentions) return;
    // Errors are listed too.
    expect([...listed].filter((line) => !shape.breaks || old.includes(line)).sort()).toEqual(old.sort());
  });
});
