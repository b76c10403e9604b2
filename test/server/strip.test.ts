import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FetchHandler } from '../../src/runtime/fetch.js';
import type { CheckReply } from '../../src/runtime/server/check-replies.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput, emit } from '../load-output.js';
import { generateServer, removeFolder } from './make-server.js';

/** The option `replies: 'strip'` removes what a description does not declare from replies, and `checkReplies` reports it. */
const text = { type: 'string' };
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const refer = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const only = (value: string): object => ({ type: 'string', const: value });

const schemas = {
  Owner: object({ name: text }),
  Closed: object({ name: text }, { additionalProperties: false }),
  Cat: object({ kind: only('cat'), meow: text, owner: refer('Owner') }, { required: ['kind'] }),
  Dog: object({ kind: only('dog'), bark: text, owner: refer('Owner') }, { required: ['kind'] }),
  Tree: object({ name: text, children: { type: 'array', items: refer('Tree') } }),
  Vehicle: object(
    { type: text, wheels: { type: 'integer' } },
    {
      required: ['type'],
      discriminator: {
        propertyName: 'type',
        mapping: { car: '#/components/schemas/Car', bus: '#/components/schemas/Bus' },
      },
    },
  ),
  Car: { allOf: [refer('Vehicle'), object({ type: only('car'), doors: { type: 'integer' } })] },
  Bus: { allOf: [refer('Vehicle'), object({ type: only('bus'), seats: { type: 'integer' } })] },
};

const cat = { kind: 'cat', meow: 'm' };

