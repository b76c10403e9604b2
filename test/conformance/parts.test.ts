import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput, emit } from '../load-output.js';
import { generateServer, removeFolder } from '../server/make-server.js';
import { compileFolder, writeFiles } from '../types/emission.js';

/** Parts without names (OpenAPI 3.2, 4.14.5.2) from a caller to a handler and back. */
type Call = (client: object, args?: object) => Promise<{ readonly code: number; readonly body: unknown }>;
interface Client {
  createClient(options: object): object;
  asPart(content: unknown, description: object): unknown;
  readonly [operation: string]: unknown;
}

let folder: string;
let client: Client;
let checks: { readonly checkCalls: unknown };
let handle: (request: Request) => Promise<Response>;
let seen: unknown[];
let sent: Request | undefined;
let reply: object;
let errors: string[];

beforeAll(async () => {
  folder = await generateServer('test/conformance/parts.yaml', ['types', 'client', 'server', 'validators']);
  await generate({ folder, spec: 'openapi.yaml', out: 'api', dates: 'Date', emit });
  const load = await bundleOutput(join(folder, 'api'));
  client = await load('client/index');
  checks = await load('client/check-calls');
  const server: { createServer(handlers: object, options: object): Server; unimplemented: object } =
    await load('server/index');
  const { toFetchHandler }: { toFetchHandler(server: Server): typeof handle } = await load('server/fetch');
  const { checkReplies }: { checkReplies: unknown } = await load('server/check-replies');
  const handler = ({ body }: { readonly body?: unknown }): object => {
    seen.push(body);
    return reply;
  };
  const handlers = Object.fromEntries(Object.keys(server.unimplemented).map((name) => [name, handler]));
  const onError = (error: unknown): unknown => errors.push(String(error));
  handle = toFetchHandler(server.createServer(handlers, { checkReplies, onError }));
});
afterAll(() => removeFolder(folder));
beforeEach(() => {
  [seen, errors, sent, reply] = [[], [], undefined, { status: 204 }];
});

const transport = async (url: string, init: RequestInit): Promise<Response> => {
  sent = new Request(url, init);
  return handle(sent.clone());
};
const call = (operation: string, body?: unknown, options: object = {}): ReturnType<Call> => {
  const { outcome } = client[operation] as { outcome: Call };
  return outcome(client.createClient({ baseUrl: 'https://api.invalid', transport, ...options }), { body });
};
const part = (content: unknown, headers: object): unknown => client.asPart(content, { headers });

async function readItems(body: unknown): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of body as AsyncIterable<unknown>)
    items.push(item instanceof Uint8Array ? new TextDecoder().decode(item) : item);
  return items;
}

const day = new Date('2020-01-02');
const tom = { name: 'Tom', born: day };

test('items of one schema arrive one by one, converted and with their defaults', async () => {
  reply = {
    status: 200,
    body: (async function* () {
      yield tom;
      yield { name: 'Eve' };
    })(),
  };
  const { body } = await call('addItems', [part(tom, { 'X-Size': 1 }), part({ name: 'Ada' }, { 'X-Size': 2 })]);
  expect(seen).toEqual([
    [
      { ...tom, legs: 4 },
      { name: 'Ada', legs: 4 },
    ],
  ]);
  expect(await readItems(body)).toEqual([tom, { name: 'Eve' }]);
});

