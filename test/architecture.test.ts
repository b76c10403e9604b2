import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript-6';
import { expect, test } from 'vitest';
import { findOutputModule } from '../src/emitters/runtime-modules.js';
import { findCircles } from './find-circles.js';
import { listExports, listUses } from './list-exports.js';
import { listImports } from './list-imports.js';
import { listKeywordLists } from './list-keyword-lists.js';
import { listRemembered } from './list-remembered.js';
import { keywordLists, remembered } from './ratchets.js';
import { listModules, parseSource, readSource } from './source-files.js';

/** The rows of the map: the names of rooms, and those that they may import. A file directly in `src/` is a room. */
const [, table = ''] = readFileSync('src/README.md', 'utf8').split('| room ');
const rows = table
  .replace(/\n\n.*/s, '')
  .split('\n')
  .slice(2)
  .map((line) => {
    const [, names = '', , imported = ''] = line.split('|');
    const list = imported.split(',').map((name) => name.trim());
    return { names: [...names.matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name), imported: list };
  });
const arrows = new Map(rows.flatMap(({ names, imported }) => names.map((name) => [name, imported] as const)));

/** The packages that only some rooms may import. */
const owners: { readonly [name: string]: readonly string[] } = {
  'ts-morph': ['package-build', 'user-code', 'pipeline/verify-modules.ts'],
  ignore: ['user-code'],
  tinyglobby: ['command-line', 'user-code'],
  'js-tokens': ['configuration', 'user-modules', 'output', 'typescript'],
  jiti: ['user-modules'],
  unplugin: ['bundlers'],
  'jsonc-parser': ['command-line'],
  'json-p3': ['overlays'],
  'oxc-transform': ['pipeline/emit-javascript.ts'],
  handlebars: ['text'],
  'markdown-it': ['text'],
  'mdast-util-to-markdown': ['text'],
  'mdast-util-gfm-table': ['text'],
  slugify: ['emitters'],
  rolldown: ['package-build'],
};

/** The packages of which some other rooms may import types. That loads nothing. */
const typeOwners: { readonly [name: string]: readonly string[] } = { 'ts-morph': ['typescript'] };

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);
const room = (file: string): string => file.split('/')[0] ?? file;
// A computed specifier cannot be checked, so it is not allowed.
const computed = 'computed';
const imports = new Map(
  files.map((file) => {
    const list = listImports(readFileSync(join('src', file), 'utf8'));
    return [file, list.map(({ isType, specifier = computed }) => ({ isType, specifier }))];
  }),
);
const target = (file: string, specifier: string): string =>
  normalize(join(dirname(file), specifier)).replace(/\.js$/, '.ts');

test('imports are found in every form', () => {
  const forms = [
    ["import { a } from './a.js';", { isType: false, specifier: './a.js' }],
    ["import './a.js';", { isType: false, specifier: './a.js' }],
    ["import type { A } from './a.js';", { isType: true, specifier: './a.js' }],
    ["import { type A } from './a.js';", { isType: false, specifier: './a.js' }],
    ["export * from './a.js';", { isType: false, specifier: './a.js' }],
    ["export type { A } from './a.js';", { isType: true, specifier: './a.js' }],
    ["const a = async () => (await import('./a.js')).a;", { isType: false, specifier: './a.js' }],
    ["let a: import('./a.js').A;", { isType: true, specifier: './a.js' }],
    ["import a = require('./a.js');", { isType: false, specifier: './a.js' }],
    ["const a = require('./a.js');", { isType: false, specifier: './a.js' }],
    ['const a = import(name);', { isType: false, specifier: undefined }],
  ] as const;
  for (const [text, found] of forms) expect(listImports(text), text).toEqual([found]);
  expect(listImports(`// import './a.js';\nconst a = "import './a.js'";`)).toEqual([]);
  const all = [...imports].filter(([, list]) => list.some(({ specifier }) => specifier === computed));
  // This module runs modules of the user.
  expect(all.map(([file]) => file)).toEqual(['user-modules/load-module.ts']);
});