/** What a schema is, a value that a handler returns, and the value that is sent. */
const rows: readonly (readonly [name: string, schema: object, given: unknown, sent: unknown])[] = [
  ['an object', object({ a: text }), { a: '1', secret: 2 }, { a: '1' }],
  [
    'an object in a list',
    { type: 'array', items: refer('Owner') },
    [{ name: 'a', x: 1 }, { x: 1 }],
    [{ name: 'a' }, {}],
  ],
  ['a part of an object', object({ a: refer('Owner') }), { a: { name: 'a', x: 1 } }, { a: { name: 'a' } }],
  [
    'items by position',
    { type: 'array', prefixItems: [refer('Owner')], items: object({ b: text }) },
    [
      { name: 'a', x: 1 },
      { b: 'b', x: 1 },
    ],
    [{ name: 'a' }, { b: 'b' }],
  ],
  [
    'a recursive object',
    refer('Tree'),
    { name: 'a', x: 1, children: [{ name: 'b', x: 1, children: [] }] },
    { name: 'a', children: [{ name: 'b', children: [] }] },
  ],
  ['a closed object', object({ a: text }, { additionalProperties: false }), { a: '1', x: 2 }, { a: '1' }],
  ['an object without members', { type: 'object', additionalProperties: false }, { x: 2 }, {}],
  [
    'a name with a meaning to JavaScript',
    object({ constructor: text }),
    JSON.parse('{"constructor":"a","__proto__":{"x":1},"toString":1}'),
    { constructor: 'a' },
  ],
  [
    'an object with toJSON',
    object({ a: refer('Owner') }),
    { a: { toJSON: () => ({ name: 'a', x: 1 }) } },
    { a: { name: 'a' } },
  ],

  [
    'additional properties',
    object({ a: refer('Owner') }, { additionalProperties: true }),
    { a: { name: 'a', x: 1 }, x: 2 },
    { a: { name: 'a' }, x: 2 },
  ],
  [
    'a schema of additional properties',
    object({ a: text }, { additionalProperties: refer('Owner') }),
    { a: '1', x: { name: 'a', y: 1 } },
    { a: '1', x: { name: 'a' } },
  ],
  [
    'unevaluated properties',
    { allOf: [refer('Owner')], unevaluatedProperties: text },
    { name: 'a', x: 'b' },
    { name: 'a', x: 'b' },
  ],
  [
    'no unevaluated properties',
    { allOf: [refer('Owner')], unevaluatedProperties: false },
    { name: 'a', x: 'b' },
    { name: 'a' },
  ],
  [
    'patterns',
    object({ a: text }, { patternProperties: { '^x-': refer('Owner') } }),
    { a: '1', b: 2, 'x-a': { name: 'a', y: 1 } },
    { a: '1', b: 2, 'x-a': { name: 'a' } },
  ],
  [
    'further fields that are not shown',
    object({ a: text }, { 'x-not-shown': [{ id: 'further', kind: 'fields', question: 'Which?', source: 'a' }] }),
    { a: '1', x: 2 },
    { a: '1', x: 2 },
  ],
  ['no properties', { type: 'object' }, { x: { y: 1 } }, { x: { y: 1 } }],
  ['any value', {}, { x: { y: 1 } }, { x: { y: 1 } }],

  [
    'all of some schemas',
    { allOf: [refer('Owner'), object({ b: text }), { type: 'object' }] },
    { name: 'a', b: 'b', x: 1 },
    { name: 'a', b: 'b' },
  ],
  [
    'an open one of all schemas',
    { allOf: [refer('Owner'), { additionalProperties: true }] },
    { name: 'a', x: 1 },
    { name: 'a', x: 1 },
  ],
  ['a reference and null', { oneOf: [refer('Owner'), { type: 'null' }] }, { name: 'a', x: 1 }, { name: 'a' }],
  [
    'one of two schemas',
    { oneOf: [refer('Cat'), refer('Dog')] },
    { ...cat, bark: 'b', x: 1, owner: { name: 'a', x: 1 } },
    { ...cat, owner: { name: 'a' } },
  ],
  [
    'several matching schemas',
    {
      anyOf: [object({ a: text }), object({ b: text }, { required: ['b'] }), object({ c: text }, { required: ['d'] })],
    },
    { a: '1', b: '2', c: '3' },
    { a: '1', b: '2' },
  ],
  [
    'closed alternatives',
    {
      oneOf: [
        object({ a: text }, { required: ['a'], additionalProperties: false }),
        object({ b: text }, { required: ['b'], additionalProperties: false }),
      ],
    },
    { a: '1', x: 1 },
    { a: '1' },
  ],
  [
    'alternatives beside properties',
    object({ id: text }, { oneOf: [refer('Cat'), refer('Dog')] }),
    { id: '1', ...cat, bark: 'b' },
    { id: '1', ...cat },
  ],
  [
    'alternatives that only require',
    object({ a: text, b: text }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    { b: '1', x: 1 },
    { b: '1' },
  ],
  ['an open alternative', { anyOf: [refer('Cat'), { type: 'object' }] }, { ...cat, x: 1 }, { ...cat, x: 1 }],
  [
    'an alternative of other names',
    { anyOf: [refer('Cat'), { type: 'object', additionalProperties: text }] },
    { ...cat, x: '1' },
    { ...cat, x: '1' },
  ],
  [
    'an open alternative that does not match',
    { anyOf: [refer('Cat'), { type: 'object', required: ['y'] }] },
    { ...cat, x: 1 },
    cat,
  ],
  [
    'no matching alternative',
    { oneOf: [refer('Cat'), refer('Dog')] },
    { kind: 'cow', meow: 'm', bark: 'b', x: 1 },
    { kind: 'cow', meow: 'm', bark: 'b' },
  ],
  [
    'nested unions',
    { oneOf: [{ oneOf: [refer('Cat'), refer('Dog')] }, { type: 'array', items: refer('Owner') }] },
    { ...cat, bark: 'b' },
    cat,
  ],
  [
    'a list of a union',
    {
      anyOf: [
        { type: 'array', items: refer('Owner') },
        { type: 'array', items: object({ b: text }, { required: ['b'] }) },
      ],
    },
    [{ b: 'b', name: 1 }],
    [{ b: 'b' }],
  ],
  ['a child of a schema', refer('Vehicle'), { type: 'car', doors: 3, seats: 4, x: 1 }, { type: 'car', doors: 3 }],
  [
    'a condition',
    object({ kind: text }, { if: object({ kind: only('cat') }), then: object({ meow: text }) }),
    { kind: 'cat', meow: 'm', x: 1 },
    { kind: 'cat', meow: 'm' },
  ],
  [
    'only a condition',
    { type: 'object', if: object({ kind: only('cat') }), then: object({ meow: text }) },
    { kind: 'cat', x: 1 },
    { kind: 'cat', x: 1 },
  ],
  [
    '64-bit integers in alternatives',
    {
      oneOf: [
        object({ n: { type: 'integer', format: 'int64' } }, { required: ['n'] }),
        object({ t: text }, { required: ['t'] }),
      ],
    },
    { n: 2n ** 60n, t: 1, x: 1 },
    { n: 2n ** 60n },
  ],
];

const json = (schema: object): object => ({ 'application/json': { schema } });
const reply = (content: object): object => ({ responses: { 200: { description: 'It.', content } } });
const description = {
  openapi: '3.2.0',
  info: { title: 'Replies', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    ...Object.fromEntries(
      rows.map(([, schema], index) => [
        `/rows/${index}`,
        { get: { operationId: `row${index}`, ...reply(json(schema)) } },
      ]),
    ),
    '/lines': { get: { operationId: 'listLines', ...reply({ 'application/jsonl': { itemSchema: refer('Owner') } }) } },
    '/closed-lines': {
      get: { operationId: 'listClosedLines', ...reply({ 'application/jsonl': { itemSchema: refer('Closed') } }) },
    },
    '/events': {
      get: {
        operationId: 'listEvents',
        ...reply({
          'text/event-stream': {
            itemSchema: object({
              data: { type: 'string', contentMediaType: 'application/json', contentSchema: refer('Owner') },
            }),
          },
        }),
      },
    },
    '/types': {
      get: {
        operationId: 'choose',
        ...reply({
          'application/json': { schema: { type: 'object' } },
          'application/*': { schema: refer('Owner') },
          'application/vnd.owner+json': { schema: refer('Owner') },
        }),
      },
    },
  },
  components: { schemas },
};

let folder: string;
let createServer: (handlers: object, options: object) => Server;
let toFetchHandler: (server: Server) => FetchHandler;
let checkReplies: CheckReply;
let errors: unknown[];

beforeAll(async () => {
  const spec = join(tmpdir(), `lacuna-strip-${process.pid}.json`);
  writeFileSync(spec, JSON.stringify(description));
  folder = await generateServer(spec, ['server'], { int64: 'bigint' });
  const load = await bundleOutput(join(folder, 'api'));
  ({ createServer } = await load<{ createServer: typeof createServer }>('server/index'));
  ({ toFetchHandler } = await load<{ toFetchHandler: typeof toFetchHandler }>('server/fetch'));
  ({ checkReplies } = await load<{ checkReplies: CheckReply }>('server/check-replies'));
});
afterAll(() => removeFolder(folder));
beforeEach(() => {
  errors = [];
});

async function ask(path: string, operation: string, given: object, options: object): Promise<Response> {
  const others = new Proxy({}, { get: () => () => given });
  const server = createServer(
    { __proto__: others, [operation]: () => given },
    { onError: (error: unknown) => errors.push(error), ...options },
  );
  return toFetchHandler(server)(new Request(`https://api.example.com${path}`));
}

const parse = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part)));

