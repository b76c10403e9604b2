import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiError, createClient } from '../../generated/client/index.js';
import { createServer, unimplemented } from '../../generated/server/index.js';
import { toNodeHandler } from '../../generated/server/node.js';
import { makeFolder } from '../make-folder.js';

/** The calls that the reference shows, unchanged, against the generated server. */
const run = promisify(execFile);
const blocks = [...readFileSync('generated/reference/reference.md', 'utf8').matchAll(/^```\w*\n(.*?)\n```$/gms)];
const texts = blocks.map(([, text = '']) => text);
const typescript = texts.filter((text) => text.startsWith('import { '));
const curl = texts.filter((text) => /^curl /m.test(text));
const { paths } = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
const operations = Object.values<object>(paths).flatMap((item) =>
  Object.keys(item).filter((key) => /^(?:get|post|put|patch|delete)$/.test(key)),
);

let server: Server;
let baseUrl: string;
let asked: string[];

beforeAll(async () => {
  const api = createServer(unimplemented, { security: { bearer: (token) => (token === 'secret' ? {} : undefined) } });
  const handle = toNodeHandler(api);
  server = createHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    handle(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

// What each sample leaves to its reader.
const given = { scenario_id: 's1', session_id: 's1', bot_id: 'b1' };
const reached = (): string[] => [...new Set(asked)].sort();

test('each operation has a call by curl that reaches it', async () => {
  asked = [];
  expect(curl.length).toBe(operations.length);
  const codes = await Promise.all(
    curl.map(async (text) => {
      const env = { ...process.env, ...given, base_url: baseUrl, token: 'secret', body: '{"input":"check"}' };
      const { stdout } = await run('sh', ['-c', `${text} --silent --output /dev/null --write-out '%{http_code}'`], {
        env,
      });
      return stdout;
    }),
  );
  // Through routes, credentials and checks to the handler, which there is none of.
  expect(codes.map((code, index) => (code === '501' ? '' : `${code} ${curl[index]}`)).filter(Boolean)).toEqual([]);
  expect(reached().length).toBe(operations.length);
});

test('each operation has a call by the client that reaches it', async () => {
  asked = [];
  expect(typescript.length).toBe(operations.length);
  const client = createClient({ baseUrl, auth: { bearer: 'secret' } });
  const globals = { client, scenarioId: 's1', sessionId: 's1', botId: 'b1', body: {} };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const index = pathToFileURL(resolve('dist/practice-api/client/index.js')).href;
  for (const text of typescript) {
    const { code } = await transform(text.replace('./client/index.js', index), { loader: 'ts' });
    const failed = await import(`data:text/javascript,${encodeURIComponent(code)}`).catch((error: unknown) => error);
    expect(failed, text).toMatchObject({ name: ApiError.name, code: 501 });
  }
  expect(reached().length).toBe(operations.length);
});

test('every call by the client compiles under the strictest flags', async () => {
  const folder = makeFolder(Object.fromEntries(typescript.map((text, index) => [`sample-${index}.ts`, text])));
  for (const name of ['client', 'runtime', 'types']) symlinkSync(resolve('generated', name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, types: [], lib: ['es2023', 'dom'], noEmit: true, preserveSymlinks: true },
      include: ['sample-*.ts'],
    }),
  );
  const { stdout } = await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

test('an item is a gap with its id, without a value', () => {
  const create = typescript.find((text) => text.includes(' createScenario(')) ?? '';
  expect(create).toContain("assume('create-scenario-request', body)");
  expect(create).toContain('// Not shown: the shape of the answer (create-scenario-response)');
  const list = curl.find((text) => text.includes('/v2/sessions"')) ?? '';
  expect(list).toContain('# Not shown: the name of <from date> (list-sessions-v2-from-date-name)');
});
