import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listening, ListenOptions } from '../../src/runtime/node/node.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput } from '../load-output.js';
import { generateServer, removeFolder, send } from './make-server.js';

/**
 * A server refuses an integer that a JavaScript number cannot represent, in every place and with every value of
 * `--int64`.
 */
const range = 'must be an integer from -9007199254740991 to 9007199254740991';
const unsafe = '9007199254740993';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

interface Call {
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly contentType?: string;
  readonly body?: string;
}

function part(name: string, text: string, type?: string): string {
  const header = type === undefined ? '' : `\r\ncontent-type: ${type}`;
  return `--b\r\ncontent-disposition: form-data; name="${name}"${header}\r\n\r\n${text}\r\n--b--\r\n`;
}

const multipart = 'multipart/form-data; boundary=b';
const refusals: readonly (readonly [name: string, call: Call, message: string])[] = [
  ['a path', { path: `/numbers/${unsafe}/1` }, "path parameter 'id': must be an integer"],
  ['a path, exactly 2^53', { path: '/numbers/9007199254740992/1' }, "path parameter 'id': must be"],
  ['a query', { query: `count=${unsafe}` }, "query parameter 'count': must be an integer"],
  ['a query, exactly 2^53', { query: 'count=9007199254740992' }, `query parameter 'count': ${range}`],
  ['a query with an exponent', { query: 'count=1e16' }, `query parameter 'count': ${range}`],
  ['a query, infinite', { query: 'size=1e999' }, "query parameter 'size': must be a number"],
  ['an array in a query', { query: `counts=1&counts=${unsafe}` }, "query parameter 'counts'/1: must be an integer"],
  ['an object in a query', { query: `both[count]=${unsafe}` }, "query parameter 'both'/count: must be an integer"],
  ['JSON in a query', { query: `filter=%7B%22count%22:${unsafe}%7D` }, `query parameter 'filter'/count: ${range}`],
  ['a header', { headers: { 'x-count': unsafe } }, "header parameter 'X-Count': must be an integer"],
  ['an object in a header', { headers: { 'x-both': `short,${unsafe}` } }, "header parameter 'X-Both'/short: must be"],
  ['a cookie', { headers: { cookie: `crumb=${unsafe}` } }, "cookie parameter 'crumb': must be an integer"],
  ['a nested object', { body: `{"both":{"count":${unsafe}}}` }, `body/both/count: ${range}`],
  ['an int32', { body: '{"both":{"short":-9007199254740993}}' }, 'body/both/short: must be'],
  ['an array', { body: `{"list":[1,${unsafe}]}` }, `body/list/1: ${range}`],
  ['a union of primitives', { body: `{"either":${unsafe}}` }, `body/either: ${range}`],
  ['a union with an object', { body: `{"mixed":{"count":${unsafe}}}` }, 'body/mixed'],
  ['a union with an array', { body: `{"mixed":[${unsafe}]}` }, 'body/mixed'],
  ['a map of arrays', { body: `{"nested":{"a~b/c":[{"count":${unsafe}}]}}` }, `body/nested/a~0b~1c/0/count: ${range}`],
  ['an infinite number', { body: '{"size":1e999}' }, 'body/size: must be a number'],
  ['an infinite number anywhere', { body: '{"any":[1e999]}' }, 'body/any/0: must be a smaller number'],
  [
    'a line of JSON',
    { contentType: 'application/jsonl', body: `{"count":1}\n{"count":${unsafe}}` },
    `body/1/count: ${range}`,
  ],
  ['a form', { contentType: form, body: `count=${unsafe}` }, 'body/count: must be an integer'],
  ['a form, exactly 2^53', { contentType: form, body: 'count=9007199254740992' }, `body/count: ${range}`],
  [
    'JSON in a form',
    { contentType: form, body: `document=%7B%22count%22:${unsafe}%7D` },
    `body/document/count: ${range}`,
  ],
  ['multipart', { contentType: multipart, body: part('count', unsafe) }, 'body/count: must be an integer'],
  [
    'JSON in multipart',
    { contentType: multipart, body: part('document', `{"count":${unsafe}}`, json) },
    `body/document/count: ${range}`,
  ],
];