test.each(rows.map((row, index) => [...row, index] as const))('%s', async (name, _, given, sent, index) => {
  const askRow = (options: object): Promise<Response> =>
    ask(`/rows/${index}`, `row${index}`, { status: 200, body: given }, options);
  expect(await (await askRow({ replies: 'strip' })).json()).toEqual(parse(sent));
  expect(errors).toEqual([]);
  const checked = await askRow({ replies: 'strip', checkReplies });
  expect(checked.status).toBe(name === 'no matching alternative' ? 500 : 200);
  errors = [];
  const { status } = await askRow({ checkReplies });
  expect(status).toBe(checked.status);
  const isChanged = JSON.stringify(parse(given)) !== JSON.stringify(parse(sent));
  const undeclared = errors.filter((error) => Object(error).name === 'UndeclaredError');
  expect(undeclared).toHaveLength(status === 200 && isChanged ? 1 : 0);
});

const owner = { name: 'a', x: 1 };

test('without the option, replies are sent unchanged', async () => {
  const response = await ask('/rows/0', 'row0', { status: 200, body: { a: '1', x: 2 } }, {});
  expect(await response.json()).toEqual({ a: '1', x: 2 });
  expect(() => createServer({}, { replies: 'Strip' })).toThrow("replies: must be 'strip'");
});

