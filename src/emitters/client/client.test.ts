import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilers } from '../../../test/effort.js';
import { buildEmitInput, readApi } from '../../../test/emit-input.js';
import { runCompiler } from '../../../test/run-compiler.js';
import { strictFlags } from '../../../test/strict-flags.js';
import { emitArtifacts } from '../emit-artifacts.js';

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-client-'));
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Emits types and client of a description into a folder. Returns the printed diagnostics. */
async function emit(spec: string, folder: string): Promise<string[]> {
  const { api, diagnostics } = readApi(spec);
  const artifacts = await emitArtifacts(new Set(['types', 'client']), buildEmitInput(api, diagnostics));
  for (const { path, bytes } of artifacts) {
    const file = join(place, folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return diagnostics.list.map(({ code, message }) => `${code}: ${message}`);
}

function compile(compiler: string, folder: string, options: object): string {
  const tsconfig = { compilerOptions: { ...strictFlags, ...options }, include: ['**/*.ts'] };
  writeFileSync(join(place, folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  return runCompiler(join(place, folder), undefined, compiler);
}

async function bundle(folder: string, code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: join(place, folder) },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const sizeOf = async (folder: string, names: readonly string[]): Promise<number> => {
  const list = ['createClient', ...names].join(', ');
  return gzipSync(await bundle(folder, `import { ${list} } from './client/index.js'; globalThis.kept = [${list}];`), {
    level: 9,
  }).length;
};

describe('size (esbuild, minified, gzip)', () => {
  const plain = `openapi: 3.1.1
info: { title: t, version: '1' }
security: [{ token: [] }]
paths:
  /pets/{pet_id}:
    get:
      operationId: getPet
      parameters: [{ name: pet_id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`;

  beforeAll(async () => {
    await emit(resolve('spec/openapi.yaml'), 'practice');
    writeFileSync(join(place, 'plain.yaml'), plain);
    await emit(join(place, 'plain.yaml'), 'plain');
  });

  test('one plain GET with limits, safe paths, typed errors and a bearer token: at most 2.27 kB', async () => {
    // These include 490 bytes for messages that say what happened, 182 bytes for responses that differ from the description, 46 for one listener per signal, 20 for
    // checkCalls, 16 for page URLs, 22 for base URLs that are missing, are no URL or have variables.
    expect(await sizeOf('plain', ['getPet'])).toBeLessThanOrEqual(2271);
    // This operation also has a header parameter and seven more responses.
    expect(await sizeOf('practice', ['getScenario'])).toBeLessThanOrEqual(2476);
  });

  test('each further operation: at most 60 bytes, and 20 for each unnamed parameter', async () => {
    const unnamed: Record<string, number> = { listSessionsV2: 7, listMeetingBots: 6, listSubscriptions: 1 };
    const all = [
      'getScenario',
      'getSession',
      'getBalance',
      'checkToken',
      'listScenarios',
      'createScenario',
      'updateScenario',
      'deleteScenario',
      'listFeaturedScenarios',
      'listSessions',
      'analyzeSession',
      'createSession',
      'deleteMeetingBot',
      ...Object.keys(unnamed),
    ];
    const whole = await sizeOf('practice', all);
    for (const name of all) {
      const without = await sizeOf(
        'practice',
        all.filter((each) => each !== name),
      );
      expect.soft(whole - without, name).toBeLessThanOrEqual(60 + 20 * (unnamed[name] ?? 0));
    }
  });

  test('bundlers remove unused operations and iterators', async () => {
    const text = await bundle(
      'practice',
      `import { getBalance } from './client/index.js'; globalThis.kept = getBalance;`,
    );
    expect(text).toContain('getBalance');
    for (const foreign of ['getScenario', 'listSessions', 'PaginationError', 'sessions'])
      expect(text).not.toContain(foreign);
    expect(await bundle('practice', `import './client/index.js';`)).toBe('');
    // The module of the client exports much more than is used.
    const own = `import { createClient } from './client/client.js'; globalThis.kept = createClient;`;
    expect(await bundle('practice', own)).not.toMatch(/ApiError|TimeoutError|PaginationError|beforeRequest|location:/);
  });
});

describe('streams', () => {
  const spec = `openapi: 3.2.0
info: { title: Streams, version: '1' }
paths:
  /events:
    get:
      operationId: watch
      responses:
        '200': { description: ok, content: { text/event-stream: { itemSchema: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/Pet' }, event: { enum: [born, sold] } } } } } }
        4XX: { description: no, content: { application/json: { schema: { type: object, required: [why], properties: { why: { type: string } } } } } }
  /lines:
    post:
      operationId: copyPets
      requestBody: { required: true, content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '200': { description: ok, content: { application/json-seq: { itemSchema: { $ref: '#/components/schemas/Pet' } } } } }
  /old:
    get:
      operationId: listOld
      responses:
        '200': { description: ok, content: { application/x-ndjson: { schema: { type: array, items: { type: integer } } }, application/x-ndjson; charset=utf-8: { schema: { type: array, items: { type: integer } } }, application/json: { schema: { type: string } } } }
  /parts:
    get:
      operationId: listParts
      responses:
        '200': { description: ok, content: { multipart/mixed: { itemSchema: { $ref: '#/components/schemas/Pet' } } } }
        '202': { description: raw, content: { multipart/related: {} } }
  /plain:
    get: { operationId: getPlain, responses: { '200': { description: ok, content: { application/json: { schema: { type: string } } } } } }
components: { schemas: { Pet: { type: object, required: [name], properties: { name: { type: string } } } } }
`;
  const use = `import { createClient, copyPets, followEvents, listOld, listParts, watch, type ItemStream, type Items, type StreamPart } from './client/index.js';
import type { Pet } from './types/index.js';
const client = createClient({ baseUrl: 'https://api.invalid' });
export async function useAll(pets: Items<Pet>): Promise<void> {
  for await (const { data, event } of await watch(client)) {
    const name: string = data.name;
    const type: 'born' | 'sold' | undefined = event;
    void [name, type];
  }
  for await (const { data } of followEvents(watch, client, {}, { retries: 3 })) data.name;
  const outcome = await watch.outcome(client);
  if (outcome.status === '4XX') outcome.body.why;
  for await (const pet of await copyPets(client, { body: pets })) pet.name;
  for await (const pet of await copyPets(client, { body: [{ name: 'Tom' }] })) pet.name;
  // @ts-expect-error a pet has a name
  await copyPets(client, { body: [{}] });
  const old: string | ItemStream<number> = await listOld(client);
  void old;
  const parts = await listParts.outcome(client);
  if (parts.status === 200) for await (const pet of parts.body) pet.name;
  if (parts.status === 202) for await (const part of parts.body) { const { body }: StreamPart = part; void body; }
}
`;
  beforeAll(async () => {
    writeFileSync(join(place, 'streams.yaml'), spec);
    await emit(join(place, 'streams.yaml'), 'streams');
    writeFileSync(join(place, 'streams/use.ts'), use);
  });

  test('have the types of their items', () => {
    expect(compile('typescript', 'streams', { lib: ['es2022', 'dom', 'dom.iterable'], types: [] })).toBe('');
  });

  test('are removed by bundlers if no used operation needs them', async () => {
    const text = await bundle('streams', `import { getPlain } from './client/index.js'; globalThis.kept = getPlain;`);
    for (const foreign of ['StreamItemError', 'event', 'boundary', 'last-event-id', 'asyncIterator'])
      expect(text).not.toContain(foreign);
    expect(await sizeOf('streams', ['getPlain'])).toBeLessThanOrEqual(1866);
  });
});

describe('a description with everything', () => {
  const spec = `openapi: 3.2.0
info: { title: Everything, version: '1' }
servers: [{ url: https://api.invalid }]
security: [{ key: [] }, {}]
paths:
  /files/{name}.{ext}:
    parameters:
      - { name: name, in: path, required: true, schema: { type: string } }
      - { name: ext, in: path, required: true, style: label, schema: { type: array, items: { type: string } } }
    get:
      operationId: readFile
      security: []
      parameters:
        - { name: filter, in: query, style: deepObject, schema: { type: object, properties: { min: { type: integer }, max: { type: integer } } } }
        - { name: 'ids[]', in: query, schema: { type: array, items: { type: integer } } }
        - { name: sizes, in: query, schema: { type: array, items: { type: [integer, 'null'] } } }
        - { name: where, in: query, content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } }
        - { name: X-Tags, in: header, schema: { type: array, items: { type: string } } }
        - { name: session, in: cookie, style: cookie, schema: { type: string } }
        - { name: version, in: query, required: true, schema: { type: integer, default: 2 } }
      responses:
        '200': { description: ok, headers: { X-Total: { schema: { type: integer } }, X-Tags: { schema: { type: array, items: { type: string } } }, X-Range: { schema: { type: object, properties: { from: { type: integer } } } }, X-Note: { content: { application/json: { schema: { type: object } } } }, X-Bad: { schema: { type: number } }, X-None: { schema: { type: string } } }, content: { application/octet-stream: {}, text/plain: { schema: { type: string } }, application/json: { schema: { type: array, items: { type: number } } } } }
        '304': { description: same }
        default: { description: error, content: { application/problem+json: { schema: { $ref: '#/components/schemas/Operation' } } } }
    put:
      operationId: writeFile
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Draft' } }
          text/plain: { schema: { type: string } }
          image/*: { schema: { type: string, format: binary } }
      responses: { '201': { description: ok }, '4XX': { description: no } }
  /forms:
    post:
      operationId: default
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file]
              properties: { file: { type: string, contentMediaType: image/png, contentEncoding: binary }, note: { type: string }, meta: { $ref: '#/components/schemas/Draft' }, many: { type: array, items: { type: string } }, clip: { oneOf: [{ type: string, format: binary }, { $ref: '#/components/schemas/Operation' }] } }
            encoding:
              note: { headers: { X-Lang: { schema: { type: string } }, X-At: { explode: true, schema: { type: object, properties: { line: { type: integer } } } } } }
              many: { headers: { X-Key: { required: true, schema: { type: string } } } }
      responses: { default: { description: any, content: { application/json: { schema: { type: object, required: [ok], properties: { ok: { type: boolean } } } } } } }
    patch:
      operationId: sendForm
      security: [{ user: [], key: [] }, { open: [a] }]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { a: { type: array, items: { type: string } }, b: { type: object } } }
            encoding: { a: { style: pipeDelimited } }
      responses: { '204': { description: ok } }
    query:
      operationId: search
      servers: [{ url: 'https://{region}.search.invalid', variables: { region: { default: eu, enum: [eu, us] } } }]
      parameters: [{ name: whole, in: querystring, content: { application/x-www-form-urlencoded: { schema: { type: object } } } }]
      responses: { '200': { description: ok, content: { text/event-stream: { schema: { type: string } } } }, '400': { description: no, content: { application/x-www-form-urlencoded: {} } } }
  /parts:
    post:
      operationId: sendParts
      requestBody:
        required: true
        content:
          multipart/mixed: { schema: { type: array, prefixItems: [{ $ref: '#/components/schemas/Operation' }, {}], items: { type: string } }, prefixEncoding: [{ contentType: application/json }, { contentType: image/* }] }
          multipart/related: { schema: { type: object, properties: { meta: { type: object } } } }
          multipart/form-data: { schema: { type: object, additionalProperties: { type: string, format: binary } } }
          multipart/x-mixed-replace: { schema: { type: object, properties: { a: { type: integer } }, additionalProperties: { type: string, format: binary } } }
      responses: { '200': { description: ok } }
  /any:
    post: { operationId: sendAny, requestBody: { content: { text/plain: {}, application/*+json: {} } }, responses: { '200': { description: ok } } }
  '/\`\${quote}\`':
    get: { operationId: 'constructor', requestBody: { content: { text/plain: {} } }, responses: { '200': { description: ok } } }
components:
  schemas:
    Operation: { type: object, required: [title], properties: { title: { type: string } } }
    Draft:
      type: object
      required: [kind, parts]
      properties:
        kind: { type: string, default: plain }
        parts: { type: array, items: { $ref: '#/components/schemas/Draft' } }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    user: { type: http, scheme: basic }
    open: { type: oauth2, flows: {} }
`;
  const use = `import { ApiError, asPart, createClient, isFailure, withHeaders } from './client/client.js';
import { readFile, writeFile, sendAny, sendParts, defaultOperation, sendForm, search, type ReadFileOutcome } from './client/index.js';
const client = createClient({ baseUrl: 'https://api.invalid', auth: { key: 'k', user: async () => ({ username: 'u', password: 'p' }), open: () => undefined }, servers: { 'https://{region}.search.invalid': { region: 'us' } } });
// @ts-expect-error no such region
createClient({ baseUrl: 'https://api.invalid', servers: { 'https://{region}.search.invalid': { region: 'uk' } } });
export async function useAll(): Promise<void> {
  const content: string | number[] | Uint8Array = await readFile(client, { name: 'a', ext: ['b'], filter: { min: 1 }, ids: [1], where: {}, xTags: ['x'], session: 's' });
  void content;
  await writeFile(client, { name: 'a', ext: ['b'], body: { parts: [{ parts: [] }] } });
  await writeFile(client, { name: 'a', ext: ['b'], contentType: 'text/plain', body: 'text' });
  await writeFile(client, { name: 'a', ext: ['b'], contentType: 'image/png', body: new Blob([]) });
  // @ts-expect-error a list in a query cannot contain null
  await readFile(client, { name: 'a', ext: ['b'], sizes: [1, null] });
  // @ts-expect-error text is no JSON
  await writeFile(client, { name: 'a', ext: ['b'], contentType: 'application/json', body: 'text' });
  // @ts-expect-error a range requires contentType
  await writeFile(client, { name: 'a', ext: ['b'], body: new Blob([]) });
  const done: boolean | undefined = (await defaultOperation(client, { body: { file: new Blob([]), meta: { parts: [] } } }))?.ok;
  void done;
  await defaultOperation(client, { body: { file: asPart(new Blob([]).stream(), { fileName: 'a' }), note: asPart('n', { headers: { 'X-Lang': 'de', 'X-At': { line: 1 } } }) } });
  await defaultOperation(client, { body: { file: new Blob([]), note: 'n', many: [asPart('m', { headers: { 'X-Key': 'k' } })] } });
  await defaultOperation(client, { body: { file: new Blob([]), clip: new Blob([]) } });
  await defaultOperation(client, { body: { file: new Blob([]), clip: { title: 't' } } });
  // @ts-expect-error text is not a file
  await defaultOperation(client, { body: { file: new Blob([]), clip: 'text' } });
  // @ts-expect-error no such header
  await defaultOperation(client, { body: { file: new Blob([]), note: asPart('n', { headers: { 'X-Other': 'de' } }) } });
  // @ts-expect-error a header that each of them needs
  await defaultOperation(client, { body: { file: new Blob([]), many: ['m'] } });
  await defaultOperation(client);
  await sendAny(client);
  await sendParts(client, { contentType: 'multipart/mixed', body: [{ title: 't' }, asPart(new Uint8Array(), { contentType: 'image/png' }), 'text', asPart('a', { contentType: 'text/csv' })] });
  await sendParts(client, { contentType: 'multipart/related', body: { meta: {} } });
  await sendParts(client, { contentType: 'multipart/form-data', body: { a: new Blob([]), b: asPart(new Blob([]), { fileName: 'b' }) } });
  // @ts-expect-error text is not a file
  await sendParts(client, { contentType: 'multipart/form-data', body: { a: 'text' } });
  await sendParts(client, { contentType: 'multipart/x-mixed-replace', body: { a: 1, b: new Blob([]) } });
  // @ts-expect-error text is not an image
  await sendParts(client, { contentType: 'multipart/mixed', body: [{ title: 't' }, 'text'] });
  await sendAny(client, { contentType: 'application/vnd.a+json', body: 1 });
  // @ts-expect-error no media type of the range
  await sendAny(client, { contentType: 'application/xml', body: 1 });
  const nothing: undefined = await sendForm(client, { body: { a: ['x'], b: {} } }, { signal: AbortSignal.timeout(1), timeoutMs: undefined });
  void nothing;
  for await (const event of await search(client, { whole: { a: 1 } })) {
    const data: string = event.data;
    void data;
  }
  // @ts-expect-error no media type of the success
  await readFile(client, { name: 'a', ext: [], accept: 'application/problem+json' });
  // @ts-expect-error a call chooses the media type
  withHeaders({ Accept: 'text/plain' });
  const outcome: ReadFileOutcome = await readFile.outcome(client, { name: 'a', ext: [], accept: 'text/plain' });
  if (outcome.contentType === 'text/plain') {
    const text: string = outcome.body;
    void text;
  } else if (outcome.contentType === 'application/problem+json') {
    outcome.body.title;
  } else if (outcome.contentType === undefined) {
    const [status]: (304 | 'undocumented')[] = [outcome.status];
    void status;
  } else {
    const other: number[] | Uint8Array = outcome.body;
    void other;
  }
  if (outcome.status === 'default') outcome.body.title;
  if (outcome.status === 200) {
    const total: number | undefined = outcome.headers.typed['X-Total'];
    const tags: string[] | undefined = outcome.headers.typed['X-Tags'];
    outcome.headers.get('x-total');
    void [total, tags];
  }
  if (outcome.status === 304) {
    const none: undefined = outcome.body;
    void none;
  }
  const error: unknown = undefined;
  if (isFailure(readFile, error) && error.outcome.status === 'default') error.outcome.body.title;
  if (error instanceof ApiError) {
    const body: unknown = error.body;
    void body;
  }
}
type Given = Parameters<typeof readFile>[1];
export const given: Given = { name: '', ext: [] };
`;

  let reported: string[];
  beforeAll(async () => {
    writeFileSync(join(place, 'everything.yaml'), spec);
    reported = await emit(join(place, 'everything.yaml'), 'everything');
    writeFileSync(join(place, 'everything/use.ts'), use);
  });

  test.each(compilers)('compiles with %s, in Node and in a browser', (compiler) => {
    expect(compile(compiler, 'everything', { lib: ['es2022'], types: ['node'] })).toBe('');
    expect(compile(compiler, 'everything', { lib: ['es2022', 'dom', 'dom.iterable'], types: [] })).toBe('');
  });

  test('the client reports each deviation from the description', () => {
    expect(reported.filter((line) => line.startsWith('reduced-emission'))).toEqual([
      expect.stringContaining(`'application/x-www-form-urlencoded' as response: the client returns its text`),
      expect.stringContaining('a request body of GET: the client passes it to the transport'),
    ]);
  });

  describe('over a socket', () => {
    let server: Server;
    let seen: { line: string; headers: Record<string, unknown>; body: string }[];
    // biome-ignore-start lint/suspicious/noExplicitAny: the module is made by the test
    let api: Record<string, any>;
    // biome-ignore-end lint/suspicious/noExplicitAny: the module is made by the test
    beforeAll(async () => {
      const file = join(place, 'everything.mjs');
      writeFileSync(file, await bundle('everything', `export * from './client/index.js';`));
      api = await import(pathToFileURL(file).href);
      server = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        seen.push({
          line: `${request.method} ${request.url}`,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        });
        if (request.method === 'PATCH') response.writeHead(204).end();
        else if (request.method === 'PUT') response.writeHead(201).end();
        else {
          const typed = { 'x-total': '3', 'x-tags': 'a, b', 'x-range': 'from,1', 'x-note': '{"a":1}', 'x-bad': 'many' };
          response.writeHead(200, { 'content-type': 'application/json', ...typed }).end('{"ok":true}');
        }
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    });
    afterAll(async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    });
    const connect = (options: object = {}) => {
      seen = [];
      return api['createClient']({
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
        ...options,
      });
    };

    test('parameters of every location', async () => {
      const client = connect({ auth: { key: 'never sent here' } });
      await api['readFile'](client, {
        name: 'a/b',
        ext: ['tar', 'gz'],
        filter: { min: 1, max: 2 },
        ids: [1, 2],
        where: { a: '?' },
        xTags: ['x', 'y'],
        session: 'abc',
      });
      expect(seen[0]?.line).toBe(
        'GET /v1/files/a%2Fb..tar,gz?filter%5Bmin%5D=1&filter%5Bmax%5D=2&ids%5B%5D=1&ids%5B%5D=2&where=%7B%22a%22%3A%22%3F%22%7D&version=2',
      );
      expect(seen[0]?.headers).toMatchObject({
        'x-tags': 'x,y',
        cookie: 'session=abc',
        accept: 'application/octet-stream, text/plain, application/json, application/problem+json',
      });
      expect(seen[0]?.headers['x-key']).toBeUndefined();
    });

    test('the media type that a call asks for', async () => {
      await api['readFile'](connect(), { name: 'a', ext: ['b'], accept: 'text/plain' });
      expect(seen[0]?.headers['accept']).toBe('text/plain');
      const wrong = api['readFile'](connect(), { name: 'a', ext: ['b'], accept: 'text/plain\n' });
      await expect(wrong).rejects.toThrow("'accept' must be a header");
      expect(seen).toEqual([]);
    });

    test('declared headers by their types', async () => {
      const { headers } = await api['readFile'].outcome(connect(), { name: 'a', ext: ['b'] });
      expect(headers.typed).toEqual({ 'X-Total': 3, 'X-Tags': ['a', 'b'], 'X-Range': { from: 1 }, 'X-Note': { a: 1 } });
      expect(headers.get('x-bad')).toBe('many');
    });

    test('bodies by their media type, defaults of required members filled in at every depth', async () => {
      const client = connect({ auth: { key: 'k' } });
      const file = { name: 'a', ext: ['b'] };
      await api['writeFile'](client, { ...file, body: { parts: [{ kind: 'own', parts: [] }, { parts: [] }] } });
      await api['writeFile'](client, { ...file, contentType: 'text/plain', body: 'text' });
      await api['writeFile'](client, { ...file, contentType: 'image/png', body: new Uint8Array([65]) });
      expect(seen.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
        ['application/json', '{"kind":"plain","parts":[{"kind":"own","parts":[]},{"kind":"plain","parts":[]}]}'],
        ['text/plain', 'text'],
        ['image/png', 'A'],
      ]);
      expect(seen[0]?.headers['x-key']).toBe('k');
    });

    test('forms', async () => {
      const client = connect({ auth: { key: 'k', user: { username: 'u', password: 'p' } } });
      await api['sendForm'](client, { body: { a: ['x', 'y'], b: { c: 1 } } });
      expect(seen[0]?.body).toBe('a=x%7Cy&b=%7B%22c%22%3A1%7D');
      expect(seen[0]?.headers).toMatchObject({ authorization: 'Basic dTpw', 'x-key': 'k' });
      expect(await api['defaultOperation'](client, { body: { file: new Blob(['f']), meta: { parts: [] } } })).toEqual({
        ok: true,
      });
      expect(seen[1]?.body).toContain('{"kind":"plain","parts":[]}');
      const note = api['asPart']('n', { headers: { 'X-Lang': 'de', 'X-At': { line: 1 } } });
      await api['defaultOperation'](client, { body: { file: new Blob(['f']), note } });
      expect(seen.pop()?.body).toContain('name="note"\r\nx-lang: de\r\nx-at: line=1\r\n\r\nn\r\n');
      const at = { 'https://{region}.search.invalid': `${client.baseUrl}/search` };
      await api['search'].outcome({ ...client, servers: at }, { whole: { a: 'b c' } });
      expect(seen[2]?.line).toBe('QUERY /v1/search/forms?a=b+c');
    });

    test('text of the description is never code', async () => {
      await api['constructorOperation'].outcome(connect(), { quote: 'q' });
      expect(seen[0]?.line).toBe('GET /v1/%60$q%60');
    });
  });
});
