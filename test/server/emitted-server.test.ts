import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FetchHandler } from '../../src/runtime/fetch.js';
import type { Listening } from '../../src/runtime/node/node.js';
import type { CheckReply } from '../../src/runtime/server/check-replies.js';
import type { Server, ServerRequest } from '../../src/runtime/server/message.js';
import type { Admission, ResponseReport } from '../../src/runtime/server/settings.js';
import { bundleOutput } from '../load-output.js';
import { type Answer, generateServer, removeFolder, send } from './make-server.js';

/** The generated server of `animals.yaml`, which receives requests over HTTP. */
interface ServerModule {
  createServer(handlers: object, options: object): Server;
  unimplemented: object;
  ForbiddenError: new (message?: string) => Error;
}
interface NodeModule {
  listen(server: Server): Promise<Listening>;
}

let folder: string;
let emitted: ServerModule;
let node: NodeModule;
let fetching: { toFetchHandler(server: Server): FetchHandler };
let checkReplies: CheckReply;
beforeAll(async () => {
  folder = await generateServer('test/server/animals.yaml');
  const load = await bundleOutput(join(folder, 'api'));
  emitted = await load('server/index');
  node = await load('server/node');
  fetching = await load('server/fetch');
  ({ checkReplies } = await load<{ checkReplies: CheckReply }>('server/check-replies'));
});
afterAll(() => removeFolder(folder));

let seen: { readonly operation: string; readonly args: Record<string, unknown>; readonly principal: unknown }[];
let reply: unknown;
let errors: unknown[];
let listening: Listening;

beforeEach(async () => {
  seen = [];
  reply = { status: 200, body: { name: 'Tom' } };
  const handlers = Object.keys(emitted.unimplemented).map((operation) => [
    operation,
    (args: Record<string, unknown>, { principal }: { readonly principal: unknown }) => {
      seen.push({ operation, args, principal });
      return reply;
    },
  ]);
  const security = {
    token: (token: string, { scopes }: { readonly scopes: string[] }) => {
      if (token === 'reader' && scopes.includes('write')) throw new emitted.ForbiddenError('may only read');
      return ['reader', 'writer'].includes(token) ? { token } : undefined;
    },
    key: (key: string, { before }: { readonly before: object }) => (key === 'k' ? { ...before, key } : undefined),
  };
  const onError = (error: unknown): unknown => errors.push(error);
  errors = [];
  listening = await node.listen(
    emitted.createServer(Object.fromEntries(handlers), { security, onError, checkReplies }),
  );
});
afterEach(() => listening.close(0));

const reader = { authorization: 'Bearer reader' };
const writer = { authorization: 'Bearer writer' };
const ask = (
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
): Promise<Answer> => send(listening.url, method, target, headers, body);

describe('routes', () => {
  test.each([
    ['GET', '/animals/newest', 'getNewest', {}],
    ['GET', '/animals/7?api_key=k', 'getAnimal', { animalId: 7 }],
    ['DELETE', '/animals/-7', 'removeAnimal', { animalId: -7 }],
    ['GET', '/changes?since=now', 'watchNewChanges', {}],
    ['GET', '/changes?since=then', 'watchChanges', {}],
    ['PUT', '/animals/7/photos/small.png', 'putPhoto', { animalId: 7, size: 'small', format: 'png' }],
  ])('%s %s', async (method, target, operation, args) => {
    reply = {
      status: /^(removeAnimal|watchNewChanges)$/.test(operation) ? 204 : 200,
      contentType: 'image/png',
      body: new Uint8Array(),
    };
    await ask(method, target, writer);
    expect(seen.map((call) => ({ operation: call.operation, args: call.args }))).toEqual([{ operation, args }]);
  });

  test.each([
    ['GET', '/animals/', 404],
    ['GET', '/animals/7/', 404],
    ['GET', '/Animals', 404],
    ['GET', '/animals%2Fnewest', 404],
    ['POST', '/animals/newest', 405],
    ['PUT', '/animals/7/photos/small', 404],
    ['PUT', '/animals/7/photos/medium.png', 400],
    ['GET', '/animals/x?api_key=k', 400],
    ['GET', '/animals/%zz', 400],
  ])('%s %s is %d', async (method, target, code) => {
    expect((await ask(method, target, writer)).code).toBe(code);
    expect(seen).toEqual([]);
  });
});