test('each part has the media type, the schema and the headers of its position', async () => {
  const png = new Blob(['png'], { type: 'image/png' });
  reply = {
    status: 200,
    body: [tom, { headers: { 'X-Width': 3, 'X-Place': 'x' }, body: png }, 'a,b', 'ü'],
  };
  const { body } = await call('addPositions', [tom, new File(['jpg'], 'a', { type: 'image/jpeg' }), 'c,d', 'e']);
  const [[pet, file, ...texts] = []] = seen as [unknown, File, ...unknown[]][];
  expect([pet, file?.type, await file?.text(), ...texts]).toEqual([
    { ...tom, legs: 4 },
    'image/jpeg',
    'jpg',
    'c,d',
    'e',
  ]);
  expect(sent?.headers.get('content-type')).toMatch(/^multipart\/related; boundary=\w+$/);
  expect(await readItems(body)).toEqual([tom, 'png', 'a,b', 'ü']);
  const raw = await handle(new Request(sent ?? ''));
  const boundary = /^multipart\/related; boundary=(.+)$/.exec(raw.headers.get('content-type') ?? '')?.[1] ?? '';
  expect((await raw.text()).replaceAll(boundary, 'B').replaceAll('\r\n', '\n')).toBe(
    '--B\ncontent-type: application/json\n\n{"name":"Tom","born":"2020-01-02"}\n' +
      '--B\ncontent-type: image/png\nX-Width: 3\nX-Place: x\n\npng\n' +
      '--B\ncontent-type: text/csv\n\na,b\n--B\ncontent-type: text/csv\n\nü\n--B--\n',
  );
});

test('an encoding of a position applies to an item of the same schema', async () => {
  expect((await call('addEncodings', ['ab', new Blob(['cd'], { type: 'image/png' }), 'ef'])).code).toBe(204);
  const [[first, file, rest] = []] = seen as [string, File, string][];
  expect([first, file?.type, rest]).toEqual(['ab', 'image/png', 'ef']);
  expect(await sent?.text()).toContain('\r\nContent-Type: application/json\r\n\r\n"ab"\r\n');
});

