import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, onTestFinished, test } from 'vitest';
import { buildTypeModules } from '../../src/emitters/types/index.js';
import { generate } from '../../src/index.js';
import { matchPath, type PathNode } from '../../src/runtime/server/router.js';
import { bundleOutput } from '../load-output.js';
import { generateServer, removeFolder } from '../server/make-server.js';
import { failuresOf, loadSchemas } from '../validators/load-validators.js';
import { describeSchemas, nameFiles, temporaryFolder, writeFiles } from './emission.js';
import { describeLongLists } from './long-lists.js';

/** Returns the number of modules that a compiler reads, beginning with one, and its messages. */
function compile(files: ReadonlyMap<string, string>, root: string): { readonly read: number; readonly said: number } {
  const options = { strict: true, noLib: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 };
  const parse = (path: string): ts.SourceFile | undefined => {
    const text = files.get(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  };
  const host: ts.CompilerHost = {
    fileExists: (path) => files.has(path),
    readFile: (path) => files.get(path),
    getSourceFile: parse,
    getDefaultLibFileName: () => '',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
  const program = ts.createProgram([root], options, host);
  return {
    read: program.getSourceFiles().length,
    said: program.getSemanticDiagnostics(program.getSourceFile(root)).length,
  };
}

// A compiler uses recursion to follow modules that import each other.
test('2,000 schemas that each refer to the next do not overflow a compiler', () => {
  const count = 2000;
  const chain = Array.from({ length: count }, (_, index) => [
    `Link${index}`,
    index === count - 1 ? { type: 'string' } : { $ref: `#/components/schemas/Link${index + 1}` },
  ]);
  const modules = buildTypeModules(nameFiles(describeSchemas(Object.fromEntries(chain))));
  const files = new Map(modules.map((module) => [`/${module.module}.ts`, module.print('', 'js').text]));
  expect(compile(files, '/types/index.ts')).toEqual({ read: modules.length, said: 0 });
});

const link = (index: number): object => ({ $ref: `#/components/schemas/Link${index}` });
const text = { type: 'string' };

test.each([
  ['the next', (index: number) => ({ properties: { next: index === 1999 ? text : link(index + 1) } })],
  [
    'the next and the one before',
    (index: number) => ({ properties: { next: link((index + 1) % 2000), before: link((index + 1999) % 2000) } }),
  ],
])('2,000 objects with properties of the type of %s do not overflow a compiler', (_, schemaOf) => {
  const schemas = Array.from({ length: 2000 }, (__, index) => [`Link${index}`, schemaOf(index)]);
  const named = nameFiles(describeSchemas({ ...Object.fromEntries(schemas), Related: { type: 'object' } }));
  const modules = buildTypeModules(named);
  const files = new Map(modules.map((module) => [`/${module.module}.ts`, module.print('', 'js').text]));
  expect(compile(files, '/types/index.ts')).toEqual({ read: modules.length, said: 0 });
  // Validators import each other in the same way as types.
  const [first] = named.names.schemas.values();
  expect(first?.module).toBe('types/related2');
});

test('schemas that are not in a long chain keep their modules', () => {
  const schemas = Array.from({ length: 2000 }, (_, index) => [
    `Link${index}`,
    { properties: { next: index % 800 === 799 ? text : link(index + 1) } },
  ]);
  const { names } = nameFiles(describeSchemas({ ...Object.fromEntries(schemas.slice(0, -1)), Link1999: text }));
  expect(new Set([...names.schemas.values()].map(({ module }) => module)).size).toBe(2000);
});

/** Generates a kind of artifacts for a description. Returns the folder of the output. */
async function generateInto(files: { 'openapi.json': string }, kind: 'client' | 'server'): Promise<string> {
  const given = temporaryFolder();
  writeFiles(given, files);
  const folder = await generateServer(join(given, 'openapi.json'), [kind]);
  onTestFinished(() => removeFolder(folder));
  return join(folder, 'api');
}

// Older compilers overflow, and so does `--verify`.
test('values of more than 400 levels are refused with their place', async () => {
  const nest = (levels: number): unknown =>
    levels === 0 ? 1 : levels % 2 ? [nest(levels - 1)] : { a: nest(levels - 1) };
  const schemas = {
    Deep: { const: nest(400) },
    Deeper: { const: nest(401) },
    Listed: { enum: [nest(400), nest(401)] },
  };
  const folder = temporaryFolder();
  writeFiles(folder, {
    'openapi.json': JSON.stringify({
      openapi: '3.1.1',
      info: { title: 'Deep', version: '1' },
      paths: {},
      components: { schemas },
    }),
  });
  const run = await generate({ folder, spec: 'openapi.json', out: 'api', only: ['types'], limits: { depth: 800 } });
  expect(run.diagnostics.list.map(({ code, origin }) => [code, origin?.pointer])).toEqual([
    ['type-too-large', '/components/schemas/Deeper/const'],
    ['type-too-large', '/components/schemas/Listed/enum'],
  ]);
});

// A longer chain is refused (`chain-too-long`), because older compilers overflow after about 1,000 types.
test('250 schemas that each extend the next by allOf are printed', () => {
  const count = 250;
  const chain = Array.from({ length: count }, (_, index) => [
    `Link${index}`,
    {
      properties: { [`own${index}`]: { type: 'integer' } },
      allOf: index === count - 1 ? [] : [{ $ref: `#/components/schemas/Link${index + 1}` }],
    },
  ]);
  const modules = buildTypeModules(nameFiles(describeSchemas(Object.fromEntries(chain))));
  const texts = new Map(modules.map((module) => [module.module, module.print('', 'js').text]));
  expect(texts.get('types/link0')).toContain('export interface Link0 extends Link1 {');
});

// TypeScript 5.9 and 6 overflow in a literal with 100 objects in each other.
test('the tree of a path with 100 parameters is not nested deeply', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: text }));
  const responses = { 204: { description: 'Done.' } };
  const files = describeSchemas({}, { paths: { [`/{${names.join('}/{')}}`]: { get: { parameters, responses } } } });
  const folder = await generateInto(files, 'server');
  const load = await bundleOutput(folder);
  const { paths } = await load<{ paths: PathNode }>('server/router');
  expect(matchPath(paths, `/${names.join('/')}`)?.values).toEqual(names);
  const lines = readFileSync(join(folder, 'server/router.ts'), 'utf8').split('\n');
  expect(Math.max(...lines.map((line) => line.search(/\S/)))).toBeLessThan(60);
});

