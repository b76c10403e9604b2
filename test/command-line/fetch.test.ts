import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runIn } from '../scaffold/run-scaffold.js';

const spec = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get: { operationId: listOrders, responses: { '200': { description: OK } } }
components: { schemas: { Note: { type: string } } }
`;

/** The response of the server for each path. Each test has its own paths. */
const answers = new Map<string, { readonly status?: number; readonly text?: string; readonly location?: string }>();
const server = createServer((request, response) => {
  const { status = 200, text = '', location } = answers.get(request.url ?? '') ?? { status: 404 };
  response.writeHead(status, location === undefined ? {} : { location }).end(text);
});
let host = '';

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('fetch writes the description and pins it, and generate then reads the file', async () => {
  answers.set('/shop.yaml', { text: spec });
  const folder = makeFolder({});
  const { code, printed } = await runIn(folder, ['fetch', `${host}/shop.yaml`]);
  expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('shop.yaml   added') });
  expect(readFileSync(join(folder, 'shop.yaml'), 'utf8')).toBe(spec);
  expect(JSON.parse(readFileSync(join(folder, 'lacuna.fetch.json'), 'utf8'))).toEqual({
    files: { 'shop.yaml': { url: `${host}/shop.yaml`, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  });
  expect((await runIn(folder, ['generate', '--spec', 'shop.yaml', '--only', 'types'])).code).toBe(0);
});

test('without a URL, all pinned descriptions are fetched again and the changes are listed', async () => {
  answers.set('/a.yaml', { text: spec }).set('/b.yaml', { text: spec });
  const folder = makeFolder({});
  await runIn(folder, ['fetch', `${host}/a.yaml`, '--out', 'apis/a.yaml']);
  await runIn(folder, ['fetch', `${host}/b.yaml`]);
  answers.set('/a.yaml', { text: spec.replace('/orders', '/bills').replace('Note: { type: string }', 'Note: {}') });
  const check = await runIn(folder, ['fetch', '--check']);
  expect(check).toMatchObject({ code: 1, printed: expect.stringContaining('apis/a.yaml   changed') });
  expect(readFileSync(join(folder, 'apis/a.yaml'), 'utf8')).toBe(spec);
  const { code, printed } = await runIn(folder, ['fetch']);
  expect(code).toBe(0);
  for (const line of ['- GET /orders', '+ GET /bills', '~ schemas/Note', '  b.yaml        unchanged'])
    expect(printed).toContain(line);
  expect(readFileSync(join(folder, 'apis/a.yaml'), 'utf8')).toContain('/bills');
  expect((await runIn(folder, ['fetch', '--check'])).code).toBe(0);
});

test('a record that names a path outside the folder is refused', async () => {
  answers.set('/a.yaml', { text: spec });
  const record = { files: { '../b.yaml': { url: `${host}/a.yaml`, sha256: '0' } } };
  const folder = makeFolder({ 'in/lacuna.fetch.json': JSON.stringify(record) });
  const { code, errors } = await runIn(join(folder, 'in'), ['fetch']);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("'../b.yaml' is not a path below") });
  expect(existsSync(join(folder, 'b.yaml'))).toBe(false);
});

test.each(['lacuna.fetch.json', 'Lacuna.Fetch.json', 'in/lacuna.fetch.json', 'lacuna.json', 'lacuna.config.json'])(
  'fetched-file-changed: %s is never the name of a fetched file',
  async (name) => {
    answers.set(`/${name}`, {
      text: JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }),
    });
    for (const flags of [[], ['--out', name]]) {
      const folder = makeFolder({});
      const { code, errors } = await runIn(folder, ['fetch', `${host}/${name}`, ...flags]);
      expect({ code, errors }).toEqual({
        code: 2,
        errors: expect.stringMatching(/is the name of a file that lacuna itself writes or reads\n {2}hint: .*--out/),
      });
      expect(readdirSync(folder)).toEqual([]);
    }
  },
);

test('fetched-file-changed: a file of the user is never overwritten', async () => {
  answers.set('/own.yaml', { text: spec });
  const folder = makeFolder({ 'own.yaml': '# mine\n' });
  const foreign = await runIn(folder, ['fetch', `${host}/own.yaml`]);
  expect(foreign).toMatchObject({
    code: 2,
    printed: expect.stringContaining("error fetched-file-changed: 'own.yaml' exists"),
  });
  await runIn(folder, ['fetch', `${host}/own.yaml`, '--out', 'other.yaml']);
  writeFileSync(join(folder, 'other.yaml'), `${spec}# mine\n`);
  answers.set('/own.yaml', { text: `${spec}# new\n` });
  expect(hasFinding(foreign.printed, 'error', 'fetched-file-changed')).toBe(true);
  const edited = await runIn(folder, ['fetch']);
  expect(edited).toMatchObject({ code: 2, printed: expect.stringContaining("'other.yaml' has changed since") });
  expect(readFileSync(join(folder, 'other.yaml'), 'utf8')).toBe(`${spec}# mine\n`);
});

