import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Listening, ListenOptions } from '../../src/runtime/node/node.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput } from '../load-output.js';
import { generateServer, removeFolder, send } from './make-server.js';

/** Both server and client read and check server-sent events with the JSON in their `data`. */
type Call = (...args: readonly unknown[]) => Promise<unknown>;

let folder: string;
let listening: Listening;
let received: unknown;
let reply: readonly unknown[];
let errors: unknown[];
let client: Record<string, Call>;
let checks: Record<string, unknown>;

beforeAll(async () => {
  folder = await generateServer('test/server/events.yaml', ['server', 'client', 'validators'], { int64: 'bigint' });
  const load = await bundleOutput(join(folder, 'api'));
  const { createServer }: { createServer(handlers: object, options: object): Server } = await load('server/index');
  const { listen }: { listen(server: Server, options?: ListenOptions): Promise<Listening> } = await load('server/node');
  const { checkReplies }: { checkReplies: object } = await load('server/check-replies');
  client = await load('client/index');
  checks = await load('client/check-calls');
  const take = ({ body }: { body: unknown }): object => {
    received = body;
    return { status: 204 };
  };
  const answer = ({ body }: { body: unknown }): object => {
    received = body;
    return { status: 200, body: reply };
  };
  const onError = (error: unknown): number => errors.push(error);
  const server = createServer(
    { sendUsers: answer, sendChanges: take, sendNumbers: answer, listLines: answer },
    { checkReplies, onError },
  );
  listening = await listen(server);
}, 60_000);
beforeEach(() => {
  received = undefined;
  reply = [];
  errors = [];
});
afterAll(async () => {
  await listening.close(0);
  removeFolder(folder);
});

function post(path: string, body: string): ReturnType<typeof send> {
  return send(listening.url, 'POST', path, { 'content-type': 'text/event-stream' }, body);
}

function connect(options: object = {}): unknown {
  return client['createClient']?.({ baseUrl: listening.url, ...options });
}

async function listItems(items: unknown): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items as AsyncIterable<unknown>) all.push(item);
  return all;
}

describe('a body of events', () => {
  test('reaches the handler with its data parsed, and text unchanged', async () => {
    const body =
      '\ufeffid: 1\r\ndata: {"name":\r\ndata: "a","size":9007199254740993}\r\n\r\n: no field\n\ndata: [DONE]\n\ndata: cut';
    expect((await post('/users', body)).code).toBe(200);
    const first = { id: '1', data: { name: 'a', size: 9_007_199_254_740_993n, role: 'guest' } };
    expect(received).toEqual([first, { data: '[DONE]' }]);
  });

  test('arrives as the client sends it', async () => {
    const body = [
      { event: 'added', data: { name: 'a', size: 1n, role: 'admin' } },
      { event: 'removed', data: 'x' },
    ];
    await client['sendChanges']?.(connect(), { body });
    expect(received).toEqual(body);
  });

  test.each([
    ['/users', 'data: {"name":""}', 'body/0/data/name: must'],
    ['/users', 'data: {"name":"a"}\n\ndata: {}', 'body/1/data: must have the property'],
    ['/users', 'data: {"name":"a","size":1.5}', 'body/0/data/size: must be'],
    ['/users', 'data: 12', 'body/0/data: must be an object'],
    ['/numbers', 'data: [1, "a"]', 'body/0/data/1: must be an integer'],
    ['/changes', 'event: other\ndata: {"name":"a"}', 'body/0/event: must be'],
    ['/changes', 'event: other\ndata: [DONE]', 'body/0/event: must be'],
    ['/changes', 'event: added\ndata: {}', 'body/0/data: must have the property'],
    ['/changes', 'data: {"name":"a"}', 'body/0: must have the property'],
    ['/users', 'data: {"name":"a","name":"b"}', 'body: has a name more than once'],
    ['/users', 'data: {"name":"a","__proto__":{}}', "body: must not have '__proto__'"],
    ['/users', `data: ${'['.repeat(101)}${']'.repeat(101)}`, 'body: is nested more than 100 levels deep'],
  ])('is refused: %s %j', async (path, body, message) => {
    const answer = await post(path, `${body}\n\n`);
    expect(answer).toMatchObject({ code: 400, body: expect.stringContaining(message) });
    expect(received).toBeUndefined();
  });

  test('reaches the handler with data of an inline schema that has no separate type', async () => {
    expect((await post('/numbers', 'data: [1, 2]\n\ndata: [DONE]\n\n')).code).toBe(200);
    expect(received).toEqual([{ data: [1, 2] }, { data: '[DONE]' }]);
  });
});