test('a client fills in the defaults of 2,000 objects that each have a property of the type of the next', async () => {
  const schemas = Array.from({ length: 2000 }, (_, index) => [
    `Link${index}`,
    { required: ['kind'], properties: { kind: { default: 'a' }, ...(index < 1999 && { next: link(index + 1) }) } },
  ]);
  const requestBody = { content: { 'application/json': { schema: link(0) } } };
  const paths = { '/links': { post: { requestBody, responses: { 204: { description: 'Done.' } } } } };
  const folder = await generateInto(describeSchemas(Object.fromEntries(schemas), { paths }), 'client');
  expect(readFileSync(join(folder, 'client/schemas.ts'), 'utf8')).toContain(
    "return fillMembers(value, { kind: 'a' });",
  );
});

// TypeScript uses recursion to follow the control flow of a function. It refuses a very long one (TS2563).
test('the modules of an object grow in proportion to its properties, and its functions do not grow', async () => {
  const measure = async (count: number): Promise<{ modules: number; size: number; longest: number }> => {
    const properties = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`p${index + 10_000}`, { type: 'string', default: 'a' }]),
    );
    const { files } = await loadSchemas({ Large: { type: 'object', required: Object.keys(properties), properties } });
    const own = [...files].filter(([path]) => path.includes('large'));
    const functions = own.flatMap(([, code]) => code.split(/^(?=(?:export )?function )/m).slice(1));
    return {
      modules: files.size,
      size: own.reduce((sum, [, code]) => sum + code.length, 0),
      longest: Math.max(...functions.map((code) => code.split('\n').length)),
    };
  };
  const [small, large] = [await measure(200), await measure(2000)];
  expect(large.modules).toBe(small.modules);
  expect(large.size / small.size).toBeLessThan(11);
  expect(large.longest).toBeLessThan(2 * small.longest);
});

/** Returns the number of conditions in the longest function of each module. */
function countConditions(files: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const modules = [...files].filter(([path]) => path.startsWith('validators/') && path !== 'validators/index.ts');
  return new Map(
    modules.map(([path, code]) => {
      const functions = code.split(/^(?=(?:export )?function )| => /m).slice(1);
      return [path, Math.max(...functions.map((each) => each.match(/\bif \(|\|\||&&/g)?.length ?? 0))];
    }),
  );
}

test('functions do not grow with the members of any keyword', async () => {
  const load = (count: number): ReturnType<typeof loadSchemas> => {
    const lists = Object.entries(describeLongLists(count));
    return loadSchemas(Object.fromEntries(lists.map(([name, { schema }]) => [name, schema])));
  };
  const { files } = await load(60);
  const long = await load(120);
  const short = countConditions(files);
  for (const [path, count] of countConditions(long.files)) {
    expect(count, path).toBeLessThan(1.3 * (short.get(path) ?? 0) + 8);
  }
  for (const [name, { valid, invalid }] of Object.entries(describeLongLists(120))) {
    const ask = (value: unknown): readonly unknown[] => [
      long.validators[`is${name}`]?.(value),
      failuresOf(long.validators, `validate${name}`, value).length === 0,
    ];
    expect([...ask(valid), ...ask(invalid)], name).toEqual([true, true, false, false]);
  }
});