test('the paths of the description are below the base path', async () => {
  const request = new Request('https://eu.example.com/2.0/the%20zoo/animals/newest');
  const options = { security: { token: () => ({}), key: () => ({}) }, onError: (error: unknown) => errors.push(error) };
  const ask = (basePath?: string): Promise<Response> =>
    fetching.toFetchHandler(emitted.createServer(emitted.unimplemented, { ...options, basePath }))(request);
  expect((await ask()).status).toBe(404);
  expect(errors).toEqual([
    new Error(
      "the API has no path '/2.0/the%20zoo/animals/newest': 'servers' in the description has the path '/2.0/the%20zoo', so pass { basePath: '/2.0/the%20zoo' } to 'createServer'",
    ),
  ]);
  for (const basePath of ['/2.0/the%20zoo', '/2.0/the zoo/']) expect((await ask(basePath)).status).toBe(501);
  expect((await ask('/2')).status).toBe(404);
  expect(() => emitted.createServer(emitted.unimplemented, { ...options, basePath: '2.0' })).toThrow(
    "basePath: must be a path such as '/v1', not '2.0'",
  );
  expect(errors).toHaveLength(1);
});

describe('parameters', () => {
  test('are read by their styles', async () => {
    reply = { status: 200, contentType: 'application/json', body: [], headers: { 'X-Total': 0 } };
    const near = encodeURIComponent('{"lat":1.5,"lon":-2}');
    const target = `/animals?tags=a,b%2Cc&filter[name]=x&filter%5Blegs%5D=2&near=${near}&limit=5`;
    const answer = await ask('GET', target, { 'x-flags': '1,2', cookie: 'seen=true' });
    expect(answer).toMatchObject({ code: 200, body: '[]', headers: { 'x-total': '0' } });
    expect(seen[0]?.args).toEqual({
      tags: ['a', 'b,c'],
      filter: { name: 'x', legs: 2 },
      near: { lat: 1.5, lon: -2 },
      limit: 5,
      xFlags: [1, 2],
      seen: true,
    });
  });

  test.each([
    ['limit=0', "query parameter 'limit': must"],
    ['limit=9007199254740993', "query parameter 'limit': must"],
    ['limit=1&limit=2', "query parameter 'limit': is given more than once"],
    ['tags=a,b,c,d', "query parameter 'tags': must"],
    ['filter[colour]=x', "query parameter 'filter'/colour: must"],
    ['filter[__proto__]=x', "query parameter 'filter': must not have '__proto__'"],
    ['filter[legs][a]=x', "query parameter 'filter': has no such member"],
    ['near={', "query parameter 'near': must be JSON"],
    ['near={"lat":1}', "query parameter 'near': must have"],
    ['near={"lat":1,"lon":"x"}', "query parameter 'near'/lon: must"],
    ['near={"lat":1,"lon":2,"__proto__":{}}', "query parameter 'near': must not have '__proto__'"],
  ])('?%s is 400 with its place', async (query, detail) => {
    const { code, body } = await ask('GET', `/animals?${query.replaceAll('"', '%22')}`);
    expect({ code, detail: JSON.parse(body).detail }).toEqual({ code: 400, detail: expect.stringContaining(detail) });
    expect(seen).toEqual([]);
  });
});

describe('security', () => {
  test('accepts anonymous callers where they are allowed', async () => {
    reply = { status: 200, contentType: 'text/csv', body: 'name', headers: { 'X-Total': 1 } };
    expect(await ask('GET', '/animals')).toMatchObject({ code: 200, body: 'name' });
    expect((await ask('GET', '/animals', { authorization: 'Bearer nobody' })).code).toBe(401);
    await ask('GET', '/animals', reader);
    expect(seen.map(({ principal }) => principal)).toEqual([undefined, { token: 'reader' }]);
  });

  test('requires all schemes of a requirement', async () => {
    expect((await ask('GET', '/animals/7', reader)).code).toBe(401);
    expect((await ask('GET', '/animals/7?api_key=wrong', reader)).code).toBe(401);
    expect((await ask('GET', '/animals/7?api_key=k', reader)).code).toBe(200);
    expect(seen.map(({ principal }) => principal)).toEqual([{ token: 'reader', key: 'k' }]);
  });

  test('checks scopes', async () => {
    reply = { status: 204 };
    expect(await ask('DELETE', '/animals/7', reader)).toMatchObject({ code: 403 });
    expect(await ask('DELETE', '/animals/7', writer)).toMatchObject({ code: 204, body: '' });
    expect(seen).toHaveLength(1);
  });
});

