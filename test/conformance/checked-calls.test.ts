import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { bundleOutput, emit } from '../load-output.js';

/** Calls of a generated client that checks its calls by option. The server sends any response. */
const description = `openapi: 3.2.0
info: { title: Orders, version: '1' }
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }
        - { name: since, in: query, schema: { type: string, format: date } }
        - { name: sort, in: query, required: true, schema: { enum: [up, down] } }
      responses:
        '200': { description: ok, headers: { X-Left: { schema: { type: integer, maximum: 9 } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
        4XX: { description: no, content: { application/json: { schema: { type: object, required: [why], properties: { why: { type: string } } } } } }
    put:
      operationId: putOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Order' } }
          application/x-www-form-urlencoded: { schema: { type: object, properties: { count: { type: integer, maximum: 5 } } } }
          application/jsonl: { itemSchema: { $ref: '#/components/schemas/Order' } }
      responses: { default: { description: any, content: { text/plain: { schema: { type: string, minLength: 2 } } } } }
  /orders:
    get:
      operationId: watchOrders
      responses: { '200': { description: ok, content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/Order' } } } } }
  /notes:
    post:
      operationId: addNote
      requestBody:
        content:
          text/plain: {}
          text/*: { schema: { type: string, maxLength: 4 } }
          application/json: { schema: { $ref: '#/components/schemas/Order' } }
      responses: { '204': { description: ok } }
  /files:
    post:
      operationId: addFiles
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { files: { type: array, items: { type: string, contentMediaType: image/png } }, note: { type: string } } }
            encoding:
              files: { headers: { X-Width: { required: true, schema: { type: integer, minimum: 2 } }, X-Taken: { schema: { type: string, format: date } } } }
              note: { headers: { X-Lines: { content: { application/json: { schema: { type: array, maxItems: 1 } } } } } }
      responses: { '204': { description: ok } }
  /free: { get: { operationId: getFree, responses: { '200': { description: ok, content: { application/json: {} } } } } }
components:
  schemas:
    Order:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 2 }
        at: { type: string, format: date }
        state: { anyOf: [{ enum: [open] }, { type: string }], x-not-shown: [{ id: order-states, kind: values, question: 'Which states?', source: '1' }] }
        animal: { $ref: '#/components/schemas/Animal' }
        drink: { oneOf: [{ $ref: '#/components/schemas/Tea' }, { $ref: '#/components/schemas/Milk' }], discriminator: { propertyName: kind } }
        extra: { x-not-shown: [{ id: order-extra, kind: shape, question: 'What is in it?', source: '1' }] }
        parts: { type: array, items: { $ref: '#/components/schemas/Order' } }
        forms: { anyOf: [{ type: integer }, { type: object, allOf: [{ $ref: '#/components/schemas/Forms' }] }] }
        by/~: { type: object, properties: { id: { type: string } }, x-not-shown: [{ id: order-by, kind: fields, question: 'Which others?', source: '1' }] }
    Animal: { type: object, required: [kind], properties: { kind: { type: string }, tail: { x-not-shown: [order-extra] } }, discriminator: { propertyName: kind } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Animal' }, { properties: { paws: { x-not-shown: [order-extra] } } }] }
    Fish: { allOf: [{ $ref: '#/components/schemas/Animal' }, { properties: { fins: { x-not-shown: [order-extra] } } }] }
    Tea: { type: object, required: [kind], properties: { kind: { const: Tea }, leaf: { x-not-shown: [order-extra] } } }
    Milk: { type: object, required: [kind], properties: { kind: { const: Milk }, leaf: { type: string }, cow: { x-not-shown: [order-extra] } } }
    Forms:
      type: object
      properties:
        map: { type: object, properties: { known: { type: string } }, additionalProperties: { x-not-shown: [order-extra] } }
        tuple: { type: array, prefixItems: [{ type: string }, { x-not-shown: [order-extra] }], items: { type: string } }
        named: { type: object, patternProperties: { '^x-': { x-not-shown: [order-extra] } }, additionalProperties: { type: string } }
`;

type Call = ((client: unknown, args?: unknown, options?: unknown) => Promise<unknown>) & {
  outcome: (client: unknown, args?: unknown) => Promise<{ status: unknown; body: unknown }>;
};
type Emitted = Readonly<Record<string, Call>> & { createClient: (options: object) => object };