describe.each(['number', 'bigint'] as const)('with --int64 %s', (int64) => {
  let folder: string;
  let listening: Listening;
  let received: unknown;
  let client: Record<string, (...args: readonly unknown[]) => Promise<unknown>>;

  beforeAll(async () => {
    folder = await generateServer('test/server/numbers.yaml', ['server', 'client'], { int64 });
    const load = await bundleOutput(join(folder, 'api'));
    const { createServer }: { createServer(handlers: object): Server } = await load('server/index');
    const { listen }: { listen(server: Server, options?: ListenOptions): Promise<Listening> } =
      await load('server/node');
    client = await load('client/index');
    const sendNumbers = (args: { body?: unknown }): object => {
      received = args;
      return { status: 200, body: {} };
    };
    const search = (args: object): object => {
      received = args;
      return { status: 204 };
    };
    listening = await listen(createServer({ sendNumbers, search }));
  }, 60_000);
  afterAll(async () => {
    await listening.close(0);
    removeFolder(folder);
  });

  async function call({ path = '/numbers/1/1', query, headers, contentType = json, body }: Call) {
    received = undefined;
    const all = { ...headers, ...(body !== undefined && { 'content-type': contentType }) };
    return send(listening.url, 'POST', query === undefined ? path : `${path}?${query}`, all, body);
  }

  test.each(refusals)('an unsafe integer in %s is refused with 400', async (_name, request, message) => {
    const { code, body } = await call(request);
    expect({ code, body }).toEqual({ code: 400, body: expect.stringContaining(message) });
    expect(received).toBeUndefined();
  });

  test('such an integer in JSON in a form that is the whole query is refused with 400', async () => {
    const document = encodeURIComponent(`{"count":${unsafe}}`);
    const { code, body } = await send(listening.url, 'GET', `/search?document=${document}`);
    expect({ code, body }).toEqual({ code: 400, body: expect.stringContaining(`'all'/document/count: ${range}`) });
  });

  test.each([
    ['{"both":{"count":9007199254740991}}', { both: { count: 9_007_199_254_740_991 } }],
    ['{"size":1234567890123456789012}', { size: Number('1234567890123456789012') }],
    ['{"size":1e300,"either":"9007199254740993"}', { size: 1e300, either: unsafe }],
    ['{"any":12345678901234567890}', { any: Number('12345678901234567890') }],
    ['{"list":[1.0e2]}', { list: [100] }],
  ])('%s is accepted', async (body, expected) => {
    expect((await call({ body })).code).toBe(200);
    expect(received).toMatchObject({ body: expected });
  });

  test('a number in text is rounded, as in JSON, unless it may be an int64', async () => {
    const digits = '1234567890123456789012';
    const size = Number(digits);
    expect((await call({ query: `size=${digits}&huge=` })).code).toBe(200);
    expect(received).toMatchObject({ size, huge: null });
    for (const request of [
      { contentType: form, body: `size=${digits}` },
      { contentType: multipart, body: part('size', digits) },
    ]) {
      expect((await call(request)).code).toBe(200);
      expect(received).toMatchObject({ body: { size } });
    }
    const huge = `huge=${unsafe}`;
    expect((await call({ query: huge, contentType: form, body: huge })).code).toBe(int64 === 'bigint' ? 200 : 400);
    if (int64 === 'number') return;
    expect(received).toMatchObject({ huge: BigInt(unsafe), body: { huge: BigInt(unsafe) } });
  });

  test('an int64 has all its digits with bigint, and is refused without', async () => {
    const request = { path: `/numbers/1/${unsafe}`, body: `{"both":{"wide":${unsafe}},"wides":[1],"kept":${unsafe}}` };
    const { code } = await call(request);
    expect(code).toBe(int64 === 'bigint' ? 200 : 400);
    if (int64 === 'number') return;
    const wide = 9_007_199_254_740_993n;
    expect(received).toMatchObject({ wide, body: { both: { wide }, wides: [1n], kept: wide } });
    const document = encodeURIComponent(`{"wide":${unsafe}}`);
    await call({ contentType: form, body: `wide=${unsafe}&document=${document}` });
    expect(received).toMatchObject({ body: { wide, document: { wide } } });
    await call({ contentType: multipart, body: part('document', `{"wide":${unsafe}}`, json) });
    expect(received).toMatchObject({ body: { document: { wide } } });
    await send(listening.url, 'GET', `/search?wide=${unsafe}&document=${document}`);
    expect(received).toMatchObject({ all: { wide, document: { wide } } });
  });

  test('the client rounds such an integer of a response with both values', async () => {
    const transport = async () =>
      new Response(`{"both":{"count":${unsafe}},"size":1e999}`, { headers: { 'content-type': json } });
    const made = client['createClient']?.({ baseUrl: 'https://example.test', transport });
    const wide = int64 === 'bigint' ? 1n : 1;
    expect(await client['sendNumbers']?.(made, { id: 1, wide })).toEqual({
      both: { count: Number(unsafe) },
      size: Number.POSITIVE_INFINITY,
    });
  });
});
