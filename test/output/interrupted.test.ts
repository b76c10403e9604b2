import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effort } from '../effort.js';
import { makeFolder } from '../make-folder.js';
import { type Ended, readTree, runProcess } from '../run-process.js';
import { runIn } from '../scaffold/run-scaffold.js';
import { describeLists } from './describe-lists.js';

/** Processes of `lacuna generate` that are killed, or that run at the same time. The other runs are in this process. */
const argv = ['generate', '--spec', 'openapi.json', '--out', 'out', '--only', 'types,client,description'];
const kill = (folder: string, killAt: number): Promise<Ended> => runProcess(folder, argv, killAt);
const generate = async (folder: string): Promise<{ code: number; printed: string }> => {
  const { code, printed } = await runIn(folder, argv);
  return { code, printed };
};

/** Returns the output of a run in an empty folder. */
async function generateFresh(text: string): Promise<Record<string, string>> {
  const folder = makeFolder({ 'openapi.json': text });
  expect(await generate(folder)).toMatchObject({ code: 0 });
  return readTree(folder);
}

const first = describeLists('orders', 'pets');
const second = describeLists('orders', 'toys');
const third = describeLists('bags', 'orders');

test('the next run completes what two killed runs left, each with another description', async () => {
  const wanted = await generateFresh(third);
  const step = { part: 58, most: 11, all: 1 }[effort];
  for (let count = 2; ; count += step) {
    const folder = makeFolder({ 'openapi.json': first });
    await generate(folder);
    writeFileSync(join(folder, 'openapi.json'), second);
    const { code } = await kill(folder, count);
    if (code !== null) break;
    writeFileSync(join(folder, 'openapi.json'), third);
    await kill(folder, Math.floor(count / 2));
    const last = await generate(folder);
    expect(last, `killed before change ${count}`).toEqual({ code: 0, printed: expect.stringContaining('done in') });
    expect(last.printed).not.toMatch(/foreign|edited/);
    expect(readTree(folder), `killed before change ${count}`).toEqual(wanted);
  }
}, 600_000);

describe('a killed command completes when it runs again, and then has nothing else to do', () => {
  // An answer changes the description, and the file that has the gap.
  const files = {
    'openapi.json': JSON.stringify({ ...JSON.parse(first), components: { schemas: { Page: { $ref: 'page.json' } } } }),
    'page.json':
      '{ "type": "integer", "x-not-shown": [{ "id": "unit", "kind": "unit", "question": "?", "source": "1" }] }',
    'package.json': '{ "name": "a", "type": "module" }',
    '.git/HEAD': '',
  };
  const server = createServer((_, response) => response.end(second));
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop.json`;
  });
  afterAll(() => server.close());

  const flags = '--spec openapi.json --out out --only types';
  const commands = [
    `gaps answer unit --text Pages. --source mail ${flags}`,
    `gaps add page --at #/info --kind policy --question Why? --source 1 ${flags}`,
    `gaps add page --at #/info --kind policy --question Why? --source 1 ${flags} --overlay in/answers.yaml`,
    `init --yes ${flags} --emit ts`,
    'fetch URL --out in/shop.json',
  ];
  test.each(commands)(
    '%s',
    async (line) => {
      const words = line.replace('URL', url).split(' ');
      const fresh = makeFolder(files);
      expect(await runIn(fresh, words)).toMatchObject({ code: 0 });
      const wanted = readTree(fresh);
      // All commands write with one journal, so CI kills each before other changes.
      const step = { part: 1, most: 8, all: 1 }[effort];
      for (let at = effort === 'most' ? (3 * commands.indexOf(line)) % step : 0; ; at += step) {
        // Before these changes, the command has written its journal, but not yet all its files.
        const count = effort === 'part' ? [11, 19][at] : at;
        if (count === undefined) break;
        const folder = makeFolder(files);
        const { code } = await runProcess(folder, words, count);
        const { code: again, errors } = await runIn(folder, words);
        expect({ again, errors, tree: readTree(folder) }, `killed before change ${count}`).toEqual({
          again: 0,
          errors: '',
          tree: wanted,
        });
        if (code !== null) break;
      }
    },
    600_000,
  );
});

test('the options of a killed run apply to the next one', async () => {
  const folder = makeFolder({ 'openapi.json': first });
  await generate(folder);
  expect((await runProcess(folder, ['generate', '--out', 'out', '--only', 'types'], 20)).code).toBe(null);
  expect(readTree(folder)['out/lacuna.pending.json']).toContain('placing');
  expect(await runIn(folder, ['generate', '--out', 'out'])).toMatchObject({ code: 0 });
  expect(readTree(folder)['out/lacuna.json']).toContain('"only":["types"]');
});

// A shell can limit the size of files. Then a file can be created but not written, as on a full disk.
test.runIf(process.platform !== 'win32')('a run that cannot write leaves no files', async () => {
  const folder = makeFolder({ 'openapi.json': first });
  const limited = ['-c', 'ulimit -f 0 && exec "$@"', 'sh', process.execPath, resolve('dist/cli.js'), ...argv];
  const { status, stderr } = spawnSync('sh', limited, { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('(EFBIG)') });
  expect(Object.keys(readTree(folder))).toEqual(['openapi.json']);
});

test('two runs at the same time, with a lock of a killed run, end with the output of one of them', async () => {
  const [one, other] = [await generateFresh(second), await generateFresh(third)];
  const folder = makeFolder({ 'openapi.json': second, 'other/openapi.json': third });
  expect((await kill(folder, 5)).code).toBe(null);
  expect(Object.keys(readTree(folder))).toContain('out/lacuna.lock');
  const otherArgv = argv.map((argument) => (argument === 'openapi.json' ? 'other/openapi.json' : argument));
  const ends = await Promise.all([argv, otherArgv].map((each) => runProcess(folder, each)));
  expect(
    ends.map(({ code }) => code),
    ends.map(({ text }) => text).join(),
  ).toEqual([0, 0]);
  expect(ends.map(({ text }) => text).join()).not.toMatch(/\n {4}at |foreign|edited/);
  const { 'out/lacuna.json': manifest = '', ...tree } = readTree(folder);
  const isOther = manifest.includes('"spec":"../other/openapi.json"');
  const ofOutput = (files: Record<string, string>): string[][] =>
    Object.entries(files).filter(([path]) => path.startsWith('out/') && path !== 'out/lacuna.json');
  expect(ofOutput(tree)).toEqual(ofOutput(isOther ? other : one));
  expect(await runIn(folder, ['check', '--out', 'out'])).toMatchObject({ code: 0 });
}, 120_000);
