import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import { buildConfigurationSchema } from '../../src/configuration/build-schema.js';
import { generate } from '../../src/index.js';
import { makeFolder } from '../make-folder.js';
import { runProcess } from '../run-process.js';

/** Configuration files in the folder of a project, as the command line reads them. */
const spec = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://api.invalid }]
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200': { description: OK, content: { application/json: { schema: { type: string, format: date } } } }
`;

interface Ran {
  readonly code: number;
  readonly text: string;
}

async function run(folder: string, ...argv: readonly string[]): Promise<Ran> {
  let text = '';
  const print = (more: string): void => {
    text += more;
  };
  const code = await runCommandLine(argv, { folder, colours: false, isInteractive: false, print, printError: print });
  return { code, text };
}

const readOutput = (folder: string): { readonly [path: string]: string } =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.[a-z]+$/.test(path))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );

const options = { spec: 'shop.yaml', out: 'src/api', only: ['types', 'client'], dates: 'Date', importExtension: 'ts' };
const flags = '--spec shop.yaml --out src/api --only types,client --dates Date --import-extension ts'.split(' ');
const json = JSON.stringify(options);

// Node or jiti runs TypeScript. In both cases, the file can import others without an extension and can contain enums.
const typeScript = `import { dates } from './dates';
enum Extension { TypeScript = 'ts' }
export default { ...${json}, dates, importExtension: Extension.TypeScript };`;

const files: readonly (readonly [name: string, text: string])[] = [
  ['lacuna.config.ts', `export default ${json} satisfies object;`],
  ['lacuna.config.ts', typeScript],
  ['lacuna.config.mts', `export default ${json} as const;`],
  ['lacuna.config.js', `export default ${json};`],
  ['lacuna.config.js', `module.exports = ${json};`],
  ['lacuna.config.mjs', `export default await Promise.resolve(${json});`],
  ['lacuna.config.json', `\ufeff${json}`],
  ['package.json', `{ "name": "shop", "lacuna": ${json} }`],
];

describe('every form of a configuration', () => {
  test.each(files)('%s: %s', async (name, text) => {
    const folder = makeFolder({ 'shop.yaml': spec, 'dates.ts': "export const dates = 'Date';", [name]: text });
    expect(await run(folder, 'generate')).toMatchObject({ code: 0 });
    expect(await run(folder, 'check')).toMatchObject({ code: 0 });
    const plain = makeFolder({ 'shop.yaml': spec });
    await run(plain, 'generate', ...flags);
    expect(readOutput(join(folder, 'src'))).toEqual(readOutput(join(plain, 'src')));
  });
});

test('flags, configuration and library write the same and return the same codes', async () => {
  const [byFlags, byFile, byLibrary] = [0, 1, 2].map(() => makeFolder({ 'shop.yaml': spec }));
  if (!byFlags || !byFile || !byLibrary) throw new Error('three folders were made');
  writeFileSync(join(byFile, 'lacuna.config.json'), json);
  const ran = [await run(byFlags, 'generate', ...flags), await run(byFile, 'generate')];
  const only = ['types', 'client'];
  const result = await generate({
    folder: byLibrary,
    spec: 'shop.yaml',
    out: 'src/api',
    only,
    dates: 'Date',
    importExtension: 'ts',
  });
  expect(ran.map(({ code }) => code)).toEqual([0, 0]);
  expect(result.diagnostics.hasErrors).toBe(false);
  const [first, ...others] = [byFlags, byFile, byLibrary].map((folder) => readOutput(join(folder, 'src')));
  for (const other of others) expect(other).toEqual(first);
});

const several = `export default {
  importExtension: 'ts',
  apis: {
    orders: { spec: 'shop.yaml', out: 'src/orders', only: ['types'] },
    users: { spec: 'shop.yaml', importExtension: 'js' },
  },
};
`;

test('several descriptions share options, and each command accepts their names', async () => {
  const folder = makeFolder({ 'shop.yaml': spec, 'lacuna.config.mjs': several });
  expect(await run(folder, 'generate', 'orders')).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'generated'))).toBe(false);
  expect(await run(folder, 'check')).toMatchObject({ code: 2 });
  await run(folder, 'generate');
  const recorded = (out: string): unknown => JSON.parse(readFileSync(join(folder, out, 'lacuna.json'), 'utf8')).options;
  expect(recorded('src/orders')).toMatchObject({ only: ['types'], importExtension: 'ts' });
  expect(recorded('generated/users')).toMatchObject({ importExtension: 'js' });
  writeFileSync(join(folder, 'src/orders/types/index.ts'), '');
  const { code, text } = await run(folder, 'check');
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('to update: lacuna generate orders\n') });
  expect(text).toContain('generated/users is up to date');
  expect(await run(folder, 'check', 'users')).toMatchObject({ code: 0 });
});

test('a hint names no flag that contradicts the configuration', async () => {
  const apis = { a: { spec: 'shop.yaml', only: ['types'] }, b: { spec: 'shop.yaml' } };
  const folder = makeFolder({ 'shop.yaml': spec, 'lacuna.config.json': JSON.stringify({ apis }) });
  expect((await run(folder, 'check', 'a')).text).toMatch(/hint: .*: lacuna generate$/m);
  expect(await run(folder, 'generate')).toMatchObject({ code: 0 });
  expect((await run(folder, 'scaffold', 'a')).text).toContain("hint: add 'server' to 'only' in the configuration");
});

test('agreed gaps that no gap has are a warning, except in a list that several descriptions share', async () => {
  const own = { agreedGaps: ['rate-limit'] };
  const check = async (all: object, each: object): Promise<string> => {
    const apis = { orders: { spec: 'shop.yaml', only: ['types'], ...each } };
    const folder = makeFolder({ 'shop.yaml': spec, 'lacuna.config.json': JSON.stringify({ ...all, apis }) });
    await run(folder, 'generate');
    return (await run(folder, 'check', '--verbose')).text;
  };
  expect(await check({}, own)).toContain("'agreedGaps' names 'rate-limit', but the description has no such gap");
  expect(await check(own, {})).not.toContain('agreed');
});

test('an option that is removed from the configuration has its default again, and the run says so', async () => {
  const folder = makeFolder({ 'shop.yaml': spec, 'lacuna.config.json': json });
  await run(folder, 'generate');
  writeFileSync(join(folder, 'lacuna.config.json'), JSON.stringify({ ...options, dates: undefined, only: ['types'] }));
  const check = await run(folder, 'check', '--verbose');
  expect(check.code).toBe(1);
  expect(check.text).toContain("the last run had 'Date' for 'dates'; the configuration has 'string', which applies");
  expect(check.text).toContain('src/api/client/index.ts is orphaned');
  await run(folder, 'generate');
  expect(existsSync(join(folder, 'src/api/client'))).toBe(false);
  expect(await run(folder, 'check')).toEqual({ code: 0, text: '  src/api is up to date with shop.yaml\n' });
});

test("the report of changed options says 'default' for an absent option", async () => {
  const folder = makeFolder({ 'shop.yaml': spec, 'style.css': '', 'lacuna.config.json': json });
  const generateWith = async (more: object): Promise<string> => {
    writeFileSync(join(folder, 'lacuna.config.json'), JSON.stringify({ ...options, ...more }));
    return (await run(folder, 'generate')).text;
  };
  await generateWith({});
  const added = await generateWith({ style: 'style.css' });
  expect(added).toContain("the last run had no 'style'; the configuration has 'style.css', which applies");
  const removed = await generateWith({});
  expect(removed).toContain("the last run had 'style.css' for 'style'; the configuration has none, which applies");
});

describe('flags beside a configuration', () => {
  test.each([
    ['the same output', ['--only', 'client', '--out', './src/api', '--dates', 'Date'], 0],
    ['other kinds', ['--only', 'types'], 2],
    ['another folder', ['--out', 'src'], 2],
    ['another description', ['--spec', 'other.yaml'], 2],
    ['a default that the configuration does not state', ['--int64', 'bigint'], 2],
    ['the run', ['--strict', '--verbose', '--root', '.', '--limit', 'depth=50'], 0],
    ['the run, with its own effect', ['--limit', 'depth=3'], 2],
  ] as const)('about %s', async (_, argv, code) => {
    const folder = makeFolder({ 'shop.yaml': spec, 'lacuna.config.json': json });
    expect(await run(folder, 'generate', ...argv)).toMatchObject({ code });
    expect(existsSync(join(folder, 'src'))).toBe(code === 0);
  });
});

test('paths are relative to the configuration, and paths in flags to the current folder', async () => {
  const folder = makeFolder({
    'apis/shop.yaml': spec,
    'apis/lacuna.config.json': json,
    'old.yaml': spec,
    'package/package.json': '{}',
  });
  const argv = ['--config', '../apis/lacuna.config.json', '--previous', '../old.yaml'];
  expect(await run(join(folder, 'package'), 'generate', ...argv)).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'apis/src/api/types/index.ts'))).toBe(true);
});

test('an earlier description is recorded, so check notices a change of it and of the option', async () => {
  const configure = (more: object): string => JSON.stringify({ ...options, only: ['types'], ...more });
  const folder = makeFolder({ 'shop.yaml': spec, 'old.yaml': spec, 'lacuna.config.json': configure({}) });
  await run(folder, 'generate');
  writeFileSync(join(folder, 'lacuna.config.json'), configure({ previous: 'old.yaml' }));
  expect(await run(folder, 'check')).toMatchObject({ code: 1 });
  await run(folder, 'generate');
  expect(await run(folder, 'check')).toMatchObject({ code: 0 });
  expect(await run(folder, 'check', '--previous', 'shop.yaml')).toMatchObject({ code: 2 });
  writeFileSync(join(folder, 'lacuna.config.json'), configure({}));
  expect(await run(folder, 'check')).toMatchObject({ code: 1 });
});

test('scaffold takes its options from the configuration', async () => {
  const text = JSON.stringify({ ...options, only: ['server'], handlers: 'src/routes', per: 'tag' });
  const folder = makeFolder({ 'shop.yaml': spec, 'lacuna.config.json': text });
  await run(folder, 'generate');
  expect(await run(folder, 'scaffold')).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(join(folder, 'src/routes/lacuna.scaffold.json'), 'utf8'))).toMatchObject({
    per: 'tag',
  });
  expect(await run(folder, 'scaffold', '--per', 'operation')).toMatchObject({ code: 2 });
});

describe('a mistake has its place', () => {
  test.each([
    ['lacuna.config.ts', "export default {\n  spec: 'a',\n  'dates': 'date',\n};", "3:3: .* did you mean 'Date'"],
    ['lacuna.config.js', "const only = ['type'];\nexport default { spec: 'a', only };", '2:1: .*only/0'],
    ['lacuna.config.js', 'class Own {\n  dates = 5;\n}\nmodule.exports = new Own();', "4:1: .*'dates' cannot be 5"],
    ['lacuna.config.mjs', 'export default { get spec() { throw Error("no") } };', "1:22: .*'spec' cannot be read: no"],
    [
      'lacuna.config.mjs',
      'export default { only: Object.defineProperty([1], 0, { get: f }) };\nfunction f() { throw null }',
      "1:47: .*'only/0' cannot be read: null",
    ],
    [
      'lacuna.config.mjs',
      'export default new Proxy({}, { ownKeys() { throw Object.create(null) } });',
      '1:1: .*the file cannot be read',
    ],
    [
      'lacuna.config.mjs',
      'export default { emitters: [{ get kind() { throw Error("no") } }] };',
      "1:29: .*'emitters/0' cannot be read: no",
    ],
    [
      'lacuna.config.mjs',
      'export default { spec: "shop.yaml", emitters: [{ kind: "a", emit() {}, get needs() { throw Error("no") } }] };',
      '1:48: .* cannot be loaded: no',
    ],
    ['lacuna.config.mjs', 'export default { limits: { depth: -1 } };', '1:28: .* must be a non-negative integer'],
    ['lacuna.config.json', '{\n  "ony": []\n}', "2:3: .* did you mean 'only'"],
    ['lacuna.config.json', '{\n  "spec": \n}', '3:1: '],
    ['lacuna.config.json', '{\n  "spec": "a",\n  "spec": "b"\n}', "3:3: .* 'spec' twice"],
    ['lacuna.config.json', '{ "limits": { "depth": 1, "d\\u0065pth": 2 } }', "1:27: .* 'depth' twice"],
    ['package.json', '{ "name": "a", "name": "a", "lacuna": { "spec": "a", "spec": "b" } }', "1:54: .* 'spec' twice"],
    ['package.json', '{ "lacuna": { "apis": {} } }', '1:15: .* has no description'],
    ['lacuna.config.mjs', 'export default { apis: { "a b": { spec: "a" } } };', '1:26: .* is not a valid name'],
    ['lacuna.config.mjs', 'export default { spec: "a", apis: { a: { spec: "a" } } };', '1:18: [^]* below\\s+.apis.'],
    ['lacuna.config.mjs', 'export default () => ({});', '1:1: .* must be an object; it is a function'],
    ['lacuna.config.json', '{ "spec": "shop.yaml", "out": "" }', "1:24: .*'out' cannot be empty"],
    ['lacuna.config.json', '{ "spec": "" }', "1:3: .*'spec' cannot be empty"],
    ['lacuna.config.json', '{ "spec": "shop.yaml", "only": [] }', "1:24: .*'only' has no kinds"],
    ['lacuna.config.json', '{ "apis": { "a": { "spec": "-" } } }', "1:20: .*'spec' must be a file"],
    ['lacuna.config.ts', 'export const spec = 1;', '^error .* no default export'],
    ['lacuna.config.json', '{ "spec": "shop.yaml", "out": "shop.yaml" }', '1:24: .* is not a folder'],
    ['lacuna.config.mjs', 'export default { spec: "shop.yaml", only: ["reference"], style: "no" };', '1:58: .* style'],
    [
      'lacuna.config.mjs',
      'export default { spec: "shop.yaml", only: ["reference"], style: "\xe9.css" };',
      '1:58: .* style',
    ],
    ['lacuna.config.json', Buffer.from('{ "spec": "\xe9.yaml" }', 'latin1'), '^error .* it is not valid UTF-8'],
    ['lacuna.config.json', '{ "spec": "shop.yaml", "previous": "no", "only": ["reference"] }', '1:24: .* previous'],
    ['lacuna.config.json', '{ "spec": "shop.yaml", "exclude": { "paths": ["/orders"] } }', '1:24: .* excludes every'],
  ])('%s: %s', async (name, text, expected) => {
    const folder = makeFolder({
      [name]: text,
      'shop.yaml': spec,
      '\xe9.css': Buffer.from('a::after { content: "\xe9" }', 'latin1'),
    });
    const ran = await run(folder, 'generate');
    expect(ran.code).toBe(2);
    expect(ran.text).toMatch(new RegExp(expected.startsWith('^') ? expected : `^${name}:${expected}`, 'm'));
    expect(ran.text.match(/error /g)).toHaveLength(1);
  });
});

test.each([
  ['export const out = "a";\nexport function ( {', ''],
  ['export const out = "a";\n  throw new Error("no");', 'no'],
  ['export const out = "a";\nimport "./absent.mjs";', 'Cannot find module'],
])('a mistake in a module that the configuration imports has its place: %s', async (text, why) => {
  for (const [configuration, helper] of [
    ['lacuna.config.ts', 'helper.ts'],
    ['lacuna.config.mjs', 'helper.mjs'],
  ] as const) {
    const importing = `import { out } from './${helper}';\nexport default { out };`;
    const ran = await runProcess(makeFolder({ [configuration]: importing, [helper]: text }), ['generate']);
    expect(ran.code).toBe(2);
    expect(ran.text).toMatch(new RegExp(`^${helper}:2:\\d+: error .*'${configuration}' cannot be loaded: .*${why}`));
  }
});

test('the JSON Schema accepts what the command line accepts', () => {
  const validate = new Ajv({ strict: false }).compile(buildConfigurationSchema());
  const api = { spec: 'a.yaml', limits: { depth: 3 } };
  const accepted = [options, {}, { $schema: 'x', strict: true }, { apis: { a: api }, dates: 'Date' }];
  const refused = [{ dates: 'date' }, { ony: [] }, { apis: {} }, { apis: { a: {} } }, { apis: { a: api }, spec: 'b' }];
  expect(accepted.filter((value) => !validate(value))).toEqual([]);
  expect(refused.filter((value) => validate(value))).toEqual([]);
});
