import { connect, createServer as createHttp2Server } from 'node:http2';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Listening, NodeHandler } from '../../src/runtime/node/node.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput } from '../load-output.js';
import { generateServer, removeFolder, send } from './make-server.js';

/** Bodies of requests, and what their handlers receive. */
let folder: string;
let emitted: { createServer(handlers: object): Server; unimplemented: object };
let node: { listen(server: Server): Promise<Listening>; toNodeHandler(server: Server): NodeHandler };
let toFetchHandler: (server: Server) => (request: Request) => Promise<Response>;
beforeAll(async () => {
  folder = await generateServer('test/server/bodies.yaml');
  const load = await bundleOutput(join(folder, 'api'));
  emitted = await load('server/index');
  node = await load('server/node');
  ({ toFetchHandler } = await load<{ toFetchHandler: typeof toFetchHandler }>('server/fetch'));
});
afterAll(() => removeFolder(folder));

let seen: unknown[];
let server: Server;
let listening: Listening;
beforeEach(async () => {
  seen = [];
  const handle = ({ body }: { readonly body?: unknown }): object => {
    seen.push(body instanceof Uint8Array ? [...body] : body);
    return { status: 204 };
  };
  server = emitted.createServer(Object.fromEntries(Object.keys(emitted.unimplemented).map((name) => [name, handle])));
  listening = await node.listen(server);
});
afterEach(() => listening.close(0));

const typed = (type: string, more: Record<string, string> = {}): Record<string, string> => ({
  'content-type': type,
  ...more,
});
const form = typed('application/x-www-form-urlencoded');

describe('the content type', () => {
  const part = '--b\r\ncontent-disposition: form-data; name=a\r\n\r\nb\r\n--b--\r\n';
  test.each([
    ['/typed', 'application/json; charset=utf-8', '{}', 204],
    ['/typed', 'application/json', '{}', 204],
    ['/typed', 'Application/JSON;charset="UTF-8"', '{}', 204],
    ['/typed', 'application/json; charset=utf-8; q=1', '{}', 204],
    ['/typed', 'application/json; charset=latin1', '{}', 415],
    ['/typed', 'application/json; charset="utf-8', '{}', 415],
    ['/versions', 'application/a+json; v=1', '{}', 204],
    ['/versions', 'application/a+json; v="2"', '[]', 204],
    ['/versions', 'application/a+json;V=2', '[]', 204],
    ['/versions', 'application/a+json;v=2', '{}', 400],
    ['/versions', 'application/a+json', '{}', 204],
    ['/versions', 'application/a+json; v=3', '{}', 415],
    ['/versions', 'multipart/form-data; boundary=b', part, 204],
    ['/versions', 'multipart/form-data; boundary="b', part, 415],
    ['/text', 'text/plain; a="b', 'c', 415],
  ])('of a request to %s is %s, with %j: %i', async (target, type, body, code) => {
    expect(await send(listening.url, 'PUT', target, typed(type), body)).toMatchObject({ code });
  });
});

describe('an empty body', () => {
  const empties: [string, Record<string, string>, number, unknown[]][] = [
    ['/file', typed('application/octet-stream'), 204, [[]]],
    ['/file', {}, 400, []],
    ['/text', typed('text/plain'), 204, ['']],
    ['/text', {}, 204, [undefined]],
    ['/form', form, 204, [{}]],
    ['/lines', typed('application/jsonl'), 204, [[]]],
    ['/parts', typed('multipart/form-data; boundary=x'), 400, []],
    ['/json', typed('application/json'), 204, [undefined]],
    ['/json', {}, 204, [undefined]],
  ];
  test.each(empties)('to %s with %j have their content, or no content', async (target, headers, code, bodies) => {
    const method = target === '/json' ? 'DELETE' : 'PUT';
    const told = await send(listening.url, method, target, { ...headers, 'content-length': '0' });
    const chunked = await send(listening.url, method, target, { ...headers, 'transfer-encoding': 'chunked' });
    // A required body that is empty has no media type.
    const isUntyped = code === 400 && Object.keys(headers).length === 0;
    expect([told.code, chunked.code]).toEqual([code, isUntyped ? 415 : code]);
    expect(seen).toEqual([...bodies, ...bodies]);
  });

  test('framed by the protocol, as in HTTP/2 and fetch, is no content', async () => {
    const body = new ReadableStream({ start: (controller) => controller.close() });
    const request = new Request('http://h/json', { method: 'DELETE', body, duplex: 'half' });
    expect((await toFetchHandler(server)(request)).status).toBe(204);
    const own = createHttp2Server(node.toNodeHandler(server));
    await new Promise<void>((done) => own.listen(0, '127.0.0.1', done));
    const address = own.address();
    const session = connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    const stream = session.request({ ':method': 'DELETE', ':path': '/json' }, { endStream: false });
    stream.end();
    expect(await new Promise((done) => stream.on('response', (headers) => done(headers[':status'])))).toBe(204);
    session.destroy();
    own.close();
    expect(seen).toEqual([undefined, undefined]);
  });
});

test('a body with two content encodings is refused', async () => {
  const headers = { ...typed('application/octet-stream'), 'content-encoding': ['gzip', 'gzip'] as never };
  expect((await send(listening.url, 'PUT', '/file', headers, 'x')).code).toBe(415);
});