test('checks report undeclared members and send them, also where the description forbids them', async () => {
  const items = Array.from({ length: 12 }, () => owner);
  const sent = await ask('/rows/1', 'row1', { status: 200, body: items }, { checkReplies });
  expect([sent.status, await sent.json()]).toEqual([200, items]);
  const places = items.slice(0, 10).map((_, index) => `/${index}/x`);
  expect(errors.map(String)).toEqual([
    `UndeclaredError: row1: body of its reply 200 has members that the description does not declare: ${places.join(', ')} and 2 more`,
  ]);
  errors = [];
  const closed = rows.findIndex(([name]) => name === 'a closed object');
  const askClosed = (body: object): Promise<Response> =>
    ask(`/rows/${closed}`, `row${closed}`, { status: 200, body }, { checkReplies });
  const allowed = await askClosed({ a: '1', x: 1 });
  expect([allowed.status, await allowed.json()]).toEqual([200, { a: '1', x: 1 }]);
  expect(errors.map(String)).toEqual([expect.stringMatching(/^UndeclaredError: .* does not declare: \/x$/)]);
  errors = [];
  expect((await askClosed({ a: 1, x: 1 })).status).toBe(500);
  expect(errors.map(String)).toEqual([expect.stringMatching(/^ReplyError: .*\/a: must be a string/)]);
});

describe.each([
  ['/lines', 'listLines', [owner], '{"name":"a"}\n', '{"name":"a","x":1}\n', '/0/x'],
  ['/closed-lines', 'listClosedLines', [owner], '{"name":"a"}\n', '{"name":"a","x":1}\n', '/0/x'],
  [
    '/events',
    'listEvents',
    [{ id: '1', data: owner }],
    'id: 1\ndata: {"name":"a"}\n\n',
    'id: 1\ndata: {"name":"a","x":1}\n\n',
    '/0/data/x',
  ],
] as const)('the items of %s', (path, operation, items, stripped, whole, place) => {
  const generate = async function* (): AsyncGenerator<object> {
    yield* items;
  };
  test.each([
    ['a list', () => items],
    ['a stream', generate],
  ])('in %s', async (_, make) => {
    const send = async (options: object): Promise<string> =>
      (await ask(path, operation, { status: 200, body: make() }, options)).text();
    expect(await send({ replies: 'strip' })).toBe(stripped);
    expect(errors).toEqual([]);
    expect(await send({ checkReplies })).toBe(whole);
    expect(errors.map((error) => String(error).split(': ').at(-1))).toEqual([place]);
  });
});

test.each([
  ['application/json', owner],
  ['application/vnd.owner+json', { name: 'a' }],
])('of several media types, %s has its own members', async (contentType, sent) => {
  const response = await ask('/types', 'choose', { status: 200, contentType, body: owner }, { replies: 'strip' });
  expect(await response.json()).toEqual(sent);
});

test('a program that does not use the option does not load its code', async () => {
  const { metafile } = await build({
    entryPoints: [join(folder, `api/server/index.${emit}`)],
    outdir: join(folder, 'split'),
    bundle: true,
    splitting: true,
    format: 'esm',
    metafile: true,
    write: false,
  });
  const loaded = ['split/index.js'];
  for (const file of loaded) {
    const output = Object.entries(metafile.outputs).find(([path]) => path.endsWith(file));
    for (const { path, kind } of output?.[1].imports ?? []) if (kind === 'import-statement') loaded.push(path);
    expect(Object.keys(output?.[1].inputs ?? {}).filter((path) => /strip-replies|validators\//.test(path))).toEqual([]);
  }
});
