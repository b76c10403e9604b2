import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { type Browser, hasBrowser, startBrowser } from './browser.js';

/** The generated client in a page, with a server of another origin. */
const spec = `openapi: 3.2.0
info: { title: Pets, version: '1' }
paths:
  /pets/{id}:
    get:
      operationId: getPet
      security: [{ token: [] }]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: X-Tenant, in: header, schema: { type: string } }
        - { name: session, in: cookie, schema: { type: string } }
        - { name: Origin, in: header, schema: { type: string } }
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } }
  /pets:
    post:
      operationId: addPet
      security: [{ key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { type: object } } } } }
  /events:
    get:
      operationId: watch
      responses: { '200': { description: ok, content: { text/event-stream: { itemSchema: { type: object, properties: { data: { type: string } } } } } } }
  /guarded:
    get:
      operationId: readGuarded
      security: [{ session: [] }]
      responses: { '200': { description: ok } }
  /dated:
    get:
      operationId: readDated
      security: [{ date: [] }]
      responses: { '200': { description: ok } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    session: { type: apiKey, in: cookie, name: session }
    date: { type: apiKey, in: header, name: Date }
`;

interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe.runIf(hasBrowser)('the client in a browser', () => {
  let browser: Browser;
  let page: Page;
  let folder: string;
  let seen: Seen[];
  const servers: Server[] = [];
  let api: string;
  let other: string;

  async function listen(onRequest: RequestListener): Promise<string> {
    const server = createServer(onRequest);
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const answer: RequestListener = async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    response.setHeader('access-control-allow-methods', '*');
    if (request.url === '/pets/cookie') {
      response.setHeader('access-control-allow-origin', String(request.headers.origin));
      response.setHeader('access-control-allow-headers', 'authorization');
      response.setHeader('access-control-allow-credentials', 'true');
      response.setHeader('set-cookie', 'session=s1');
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    const path = request.url?.split('?')[0];
    if (path === '/pets/stall') return;
    if (path === '/pets/here') response.writeHead(307, { location: '/pets/found' }).end();
    else if (path === '/pets/there') response.writeHead(307, { location: `${other}/pets/found` }).end();
    else if (path === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: a\n\ndata: b\n\n');
    } else {
      const status = request.method === 'POST' ? 201 : 200;
      response.writeHead(status, { 'content-type': 'application/json' }).end(`{"path":"${path}"}`);
    }
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lacuna-browser-'));
    writeFileSync(join(folder, 'api.yaml'), spec);
    await generate({ folder, spec: 'api.yaml', out: 'out', only: ['client'] });
    const { outputFiles } = await build({
      stdin: { contents: `export * from './out/client/index.ts';`, resolveDir: folder },
      bundle: true,
      minify: true,
      format: 'iife',
      globalName: 'api',
      target: 'es2022',
      write: false,
    });
    const script = outputFiles[0]?.text ?? '';
    api = await listen(answer);
    other = await listen(answer);
    const home = await listen((request, response) =>
      request.url === '/'
        ? response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><link rel="icon" href="data:,">')
        : response.writeHead(404).end(),
    );
    browser = await startBrowser();
    page = await browser.open(home);
    await page.addScriptTag({ content: script });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    seen = [];
  });

  /**
   * Runs an expression over `api` and `client` in the page. Returns its value, or the name and message of its error.
   */
  const run = (code: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      const client = api.createClient({ baseUrl: '${api}', auth: { token: 't', key: 'k', session: 's', date: 'd' } });
      try { return await (${code}); } catch (error) { return error.name + ': ' + error.message; }
    })()`);

  test('sends GET and POST with credentials', async () => {
    expect(await run(`api.getPet(client, { id: 'ü/1', tags: ['a', 'b c'] })`)).toEqual({ path: '/pets/%C3%BC%2F1' });
    expect(seen[0]).toMatchObject({
      line: 'GET /pets/%C3%BC%2F1?tags=a&tags=b%20c',
      headers: { authorization: 'Bearer t', accept: 'application/json' },
    });
    expect(await run(`api.addPet(client, { body: { name: 'Rex' } })`)).toEqual({ path: '/pets' });
    expect(seen[1]).toMatchObject({ line: 'POST /pets', body: '{"name":"Rex"}', headers: { 'x-key': 'k' } });
  });

  test('receives server-sent events', async () => {
    const read = `(async () => { const all = []; for await (const { data } of await api.watch(client)) all.push(data); return all; })()`;
    expect(await run(read)).toEqual(['a', 'b']);
  });

  test('reports time-outs, aborts and lost connections as distinct errors', async () => {
    expect(await run(`api.getPet(client, { id: 'stall' }, { timeoutMs: 50 })`)).toBe(
      'TimeoutError: getPet: the response took longer than timeoutMs (50)',
    );
    expect(await run(`api.getPet(client, { id: 'stall' }, { signal: AbortSignal.timeout(50) })`)).toBe(
      'AbortError: getPet: the signal was aborted',
    );
    expect(await run(`api.getPet({ ...client, baseUrl: 'http://127.0.0.1:1' }, { id: 'a' })`)).toBe(
      'NetworkError: getPet: no complete response from http://127.0.0.1:1/pets/a: Failed to fetch',
    );
  });

  test('refuses headers that a browser reserves, with a message', async () => {
    expect(await run(`api.getPet(client, { id: 'a', session: 's' })`)).toMatch(/'session' .* browsers send cookies/);
    expect(await run(`api.readGuarded(client)`)).toMatch(/'session' .* browsers send cookies/);
    expect(await run(`api.getPet(client, { id: 'a', origin: 'https://a.invalid' })`)).toMatch(
      /'Origin' .* browsers set/,
    );
    expect(await run(`api.readDated(client)`)).toMatch(/'Date' .* browsers set/);
    expect(seen).toEqual([]);
  });

  test('sends cookies to another origin if its transport includes them', async () => {
    const get = (transport: string): Promise<unknown> =>
      run(`api.getPet({ ...client, transport: ${transport} }, { id: 'cookie' })`);
    const including = `(url, init) => fetch(url, { ...init, credentials: 'include' })`;
    for (const transport of [including, 'undefined', including])
      expect(await get(transport)).toEqual({ path: '/pets/cookie' });
    expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, 'session=s1']);
  });

  test('sends no credentials to another origin after a redirect, and reports an error if the call has its own headers', async () => {
    expect(await run(`api.getPet(client, { id: 'here' })`)).toEqual({ path: '/pets/found' });
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer t');
    seen = [];
    expect(await run(`api.getPet(client, { id: 'there' })`)).toEqual({ path: '/pets/found' });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer t', undefined]);
    for (const call of [
      `api.getPet(client, { id: 'there', xTenant: 'x' })`,
      `api.getPet({ ...client, transport: api.withHeaders({ 'X-Key': 'k' }) }, { id: 'there' })`,
      `api.getPet({ ...client, transport: api.followRedirects() }, { id: 'there', xTenant: 'x' })`,
    ]) {
      seen = [];
      expect(await run(call)).toMatch(
        /^NetworkError: getPet: no complete response from \S+\/pets\/there: Failed to fetch$/,
      );
      expect(seen).toHaveLength(1);
    }
  });
});