let folder: string;
let client: Emitted;
let checks: Record<string, unknown> & { checkAgainst: (checks: object, only?: string) => unknown };
let server: Server;
let baseUrl: string;
let seen: string[];
let answer: RequestListener;
const told: [string, string][] = [];

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-checked-')));
  writeFileSync(join(folder, 'openapi.yaml'), description);
  const run = await generate({ folder, spec: 'openapi.yaml', out: 'api', dates: 'Date', emit });
  if (!run.written) throw new Error(run.diagnostics.list.map(({ message }) => message).join('\n'));
  const load = await bundleOutput(join(folder, 'api'));
  client = await load('client/index');
  checks = await load('client/check-calls');
  server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    seen.push(`${request.method} ${request.url} ${body}`);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  seen = [];
  told.length = 0;
});

const clientWith = (checkCalls: unknown): object =>
  client.createClient({ baseUrl, checkCalls, onNotShown: (id: string, where: string) => told.push([id, where]) });
const called = (name: string): Call => client[name] as Call;
const failed = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

/** Sends a response with JSON, or with unchanged text. */
function reply(body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener {
  const isText = typeof body === 'string';
  const contentType = isText ? 'text/plain' : 'application/json';
  return (_request, response) =>
    response.writeHead(status, { 'content-type': contentType, ...headers }).end(isText ? body : JSON.stringify(body));
}

describe('a client that checks its calls', () => {
  test('tells that a response has another content type than the described one', async () => {
    const needed = {
      instancePath: '/headers/content-type',
      keyword: 'contentType',
      message: 'must be application/json',
    };
    for (const [type, body, failures] of [
      ['application/vnd.a+json', { name: 'Tea' }, [needed]],
      ['text/json', { name: 'T' }, [needed, { instancePath: '/body/name' }]],
      ['application/json; charset=utf-8', { name: 'T' }, [{ instancePath: '/body/name' }]],
    ] as const) {
      answer = reply(body, 200, { 'content-type': type });
      const args = { id: 1, sort: 'up' };
      expect(await called('getOrder')(clientWith(checks['checkRequests']), args)).toEqual(body);
      const outcome = { status: 200, contentType: 'application/json', body };
      expect(await failed(called('getOrder')(clientWith(checks['checkCalls']), args))).toMatchObject({
        failures,
        outcome,
      });
    }
    answer = reply('7', 200, { 'content-type': 'application/a+json' });
    expect(await failed(called('getFree')(clientWith(checks['checkCalls'])))).toMatchObject({ failures: [needed] });
    answer = (_request, response) => response.writeHead(200).end('7');
    expect(await failed(called('getFree')(clientWith(checks['checkCalls'])))).toMatchObject({ failures: [needed] });
    answer = reply('an error', 404);
    expect(await failed(called('getOrder')(clientWith(checks['checkCalls']), { id: 1, sort: 'up' }))).toMatchObject({
      name: 'ApiError',
      message: 'getOrder: the response 404 is not application/json',
      reason: 'the response 404 is not application/json',
      body: 'an error',
    });
  });

  test('returns valid responses, converted', async () => {
    answer = reply({ name: 'Tea', at: '2026-02-01', state: 'lost' }, 200, { 'x-left': '3' });
    const since = new Date('2026-01-31');
    expect(await called('getOrder')(clientWith(checks['checkCalls']), { id: 1, since, sort: 'up' })).toEqual({
      name: 'Tea',
      at: new Date('2026-02-01'),
      state: 'lost',
    });
    expect(seen).toEqual(['GET /orders/1?since=2026-01-31&sort=up ']);
    expect(told).toEqual([['order-states', 'getOrder: /body/state']]);
  });

  test('uses the first media type by default, whether or not it checks calls', async () => {
    answer = (_request, response) => response.writeHead(204).end();
    const checked = clientWith(checks['checkCalls']);
    await called('addNote')(checked, { body: 'a text' });
    await called('addNote')(checked, { contentType: 'text/plain', body: 'a text' });
    expect(seen).toEqual(['POST /notes a text', 'POST /notes a text']);
    const long = called('addNote')(checked, { contentType: 'text/csv', body: 'a text' });
    expect(await failed(long)).toMatchObject({ name: 'CheckError' });
    const wrong = called('addNote')(checked, { contentType: 'application/json', body: { name: 'T' } });
    expect(await failed(wrong)).toMatchObject({ name: 'CheckError' });
  });

  test('reports the gaps that a response or a body touches, at any depth, without the value', async () => {
    const order = {
      name: 'Tea',
      extra: 1,
      parts: [{ name: 'Cup', 'by/~': { id: 'a', age: 3 }, parts: [{ name: 'Lid', extra: null }] }],
    };
    answer = reply(order);
    const checked = clientWith(checks['checkCalls']);
    expect(await called('getOrder')(checked, { id: 1, sort: 'up' })).toEqual(order);
    expect(told).toEqual([
      ['order-extra', 'getOrder: /body/extra'],
      ['order-by', 'getOrder: /body/parts/0/by~1~0'],
      ['order-extra', 'getOrder: /body/parts/0/parts/0/extra'],
    ]);
    told.length = 0;
    const forms = { map: { known: 'a', other: 1 }, tuple: ['a', 'b', 'c'], named: { 'x-a': 1, b: 'b' } };
    answer = reply({ name: 'Tea', forms });
    await called('getOrder')(checked, { id: 1, sort: 'up' });
    expect(told.map(([id, where]) => `${id} ${where}`)).toEqual(
      ['map/other', 'tuple/1', 'named/x-a'].map((place) => `order-extra getOrder: /body/forms/${place}`),
    );
    told.length = 0;
    answer = reply('done');
    await called('putOrder')(checked, { id: 1, body: { name: 'Tea', extra: 1, 'by/~': { id: 'a' } } });
    expect(told).toEqual([['order-extra', 'putOrder: /body/extra']]);
    told.length = 0;
    answer = reply({ name: 1, extra: 1 });
    await failed(called('getOrder')(checked, { id: 1, sort: 'up' }));
    expect(told).toEqual([]);
  });

  test('reports only the gaps of the alternative that a value selects', async () => {
    const drink = { kind: 'Milk', leaf: 'a', cow: 1 };
    answer = reply({ name: 'Tea', animal: { kind: 'Cat', tail: 1, paws: 4, fins: 0 }, drink });
    await called('getOrder')(clientWith(checks['checkCalls']), { id: 1, sort: 'up' });
    expect(told.map(([, where]) => where)).toEqual(
      ['animal/tail', 'animal/paws', 'drink/cow'].map((place) => `getOrder: /body/${place}`),
    );
    told.length = 0;
    answer = reply({ name: 'Tea', animal: { kind: 'Dog', tail: 1, paws: 4 } });
    await called('getOrder')(clientWith(checks['checkCalls']), { id: 1, sort: 'up' });
    expect(told).toEqual([['order-extra', 'getOrder: /body/animal/tail']]);
  });

  test('sends only valid requests and reports the wrong place', async () => {
    const error = await failed(called('getOrder')(clientWith(checks['checkCalls']), { id: 0, sort: 'secret' }));
    expect(error).toBeInstanceOf(checks['CheckError']);
    expect(error).toMatchObject({
      message: "getOrder: the request does not match the description at '/id', '/sort'",
      failures: [
        { instancePath: '/id', keyword: 'minimum' },
        { instancePath: '/sort', keyword: 'enum' },
      ],
    });
    for (const [args, place] of [
      [{ id: 1 }, '/sort'],
      [{ id: 1, sort: 'up', since: 'today' }, '/since'],
    ] as const) {
      const thrown = await failed(called('getOrder')(clientWith(checks['checkRequests']), args));
      expect(thrown).toMatchObject({ failures: [{ instancePath: place }] });
    }
    expect(seen).toEqual([]);
  });

  test.each([
    [{ body: { name: 'T' } }, '/body/name'],
    [{ body: { name: 'Tea', at: new Date('2026-01-31') } }, undefined],
    [{ contentType: 'application/x-www-form-urlencoded', body: { count: 6 } }, '/body/count'],
    [{ contentType: 'application/jsonl', body: [{ name: 'Tea' }, {}] }, '/body/1'],
    [{}, '/body'],
  ])('checks a body by its media type: %j', async (args, place) => {
    answer = reply('done');
    const result = await failed(called('putOrder').outcome(clientWith(checks['checkCalls']), { id: 1, ...args }));
    if (place === undefined) expect(result).toMatchObject({ status: 'default', body: 'done' });
    else expect(result).toMatchObject({ name: 'CheckError', failures: [{ instancePath: place }] });
    expect(seen).toHaveLength(place === undefined ? 1 : 0);
  });

  test('checks the headers of parts', async () => {
    answer = (_request, response) => response.writeHead(204).end();
    const part = (headers: object): unknown => client['asPart']?.(new Blob(['x'], { type: 'image/png' }), { headers });
    const add = (body: object): Promise<unknown> =>
      failed(called('addFiles').outcome(clientWith(checks['checkCalls']), { body }));
    const files = [part({ 'X-Width': 2, 'X-Taken': new Date('2026-01-31') })];
    const note = client['asPart']?.('a', { headers: { 'X-Lines': [1] } });
    expect(await add({ files, note })).toMatchObject({ status: 204 });
    expect(seen[0]).toMatch(/x-width: 2\r\nx-taken: 2026-01-31\r\n/);
    const wrong = {
      files: [...files, part({ 'X-Width': 1 })],
      note: client['asPart']?.('a', { headers: { 'X-Lines': [1, 2] } }),
    };
    expect(await add(wrong)).toMatchObject({
      name: 'CheckError',
      failures: [{ instancePath: '/body/files/headers/X-Width' }, { instancePath: '/body/note/headers/X-Lines' }],
    });
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['a success', { name: 1 }, 200, {}, '/body/name'],
    ['a failure', { why: 1 }, 404, {}, '/body/why'],
    ['a header', { name: 'Tea' }, 200, { 'x-left': '10' }, '/headers/X-Left'],
  ])('refuses an invalid response, also as outcome: %s', async (_name, body, status, headers, place) => {
    answer = reply(body, status, headers);
    for (const option of ['checkCalls', 'checkResponses']) {
      for (const call of [called('getOrder'), called('getOrder').outcome]) {
        const error = await failed(call(clientWith(checks[option]), { id: 1, sort: 'up' }));
        expect(error).toMatchObject({
          name: 'CheckError',
          message: `getOrder: the response ${status} does not match the description at '${place}'`,
          outcome: { code: status },
          failures: [{ instancePath: place }],
        });
      }
    }
    const unchecked = await called('getOrder').outcome(clientWith(checks['checkRequests']), { id: 1, sort: 'up' });
    expect(unchecked.body).toEqual(body);
  });

  test('throws the same errors as without checks, and returns a success under `default`', async () => {
    const checked = clientWith(checks['checkCalls']);
    answer = reply({ why: 'gone' }, 404);
    expect(await failed(called('getOrder')(checked, { id: 1, sort: 'up' }))).toMatchObject({
      name: 'ApiError',
      status: '4XX',
    });
    answer = reply('no', 200);
    expect(await called('putOrder')(checked, { id: 1, body: { name: 'Tea' } })).toBe('no');
    answer = reply('?');
    expect(await failed(called('putOrder')(checked, { id: 1, body: { name: 'Tea' } }))).toMatchObject({
      name: 'CheckError',
    });
    answer = reply([1]);
    expect(await called('getFree')(checked)).toEqual([1]);
  });

  test('checks the items of a stream as they arrive', async () => {
    answer = reply('{"name":"Tea"}\n{"name":"T"}\n', 200, { 'content-type': 'application/jsonl' });
    const items: unknown[] = [];
    const stream = (await called('watchOrders')(clientWith(checks['checkCalls']))) as AsyncIterable<unknown>;
    const error = await failed(
      (async () => {
        for await (const item of stream) items.push(item);
      })(),
    );
    expect(items).toEqual([{ name: 'Tea' }]);
    expect(error).toMatchObject({ name: 'CheckError', failures: [{ instancePath: '/body/1/name' }] });
  });

  test('checks one call, or the calls of one operation', async () => {
    answer = reply({ name: 1 });
    const free = client.createClient({ baseUrl });
    const args = { id: 1, sort: 'up' };
    expect(await called('getOrder')(free, args)).toEqual({ name: 1 });
    expect(await failed(called('getOrder')({ ...free, checkCalls: checks['checkCalls'] }, args))).toBeInstanceOf(
      checks['CheckError'],
    );
    const one = clientWith(checks.checkAgainst({ getOrder: checks['getOrderChecks'] as object }));
    expect(await failed(called('getOrder')(one, args))).toBeInstanceOf(checks['CheckError']);
    const other = clientWith(checks.checkAgainst({ putOrder: checks['putOrderChecks'] as object }));
    expect(await called('getOrder')(other, args)).toEqual({ name: 1 });
  });

  test('contains only the validators of imported operations, and none if none is imported', async () => {
    const bundle = async (contents: string): Promise<string> => {
      const stdin = { contents, resolveDir: join(folder, 'api') };
      const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false });
      return outputFiles[0]?.text ?? '';
    };
    const one = `import { checkAgainst, watchOrdersChecks as checks } from './client/check-calls.js'; globalThis.kept = checkAgainst({ watchOrders: checks });`;
    expect(await bundle(one)).toContain('CheckError');
    expect(await bundle(one)).not.toContain('/properties/count');
    const none = await bundle(`import { getOrder } from './client/index.js'; globalThis.kept = getOrder;`);
    expect(none).not.toMatch(/CheckError|schemaPointer/);
    expect(await bundle(`import './client/check-calls.js';`)).toBe('');
  });
});
