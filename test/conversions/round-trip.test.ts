import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { generate } from '../../src/index.js';
import type { Listening } from '../../src/runtime/node/node.js';
import { bundleOutput, emit } from '../load-output.js';
import { send } from '../server/make-server.js';
import { refused } from '../types/emission.js';

/**
 * A generated client and a generated server, with dates as `Date` and 64-bit integers as `bigint`, which call each
 * other over loopback.
 */
type Emitted = Record<string, (...args: readonly unknown[]) => Promise<unknown>>;

let folder: string;
let client: Emitted & { createClient: (options: object) => unknown; withHooks?: unknown };
let validators: Record<string, (value: unknown) => unknown>;
let listening: Listening;
let base: string;
let seen: Record<string, unknown> | undefined;
let reply: (args: Record<string, unknown>) => unknown;
const errors: unknown[] = [];

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-conversions-')));
  cpSync('test/conversions/shop.yaml', join(folder, 'openapi.yaml'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const run = await generate({ folder, spec: 'openapi.yaml', out: 'api', dates: 'Date', int64: 'bigint', emit });
  expect(run.diagnostics.list).toEqual([]);
  const load = await bundleOutput(join(folder, 'api'));
  client = await load('client/index');
  validators = await load('validators/index');
  const server: { createServer(handlers: object, options: object): unknown } = await load('server/index');
  const { checkReplies }: { checkReplies: object } = await load('server/check-replies');
  const { listen }: { listen(server: unknown): Promise<typeof listening> } = await load('server/node');
  const handle = (args: Record<string, unknown>): unknown => {
    seen = args;
    return reply(args);
  };
  const handlers = { putOrder: handle, sendForm: handle, listDays: handle };
  listening = await listen(
    server.createServer(handlers, { checkReplies, onError: (error: unknown) => errors.push(error) }),
  );
  base = listening.url;
}, 120_000);
afterAll(async () => {
  await listening.close(0);
  rmSync(folder, { recursive: true, force: true });
});

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const large = 9_223_372_036_854_775_807n;
const order = {
  id: large,
  placedAt: new Date('2024-06-30T23:59:59.999Z'),
  day: day('2024-02-29'),
  due: null,
  paidAt: new Date('2024-01-01T00:00:00Z'),
  count: 3,
  sums: { a: 9_007_199_254_740_993n, 'b/c': -1n },
  matrix: [[day('0001-01-01')], [], [day('9999-12-31')]],
  pair: [9_007_199_254_740_992n, day('2000-01-01')],
  parent: { id: 1n, placedAt: new Date(0), paidAt: new Date(1), day: day('1970-01-01'), limit: 5n },
  whenOrId: large,
  event: { kind: 'closed', when: new Date('2024-03-31T02:30:00Z'), number: large },
  moment: { kind: 'past', when: day('2024-03-31') },
  loose: 12,
  note: '#9007199254740993 "2024-02-29"',
  grade: 9_007_199_254_740_993n,
  revision: 9_007_199_254_740_993n,
  limit: 9_223_372_036_854_775_806n,
  at_noon: new Date('2024-02-29T12:00:00Z'),
};

describe.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])('in the time zone %s', (zone) => {
  test('values of a request and its response arrive unchanged', async () => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    onTestFinished(() => {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    });
    reply = ({ body }) => ({
      status: 200,
      headers: { 'X-Count': large, 'Last-Day': day('2024-12-31'), 'X-Ids': [large, 1n] },
      body,
    });
    const args = {
      id: -9_223_372_036_854_775_808n,
      since: new Date('2024-01-01T00:00:00.001Z'),
      days: [day('2024-01-01'), day('2024-12-31')],
      ids: [9_007_199_254_740_992n, 9_007_199_254_740_993n],
      filter: { above: large, at: new Date(5) },
      xAt: new Date('2024-05-05T05:05:05Z'),
      seen: 7n,
      body: order,
    };
    const outcome = (await Reflect.get(client['putOrder'] ?? {}, 'outcome')(
      client.createClient({ baseUrl: base }),
      args,
    )) as {
      status: unknown;
      body: unknown;
      headers: { typed: unknown };
    };
    expect(errors).toEqual([]);
    expect(outcome.body).toEqual(order);
    expect(outcome.status).toBe(200);
    expect(seen).toEqual({ ...args, after: 0n, upTo: 9_223_372_036_854_775_806n, from: day('2024-02-29') });
    expect({ ...Object(outcome.headers.typed) }).toEqual({
      'X-Count': large,
      'Last-Day': day('2024-12-31'),
      'X-Ids': [large, 1n],
    });
  });
});

