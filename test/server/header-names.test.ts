import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Listening } from '../../src/runtime/node/node.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput } from '../load-output.js';
import { compileFolder, writeFiles } from '../types/emission.js';
import { type Answer, generateServer, removeFolder, send } from './make-server.js';

interface ServerModule {
  createServer(handlers: object, options?: object): Server;
}
interface NodeModule {
  listen(server: Server): Promise<Listening>;
}
interface ClientModule {
  createClient(options: object): object;
  asPart(content: unknown, description: object): unknown;
  addRate: { outcome(client: object, args: object): Promise<{ code: number; headers: { typed: object } }> };
}

let folder: string;
let server: ServerModule;
let node: NodeModule;
let client: ClientModule;
beforeAll(async () => {
  folder = await generateServer('test/server/header-names.yaml', ['types', 'client', 'server']);
  const load = await bundleOutput(join(folder, 'api'));
  server = await load('server/index');
  node = await load('server/node');
  client = await load('client/index');
});
afterAll(() => removeFolder(folder));

const withServer = async (headers: object, use: (url: string) => Promise<void>): Promise<void> => {
  const handlers = { addRate: () => ({ status: 200, headers, body: 'done' }) };
  const listening = await node.listen(server.createServer(handlers, { onError: () => {} }));
  try {
    await use(listening.url);
  } finally {
    await listening.close(0);
  }
};
const multipart = { 'content-type': 'multipart/form-data; boundary=B', 'x-LIMIT': '3' };
const partOf = (headers: string): string =>
  `--B\r\nContent-Disposition: form-data; name="photo"; filename="p"\r\nContent-Type: image/png\r\n${headers}\r\nX\r\n--B--\r\n`;
const post = (url: string, part: string, headers: Record<string, string> = multipart): Promise<Answer> =>
  send(url, 'POST', '/rates', headers, part);

// The lines after `@ts-expect-error` compile if the second header has its own name.
const probe = `
import { addRate, asPart, type Client } from './api/client/index.js';
import type { AddRateOutcome } from './api/client/index.js';
import type { AddRateReply, Handlers } from './api/server/index.js';

const photo = asPart(new Blob(['x']), { headers: { 'X-Width': 3 } });
declare const client: Client;
const outcome: AddRateOutcome = await addRate.outcome(client, { xLimit: 3, body: { photo } });
if (outcome.status === 200) {
  const rate: number | undefined = outcome.headers.typed['X-Rate'];
  // @ts-expect-error
  void [rate, outcome.headers.typed['x-rate']];
}
// @ts-expect-error
void addRate(client, { xLimit: '3', body: { photo } });
// @ts-expect-error
void addRate(client, { xLimit: 3, body: { photo: asPart(new Blob(['x']), { headers: { 'X-Width': '3' } }) } });
export const handlers: Handlers = {
  addRate: ({ xLimit }) => ({ status: 200, headers: { 'X-Rate': xLimit }, body: '' }),
};
// @ts-expect-error
export const twice: AddRateReply = { status: 200, headers: { 'X-Rate': 3, 'x-rate': 'a' }, body: '' };
`;

test('headers whose names differ only in case are one typed member, with the type of the first', () => {
  writeFiles(folder, { 'probe.ts': probe });
  expect(compileFolder(folder)).toEqual([]);
}, 120_000);

test('a list of cookies has a line for each item (RFC 6265, 3)', async () => {
  const cookies = ['a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 'b=2'];
  await withServer({ 'X-Rate': 7, 'Set-Cookie': cookies }, async (url) => {
    expect((await post(url, partOf('X-Width: 5\r\n'))).headers).toMatchObject({ 'set-cookie': cookies });
    const photo = client.asPart(new Blob(['x']), { headers: { 'X-Width': 5 } });
    const outcome = await client.addRate.outcome(client.createClient({ baseUrl: url }), { xLimit: 3, body: { photo } });
    expect(outcome.headers.typed).toEqual({ 'X-Rate': 7, 'Set-Cookie': cookies });
  });
});

test('client and server encode the first of such headers, in requests, parts and replies', async () => {
  await withServer({ 'X-Rate': 7 }, async (url) => {
    const requests: Request[] = [];
    const transport = (request: string, init: RequestInit): Promise<Response> => {
      requests.push(new Request(request, init));
      return fetch(request, init);
    };
    const api = client.createClient({ baseUrl: url, allowHttp: true, transport });
    const photo = client.asPart(new Blob(['x'], { type: 'image/png' }), { headers: { 'X-Width': 3 } });
    const outcome = await client.addRate.outcome(api, { xLimit: 3, body: { photo } });
    expect([outcome.code, outcome.headers.typed]).toEqual([200, { 'X-Rate': 7 }]);
    expect(requests[0]?.headers.get('x-limit')).toBe('3');
    expect(await requests[0]?.text()).toMatch(/\r\nx-width: 3\r\n/);
    for (const without of [new Blob(['x']), client.asPart(new Blob(['x']), { headers: { 'X-Width': null } })])
      await expect(client.addRate.outcome(api, { xLimit: 3, body: { photo: without } })).rejects.toThrow(
        "'photo' must be a part with the header 'X-Width'",
      );
    expect(requests).toHaveLength(1);
  });
});

test('the server reads the first of such headers in any case, and refuses values that only the second one allows', async () => {
  await withServer({ 'X-Rate': 7 }, async (url) => {
    expect((await post(url, partOf('x-wIDTH: 3\r\n'))).headers['x-rate']).toBe('7');
    expect((await post(url, partOf('X-Width: 3\r\n'), { ...multipart, 'x-LIMIT': 'many' })).code).toBe(400);
  });
});

test('a reply has the first of such headers on one line, and is refused if it has only the other one', async () => {
  await withServer({ 'X-Rate': 7, 'x-rate': 'fast' }, async (url) => {
    const answer = await post(url, partOf('X-Width: 3\r\n'));
    expect([answer.code, answer.headers['x-rate']]).toEqual([200, '7']);
  });
  await withServer({ 'x-rate': 'fast' }, async (url) => {
    expect((await post(url, partOf('X-Width: 3\r\n'))).code).toBe(500);
  });
});