describe('admission', () => {
  test('decides before everything else which request is handled, or why it is not', async () => {
    const answered: unknown[] = [];
    const handlers = { ...emitted.unimplemented, getNewest: () => reply };
    const admit = async (request: ServerRequest): Promise<Admission> => {
      if (request.target === '/broken') throw new Error('no database');
      if (request.target !== '/limited') return { ...request, target: request.target.replace('/page', '') };
      return { code: 429, message: 'too many requests' };
    };
    const onError = (error: unknown): unknown => errors.push(error);
    const onResponse = ({ operation, code }: ResponseReport): unknown => answered.push([operation, code]);
    const security = { token: () => undefined, key: () => undefined };
    const own = await node.listen(emitted.createServer(handlers, { security, admit, onError, onResponse }));
    expect(await send(own.url, 'GET', '/page/animals/newest')).toMatchObject({ code: 200, body: '{"name":"Tom"}' });
    const limited = await send(own.url, 'POST', '/limited', {}, 'x'.repeat(100_000));
    expect(limited.code).toBe(429);
    expect(JSON.parse(limited.body)).toMatchObject({ detail: 'too many requests' });
    const broken = await send(own.url, 'GET', '/broken');
    expect([broken.code, broken.body.includes('database'), errors]).toEqual([500, false, [new Error('no database')]]);
    expect(answered).toEqual([
      ['getNewest', 200],
      [undefined, 429],
      [undefined, 500],
    ]);
    await own.close(0);
  });

  test.each<[string, string, (request: ServerRequest) => Admission]>([
    ['a copy', 'Tom', (request) => ({ ...request, target: request.target.slice('/page'.length) })],
    [
      'a copy with another body',
      'Kit',
      (request) => ({ ...request, target: '/animals', body: Readable.from([Buffer.from('{"name":"Kit"}')]) }),
    ],
    ['the request itself', 'Tom', (request) => Object.assign(request, { target: '/animals' })],
  ])('%s has its body and its signal', async (_, name, admit) => {
    const security = { token: () => ({}), key: () => undefined };
    const addAnimal = ({ body }: { readonly body: object }, { signal }: { readonly signal: AbortSignal }): object => {
      if (signal.aborted) throw new Error('the caller is there');
      return { status: 201, body };
    };
    const server = emitted.createServer({ ...emitted.unimplemented, addAnimal }, { security, admit });
    const own = await node.listen(server);
    const headers = { ...writer, 'content-type': 'application/json' };
    const answer = await send(own.url, 'POST', '/page/animals', headers, '{"name":"Tom"}');
    expect(answer).toMatchObject({ code: 201, body: expect.stringContaining(`"${name}"`) });
    await own.close(0);
  });
});

