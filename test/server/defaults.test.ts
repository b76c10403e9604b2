import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Listening } from '../../src/runtime/node/node.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput } from '../load-output.js';
import { compileFolder, writeFiles } from '../types/emission.js';
import { defaultShapes, sharedSchemas } from './default-shapes.js';
import { generateServer, removeFolder } from './make-server.js';

interface ServerModule {
  createServer(handlers: object, options?: object): Server;
}
interface NodeModule {
  listen(server: Server): Promise<Listening>;
}
type Call = (client: object, args: object) => Promise<unknown>;
interface ClientModule {
  readonly createClient: (options: object) => object;
  readonly [operation: string]: Call | ((options: object) => object);
}
interface Validators {
  readonly [name: string]: (value: unknown) => boolean;
}

const names = Object.keys(defaultShapes);
// Bodies that are neither JSON nor forms are sent as the caller passes them.
const needsKind = { type: 'object', required: ['kind'], properties: { kind: { type: 'string', default: 'asc' } } };
const search = {
  operationId: 'search',
  parameters: [{ name: 'filter', in: 'query', style: 'deepObject', schema: needsKind }],
  requestBody: { content: { 'application/jsonl': { schema: { type: 'array', items: needsKind } } } },
  responses: { 204: { description: 'Found.' } },
};
const describe = (): string => {
  const content = (name: string): object => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const paths = names.map((name) => {
    const responses = { 200: { description: 'It.', ...content(name) } };
    return [
      `/${name}`,
      { post: { operationId: `send${name}`, requestBody: { required: true, ...content(name) }, responses } },
    ];
  });
  const schemas = Object.fromEntries(Object.entries(defaultShapes).map(([name, { schema }]) => [name, schema]));
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Defaults', version: '1' },
    paths: { ...Object.fromEntries(paths), '/search': { post: search } },
    components: { schemas: { ...sharedSchemas, ...schemas } },
  });
};

let folder: string;
let listening: Listening;
let client: ClientModule;
let validators: Validators;
const received = new Map<string, unknown>();
beforeAll(async () => {
  const spec = join(tmpdir(), `lacuna-defaults-${process.pid}.json`);
  writeFileSync(spec, describe());
  folder = await generateServer(spec, ['types', 'client', 'server', 'validators']);
  removeFolder(spec);
  const load = await bundleOutput(join(folder, 'api'));
  const server: ServerModule = await load('server/index');
  const node: NodeModule = await load('server/node');
  client = await load('client/index');
  validators = await load('validators/index');
  const handlers = names.map((name) => [
    `send${name}`,
    ({ body }: { readonly body: unknown }) => {
      received.set(name, body);
      return { status: 200, body: defaultShapes[name]?.reply };
    },
  ]);
  listening = await node.listen(
    server.createServer({ ...Object.fromEntries(handlers), search: () => ({ status: 204 }) }),
  );
});
afterAll(async () => {
  await listening.close(0);
  removeFolder(folder);
});

const call = (name: string, body: unknown): Promise<unknown> => {
  const operation = client[`send${name}`];
  if (!operation) throw new Error(`no operation send${name}`);
  return Promise.resolve(operation(client.createClient({ baseUrl: listening.url, allowHttp: true }), { body }));
};
const guard = (name: string, view: 'Input' | 'Received' | ''): ((value: unknown) => boolean) | undefined =>
  validators[`is${name}${view}`] ?? validators[`is${name}`];

test.each(names)('client and server fill in what the types of %s promise', async (name) => {
  const shape = defaultShapes[name];
  const answer = await call(name, shape?.sent);
  expect(answer).toEqual(shape?.reply);
  expect(received.get(name)).toEqual(shape?.received);
  expect(guard(name, '')?.(answer)).toBe(true);
  expect(guard(name, 'Received')?.(received.get(name))).toBe(true);
  expect(guard(name, 'Input')?.(shape?.sent)).toBe(true);
  for (const value of shape?.refused ?? []) {
    expect(guard(name, 'Input')?.(value)).toBe(false);
    await expect(call(name, value)).rejects.toThrow();
  }
});

test('the types accept valid requests and replies, and refuse missing values that are not filled in', () => {
  const declare = (name: string, index: number, value: unknown, isRefused: boolean): string =>
    `${isRefused ? '// @ts-expect-error\n' : ''}export const sent${name}${index}: Args<typeof client.send${name}> = { body: ${JSON.stringify(value)} };`;
  const lines = names.flatMap((name) => {
    const { sent, refused = [], reply = null, received: given = null } = defaultShapes[name] ?? { sent: null };
    return [
      declare(name, 0, sent, false),
      ...refused.map((value, index) => declare(name, index + 1, value, true)),
      `export const reply${name}: server.Send${name}Reply = { status: 200, body: ${JSON.stringify(reply)} };`,
      `export const received${name}: server.Send${name}Received = { body: ${JSON.stringify(given)} };`,
    ];
  });
  const head = [
    "import * as client from './api/client/index.js';",
    "import type * as server from './api/server/index.js';",
    'type Args<Operation> = Operation extends (client: never, args: infer A, ...rest: never[]) => unknown ? A : never;',
  ];
  const searches = [
    "export const complete: Args<typeof client.search> = { filter: { kind: 'desc' }, body: [{ kind: 'desc' }] };",
    '// @ts-expect-error',
    'export const withoutKind: Args<typeof client.search> = { filter: {} };',
    '// @ts-expect-error',
    'export const itemWithoutKind: Args<typeof client.search> = { body: [{}] };',
  ];
  writeFiles(folder, { 'probe.ts': [...head, ...lines, ...searches, ''].join('\n') });
  expect(compileFolder(folder)).toEqual([]);
}, 120_000);