describe('checkCalls', () => {
  test('refuses a request with wrong data in an event, and accepts text', async () => {
    const call = (body: unknown) => client['sendUsers']?.(connect({ checkCalls: checks['checkCalls'] }), { body });
    await expect(call([{ data: { name: '' } }])).rejects.toMatchObject({
      name: 'CheckError',
      failures: [{ instancePath: '/body/0/data/name' }],
    });
    expect(received).toBeUndefined();
    reply = [{ data: '[DONE]' }];
    expect(await listItems(await call([{ data: '[DONE]' }, { data: { name: 'a', size: 2n } }]))).toEqual(reply);
  });

  test('refuses an event of a response with wrong data when it arrives', async () => {
    const events = 'data: {"name":"a"}\n\ndata: [DONE]\n\ndata: {"name":""}\n\n';
    const transport = async () => new Response(events, { headers: { 'content-type': 'text/event-stream' } });
    const items = await client['sendUsers']?.(connect({ transport, checkCalls: checks['checkCalls'] }), { body: [] });
    const seen: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const item of items as AsyncIterable<unknown>) seen.push(item);
    };
    await expect(read()).rejects.toMatchObject({ failures: [{ instancePath: '/body/2/data/name' }] });
    expect(seen).toEqual([{ data: { name: 'a' } }, { data: '[DONE]' }]);
  });
});

test.each([
  ['sendNumbers', '/body/1/data/0', 'data: [1]\n\ndata: ["a"]\n\n', 'text/event-stream', { data: [1] }],
  ['listLines', '/body/1/0', '[1]\n["a"]\n', 'application/jsonl', [1]],
])('checkCalls and checkReplies check items of an inline schema: %s', async (operation, place, text, type, first) => {
  const transport = async () => new Response(text, { headers: { 'content-type': type } });
  const call = (options: object) => client[operation]?.(connect(options), {});
  const seen: unknown[] = [];
  const read = async (): Promise<void> => {
    const items = await call({ transport, checkCalls: checks['checkCalls'] });
    for await (const item of items as AsyncIterable<unknown>) seen.push(item);
  };
  await expect(read()).rejects.toMatchObject({ failures: [{ instancePath: place }] });
  expect(seen).toEqual([first]);
  reply = type === 'text/event-stream' ? [{ data: [1] }, { data: ['a'] }] : [[1], ['a']];
  await Promise.resolve(call({}))
    .then(listItems, () => undefined)
    .catch(() => undefined);
  expect(errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining(place.replace('/body/', 'item ')) }),
  ]);
});

test('checkCalls refuses data of an inline schema', async () => {
  const options = connect({ checkCalls: checks['checkCalls'] });
  await expect(client['sendNumbers']?.(options, { body: [{ data: ['a'] }] })).rejects.toMatchObject({
    failures: [{ instancePath: '/body/0/data/0' }],
  });
});

test('checkReplies refuses an event with wrong data', async () => {
  reply = [{ data: '[DONE]' }, { data: { name: 'a', size: 3n } }, { data: { name: '' } }];
  await post('/users', 'data: {"name":"a"}\n\n').catch(() => undefined);
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('item 2/data/name') })]);
});