const item = (head: string, content: string): string => `--B\r\n${head}\r\n${content}\r\n`;
test.each([
  ['/items', 'multipart/mixed', 'x', 'body: has no boundary'],
  ['/items', 'multipart/mixed; boundary=B', item('', '{}'), 'body: ends within a part'],
  ['/items', 'multipart/mixed; boundary=B', `${item('X-Size: 1\r\n', '{}')}--B--`, /^body\/0/],
  ['/items', 'multipart/mixed; boundary=B', `${item('X-Size: 1\r\n', '{')}--B--`, 'body: must be JSON'],
  ['/items', 'multipart/mixed; boundary=B', `${item('', '{"name":"a"}')}--B--`, "body/0: header 'X-Size': is required"],
  [
    '/items',
    'multipart/mixed; boundary=B',
    `${item('X-Size: 0\r\n', '{"name":"a"}')}--B--`,
    /'X-Size': must be at least 1/,
  ],
  [
    '/positions',
    'multipart/related; boundary=B',
    `${item('', '{"name":"a"}')}--B--`,
    'body: must have at least 2 items',
  ],
  [
    '/positions',
    'multipart/related; boundary=B',
    `${item('', '{"name":"a"}')}${item('Content-Type: image/gif\r\n', 'x')}--B--`,
    'body: has a part 1 that must be of image/png or image/jpeg',
  ],
  [
    '/positions',
    'multipart/related; boundary=B',
    `${item('', '{"name":"a"}')}${item('Content-Type: image/png\r\n', 'x')}${item('', '123456')}--B--`,
    'body/2: must have at most 5 characters',
  ],
  ['/encodings', 'multipart/mixed; boundary=B', `${item('', '"a"')}--B--`, 'body/0: must have at least 2 characters'],
])('the server refuses wrong content of %s as %s: %j', async (path, type, body, detail) => {
  const request = new Request(`https://api.invalid${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  const response = await handle(request);
  const problem = (await response.json()) as { readonly detail: string };
  expect({ code: response.status, detail: problem.detail }).toEqual({
    code: 400,
    detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
  });
  expect(seen).toEqual([]);
});

describe('what does not match the description', () => {
  test('is not sent by a client that needs a header or checks its calls', async () => {
    await expect(call('addItems', [tom])).rejects.toThrow("'body' must be a part with the header 'X-Size'");
    const checked = (operation: string, body: unknown): Promise<unknown> => call(operation, body, checks);
    const png = new Blob(['x'], { type: 'image/png' });
    const failures = [{ instancePath: '/body/0/name' }];
    await expect(checked('addItems', [part({}, { 'X-Size': 1 })])).rejects.toMatchObject({ failures: [{}] });
    await expect(checked('addPositions', [{ name: 1 }, png])).rejects.toMatchObject({ failures });
    await expect(checked('addPositions', [tom, png, '123456'])).rejects.toMatchObject({
      failures: [{ instancePath: '/body/2' }],
    });
    expect(sent).toBeUndefined();
    reply = { status: 200, body: [tom] };
    const { body } = (await checked('addItems', [part(tom, { 'X-Size': 1 })])) as { body: unknown };
    expect(await readItems(body)).toEqual([tom]);
  });

  test.each([
    [[tom, { body: new Uint8Array([1]) }], /the header 'X-Width' is missing/],
    [[tom, { headers: { 'X-Width': 1 }, body: 'text' }], /a part must be a Uint8Array or a Blob/],
    [[{ name: 1 }], /item 0\/name: must be a string/],
    [[tom, { headers: { 'X-Width': 1 }, body: new Uint8Array([1]) }, '123456'], /item 2: must have at most 5/],
    [1, /the body must be iterable/],
  ])('is not sent by the server: %j', async (body, message) => {
    reply = { status: 200, body };
    const png = new Blob(['x'], { type: 'image/png' });
    await call('addPositions', [tom, png])
      .then(
        ({ body: items }) => readItems(items),
        () => undefined,
      )
      .catch(() => undefined);
    expect(errors).toEqual([expect.stringMatching(message)]);
  });
});

test('a handler that writes the parts itself states their boundary', async () => {
  const ranges = new TextEncoder().encode('--Q\r\n\r\nx\r\n--Q--');
  reply = { status: 206, contentType: 'multipart/byteranges; boundary=Q', body: ranges };
  expect(await readItems((await call('getRanges')).body)).toEqual([
    { headers: expect.any(Headers), body: expect.anything() },
  ]);
  reply = { status: 206, body: ranges };
  expect((await call('getRanges')).code).toBe(500);
  expect(errors).toEqual(["ReplyError: the reply needs a 'contentType' with a boundary"]);
});

// The lines after `@ts-expect-error` compile without the types of the parts.
const probe = `
import { addItems, addPositions, asPart, type Client } from './api/client/index.js';
import type { Handlers } from './api/server/index.js';

declare const client: Client;
const pet = { name: 'Tom', born: new Date() };
void addItems(client, { body: [asPart(pet, { headers: { 'X-Size': 1 } })] });
// @ts-expect-error
void addItems(client, { body: [pet] });
void addPositions(client, { body: [pet, new Blob([]), 'a'] });
// @ts-expect-error
void addPositions(client, { body: [new Blob([]), pet, 'a'] });
export const handlers: Pick<Handlers, 'addItems' | 'addPositions' | 'getRanges'> = {
  addItems: ({ body }) => ({ status: 200, body: body.map(({ name, born }) => ({ name, born })) }),
  addPositions: ({ body: [first, file, ...rest] }) => ({
    status: 200,
    body: [{ name: first?.name ?? '' }, { headers: { 'X-Width': file?.size ?? 0 }, body: file ?? new Blob([]) }, ...rest],
  }),
  getRanges: () => ({ status: 206, contentType: 'multipart/byteranges; boundary=x', body: new Uint8Array() }),
};
export const wrong: Pick<Handlers, 'getRanges'> = {
  // @ts-expect-error
  getRanges: () => ({ status: 206, body: new Uint8Array() }),
};
`;

test('the types describe each position', () => {
  writeFiles(folder, { 'probe.ts': probe });
  expect(compileFolder(folder)).toEqual([]);
}, 120_000);