test('a room imports only the rooms of its row', () => {
  const wrong: string[] = [];
  for (const [file, list] of imports) {
    for (const { specifier } of list.filter((line) => line.specifier.startsWith('.'))) {
      const to = room(target(file, specifier));
      if (to !== room(file) && !arrows.get(room(file))?.includes(to)) wrong.push(`${file} -> ${specifier}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('every import that a row allows is needed', () => {
  const used = new Set(
    [...imports].flatMap(([file, list]) =>
      list.map(({ specifier }) => `${room(file)} -> ${room(target(file, specifier))}`),
    ),
  );
  const unused = rows.flatMap(({ names, imported }) =>
    imported
      .filter((to) => to !== 'nothing' && !names.some((from) => used.has(`${from} -> ${to}`)))
      .map((to) => `${names.join()} -> ${to}`),
  );
  expect(unused).toEqual([]);
});

test('one emitter reaches another only through its contract', () => {
  const wrong: string[] = [];
  const emitter = (file: string): string => file.split('/')[1] ?? '';
  for (const [file, list] of imports) {
    if (room(file) !== 'emitters' || file === 'emitters/index.ts') continue;
    for (const { specifier } of list.filter((line) => line.specifier.startsWith('.'))) {
      const to = target(file, specifier);
      const isForeign = room(to) === 'emitters' && to.split('/').length > 2 && emitter(to) !== emitter(file);
      if (isForeign && !to.endsWith('/contract.ts')) wrong.push(`${file} -> ${specifier}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('only the room that owns a package imports it', () => {
  const wrong = [...imports].flatMap(([file, list]) =>
    list
      .map(({ isType, specifier }) => ({ isType, name: specifier.split('/')[0] ?? '' }))
      .filter(
        ({ name }) => Object.hasOwn(owners, name) && !owners[name]?.some((owner) => [file, room(file)].includes(owner)),
      )
      .filter(({ isType, name }) => !isType || !typeOwners[name]?.includes(room(file)))
      .map(({ name }) => `${file} -> ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('only the command line, the lock, the room of Redocly, the worker process of a watch and the room of user modules use the process', () => {
  const rooms = ['cli.ts', 'redocly', 'user-modules'];
  const others = ['files/lock.ts', 'watching/run-worker.ts'];
  const wrong = files.filter(
    (file) =>
      !rooms.includes(room(file)) &&
      !others.includes(file) &&
      /(?<![\w`])process\.|from '(node:)?process'/.test(readFileSync(join('src', file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

/**
 * The remaining circles of imports, including type imports. The key is the first file of each circle by name. The value
 * has the number of its files and the reason. No circle may be added, and no circle may grow.
 */
const circlesLeft: { readonly [first: string]: { readonly files: number; readonly why: string } } = {
  'emitters/client/convert.ts': { files: 2, why: 'a form converts its fields, and a conversion may be of a form' },
  'runtime/read/value.ts': { files: 3, why: 'what a value is read from and how it is read name each other' },
  'runtime/server/call.ts': { files: 2, why: 'a call has the options of its server' },
};

test('no imports form a circle, including type imports', () => {
  const circles = findCircles(
    new Map(
      [...imports].map(([file, list]) => [
        file,
        list.filter(({ specifier }) => specifier.startsWith('.')).map(({ specifier }) => target(file, specifier)),
      ]),
    ),
  );
  const grown = circles.filter((circle) => circle.length > (circlesLeft[circle.sort()[0] ?? '']?.files ?? 0));
  expect(grown).toEqual([]);
  const firsts = new Set(circles.map((circle) => circle.sort()[0]));
  expect(Object.keys(circlesLeft).filter((first) => !firsts.has(first))).toEqual([]);
});

test('no imports of values form a circle', () => {
  const edges = new Map(
    [...imports].map(([file, list]) => [
      file,
      list.filter((line) => !line.isType && line.specifier.startsWith('.')).map((line) => target(file, line.specifier)),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('the map lists every room and no other', () => {
  expect([...arrows.keys()].sort()).toEqual([...new Set(files.map(room))].sort());
});

test('no room has a name for leftovers', () => {
  const wrong = files.filter((file) => /(^|\/)(utils?|helpers?|common|shared)(\/|\.ts$)|(^|\/)types\.ts$/.test(file));
  expect(wrong).toEqual([]);
});

test('the modules of the output into which the runtime is merged import no values in a circle', () => {
  const module = (file: string): string => findOutputModule(file.replace(/^runtime\//, '').replace(/\.ts$/, ''));
  const edges = new Map<string, string[]>();
  for (const [file, list] of imports) {
    if (room(file) !== 'runtime') continue;
    const values = list.filter(({ isType, specifier }) => !isType && specifier.startsWith('.'));
    const others = values.map(({ specifier }) => module(target(file, specifier))).filter((to) => to !== module(file));
    edges.set(module(file), [...(edges.get(module(file)) ?? []), ...others]);
  }
  expect(findCircles(edges)).toEqual([]);
  for (const name of ['client', 'read', 'write', 'values'])
    expect(edges.get(`runtime/${name}`)).not.toContain('runtime/validate');
  expect(edges.size).toBeLessThanOrEqual(12);
});

test('no module but the tables lists schema keywords', () => {
  const list = (text: string) => listKeywordLists(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest));
  expect(list(`const a = ['not', ...(['if', 'then'] as const), 'else'];`)).toEqual([4]);
  expect(list(`const a = 'not if then else'.split(' ');`)).toEqual([4]);
  expect(list(`let a: 'not' | 'if' | 'then' | 'else';`)).toEqual([4]);
  expect(list(`const a = { not: 1, if: 2, items: 3, else: 4 };`)).toEqual([4]);
  expect(list(`switch (a) { case 'not': case 'if': case 'then': case 'else': }`)).toEqual([4]);
  expect(list(`const a = ['not', 'if', 'then', 'name'];`)).toEqual([]);
  const found = new Map(Object.keys(keywordLists).map((place) => [place, 0]));
  for (const file of files.filter((each) => room(each) !== 'runtime')) {
    const { length } = listKeywordLists(parseSource(`src/${file}`));
    const place = Object.keys(keywordLists).find((each) => file.startsWith(each)) ?? file;
    if (length > 0) found.set(place, (found.get(place) ?? 0) + length);
  }
  const listed = Object.entries(keywordLists).map(([place, { lists }]) => [place, lists]);
  const advice = 'ask src/model/keyword-table.ts instead of listing keywords, or state in test/ratchets.ts why not';
  expect(Object.fromEntries(found), advice).toEqual(Object.fromEntries(listed));
});

test('one function of the generator recognizes objects, and one of the runtime', () => {
  const found = files.filter((file) =>
    /!== null && !Array\.isArray\(|\[object Object\]/.test(readFileSync(join('src', file), 'utf8')),
  );
  expect(found.sort()).toEqual(['model/element.ts', 'runtime/values/is-record.ts']);
});

test('no further state is hidden from callers', () => {
  const list = (text: string) => listRemembered(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true));
  expect(list('const a = new Map(), b = new Set([1]), c = new Set(); a.set(1, 2); f(b, c);')).toEqual([
    'a = new Map()',
  ]);
  expect(list('let a: number; function f() { const b = new WeakMap(); let c; }')).toEqual([
    'new WeakMap()',
    'a: number',
  ]);
  const found = files.flatMap((file) => {
    const { length } = listRemembered(parseSource(`src/${file}`));
    return length > 0 ? [[file, length] as const] : [];
  });
  const listed = Object.entries(remembered).map(([file, { count }]) => [file, count]);
  expect(Object.fromEntries(found), 'pass the value, or state in test/ratchets.ts why not').toEqual(
    Object.fromEntries(listed),
  );
});

test('CONTRIBUTING explains each part of `npm run deep`', () => {
  const explained = readFileSync('CONTRIBUTING.md', 'utf8').split(/^\| part of `deep` .*\n.*\n/m)[1] ?? '';
  const rows = explained.slice(0, explained.indexOf('\n\n')).matchAll(/^\| `([a-z-]+)`/gm);
  const [, parts = ''] = /^const parts = \{\n(.*?)^\};/ms.exec(readFileSync('test/deep.mjs', 'utf8')) ?? [];
  const names = parts.matchAll(/^ {2}'?([a-z-]+)'?: /gm);
  expect(Array.from(rows, ([, name]) => name)).toEqual(Array.from(names, ([, name]) => name));
});

/**
 * Exports that no module imports, and the reasons. The output imports the modules of the runtime, which are only text
 * here.
 */
const unusedExports: { readonly [name: string]: string } = {
  'src/changes/part-labels.ts:Unlabelled': 'an error of the compiler where a keyword has no label',
  'src/model/schema-keywords.ts:ForgottenMember': 'an error of the compiler where a member has no row',
  'src/model/schema-keywords.ts:UnknownMember': 'an error of the compiler where a row has no member',
  'test/conformance/misuse.ts:misuseClient': 'only compiled',
  'test/conformance/misuse.ts:misuseServer': 'only compiled',
  'test/prepare-runtime.ts:setup': 'called by vitest',
};

test('a module imports every export', () => {
  const used = new Set(
    [...listModules('src'), ...listModules('test')].flatMap((path) =>
      listUses(parseSource(path)).map(({ specifier, name }) => `${target(path, specifier)}:${name}`),
    ),
  );
  const own = files.filter((file) => room(file) !== 'runtime' && file !== 'index.ts' && file !== 'cli.ts');
  const helpers = listModules('test').filter(
    (path) => path.endsWith('.ts') && !/^test\/(consumers|bench)\//.test(path),
  );
  const unused = [...own.map((file) => `src/${file}`), ...helpers]
    .flatMap((path) => listExports(parseSource(path)).map((name) => `${path}:${name}`))
    .filter((name) => !used.has(name) && !used.has(name.replace(/:.*/, ':*')));
  expect(unused.sort(), 'exports that no other module imports').toEqual(Object.keys(unusedExports));
});

test('the runtime or the output imports every function and class that the runtime exports', () => {
  const runtime = files.filter((file) => room(file) === 'runtime');
  const emitting = files.filter((file) => room(file) === 'emitters').map((file) => readSource(`src/${file}`));
  const used = new Set(
    runtime.flatMap((file) =>
      listUses(parseSource(`src/${file}`)).map(({ specifier, name }) => `${target(file, specifier)}:${name}`),
    ),
  );
  const unused = runtime
    .flatMap((file) => listExports(parseSource(`src/${file}`), 'values').map((name) => ({ file, name })))
    .filter(({ file, name }) => !used.has(`${file}:${name}`))
    .filter(({ name }) => !emitting.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  expect(unused).toEqual([]);
});