test('messages have the types of the description', async () => {
  reply = ({ body }) => ({ status: 200, body });
  const text = `{"id":9223372036854775807,"placedAt":"2024-06-30t23:59:60z","day":"2024-02-29","sums":{"a":1},"loose":9007199254740993,"ratio":9007199254740993,"note":"#1"}`;
  const answer = await send(base, 'PUT', '/orders/1', { 'content-type': 'application/json' }, text);
  expect(answer.body).toBe(
    `{"paidAt":"2024-01-01T00:00:00Z","id":9223372036854775807,"placedAt":"2024-07-01T00:00:00Z","day":"2024-02-29","sums":{"a":1},"loose":9007199254740992,"ratio":9007199254740992,"note":"#1"}`.replace(
      /^\{("paidAt":"[^"]*"),(.*)\}$/,
      '{$2,$1,"limit":9007199254740993}',
    ),
  );
});

test.each([
  ['a day that is none', '{"id":1,"placedAt":"2024-01-01T00:00:00Z","day":"2024-02-30"}', 'body/day'],
  ['a time that is none', '{"id":1,"placedAt":"yesterday","day":"2024-02-28"}', 'body/placedAt'],
  ['more than 64 bits', '{"id":9223372036854775808,"placedAt":"2024-01-01T00:00:00Z","day":"2024-02-28"}', 'body/id'],
  ['an integer with a fraction', '{"id":1.5,"placedAt":"2024-01-01T00:00:00Z","day":"2024-02-28"}', 'body/id'],
  [
    'a day of a child that is none',
    '{"id":1,"placedAt":"2024-01-01T00:00:00Z","day":"2024-02-28","moment":{"kind":"past","when":"today"}}',
    'body',
  ],
  ['a number as text', '{"id":"1","placedAt":"2024-01-01T00:00:00Z","day":"2024-02-28"}', 'body/id'],
  ['a name twice', '{"id":9007199254740993,"id":1,"placedAt":"2024-01-01T00:00:00Z","day":"2024-02-28"}', 'body'],
])('the server refuses %s', async (_what, text, place) => {
  const answer = await send(base, 'PUT', '/orders/1', { 'content-type': 'application/json' }, text);
  expect([answer.code, answer.body.includes(place)]).toEqual([400, true]);
});

test('text values are refused in the same way', async () => {
  const body = '{"id":1,"placedAt":"2024-01-01T00:00:00Z","day":"2024-02-28"}';
  const ask = (target: string) => send(base, 'PUT', target, { 'content-type': 'application/json' }, body);
  reply = (args) => ({ status: 200, body: args['body'] });
  const codes = await Promise.all(
    ['/orders/9223372036854775808', '/orders/1?days=2024-02-30', '/orders/1?since=now', '/orders/x'].map(ask),
  );
  expect(codes.map(({ code }) => code)).toEqual([400, 400, 400, 400]);
});

test.each([
  ['a Date that is none', { day: new Date(Number.NaN) }, 'body/day'],
  ['a Date that would be another day elsewhere', { day: new Date('2024-01-01T01:00:00Z') }, 'body/day'],
  ['more than 64 bits', { id: 2n ** 63n }, 'body/id'],
])('the client refuses %s before anything is sent', async (_what, change, place) => {
  seen = undefined;
  const call = client['putOrder']?.(client.createClient({ baseUrl: base }), { id: 1n, body: { ...order, ...change } });
  await expect(call).rejects.toThrow(`'${place}' must be `);
  expect(seen).toBeUndefined();
});

test.each([
  ['an integer that no number holds', { after: large }],
  ['a document with one', { bounds: { below: large } }],
])('a parameter that needs a header is refused without it and read with it: %s', async (_what, parameter) => {
  const args = { id: 1n, body: order, ...parameter };
  reply = ({ body }) => ({ status: 200, body });
  const caller = client.createClient({ baseUrl: base });
  await expect(client['putOrder']?.(caller, args)).rejects.toThrow(/X-At/i);
  await client['putOrder']?.(caller, { ...args, xAt: new Date(0) });
  expect(seen).toMatchObject(parameter);
  const [[name, value] = ['', 0n]] = Object.entries(parameter);
  const text = typeof value === 'bigint' ? String(value) : encodeURIComponent(`{"below":${large}}`);
  const headers = { 'content-type': 'application/json' };
  const body = '{"id":1,"placedAt":"2024-01-01T00:00:00Z","day":"2024-02-28"}';
  const answer = await send(base, 'PUT', `/orders/1?${name}=${text}`, headers, body);
  expect([answer.code, answer.body.includes("requires the header 'X-At'")]).toEqual([400, true]);
});

test('an invalid reply is an error of the server', async () => {
  errors.length = 0;
  reply = ({ body }) => ({ status: 200, body: { ...Object(body), day: new Date(Number.NaN) } });
  const call = client['putOrder']?.(client.createClient({ baseUrl: base }), { id: 1n, body: order });
  await expect(call).rejects.toThrow('500');
  expect(String(errors[0])).toContain('/day');
});

test('an invalid response is undocumented', async () => {
  const transport = async (): Promise<Response> =>
    new Response('{"id":1,"placedAt":"soon","day":"2024-01-01"}', { headers: { 'content-type': 'application/json' } });
  const options = { baseUrl: base, transport };
  const outcome = await Reflect.get(client['putOrder'] ?? {}, 'outcome')(client.createClient(options), {
    id: 1n,
    body: order,
  });
  expect(outcome).toMatchObject({ status: 'undocumented', code: 200 });
});

test('items of a stream are converted one by one', async () => {
  const events = [
    { kind: 'opened', when: day('2024-01-31') },
    { kind: 'closed', when: new Date(1), number: large },
  ];
  reply = () => ({ status: 200, body: events });
  const stream = (await client['listDays']?.(client.createClient({ baseUrl: base }))) as AsyncIterable<unknown>;
  const got: unknown[] = [];
  for await (const event of stream) got.push(event);
  expect(got).toEqual(events);
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
  'fields of %s are converted',
  async (contentType) => {
    reply = ({ body }) => ({ status: 200, body });
    const body = { day: day('2024-02-29'), ids: [1n, large], inner: { id: large, at: new Date(12345) } };
    const answer = await client['sendForm']?.(client.createClient({ baseUrl: base }), { contentType, body });
    expect(answer).toEqual(body);
  },
);

test('a JSON field of a form keeps the types of JSON, and text is read by its schema', async () => {
  const inner = async (json: string): Promise<string> => {
    const fields = [`name="day"\r\n\r\n2024-02-29`, `name="ids"\r\n\r\n12`, `name="inner"\r\n\r\n${json}`];
    const parts = fields.map((field) => `--x\r\ncontent-disposition: form-data; ${field}\r\n`);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const { code, body } = await send(base, 'POST', '/form', headers, `${parts.join('')}--x--\r\n`);
    return `${code} ${body}`;
  };
  reply = ({ body }) => ({ status: 200, body });
  expect(await inner('{"id":9223372036854775807}')).toContain(
    '200 {"day":"2024-02-29","ids":[12],"inner":{"id":9223372036854775807}',
  );
  expect(await inner('{"id":"12"}')).toMatch(/^400 .*body\/inner\/id: must be an integer/);
});

test('validators accept converted values', () => {
  expect(validators['isOrder']?.(order)).toBe(true);
  expect(validators['validateOrder']?.(order)).toEqual([]);
  expect(validators['isOrder']?.({ ...order, day: '2024-02-29' })).toBe(false);
  expect(validators['isOrder']?.({ ...order, id: 1 })).toBe(false);
  expect(validators['isOrder']?.({ ...order, revision: 1n })).toBe(true);
  expect(validators['isOrder']?.({ ...order, revision: 9_007_199_254_740_992n })).toBe(false);
  expect(validators['validateOrder']?.({ ...order, day: '2024-02-29', sums: { a: 1 } })).toEqual([
    {
      instancePath: '/day',
      keyword: 'type',
      schemaPointer: '/components/schemas/Order/properties/day/type',
      expected: 'a Date',
      message: 'must be a Date',
    },
    {
      instancePath: '/sums/a',
      keyword: 'type',
      schemaPointer: '/components/schemas/Order/properties/sums/additionalProperties/type',
      expected: 'a bigint',
      message: 'must be a bigint',
    },
  ]);
  const wrong = { ...order, day: new Date(Number.NaN), id: 0n, whenOrId: 'x', count: 0 };
  expect(validators['validateOrder']?.(wrong)).toMatchObject([
    {
      instancePath: '/day',
      keyword: 'format',
      schemaPointer: '/components/schemas/Order/properties/day/format',
      message: 'must be a valid Date of the years 0 to 9999',
    },
    { instancePath: '/whenOrId', keyword: 'oneOf', message: 'must be a Date' },
    { instancePath: '/id', keyword: 'minimum' },
    { instancePath: '/count', keyword: 'minimum' },
  ]);
});

test('the output compiles, and its types are those of the converted values', { timeout: 120_000 }, () => {
  const order = (id: string, day: string): string => `import type { Order } from './api/types/index.js';
export const order: Order = { id: ${id}, placedAt: new Date(), day: ${day} };
`;
  const wrong = refused(folder, {
    right: `/// <reference types="node" />
${order('1n', 'new Date(0)')}
import { createClient, putOrder } from './api/client/index.js';
import type { PutOrderHandler } from './api/server/index.js';
export const call = async (): Promise<readonly [bigint, Date]> => {
  const args = { id: 1n, since: new Date(), body: order };
  const { id, paidAt } = await putOrder(createClient({ baseUrl: 'https://shop.invalid' }), args);
  return [id, paidAt ?? args.since];
};
import { matchGrade } from './api/types/index.js';
const revision: 1n | 2n | 9007199254740993n = order.revision ?? 1n;
export const grade: string = matchGrade(order.grade ?? revision, { 1: () => 'one', '9007199254740993': () => 'many', unlisted: (other: bigint) => String(other) });
export const handle: PutOrderHandler = async ({ body, from }) => {
  const day: Date = from;
  return { status: 200, body: { ...body, day } };
};`,
    text: order('1n', `'2024-01-01'`),
    number: order('1', 'new Date(0)'),
  });
  expect(wrong).toEqual(['text', 'number']);
});
