import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { emit } from '../load-output.js';
import { runCompiler } from '../run-compiler.js';

/**
 * Server-sent events from a handler to its caller. Their schema is in `schema`, as before OpenAPI 3.2, or in
 * `itemSchema`.
 */
const delta = `{ type: object, required: [text], properties: { text: { type: string }, at: { type: string, format: date } } }`;
const events: Readonly<Record<string, string>> = {
  data: `schema: ${delta}`,
  list: `schema: { type: array, items: ${delta} }`,
  whole: `schema: { type: object, required: [data], properties: { event: { enum: [delta, end] }, data: ${delta} } }`,
  plain: 'schema: { type: object, properties: { data: { type: string }, event: { type: string } } }',
  ping: 'schema: { type: object, required: [event], properties: { event: { enum: [ping] }, id: { type: string } } }',
  text: 'schema: { type: string }',
  count: 'schema: { type: [integer, "null"] }',
  word: 'schema: { anyOf: [{ type: string }, { type: integer }] }',
};
const nullable = (version: string, text: string): string =>
  version === '3.0.4' ? text.replace('type: [integer, "null"]', 'type: integer, nullable: true') : text;

const describeEvents = (version: string): string =>
  `openapi: ${version}\ninfo: { title: Events, version: '1' }\npaths:\n${Object.entries(events)
    .map(
      ([name, media]) =>
        `  /${name}: { get: { operationId: ${name}, responses: { '200': { description: ok, content: { text/event-stream: { ${nullable(version, media)} } } } } } }\n`,
    )
    .join('')}`;

const content = `openapi: 3.2.0
info: { title: Events, version: '1' }
paths:
  /content: { get: { operationId: content, responses: { '200': { description: ok, content: { text/event-stream: { itemSchema: { type: object, required: [data], properties: { event: { enum: [delta] }, data: { type: string, contentMediaType: application/json, contentSchema: ${delta} } } } } } } } } }
  /strict: { get: { operationId: strict, responses: { '200': { description: ok, content: { text/event-stream: { itemSchema: { type: object, required: [data], properties: { data: ${delta} } } } } } } } }
  /whole: { get: { operationId: whole, responses: { '200': { description: ok, content: { text/event-stream: { schema: { type: array, items: { type: object, properties: { data: { type: string } } } } } } } } } }
`;

const place = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-events-')));
symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
afterAll(() => rmSync(place, { recursive: true, force: true }));

async function load(name: string, spec: string, dates: 'string' | 'Date' = 'string') {
  writeFileSync(join(place, `${name}.yaml`), spec);
  const run = await generate({ folder: place, spec: `${name}.yaml`, out: name, dates, emit });
  if (!run.written) throw new Error(run.diagnostics.list.map(({ message }) => message).join('\n'));
  const [client, server, adapter, checks] = await Promise.all(
    ['client/index', 'server/index', 'server/fetch', 'client/check-calls'].map(
      (module) => import(join(place, name, `${module}.${emit}`)),
    ),
  );
  return {
    told: run.diagnostics.list.map(({ code }) => code),
    async send(operation: string, items: readonly unknown[]): Promise<unknown[]> {
      const handlers = { ...server.unimplemented, [operation]: () => ({ status: 200, body: items }) };
      const handle = adapter.toFetchHandler(server.createServer(handlers));
      const transport = (url: string, init: RequestInit): Promise<Response> => handle(new Request(url, init));
      const options = { baseUrl: 'https://api.invalid', transport, checkCalls: checks.checkCalls };
      const got: unknown[] = [];
      for await (const item of await client[operation](client.createClient(options), {})) got.push(item);
      return got;
    },
  };
}

const json = { event: 'delta', id: '1', retry: 5, data: { text: 'a\nb' } };
const done = { data: '[DONE]' };

describe.each(['3.0.4', '3.1.1'])('in OpenAPI %s', (version) => {
  test('a schema that is not one of an event describes the JSON in `data`; other data is text and does not end the stream', async () => {
    const { told, send } = await load(`v${version.replaceAll('.', '')}`, describeEvents(version));
    expect(told).toEqual([]);
    for (const name of ['data', 'list', 'whole'])
      expect(await send(name, [json, done, json])).toEqual([json, done, json]);
    const text = [{ data: '{"text":"a"}' }, { event: 'a', data: 'x' }];
    for (const name of ['plain', 'text']) expect(await send(name, text)).toEqual(text);
    const pings = [{ event: 'ping', data: '' }];
    expect(await send('ping', pings)).toEqual(pings);
    const values = [{ data: 1 }, { data: null }, { data: 'no' }];
    expect(await send('count', values)).toEqual(values);
    // A string that would be read as JSON is sent as JSON.
    const words = [{ data: 1 }, { data: '1' }, { data: 'a' }, { data: '"a"' }, { data: '' }];
    expect(await send('word', words)).toEqual(words);
  });
});

test('in OpenAPI 3.2 itemSchema describes the event, and contentSchema the JSON in its data', async () => {
  const { send } = await load('v32', content);
  expect(await send('content', [json, done])).toEqual([json, done]);
  expect(await send('strict', [json])).toEqual([json]);
  const text = [{ data: '{}' }];
  expect(await send('whole', text)).toEqual(text);
});

test('dates in the data are dates', async () => {
  const { send } = await load('dated', describeEvents('3.1.1'), 'Date');
  const dated = [{ data: { text: 'a', at: new Date('2026-01-31') } }, done];
  for (const name of ['data', 'whole']) expect(await send(name, dated)).toEqual(dated);
});

test('both sides have their types', () => {
  writeFileSync(
    join(place, 'use.ts'),
    `import { createClient, data, list, ping, whole } from './v311/client/index.js';
import { content, strict } from './v32/client/index.js';
import type { Handlers } from './v311/server/index.js';
const client = createClient({ baseUrl: 'https://api.invalid' });
export async function use(): Promise<void> {
  for (const events of [await data(client), await list(client), await whole(client), await content(client)])
    for await (const { data } of events) {
      const text: string = typeof data === 'string' ? data : data.text;
      void text;
    }
  for await (const { data } of await strict(client)) data.text;
  for await (const { event } of await whole(client)) event satisfies 'delta' | 'end' | undefined;
  for await (const { event } of await ping(client)) event satisfies 'ping';
}
export const handlers: Pick<Handlers, 'data' | 'list'> = {
  data: () => ({ status: 200, body: [{ data: { text: 'a' } }, { data: '[DONE]', event: 'end' }] }),
  // @ts-expect-error a delta has a text
  list: () => ({ status: 200, body: [{ data: { other: 'a' } }] }),
};
`,
  );
  const flags = { strict: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [], noEmit: true };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: flags, include: ['use.ts'] }));
  expect(runCompiler(place)).toBe('');
});
