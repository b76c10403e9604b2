import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../src/runtime/client/contract.js';
import type { Server } from '../../src/runtime/server/message.js';
import { generateServer, removeFolder } from '../server/make-server.js';

/** What client and server do with small details of the description `small-facts.yaml`. */
type Call = (client: Client, args: object) => Promise<unknown>;
interface ClientModule {
  createClient(options: object): Client;
  readonly listBotsPages: (client: Client, args?: object) => AsyncIterable<unknown>;
  readonly [operation: string]: unknown;
}
interface ServerModule {
  createServer(handlers: object, options: object): Server;
  readonly unimplemented: object;
}

let folder: string;
let client: ClientModule;
let handle: (request: Request) => Promise<Response>;
let seen: { readonly operation: string; readonly args: Record<string, unknown> }[];
let reply: object;

beforeAll(async () => {
  folder = await generateServer('test/conformance/small-facts.yaml', ['client', 'server']);
  const contents = `export * as client from './client/index.js'; export * as server from './server/index.js';
export { toFetchHandler } from './server/fetch.js';`;
  const outfile = join(folder, 'api.mjs');
  await build({ stdin: { contents, resolveDir: join(folder, 'api') }, bundle: true, format: 'esm', outfile });
  const all: { client: ClientModule; server: ServerModule; toFetchHandler: (server: Server) => typeof handle } =
    await import(pathToFileURL(outfile).href);
  client = all.client;
  const handlers = Object.keys(all.server.unimplemented).map((operation) => [
    operation,
    (args: Record<string, unknown>) => {
      seen.push({ operation, args: structuredClone(args) });
      // A handler can change its arguments.
      for (const list of [args['tags'], (args['body'] as { lines?: string[] } | undefined)?.lines])
        if (Array.isArray(list)) list.push('changed');
      return reply;
    },
  ]);
  const security = { key: (key: string) => ({ key }) };
  handle = all.toFetchHandler(
    all.server.createServer(Object.fromEntries(handlers), { security, onError: () => undefined }),
  );
});
afterAll(() => removeFolder(folder));
beforeEach(() => {
  seen = [];
  reply = { status: 204 };
});

const ask = (target: string, init: RequestInit = {}): Promise<Response> =>
  handle(new Request(`https://api.invalid${target}`, init));

/** Calls the server through the client. Returns the requested URL. */
async function call(operation: string, args: object = {}): Promise<string> {
  let url = '';
  const transport = (address: string, init: RequestInit): Promise<Response> => {
    url = address;
    return handle(new Request(address, init));
  };
  const api = client.createClient({ baseUrl: 'https://api.invalid', transport, auth: { key: 'secret' } });
  await (client[operation] as Call)(api, args);
  return url;
}

test('a query in a path template is sent, and chooses the operation', async () => {
  expect(await call('listDaily')).toBe('https://api.invalid/reports?kind=daily');
  expect(await call('listReports')).toBe('https://api.invalid/reports');
  expect(seen.map(({ operation }) => operation)).toEqual(['listDaily', 'listReports']);
});

test('adjacent path parameters end where the style of the next one begins, or after the fewest characters', async () => {
  expect(await call('getOrder', { year: '2024', number: 12 })).toBe('https://api.invalid/orders/202412');
  expect(await call('getFile', { name: 'a', format: 'gz', size: 3, tail: 'xy' })).toBe(
    'https://api.invalid/files/a.gz;size=3xy',
  );
  expect(seen.map(({ args }) => args)).toEqual([
    { year: '2024', number: 12 },
    { name: 'a', format: 'gz', size: 3, tail: 'xy' },
  ]);
  expect((await ask('/orders/2024')).status).toBe(404);
  await expect(call('getOrder', { year: '', number: 12 })).rejects.toThrow("'year'");
});

test('a parameter that requires a header can be sent without the header only with its default value', async () => {
  for (const target of ['/regions', '/regions?region=eu']) expect((await ask(target)).status, target).toBe(204);
  expect((await ask('/regions?region=us')).status).toBe(400);
  expect((await ask('/regions?region=us', { headers: { 'x-region-key': 'k' } })).status).toBe(204);
  expect(await call('getRegion', { region: 'eu' })).toBe('https://api.invalid/regions?region=eu');
  await expect(call('getRegion', { region: 'us' })).rejects.toThrow('X-Region-Key');
  await call('getRegion', { region: 'us', xRegionKey: 'k' });
  expect(seen.at(-1)?.args).toMatchObject({ region: 'us', xRegionKey: 'k' });
});

test('every request has the described defaults, even after a handler changed those of another request', async () => {
  for (const _ of [1, 2]) {
    await ask('/regions');
    await ask('/forms', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  }
  const defaults = seen.map(({ args }) => args['tags'] ?? args['body']);
  expect(defaults).toEqual([['new'], { lines: ['first'] }, ['new'], { lines: ['first'] }]);
});

test('pages have the length that the response states', async () => {
  const asked: (number | undefined)[] = [];
  const transport = async (address: string): Promise<Response> => {
    const page = Number(new URL(address).searchParams.get('page') ?? 1);
    asked.push(page);
    const bots = page === 1 ? ['a', 'b'] : page === 2 ? ['c'] : [];
    return Response.json({ bots, size: 2 });
  };
  const api = client.createClient({ baseUrl: 'https://api.invalid', transport });
  const pages: unknown[] = [];
  for await (const page of client.listBotsPages(api)) pages.push(page);
  // With the parameter's default of three, the first page would be the last one.
  expect(pages).toHaveLength(2);
  expect(asked).toEqual([1, 2]);
});

test.each(['transfer-encoding', 'Content-Length', 'connection', 'Keep-Alive', 'te', 'trailer', 'upgrade'])(
  'a handler cannot set %s, which is the server’s own',
  async (name) => {
    reply = { status: 204, extraHeaders: { [name]: 'chunked' } };
    const response = await ask('/reports');
    expect(response.status).toBe(500);
    expect(response.headers.get(name)).not.toBe('chunked');
  },
);

test('the form of a status code has precedence over the form of its range', async () => {
  const refused = await ask('/forms', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } });
  expect(refused.status).toBe(400);
  expect(Object.keys((await refused.json()) as object)).toEqual(['message']);
  const other = await ask('/forms', { method: 'POST', body: '{', headers: { 'content-type': 'text/plain' } });
  expect(other.status).toBe(415);
  expect(await other.json()).toMatchObject({ range: 'wide' });
});

test('an API key in the query is not a member of an object that accepts all other names', async () => {
  await call('getKeyed', { filter: { a: '1' } });
  expect(seen[0]?.args).toEqual({ filter: { a: '1' } });
});

test('a template has the items of the scope in which it is used', async () => {
  const send = (body: object): Promise<Response> =>
    ask('/groups', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  reply = { status: 200, body: { items: ['ada'] } };
  const response = await send({ items: [{ gid: 1 }] });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ items: ['ada'] });
  const refused = await send({ items: [{ gid: 'x' }] });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('/items/0/gid');
});
