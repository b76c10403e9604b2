import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check, generate } from '../../src/index.js';
import { bundleOutput, emit } from '../load-output.js';
import { makeFolder } from '../make-folder.js';
import { runCompiler } from '../run-compiler.js';
import { runIn } from '../scaffold/run-scaffold.js';
import { strictFlags } from '../strict-flags.js';

/** Wire names of the configuration are defaults of client and server. */
const spec = readFileSync('test/golden/wire-names/spec.yaml', 'utf8');
const wireNames = { 'list-orders-from-name': 'from', 'list-orders-page-name': 'x-page' };

test('a call uses the name of the caller, otherwise the name of the configuration', async () => {
  const folder = makeFolder({ 'spec.yaml': spec });
  await generate({ folder, spec: 'spec.yaml', out: 'api', wireNames, emit });
  const load = await bundleOutput(join(folder, 'api'));
  const { createClient, listOrders } = await load<Client>('client/index');
  const { createServer } = await load<Server>('server/index');
  const { toFetchHandler } = await load<Adapter>('server/fetch');
  const names = (own: object | undefined): Promise<readonly unknown[]> => {
    const seen: unknown[] = [];
    const handlers = { listOrders: (args: object) => seen.push(args) && { status: 200, body: [] } };
    const handle = toFetchHandler(createServer(handlers, { wireNames: own }));
    const transport = (url: string, init: RequestInit): Promise<Response> => {
      const request = new Request(url, init);
      seen.push(new URL(url).search, request.headers.get('x-page'), request.headers.get('x-side'));
      return handle(request);
    };
    const client = createClient({ baseUrl: 'https://api.invalid', transport, wireNames: own });
    return listOrders(client, { fromDate: '2026-01-31', page: 2 }).then(() => seen);
  };
  const args = { fromDate: '2026-01-31', page: 2 };
  expect(await names(undefined)).toEqual(['?from=2026-01-31', '2', null, args]);
  const own = { 'list-orders-page-name': 'x-side', 'list-orders-from-name': undefined };
  expect(await names(own)).toEqual(['?from=2026-01-31', null, '2', args]);
});

interface Client {
  readonly createClient: (options: object) => unknown;
  readonly listOrders: (client: unknown, args: object) => Promise<unknown>;
}
interface Server {
  readonly createServer: (handlers: object, options: object) => unknown;
}
interface Adapter {
  readonly toFetchHandler: (server: unknown) => (request: Request) => Promise<Response>;
}

test('the modules compile with strict flags', async () => {
  const folder = makeFolder({ 'spec.yaml': spec, 'package.json': '{ "type": "module" }' });
  await generate({ folder, spec: 'spec.yaml', out: 'api', wireNames });
  const compilerOptions = { ...strictFlags, lib: ['es2022', 'dom'], types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['api'] }));
  expect(runCompiler(folder)).toBe('');
});

test('the names are recorded, and check reports that they changed', async () => {
  const folder = makeFolder({ 'spec.yaml': spec });
  const options = { folder, spec: 'spec.yaml', out: 'api' };
  await generate({ ...options, wireNames });
  expect((await check(options)).drifts).toEqual([]);
  const { drifts, changes } = await check({ ...options, wireNames: { 'list-orders-from-name': 'since' } });
  expect(changes?.options).toEqual(['wireNames']);
  expect(drifts?.map(({ path }) => path)).toEqual(['client/client.ts', 'lacuna.json', 'server/index.ts']);
  await generate({ ...options, wireNames: {} });
  expect(readFileSync(join(folder, 'api/lacuna.json'), 'utf8')).not.toContain('wireNames');
});

test.each(['from\r\nday', 'from\nday', 'from\0', 'from\u2028day'])('the name %j is refused', async (name) => {
  const folder = makeFolder({ 'spec.yaml': spec });
  const flag = `list-orders-from-name=${name}`;
  const { code, errors } = await runIn(folder, [
    'generate',
    '--spec',
    'spec.yaml',
    '--out',
    'api',
    '--wire-name',
    flag,
  ]);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('error bad-wire-name:') });
  const names = { 'list-orders-from-name': name };
  const { diagnostics, written } = await generate({ folder, spec: 'spec.yaml', out: 'api', wireNames: names });
  expect(diagnostics.list.map((finding) => finding.code)).toEqual(['option-mistake']);
  expect(written).toBeUndefined();
});