test('fetched-file-changed: a check of an edited file still compares the address with the record', async () => {
  answers.set('/edited.yaml', { text: spec });
  const folder = makeFolder({});
  await runIn(folder, ['fetch', `${host}/edited.yaml`]);
  writeFileSync(join(folder, 'edited.yaml'), `${spec}# mine\n`);
  const same = await runIn(folder, ['fetch', '--check']);
  expect(same).toMatchObject({ code: 2, printed: expect.stringContaining('edited.yaml   unchanged') });
  expect(same.printed).toContain('keep your change in an overlay');
  answers.set('/edited.yaml', { text: `${spec}# new\n` });
  expect((await runIn(folder, ['fetch', '--check'])).printed).toContain('edited.yaml   changed');
});

test('fetched-file-changed: the file of another address is replaced only if --out names it', async () => {
  const other = spec.replace('/orders', '/bills');
  answers.set('/a/openapi.yaml', { text: spec }).set('/b/openapi.yaml', { text: other }).set('/v1/', { text: other });
  const folder = makeFolder({});
  await runIn(folder, ['fetch', `${host}/a/openapi.yaml`]);
  const readFiles = (): string[] =>
    ['openapi.yaml', 'lacuna.fetch.json'].map((name) => readFileSync(join(folder, name), 'utf8'));
  const before = readFiles();
  for (const [path, flags] of [
    ['/b/openapi.yaml', []],
    ['/v1/', []],
    ['/v1/', ['--check']],
  ] as const) {
    const { code, printed } = await runIn(folder, ['fetch', host + path, ...flags]);
    expect({ code, printed }).toMatchObject({
      code: 2,
      printed: expect.stringContaining('is the file of another address'),
    });
    expect(printed).toContain(`lacuna fetch ${host}${path} --out FILE`);
    expect(readFiles()).toEqual(before);
  }
  const chosen = await runIn(folder, ['fetch', `${host}/b/openapi.yaml`, '--out', 'openapi.yaml']);
  expect(chosen).toMatchObject({ code: 0, printed: expect.stringContaining('openapi.yaml   changed') });
  expect(readFiles()[0]).toBe(other);
});

test('redirects and references to other files are reported', async () => {
  answers.set('/moved', { status: 302, location: '/there.json' });
  const components = { schemas: { A: { $ref: 'a.yaml#/A' }, B: { $ref: '#/components/schemas/A' } } };
  const json = JSON.stringify({ openapi: '3.0.3', info: { title: 'A', version: '1' }, paths: {}, components });
  answers.set('/there.json', { text: json });
  const folder = makeFolder({});
  const { code, printed } = await runIn(folder, ['fetch', `${host}/moved`]);
  expect(code).toBe(0);
  expect(hasFinding(printed, 'warning', 'fetch-redirected')).toBe(true);
  expect(hasFinding(printed, 'warning', 'fetched-references')).toBe(true);
  expect(printed).toContain(`: '${host}/moved' redirects to '${host}/there.json'`);
  expect(printed).toContain(`lacuna fetch ${host}/there.json --out openapi.json`);
  expect(printed).toMatch(/ refers to another file, which lacuna did not download: a.yaml/);
  expect(existsSync(join(folder, 'openapi.json'))).toBe(true);
});

const hasFinding = (printed: string, severity: string, code: string): boolean =>
  printed.includes(`${severity} ${code}: `);

const refused: readonly (readonly [name: string, answer: Parameters<typeof answers.set>[1], finding: string])[] = [
  ['no such page', { status: 404 }, "not-fetched: 'URL' responds with status 404"],
  ['a page for people', { text: '<html></html>' }, 'no-description'],
  ['Swagger 2.0', { text: "swagger: '2.0'\n" }, 'swagger-description'],
  ['more bytes than the limit', { text: spec + '#'.repeat(1000) }, "not-fetched: 'URL' has more than 600 bytes"],
  ['an endless redirect', { status: 302, location: '' }, "not-fetched: 'URL' redirects more than 5 times"],
  [
    'a redirect to a file',
    { status: 302, location: 'file:///etc/passwd' },
    "not-fetched: 'URL' redirects to 'file:///etc/passwd'",
  ],
];

test.each(refused)('fetch refuses %s and writes nothing', async (name, answer, finding) => {
  const path = `/${encodeURIComponent(name)}`;
  answers.set(path, answer);
  const folder = makeFolder({});
  const { code, printed } = await runIn(folder, ['fetch', host + path, '--out', 'a.yaml', '--limit', 'fileBytes=600']);
  expect(code).toBe(2);
  expect(printed).toContain(`error ${finding.replace('URL', host + path)}`);
  expect(existsSync(join(folder, 'a.yaml')) || existsSync(join(folder, 'lacuna.fetch.json'))).toBe(false);
});

test('fetch refuses URLs that are not http, and URLs with a password', async () => {
  const folder = makeFolder({});
  expect((await runIn(folder, ['fetch', 'file:///etc/passwd'])).printed).toContain('is not an http or https address');
  expect(hasFinding((await runIn(folder, ['fetch', 'file:///a'])).printed, 'error', 'not-fetched')).toBe(true);
  expect((await runIn(folder, ['fetch', 'http://me:secret@127.0.0.1/a'])).printed).not.toContain('secret');
});