test('defaults of each item are filled in, and the items are counted together', async () => {
  const lines = typed('application/jsonl');
  expect((await send(listening.url, 'PUT', '/lines', lines, '{"n":1}\n{"unit":"s"}\n')).code).toBe(204);
  expect((await send(listening.url, 'PUT', '/lines', lines, '{}\n{}\n{}\n')).code).toBe(400);
  expect(seen).toEqual([[{ n: 1, unit: 'm' }, { unit: 's' }]]);
});

test('defaults inside a default are filled in', async () => {
  const places: unknown[] = [];
  const keep = ({ place }: { readonly place: unknown }): object => {
    places.push(place);
    return { status: 204 };
  };
  const own = await node.listen(emitted.createServer({ ...emitted.unimplemented, getPlace: keep }));
  expect((await send(own.url, 'GET', '/place')).code).toBe(204);
  expect((await send(own.url, 'GET', '/place?x=2')).code).toBe(204);
  expect(places).toEqual([{ x: 1 }, { x: 2 }]);
  await own.close(0);
});

test('members that only a condition describes have their types', async () => {
  const given: unknown[] = [];
  const keep = ({ filter, body }: { readonly filter?: unknown; readonly body?: unknown }): object => {
    given.push(filter, body);
    return { status: 204 };
  };
  const own = await node.listen(emitted.createServer({ ...emitted.unimplemented, putConditions: keep }));
  const query = '/conditions?filter[kind]=big&filter[size]=3&filter[kept]=true';
  expect((await send(own.url, 'PUT', query, form, 'kind=big&size=3&kept=true')).code).toBe(204);
  const big = { kind: 'big', size: 3, kept: true };
  expect(given).toEqual([big, big]);
  await own.close(0);
});

test('the message names a wrong field', async () => {
  const { code, body } = await send(listening.url, 'PUT', '/form', form, 'a=1&a=2');
  expect({ code, detail: JSON.parse(body).detail }).toEqual({
    code: 400,
    detail: "body: has a field 'a' that is given more than once",
  });
});

describe('parts', () => {
  const put = (...heads: string[]): Promise<{ code: number; body: string }> => {
    const parts = heads.map((head) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\nT\r\n`);
    return send(listening.url, 'PUT', '/parts', typed('multipart/form-data; boundary=x'), `${parts.join('')}--x--\r\n`);
  };

  test.each([
    ['image/png', 204],
    ['Audio/OGG; a=b', 204],
    ['image/gif', 400],
    ['no type', 400],
  ])('that declare %s are checked against the description', async (type, code) => {
    const photo = `name="photo"; filename="a"\r\nContent-Type: ${type}`;
    expect((await put('name="title"', photo)).code).toBe(code);
    expect(seen).toHaveLength(code === 204 ? 1 : 0);
  });

  test.each([
    [['name="file"; filename="f"\r\nX-WIDTH: 3\r\nX-Sides: 1,2\r\nX-Place: {"x":1}'], undefined],
    [['name="file"'], "body/file: header 'X-Width': is required"],
    [['name="file"\r\nX-Width: wide'], "body/file: header 'X-Width': must be an integer"],
    [
      ['name="file"\r\nX-Width: 1\r\nX-Sides: 1,b\r\nX-Place: {}'],
      "body/file: header 'X-Width': must be at least 2; body/file: header 'X-Sides'/1: must be an integer; body/file: header 'X-Place': must have the property \"x\"",
    ],
    [['name="file"\r\nX-Width: 2\r\nX-Width: 3'], "body/file: header 'X-Width': is given more than once"],
    [['name="list"\r\nX-Index: 1', 'name="list"\r\nX-Index: 2'], undefined],
    [['name="list"\r\nX-Index: 1', 'name="list"'], "body/list: header 'X-Index': is required"],
    [['name="deep[x]"\r\nX-Deep: a'], undefined],
    [['name="deep[x]"'], "body/deep: header 'X-Deep': is required"],
  ])('with the headers of %j are checked against the description', async (heads, detail) => {
    const parts = heads.map((head) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\nT\r\n`);
    const headers = typed('multipart/form-data; boundary=x');
    const answer = await send(listening.url, 'PUT', '/headed', headers, `${parts.join('')}--x--\r\n`);
    expect({ code: answer.code, detail: answer.body && JSON.parse(answer.body).detail }).toEqual(
      detail === undefined ? { code: 204, detail: '' } : { code: 400, detail },
    );
  });

  test('with a name inside another value, or with two names, are refused', async () => {
    expect((await put('filename="; name=photo"; name="title"')).code).toBe(204);
    expect(seen).toEqual([{ title: 'T' }]);
    expect((await put('name="title"; name="photo"')).code).toBe(400);
  });

  test.each([
    ['a folded header', 'filename="a";\r\n name="title"', 204],
    ['a line that is not a header', 'name="title"\r\njunk', 400],
    ['a backslash that escapes nothing', 'name="title"; x="a\\b"', 204],
  ])('with %s', async (_, head, code) => {
    expect((await put(head)).code).toBe(code);
  });

  test('have the charset of their media type (RFC 7578, 4.4)', async () => {
    const head =
      'Content-Disposition: form-data; name="title"\r\nContent-Type: text/plain; a=";charset=x"; charset=latin1';
    const body = Buffer.from(`--x\r\n${head}\r\n\r\nü\r\n--x--\r\n`, 'latin1');
    await send(listening.url, 'PUT', '/parts', typed('multipart/form-data; a="; boundary=y"; boundary=x'), body);
    expect(seen).toEqual([{ title: 'ü' }]);
  });
});