describe('bodies', () => {
  beforeEach(() => {
    reply = { status: 201, body: { name: 'Tom' } };
  });
  const post = (type: string, body: string): Promise<Answer> =>
    ask('POST', '/animals', { ...writer, 'content-type': type }, body);

  test('are read by their media types, and defaults are filled in', async () => {
    await post('application/json', '{"name":"Tom"}');
    await post('application/x-www-form-urlencoded', 'name=Tom+Cat&legs=3');
    await post('image/png', 'PNG');
    expect(seen.map(({ args }) => args)).toEqual([
      { contentType: 'application/json', body: { name: 'Tom', legs: 4 } },
      { contentType: 'application/x-www-form-urlencoded', body: { name: 'Tom Cat', legs: 3 } },
      { contentType: 'image/png', body: Buffer.from('PNG') },
    ]);
  });

  test.each([
    ['application/json', '{"name":""}', 400, 'body/name: must'],
    ['application/json', '{"name":"a","id":"x"}', 400, 'body/id: must'],
    ['application/json', '{}', 400, 'body: must have the property "name"'],
    ['application/json', '{"name":"a","colour":1}', 400, 'body/colour: must'],
    ['application/json', '{"name":"a","constructor":1}', 400, "body: must not have 'constructor'"],
    [
      'application/x-www-form-urlencoded',
      'name=a&name=b',
      400,
      "body: has a field 'name' that is given more than once",
    ],
    ['application/x-www-form-urlencoded', 'legs=x&name=a', 400, 'body/legs: must'],
    ['text/plain', 'x', 415, 'content-type: must be application/json'],
  ])('of %s %s are %d', async (type, body, code, detail) => {
    const answer = await post(type, body);
    const problem = JSON.parse(answer.body);
    expect(problem).toMatchObject({ status: code, detail: expect.stringContaining(detail) });
    expect(answer.code).toBe(code);
    expect(seen).toEqual([]);
  });

  test('are limited per operation', async () => {
    const security = { token: () => ({}), key: () => undefined };
    const options = { security, limits: { maxBytes: 20 }, operationLimits: { addAnimal: { maxBytes: 30 } } };
    const addAnimal = (): unknown => reply;
    const own = await node.listen(emitted.createServer({ ...emitted.unimplemented, addAnimal }, options));
    const sendTo = async (method: string, target: string, type: string, size: number): Promise<number> =>
      (await send(own.url, method, target, { ...writer, 'content-type': type }, 'x'.repeat(size))).code;
    expect(await sendTo('POST', '/animals', 'image/png', 30)).toBe(201);
    expect(await sendTo('POST', '/animals', 'image/png', 31)).toBe(413);
    expect(await sendTo('PUT', '/animals/1/photos/small.png', 'multipart/form-data; boundary=x', 21)).toBe(413);
    await own.close(0);
    const create = (operationLimits: object) => () =>
      emitted.createServer(emitted.unimplemented, { security, operationLimits });
    expect(create({ addAnimals: {} })).toThrow("operationLimits: there is no operation 'addAnimals'");
    expect(create({ addAnimal: { maxBytes: Number.NaN } })).toThrow('operationLimits.addAnimal.maxBytes must be');
  });

  test('of several parts contain files unchanged', async () => {
    const part = (name: string, more: string, value: string): string =>
      `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
    const type = { ...writer, 'content-type': 'multipart/form-data; boundary=x' };
    reply = { status: 200, contentType: 'image/webp', body: Buffer.from('small') };
    const answer = await ask(
      'PUT',
      '/animals/1/photos/small.png',
      type,
      `${part('photo', '; filename="a.png"', 'PNG')}--x--`,
    );
    expect(answer).toMatchObject({ code: 200, body: 'small', headers: { 'content-type': 'image/webp' } });
    expect(seen[0]?.args['body']).toEqual({ photo: expect.any(File), caption: 'none' });
    const photo: unknown = Reflect.get(Object(seen[0]?.args['body']), 'photo');
    expect(photo instanceof File && [photo.name, await photo.text()]).toEqual(['a.png', 'PNG']);
    const without = await ask('PUT', '/animals/1/photos/small.png', type, `${part('caption', '', 'c')}--x--`);
    expect(without).toMatchObject({ code: 400, body: expect.stringContaining('must have the property') });
  });
});

describe('responses', () => {
  test('have the form that the description declares for errors, if a sentence and a code can fill it', async () => {
    const { headers, body } = await ask('POST', '/animals');
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(body)).toEqual({ title: 'Unauthorized', status: 401, detail: 'a credential is required' });
  });

  test('are refused if the caller does not accept their media type', async () => {
    expect((await ask('GET', '/animals/newest', { accept: 'text/html' })).code).toBe(406);
    reply = { status: 200, contentType: 'text/csv', body: '', headers: { 'X-Total': 0 } };
    expect((await ask('GET', '/animals', { accept: 'text/csv' })).code).toBe(200);
    expect(seen).toHaveLength(1);
  });

  test('of a range or `default` have the status code that the handler chooses', async () => {
    reply = { status: 'default', code: 503, body: { title: '', status: 503, detail: '' } };
    expect((await ask('POST', '/animals', { ...writer, 'content-type': 'image/png' }, 'x')).code).toBe(503);
    expect(errors).toEqual([]);
    reply = { status: '4XX', body: {} };
    expect((await ask('POST', '/animals', { ...writer, 'content-type': 'image/png' }, 'x')).code).toBe(500);
    expect(errors).toHaveLength(1);
  });

  test('stream, and stop when the caller disconnects', async () => {
    let isStopped: (stopped: boolean) => void = () => undefined;
    const stopped = new Promise<boolean>((done) => {
      isStopped = done;
    });
    reply = {
      status: 200,
      body: (async function* () {
        try {
          for (;;) {
            yield { data: 'x' };
            await new Promise((done) => setTimeout(done, 1));
          }
        } finally {
          isStopped(true);
        }
      })(),
    };
    const controller = new AbortController();
    const answer = await fetch(`${listening.url}/changes`, { signal: controller.signal });
    const first = await answer.body?.getReader().read();
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(new TextDecoder().decode(first?.value)).toContain('data: x\n\n');
    controller.abort();
    expect(await stopped).toBe(true);
  });
});
