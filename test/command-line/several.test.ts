import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { readTree } from '../run-process.js';

/*
 * Several large descriptions are generated in several threads. What a user sees must be the same as on a machine with
 * one processor, where one description follows the other.
 */

// Sets the number of processors and counts the threads that `lacuna` starts. If there is a number of a run to lose, the
// thread claims this run and ends with an error.
const hook = `
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import workers from 'node:worker_threads';
const { PROCESSORS, LOST } = process.env;
os.availableParallelism = () => Number(PROCESSORS);
workers.Worker = class extends workers.Worker {
  constructor(program, options) {
    super(LOST ? new URL('data:text/javascript,throw Error("the thread is lost")') : program, options);
    appendFileSync('threads.txt', '.');
    const { memory, thread } = options.workerData;
    if (LOST) new Int32Array(memory)[LOST] = thread;
  }
};
syncBuiltinESMExports();
`;

const padding = ' '.repeat(500_000);

/** A description with an operation and a component. It is large enough for a thread if it is padded. */
function describeShop(schema: object, after: string = padding): string {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } };
  const operation = { operationId: 'listOrders', responses: { 200: { description: 'OK', content } } };
  const api = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.invalid' }],
    paths: { '/orders': { get: operation } },
    components: { schemas: { Order: schema } },
  };
  return `${JSON.stringify(api, undefined, 1)}${after}`;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
  readonly threadCount: number;
}

/** Runs `lacuna` in a folder with a number of processors. */
function run(
  folder: string,
  processors: number,
  argv: readonly string[],
  { flags = [] as readonly string[], lost = '' } = {},
): Ran {
  const env = { ...process.env, PROCESSORS: String(processors), LOST: lost };
  const all = [...flags, '--import', './hook.mjs', resolve('dist/cli.js'), ...argv];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { cwd: folder, encoding: 'utf8', env });
  const threadCount = readFileSync(join(folder, 'threads.txt'), 'utf8').length;
  writeFileSync(join(folder, 'threads.txt'), '');
  return { code: status, out: stdout.replaceAll(/done in [\d.]+ s/g, 'done'), errors: stderr, threadCount };
}

const none = { 'hook.mjs': hook, 'threads.txt': '' };

/**
 * The descriptions of most tests: one is correct, one has an error, one a warning, and the largest one, which
 * a thread takes first, a mistake in the options.
 */
function open(): string {
  const specs = {
    orders: {},
    users: { $ref: '#/missing' },
    items: { type: 'string', maximum: 3 },
    carts: { description: padding },
  };
  const apis = Object.fromEntries(
    Object.keys(specs).map((name) => [name, { spec: `specs/${name}.json`, out: `out/${name}`, only: ['types'] }]),
  );
  // The finding about the wire name has its place in the configuration.
  const carts = { ...apis['carts'], wireNames: { absent: 'a' } };
  return makeFolder({
    ...none,
    ...Object.fromEntries(
      Object.entries(specs).map(([name, more]) => [`specs/${name}.json`, describeShop({ type: 'object', ...more })]),
    ),
    'lacuna.config.mjs': `export default ${JSON.stringify({ apis: { ...apis, carts } }, undefined, 1)};\n`,
  });
}

/** Returns a folder with padded descriptions of these lengths, named `a0`, `a1` and so on. */
function openPadded(lengths: readonly number[]): string {
  const specs = lengths.map((length, index) => [`a${index}`, describeShop({}, ' '.repeat(length))] as const);
  const apis = Object.fromEntries(specs.map(([name]) => [name, { spec: `specs/${name}.json`, out: `out/${name}` }]));
  return makeFolder({
    ...none,
    ...Object.fromEntries(specs.map(([name, text]) => [`specs/${name}.json`, text])),
    'lacuna.config.json': JSON.stringify({ only: ['types'], apis }),
  });
}

describe('several large descriptions in threads', () => {
  test.each([[[]], [['--format', 'json']]])('are generated as without threads: %j', (flags) => {
    const [serial, shared] = [1, 3].map((processors) => {
      const folder = open();
      return { ...run(folder, processors, ['generate', ...flags]), tree: readTree(join(folder, 'out')) };
    });
    expect(serial).toMatchObject({ code: 2, threadCount: 0 });
    expect(shared).toEqual({ ...serial, threadCount: 2 });
    expect(Object.keys(shared?.tree ?? {})).toContain('items/types/index.ts');
    expect(`${shared?.out}${shared?.errors}`).toContain('lacuna.config.mjs');
  });

  test('are checked as without threads, with the same report in every format', () => {
    const folder = open();
    run(folder, 3, ['generate']);
    writeFileSync(join(folder, 'out/items/types/index.ts'), '// Mine.\n');
    const formats = ['json', 'markdown', 'github', 'sarif'].map((format) => ['--format', format]);
    for (const flags of [[], ['--verbose'], ...formats]) {
      const serial = run(folder, 1, ['check', ...flags]);
      expect(serial).toMatchObject({ code: 2, threadCount: 0 });
      expect(serial.out + serial.errors).toContain('out/items/types/index.ts');
      expect(run(folder, 3, ['check', ...flags])).toEqual({ ...serial, threadCount: 2 });
    }
  });

  test('print their texts in the order of the configuration', () => {
    const folder = openPadded([0, 500_000, 600_000, 700_000]);
    const { out } = run(folder, 4, ['generate']);
    expect(out.match(/specs\/a\d/g)).toEqual([0, 1, 2, 3].map((index) => `specs/a${index}`));
  });

  test.each([
    [[0, 0, 0], 0],
    [[500_000, 400_000], 0],
    [[0, 400_000, 400_000], 1],
    [[0, ...Array.from({ length: 6 }, () => 500_000)], 3],
  ])('have a thread only where it pays: %j', (lengths, threadCount) => {
    expect(run(openPadded(lengths), 16, ['generate'])).toMatchObject({ code: 0, threadCount });
  });

  test('follow each other if Node forbids threads', () => {
    const permission = Number(process.versions.node.split('.')[0]) < 23 ? '--experimental-permission' : '--permission';
    const flags = [permission, '--allow-fs-read=*', '--allow-fs-write=*'];
    const { code, out } = run(openPadded([0, 500_000]), 2, ['generate'], { flags });
    expect(code).toBe(0);
    expect(out.match(/done/g)).toHaveLength(2);
  });

  test('that a lost thread has claimed are a bug, after the texts of those before', () => {
    const folder = openPadded(Array.from({ length: 60 }, () => 20_000));
    const { code, out, errors } = run(folder, 2, ['generate'], { lost: '5' });
    expect({ code, errors }).toEqual({ code: 3, errors: expect.stringMatching(/has a bug.*\n.*the thread is lost/) });
    expect(out.match(/specs\/a\d/g)).toEqual([0, 1, 2, 3, 4].map((index) => `specs/a${index}`));
    expect(existsSync(join(folder, 'out/a59'))).toBe(false);
  });
});

test.each([
  ['they have nothing in common', {}, {}, 1],
  ['the output of one is the description of another', {}, { spec: 'out/a/openapi.json' }, 0],
  ['the output of one is in the folder of another', {}, { root: '.' }, 0],
  ['the output of one is in that of another', {}, { out: 'out/a/b' }, 0],
  ['an overlay is in the output of another', {}, { overlay: 'out/a/overlay.yaml' }, 0],
  ['an emitter of the project', { emitters: ['./emit.mjs'] }, {}, 0],
  ['an emitter of the package', { emitters: ['lacuna/tanstack-query'], only: ['client'] }, {}, 1],
])('descriptions that can depend on each other follow each other: %s', (_, all, second, threadCount) => {
  const apis = {
    a: { spec: 'specs/a.json', out: 'out/a', only: ['description'] },
    b: { spec: 'specs/b.json', out: 'out/b', ...second },
  };
  const folder = makeFolder({
    ...none,
    'specs/a.json': describeShop({ type: 'string' }),
    'specs/b.json': describeShop({ type: 'string' }),
    'out/a/overlay.yaml': `overlay: 1.0.0\ninfo: { title: A, version: '1' }\nactions: [{ target: $.info, update: {} }]\n`,
    'emit.mjs': "export default { model: 1, kind: 'own', emit: () => [] };\n",
    'node_modules/own/index.js': '',
    'lacuna.config.json': JSON.stringify({ only: ['types'], ...all, apis }),
  });
  // Large enough for a thread, also before the first run writes it.
  if ('spec' in second) writeFileSync(join(folder, second.spec), padding);
  symlinkSync(resolve('.'), join(folder, 'node_modules/lacuna'));
  expect(run(folder, 2, ['generate'])).toMatchObject({ threadCount });
});
